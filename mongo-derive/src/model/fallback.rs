//! The variant that keeps what no other variant is.

use syn::{Ident, Type, ext::IdentExt};

use super::field::positive;
use crate::{errors::Errors, parse::Variant};

/// A variant that keeps a tag, or a document with a tag, that no other variant has.
pub(crate) struct Fallback {
    pub(crate) ident: Ident,
    /// What it keeps it in.
    pub(crate) kept: Type,
    pub(crate) max_len: Option<usize>,
}

/// Takes the fallback out of the variants of an enum, with or without data.
pub(super) fn take(
    enum_ident: &Ident,
    variants: &mut Vec<Variant>,
    has_data: bool,
    errors: &mut Errors,
) -> Option<Fallback> {
    let example = if has_data { "RawDocumentBuf" } else { "String" };
    let (fallbacks, others): (Vec<_>, Vec<_>) =
        variants.drain(..).partition(|variant| variant.fallback.is_some());
    *variants = others;
    for variant in variants.iter() {
        if let Some(max_len) = &variant.max_len {
            errors.at(
                &max_len.key,
                "a variant is stored under its own tag, which has its length: only beside `fallback` is there a `max_len`",
            );
        }
    }
    let mut fallbacks = fallbacks.into_iter();
    let variant = fallbacks.next()?;
    for second in fallbacks {
        errors.at(
            second.fallback.map(|fallback| fallback.key),
            format!(
                "an enum has one fallback, and `{}` is it already: remove `fallback` here",
                variant.ident.unraw()
            ),
        );
    }
    if let Some(rename) = &variant.rename {
        errors.at(
            &rename.key,
            "a fallback has no tag of its own, since it keeps the one that is stored: remove `rename`",
        );
    }
    if variants.is_empty() {
        errors.at(
            enum_ident,
            "an enum with nothing but a fallback knows no tag: add a variant, or store what the fallback holds by itself",
        );
    }
    let max_len = match &variant.max_len {
        Some(max_len) if has_data => {
            errors.at(
                &max_len.key,
                "the fallback of an enum with data keeps a document, which has no `max_len`: remove it",
            );
            None
        }
        max_len => max_len.as_ref().and_then(|max_len| positive(&max_len.value, errors)),
    };
    let Some(kept) = variant.kept else {
        errors.at(
            &variant.ident,
            format!(
                "a fallback keeps what is stored, so that nothing is lost: write `{}({example})`",
                variant.ident.unraw()
            ),
        );
        return None;
    };
    Some(Fallback { ident: variant.ident, kept, max_len })
}
