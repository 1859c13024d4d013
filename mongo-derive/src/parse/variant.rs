//! Attributes of an enum's variant.

use syn::{Ident, LitInt, LitStr, Type, spanned::Spanned};

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
    /// Keeps what no other variant is.
    pub(crate) fallback: Option<Set<()>>,
    pub(crate) max_len: Option<Set<LitInt>>,
    /// What a fallback holds.
    pub(crate) kept: Option<Type>,
    /// `None` for a variant without fields.
    pub(crate) fields: Option<Vec<Field>>,
}

pub(super) fn all(data: &syn::DataEnum, errors: &mut Errors) -> Vec<Variant> {
    data.variants.iter().map(|variant| one(variant, errors)).collect()
}

fn one(variant: &syn::Variant, errors: &mut Errors) -> Variant {
    let (mut rename, mut fallback, mut max_len) = (None, None, None);
    each_entry(&variant.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "rename" => {
            one_name(entry)?;
            entry.set(&mut rename, entry.text()?)
        }
        "fallback" => entry.flag().and_then(|()| entry.set(&mut fallback, ())),
        "max_len" => entry.set(&mut max_len, entry.number()?),
        _ => Err(entry.unknown(&["rename", "fallback", "max_len"])),
    });
    let kept = match &variant.fields {
        syn::Fields::Unnamed(unnamed) if fallback.is_some() => match unnamed.unnamed.first() {
            Some(kept) if unnamed.unnamed.len() == 1 => Some(kept.ty.clone()),
            _ => None,
        },
        _ => None,
    };
    let fields = match &variant.fields {
        syn::Fields::Unit => None,
        syn::Fields::Named(named) => Some(field::all(named.named.iter(), errors)),
        syn::Fields::Unnamed(_) if fallback.is_some() => None,
        syn::Fields::Unnamed(unnamed) => {
            errors.push(syn::Error::new(
                unnamed.span(),
                format!("name what the variant holds, since each field is stored by name: `{} {{ .. }}`", variant.ident),
            ));
            None
        }
    };
    Variant { ident: variant.ident.clone(), rename, fallback, max_len, kept, fields }
}
