//! Attributes of an enum's variant.

use syn::{Ident, LitStr, spanned::Spanned};

use super::{
    attr::{Set, each_entry},
    container::one_name,
    field::{self, Field},
};
use crate::errors::Errors;

/// A variant and its `#[mongo(..)]`.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) rename: Option<Set<LitStr>>,
    /// `None` for a variant without fields.
    pub(crate) fields: Option<Vec<Field>>,
}

pub(super) fn all(data: &syn::DataEnum, errors: &mut Errors) -> Vec<Variant> {
    data.variants.iter().map(|variant| one(variant, errors)).collect()
}

fn one(variant: &syn::Variant, errors: &mut Errors) -> Variant {
    let mut rename = None;
    each_entry(&variant.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "rename" => {
            one_name(entry)?;
            entry.set(&mut rename, entry.text()?)
        }
        _ => Err(entry.unknown(&["rename"])),
    });
    let fields = match &variant.fields {
        syn::Fields::Unit => None,
        syn::Fields::Named(named) => Some(field::all(named.named.iter(), errors)),
        syn::Fields::Unnamed(unnamed) => {
            errors.push(syn::Error::new(
                unnamed.span(),
                format!("name what the variant holds, since each field is stored by name: `{} {{ .. }}`", variant.ident),
            ));
            None
        }
    };
    Variant { ident: variant.ident.clone(), rename, fields }
}
