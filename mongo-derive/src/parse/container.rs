//! Attributes of a struct or enum.

use quote::ToTokens;
use syn::{Attribute, Ident, LitInt, LitStr, Path, Token, ext::IdentExt, punctuated::Punctuated};

use super::{
    attr::{Allow, ByteSize, Entry, Set, each_entry},
    index::Index,
    near::unknown,
    validation::Validation,
};
use crate::errors::Errors;

/// `#[mongo(..)]` on a document.
#[derive(Default)]
pub(crate) struct DocumentAttrs {
    pub(crate) collection: Option<Set<LitStr>>,
    pub(crate) discriminator: Option<Set<Discriminator>>,
    pub(crate) rename_all: Option<Set<Rename>>,
    pub(crate) schema_version: Option<Set<LitInt>>,
    pub(crate) version_field: Option<Set<LitStr>>,
    pub(crate) reads: Option<Set<Vec<Path>>>,
    pub(crate) reads_newer: Option<Set<Vec<Path>>>,
    pub(crate) validation: Option<Set<Validation>>,
    pub(crate) max_size: Option<Set<ByteSize>>,
    pub(crate) proven: Option<Set<()>>,
    pub(crate) deny_unknown: Option<Set<()>>,
    pub(crate) owns_document: Option<Set<()>>,
    pub(crate) indexes: Vec<Set<Index>>,
}

/// `discriminator(field = "tag")`
pub(crate) struct Discriminator {
    /// The stored name of the field.
    pub(crate) field: Set<String>,
    pub(crate) tag: LitStr,
}

/// `#[mongo(..)]` on an embedded type.
#[derive(Default)]
pub(crate) struct EmbeddedAttrs {
    pub(crate) rename_all: Option<Set<Rename>>,
    pub(crate) transparent: Option<Set<()>>,
    pub(crate) deny_unknown: Option<Set<()>>,
    pub(crate) tag: Option<Set<LitStr>>,
    pub(crate) copy_of: Option<Set<Path>>,
}

/// How Rust names become stored names.
#[derive(Clone, Copy)]
pub(crate) enum Rename {
    Camel,
    Pascal,
    Snake,
    ScreamingSnake,
    Kebab,
    Lower,
    Upper,
}

impl Rename {
    const FORMS: [(&'static str, Self); 7] = [
        ("camelCase", Self::Camel),
        ("PascalCase", Self::Pascal),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
    ];

    fn from_text(text: &LitStr) -> syn::Result<Self> {
        let form = Self::FORMS.iter().find(|(name, _)| *name == text.value());
        form.map(|(_, form)| *form).ok_or_else(|| {
            let known: Vec<&str> = Self::FORMS.iter().map(|(name, _)| *name).collect();
            syn::Error::new(text.span(), unknown("form", &text.value(), &known))
        })
    }
}

pub(super) const DOCUMENT_KEYS: &[&str] = &[
    "collection",
    "discriminator",
    "rename_all",
    "schema_version",
    "version_field",
    "reads",
    "reads_newer",
    "max_size",
    "proven",
    "deny_unknown",
    "owns_document",
    "validation",
    "index",
    "crate",
];

pub(super) fn document(attrs: &[Attribute], errors: &mut Errors) -> DocumentAttrs {
    let mut found = DocumentAttrs::default();
    each_entry(attrs, errors, |entry| match entry.key.to_string().as_str() {
        "collection" => entry.set(&mut found.collection, entry.text()?),
        "discriminator" => {
            let value = discriminator(entry)?;
            entry.set(&mut found.discriminator, value)
        }
        "rename_all" => rename_all(entry, &mut found.rename_all),
        "schema_version" => entry.set(&mut found.schema_version, entry.number()?),
        "version_field" => entry.set(&mut found.version_field, entry.text()?),
        "reads" => {
            let help = "expected the types of older versions: `reads(OrderV1, OrderV2)`";
            entry.set(&mut found.reads, readers(entry, help)?)
        }
        "reads_newer" => {
            let help = "expected the types of newer versions: `reads_newer(OrderV3)`";
            entry.set(&mut found.reads_newer, readers(entry, help)?)
        }
        "validation" => entry.set(&mut found.validation, Validation::parse(entry)?),
        "max_size" => entry.set(&mut found.max_size, entry.value(|input| input.parse())?),
        "proven" => entry.flag().and_then(|()| entry.set(&mut found.proven, ())),
        "deny_unknown" => entry.flag().and_then(|()| entry.set(&mut found.deny_unknown, ())),
        "owns_document" => entry.flag().and_then(|()| entry.set(&mut found.owns_document, ())),
        "index" => {
            found.indexes.push(Set { key: entry.key.clone(), value: Index::parse(entry)? });
            Ok(())
        }
        "crate" => entry.path().map(drop),
        "copy_of" => Err(syn::Error::new(
            entry.key.span(),
            "a copy is stored inside of a document: `copy_of` belongs to a type that derives `Embedded`",
        )),
        _ => Err(entry.unknown(DOCUMENT_KEYS)),
    });
    found
}

fn readers(entry: &Entry<'_>, help: &str) -> syn::Result<Vec<Path>> {
    let reader = |input: syn::parse::ParseStream<'_>| {
        input.parse().map_err(|error: syn::Error| syn::Error::new(error.span(), help))
    };
    let paths = entry.list(|input| {
        let mut paths = Punctuated::<Path, Token![,]>::new();
        while !input.is_empty() {
            paths.push_value(reader(input)?);
            if !input.is_empty() {
                paths.push_punct(input.parse()?);
            }
        }
        Ok(paths)
    })?;
    Ok(paths.into_iter().collect())
}

/// The name of the field is a Rust name, or text where it is none.
fn discriminator(entry: &Entry<'_>) -> syn::Result<Discriminator> {
    let help = "write the stored name of the field and the tag of this type: `discriminator(kind = \"car\")`";
    if !entry.is_list() {
        return Err(syn::Error::new(entry.key.span(), help));
    }
    let parse = |input: syn::parse::ParseStream<'_>| {
        let field = if input.peek(LitStr) {
            let text: LitStr = input.parse()?;
            Set { key: Ident::new("discriminator", text.span()), value: text.value() }
        } else {
            let key = input.call(Ident::parse_any)?;
            Set { value: key.unraw().to_string(), key }
        };
        input.parse::<Token![=]>()?;
        let tag = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        if input.is_empty() { Ok(Discriminator { field, tag }) } else { Err(input.error(help)) }
    };
    entry.list(parse).map_err(|error| syn::Error::new(error.span(), help))
}

const EMBEDDED_KEYS: &[&str] =
    &["rename_all", "transparent", "deny_unknown", "tag", "copy_of", "crate"];

pub(super) fn embedded(attrs: &[Attribute], errors: &mut Errors) -> EmbeddedAttrs {
    let mut found = EmbeddedAttrs::default();
    each_entry(attrs, errors, |entry| match entry.key.to_string().as_str() {
        "rename_all" => rename_all(entry, &mut found.rename_all),
        "transparent" => entry.flag().and_then(|()| entry.set(&mut found.transparent, ())),
        "deny_unknown" => entry.flag().and_then(|()| entry.set(&mut found.deny_unknown, ())),
        "tag" => entry.set(&mut found.tag, entry.text()?),
        "copy_of" => entry.set(&mut found.copy_of, entry.type_path()?),
        "crate" => entry.path().map(drop),
        "collection" | "discriminator" | "index" | "schema_version" | "reads" | "reads_newer"
        | "validation" | "max_size" | "owns_document" => Err(syn::Error::new_spanned(
            entry.key.to_token_stream(),
            format!("`{}` belongs to a type that derives `Document`", entry.key),
        )),
        _ => Err(entry.unknown(EMBEDDED_KEYS)),
    });
    found
}

fn rename_all(entry: &Entry<'_>, slot: &mut Option<Set<Rename>>) -> syn::Result<()> {
    one_name(entry)?;
    entry.set(slot, Rename::from_text(&entry.text()?)?)
}

/// A name for writing and another for reading would make the mapper miss what it wrote.
pub(super) fn one_name(entry: &Entry<'_>) -> syn::Result<()> {
    if entry.is_list() {
        return Err(syn::Error::new(
            entry.key.span(),
            format!("one name serves reading and writing: write `{} = \"..\"`", entry.key),
        ));
    }
    Ok(())
}

impl Allow {
    /// Refuses a rule that can't be allowed here.
    pub(super) fn only(self, rules: &[&str]) -> syn::Result<Self> {
        if rules.iter().any(|rule| self.rule == rule) {
            return Ok(self);
        }
        let message =
            format!("no such rule here; rules that can be allowed: `{}`", rules.join("`, `"));
        Err(syn::Error::new(self.rule.span(), message))
    }
}
