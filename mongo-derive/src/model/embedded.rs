//! A checked embedded type: struct, newtype, unit enum or data enum.

use std::collections::BTreeMap;

use syn::{Generics, Ident, Path, Visibility};

use super::{
    copies::{self, Copied, Place},
    fallback::{self, Fallback},
    field::Field,
    names::{self, Clashes},
    rest::Rest,
    variant::{self, UnionVariant},
};
use crate::{
    errors::Errors,
    parse::{self, Body, EmbeddedAttrs, EmbeddedInput, Variant},
};

/// A checked embedded type.
pub(crate) struct Embedded {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) runtime: Path,
    pub(crate) form: Form,
}

/// What an embedded type is stored as.
pub(crate) enum Form {
    /// A document with declared fields.
    Struct(Box<Struct>),
    /// What is inside.
    Newtype(Box<Newtype>),
    /// A string.
    Tags(Tags),
    /// A document with a tag.
    Union(Union),
}

/// A struct with named fields.
pub(crate) struct Struct {
    pub(crate) fields: Vec<Field>,
    /// The field that keeps what is not declared.
    pub(crate) rest: Option<Rest>,
    pub(crate) deny_unknown: bool,
    /// The document that its fields are copied from.
    pub(crate) copy_of: Option<Path>,
}

/// A struct around one value.
pub(crate) struct Newtype {
    pub(crate) field: Field,
    /// The name of the field, when it has one.
    pub(crate) member: syn::Member,
    /// The fields that hold nothing.
    pub(crate) markers: Vec<(syn::Member, syn::Type)>,
}

/// An enum without data.
pub(crate) struct Tags {
    pub(crate) variants: Vec<(Ident, String)>,
    pub(crate) fallback: Option<Fallback>,
}

/// An enum with data.
pub(crate) struct Union {
    pub(crate) tag: String,
    pub(crate) deny_unknown: bool,
    pub(crate) variants: Vec<UnionVariant>,
    pub(crate) fallback: Option<Fallback>,
}

impl Embedded {
    pub(crate) fn new(parsed: EmbeddedInput, runtime: Path) -> syn::Result<Self> {
        let EmbeddedInput { input, attrs, body } = parsed;
        let mut errors = Errors::default();
        if let Some(lifetime) = input.generics.lifetimes().next() {
            errors.at(
                lifetime,
                "a stored type owns what it holds: use `String` for `&str`, `Vec<T>` for `&[T]`",
            );
        }
        let form = match body {
            Body::Tuple(fields) => newtype(&input.ident, fields, &attrs, &mut errors),
            Body::Struct(fields) if attrs.transparent.is_some() && n_values(&fields) == 1 => {
                newtype(&input.ident, fields, &attrs, &mut errors)
            }
            Body::Struct(fields) => structure(fields, &attrs, &input.generics, &mut errors),
            Body::Enum(variants) => enumeration(&input, variants, &attrs, &mut errors),
        };
        errors.finish()?;
        match form {
            Some(form) => Ok(Self {
                ident: input.ident,
                vis: input.vis,
                generics: input.generics,
                runtime,
                form,
            }),
            None => Err(syn::Error::new(input.ident.span(), "this type can't be stored")),
        }
    }
}

fn newtype(
    ident: &Ident,
    fields: Vec<parse::Field>,
    attrs: &EmbeddedAttrs,
    errors: &mut Errors,
) -> Option<Form> {
    if let Some(tag) = &attrs.tag {
        errors.at(&tag.key, "only an enum has a tag: remove `tag`");
    }
    if let Some(rename_all) = &attrs.rename_all {
        errors.at(&rename_all.key, "a newtype has no names to give a form: remove `rename_all`");
    }
    if let Some(deny_unknown) = &attrs.deny_unknown {
        errors.at(
            &deny_unknown.key,
            "a newtype has no fields to be closed: write `deny_unknown` at the type inside",
        );
    }
    no_copy(attrs, errors);
    if n_values(&fields) != 1 {
        errors.at(
            ident,
            "a tuple struct is stored as the one value that it holds: name the fields, since each is stored by name. A \
             `PhantomData` beside the value is marked `#[mongo(marker)]`",
        );
        return None;
    }
    let (mut value, mut markers) = (None, Vec::new());
    for (index, field) in fields.into_iter().enumerate() {
        let member = field.ident.clone().map_or_else(|| index.into(), syn::Member::Named);
        if field.marker.is_some() {
            markers.push((member, field.ty));
        } else {
            value = Some((inner(field, errors), member));
        }
    }
    value.map(|(field, member)| Form::Newtype(Box::new(Newtype { field, member, markers })))
}

/// Only a struct with fields of its own is a copy.
fn no_copy(attrs: &EmbeddedAttrs, errors: &mut Errors) {
    if let Some(copy_of) = &attrs.copy_of {
        errors.at(
            &copy_of.key,
            "only a struct with named fields has copies of a document's: remove `copy_of`",
        );
    }
}

fn n_values(fields: &[parse::Field]) -> usize {
    fields.iter().filter(|field| field.marker.is_none()).count()
}

/// The value inside of a newtype has no name of its own.
fn inner(mut field: parse::Field, errors: &mut Errors) -> Field {
    if let Some(rename) = field.rename.take() {
        errors.at(
            &rename.key,
            "what a newtype holds has no name of its own: rename the field that has this type",
        );
    }
    if let Some(null) = &field.null {
        errors.at(
            &null.key,
            "a newtype has no field to write null in: put `null` where the type is used",
        );
    }
    if let Some(reference) = &field.reference {
        errors.at(
            &reference.key,
            "a newtype is used in many places: put `reference` at the fields that have this type",
        );
    }
    copies::check(std::slice::from_ref(&field), Place::Elsewhere, errors);
    let why =
        "a newtype is stored as what it holds, and has no fields beside that: remove `catch_all`";
    Rest::refuse(std::slice::from_ref(&field), why, errors);
    if let Some(with) = field.with.take_if(|with| with.value.is_ident("serde")) {
        errors.at(
            &with.value,
            "a newtype holds what serde stores as such: remove `with`, and write `Serde<T>` for the type inside",
        );
    }
    no_roles(&field, errors);
    Field::new(field, 0, None, errors)
}

fn structure(
    mut fields: Vec<parse::Field>,
    attrs: &EmbeddedAttrs,
    generics: &Generics,
    errors: &mut Errors,
) -> Option<Form> {
    if let Some(transparent) = &attrs.transparent {
        errors.at(
            &transparent.key,
            "only a struct with one field is stored as what it holds: remove `transparent`",
        );
    }
    if let Some(tag) = &attrs.tag {
        errors.at(&tag.key, "only an enum has a tag: remove `tag`");
    }
    let copy_of = attrs.copy_of.as_ref();
    if copy_of.is_some() {
        let why = "a copy holds the fields that it names, and no others: remove `catch_all`";
        Rest::refuse(&fields, why, errors);
    }
    let rest = Rest::take(&mut fields, attrs.deny_unknown.as_ref(), errors);
    fields.iter().for_each(|field| no_roles(field, errors));
    let rename_all = attrs.rename_all.as_ref().map(|set| set.value);
    let place = if copy_of.is_some() { Place::Copy } else { Place::Elsewhere };
    copies::check(&fields, place, errors);
    if let Some(copy_of) = copy_of {
        copies::check_struct(copy_of, &fields, generics, errors);
    }
    let copied: Vec<Copied> = match copy_of {
        Some(_) => fields.iter_mut().map(Copied::new).collect(),
        None => Vec::new(),
    };
    let mut fields = Field::all(fields, rename_all, &mut Clashes::default(), errors);
    fields.iter_mut().zip(copied).for_each(|(field, copied)| field.copied = copied);
    let copy_of = copy_of.map(|copy_of| copy_of.value.clone());
    let deny_unknown = attrs.deny_unknown.is_some();
    Some(Form::Struct(Box::new(Struct { fields, rest, deny_unknown, copy_of })))
}

pub(super) fn no_roles(field: &parse::Field, errors: &mut Errors) {
    if let Some(id) = &field.id {
        errors
            .at(&id.key, "only a document has an `_id`: remove `id`, and the field is a plain one");
    }
    if let Some(revision) = &field.revision {
        errors.at(&revision.key, "a revision counts the changes of a document, and an embedded type has none: remove `revision`");
    }
}

fn enumeration(
    input: &syn::DeriveInput,
    mut variants: Vec<Variant>,
    attrs: &EmbeddedAttrs,
    errors: &mut Errors,
) -> Option<Form> {
    if let Some(transparent) = &attrs.transparent {
        errors.at(
            &transparent.key,
            "only a struct with one field is stored as what it holds: remove `transparent`",
        );
    }
    no_copy(attrs, errors);
    if variants.is_empty() {
        errors.at(&input.ident, "an enum without variants has no value to store: add a variant");
        return None;
    }
    let is_plain = variants.iter().all(|variant| variant.fields.is_none());
    let has_data = !is_plain || attrs.tag.is_some();
    let fallback = fallback::take(&input.ident, &mut variants, has_data, errors);
    let rename_all = attrs.rename_all.as_ref().map(|set| set.value);
    let mut tags = BTreeMap::new();
    let named: Vec<(Variant, String)> = variants
        .into_iter()
        .map(|variant| {
            let tag = tag(&variant, rename_all, errors);
            if let Some(first) = tags.insert(tag.clone(), variant.ident.clone())
                && !tag.is_empty()
            {
                errors.at(
                    &variant.ident,
                    format!(
                        "`{}` is stored as `{tag}`, and so is `{first}`: give one of them another name with `rename`",
                        variant.ident
                    ),
                );
            }
            (variant, tag)
        })
        .collect();
    if let (Some(deny_unknown), None, true) = (&attrs.deny_unknown, &attrs.tag, is_plain) {
        errors.at(
            &deny_unknown.key,
            "an enum without data is stored as text, which has no fields to be closed: remove `deny_unknown`",
        );
    }
    match &attrs.tag {
        None if is_plain => Some(Form::Tags(Tags {
            variants: named.into_iter().map(|(variant, tag)| (variant.ident, tag)).collect(),
            fallback,
        })),
        None => {
            errors.at(
                &input.ident,
                "an enum with data is a document with a tag: name the tag's field, `#[mongo(tag = \"type\")]`",
            );
            None
        }
        Some(name) => {
            names::check(&name.value.value(), name.value.span(), errors);
            let tag = name.value.value();
            let variants = named
                .into_iter()
                .map(|(variant, stored)| {
                    UnionVariant::new(variant, stored, &input.vis, &tag, errors)
                })
                .collect::<Vec<_>>();
            variant::check_methods(&variants, errors);
            let deny_unknown = attrs.deny_unknown.is_some();
            Some(Form::Union(Union { tag, deny_unknown, variants, fallback }))
        }
    }
}

/// The stored tag of a variant. Any text but the empty one: it is a value, not a name.
fn tag(variant: &Variant, rename_all: Option<parse::Rename>, errors: &mut Errors) -> String {
    match &variant.rename {
        Some(rename) if rename.value.value().is_empty() => {
            errors.at(&rename.value, "a tag can't be empty: write one, or remove `rename` to keep the name of the variant");
            String::new()
        }
        Some(rename) => rename.value.value(),
        None => names::stored(&variant.ident, None, rename_all, errors),
    }
}
