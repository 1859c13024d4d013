//! Attributes of a field.

use syn::{Ident, LitInt, LitStr, Path, Token, Type, Visibility, punctuated::Punctuated, token};

use super::{
    attr::{Allow, ByteSize, Set, each_entry, number},
    container::one_name,
    path::FieldPath,
};
use crate::errors::Errors;

/// A field and its `#[mongo(..)]`.
pub(crate) struct Field {
    /// `None` in a tuple.
    pub(crate) ident: Option<Ident>,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) id: Option<Set<()>>,
    pub(crate) revision: Option<Set<()>>,
    pub(crate) rename: Option<Set<LitStr>>,
    pub(crate) representation: Option<Set<LitStr>>,
    pub(crate) with: Option<Set<Path>>,
    pub(crate) opaque: Option<Set<()>>,
    pub(crate) catch_all: Option<Set<()>>,
    pub(crate) lossless: Option<Set<()>>,
    pub(crate) null: Option<Set<()>>,
    pub(crate) marker: Option<Set<()>>,
    pub(crate) max_items: Option<Set<MaxItems>>,
    pub(crate) max_len: Option<Set<LitInt>>,
    pub(crate) max_depth: Option<Set<LitInt>>,
    pub(crate) max_bytes: Option<Set<ByteSize>>,
    pub(crate) reference: Option<Set<Path>>,
    pub(crate) copy: Option<Set<FieldPath>>,
    pub(crate) not_copied: Option<Set<()>>,
    pub(crate) allow: Vec<Allow>,
}

/// `max_items = 200`, or `max_items = [200, 5]` for arrays in arrays.
pub(crate) struct MaxItems(pub(crate) Vec<LitInt>);

impl MaxItems {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(token::Bracket) {
            return number(input, "`max_items = 200`").map(|bound| Self(vec![bound]));
        }
        let content;
        syn::bracketed!(content in input);
        let bounds = Punctuated::<LitInt, Token![,]>::parse_terminated_with(&content, |input| {
            number(input, "`max_items = [200, 5]`")
        })?;
        Ok(Self(bounds.into_iter().collect()))
    }
}

const KEYS: &[&str] = &[
    "id",
    "revision",
    "rename",
    "as",
    "with",
    "opaque",
    "catch_all",
    "lossless",
    "null",
    "marker",
    "max_items",
    "max_len",
    "max_depth",
    "max_bytes",
    "reference",
    "copy",
    "not_copied",
    "allow",
];

const RULES: &[&str] = &["shorter_copy"];

pub(super) fn all<'a>(
    fields: impl Iterator<Item = &'a syn::Field>,
    errors: &mut Errors,
) -> Vec<Field> {
    fields.map(|field| one(field, errors)).collect()
}

fn one(field: &syn::Field, errors: &mut Errors) -> Field {
    let mut it = Field {
        ident: field.ident.clone(),
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        id: None,
        revision: None,
        rename: None,
        representation: None,
        with: None,
        opaque: None,
        catch_all: None,
        lossless: None,
        null: None,
        marker: None,
        max_items: None,
        max_len: None,
        max_depth: None,
        max_bytes: None,
        reference: None,
        copy: None,
        not_copied: None,
        allow: Vec::new(),
    };
    each_entry(&field.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "id" => entry.flag().and_then(|()| entry.set(&mut it.id, ())),
        "revision" => entry.flag().and_then(|()| entry.set(&mut it.revision, ())),
        "rename" => {
            one_name(entry)?;
            entry.set(&mut it.rename, entry.text()?)
        }
        "as" => entry.set(&mut it.representation, entry.text()?),
        "with" => entry.set(&mut it.with, entry.type_path()?),
        "opaque" => entry.flag().and_then(|()| entry.set(&mut it.opaque, ())),
        "catch_all" => entry.flag().and_then(|()| entry.set(&mut it.catch_all, ())),
        "lossless" => entry.flag().and_then(|()| entry.set(&mut it.lossless, ())),
        "null" => entry.flag().and_then(|()| entry.set(&mut it.null, ())),
        "marker" => entry.flag().and_then(|()| entry.set(&mut it.marker, ())),
        "max_items" => entry.set(&mut it.max_items, entry.value(MaxItems::parse)?),
        "max_len" => entry.set(&mut it.max_len, entry.number()?),
        "max_depth" => entry.set(&mut it.max_depth, entry.number()?),
        "max_bytes" => entry.set(&mut it.max_bytes, entry.value(|input| input.parse())?),
        "reference" => entry.set(&mut it.reference, entry.type_path()?),
        "copy" => entry.set(&mut it.copy, entry.value(|input| input.parse())?),
        "not_copied" => entry.flag().and_then(|()| entry.set(&mut it.not_copied, ())),
        "allow" => {
            it.allow.push(Allow::parse(entry)?.only(RULES)?);
            Ok(())
        }
        _ => Err(entry.unknown(KEYS)),
    });
    it
}
