//! Attributes of an enum over document types.

use syn::{Attribute, Ident, Type, spanned::Spanned};

use super::attr::{Set, each_entry};
use crate::errors::Errors;

/// A variant of an enum over document types.
pub(crate) struct Member {
    pub(crate) ident: Ident,
    pub(crate) fallback: Option<Set<()>>,
    /// The type that it holds.
    pub(crate) ty: Type,
}

/// The types say everything, so the enum says nothing.
pub(super) fn attributes(attrs: &[Attribute], errors: &mut Errors) {
    each_entry(attrs, errors, |entry| match entry.key.to_string().as_str() {
        "crate" => entry.path().map(drop),
        key if super::container::DOCUMENT_KEYS.contains(&key) => Err(syn::Error::new(
            entry.key.span(),
            format!(
                "`{key}` belongs to the documents in the variants, and the enum takes it from them: remove it here"
            ),
        )),
        _ => Err(entry.unknown(&["crate"])),
    });
}

/// Whether any variant holds a type, as those of document types do.
pub(super) fn is_one(data: &syn::DataEnum) -> bool {
    data.variants.iter().any(|variant| matches!(&variant.fields, syn::Fields::Unnamed(_)))
}

pub(super) fn members(data: &syn::DataEnum, errors: &mut Errors) -> Vec<Member> {
    data.variants.iter().filter_map(|variant| member(variant, errors)).collect()
}

fn member(variant: &syn::Variant, errors: &mut Errors) -> Option<Member> {
    let mut fallback = None;
    each_entry(&variant.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "fallback" => entry.flag().and_then(|()| entry.set(&mut fallback, ())),
        "rename" => Err(syn::Error::new(
            entry.key.span(),
            "the tag is that of the document type: write `discriminator(..)` on it",
        )),
        _ => Err(entry.unknown(&["fallback"])),
    });
    let one = match &variant.fields {
        syn::Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => unnamed.unnamed.first(),
        _ => None,
    };
    let Some(field) = one else {
        let ident = &variant.ident;
        let text = format!(
            "a variant holds one document, whose type has the fields: write `{ident}({ident})`"
        );
        errors.push(syn::Error::new(variant.ident.span(), text));
        return None;
    };
    if let Some(attr) = field.attrs.iter().find(|attr| attr.path().is_ident("mongo")) {
        errors.push(syn::Error::new(
            attr.span(),
            "what is said of a document stands at its type: remove this",
        ));
    }
    Some(Member { ident: variant.ident.clone(), fallback, ty: field.ty.clone() })
}
