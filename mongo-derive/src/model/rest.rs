//! The field of a struct that keeps what is not declared.

use proc_macro2::Span;
use syn::{Ident, Type};

use crate::{
    errors::Errors,
    parse::{self, Set},
};

/// A checked field marked `catch_all`. It has no stored name: what it holds stands beside the other fields.
pub(crate) struct Rest {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) max_items: Option<usize>,
    pub(crate) max_bytes: Option<usize>,
}

impl Rest {
    /// Takes the field out of those with a stored name. `deny_unknown` is the key, where it is set.
    pub(super) fn take(
        fields: &mut Vec<parse::Field>,
        deny_unknown: Option<&Set<()>>,
        errors: &mut Errors,
    ) -> Option<Self> {
        let is_rest = |field: &mut parse::Field| field.catch_all.is_some();
        let mut found = fields.extract_if(.., is_rest).collect::<Vec<_>>().into_iter();
        let first = found.next()?;
        for second in found.filter_map(|field| field.catch_all) {
            errors.at(
                &second.key,
                "what is not declared is kept in one field, and another one is it: remove this one",
            );
        }
        if let Some(deny_unknown) = deny_unknown {
            errors.at(
                &deny_unknown.key,
                "`deny_unknown` refuses what the field marked `catch_all` keeps: remove one of them",
            );
        }
        Self::new(first, errors)
    }

    fn new(field: parse::Field, errors: &mut Errors) -> Option<Self> {
        let key = field.catch_all.as_ref().map_or_else(Span::call_site, |set| set.key.span());
        if let Some(other) = first_other(&field) {
            errors.at(
                other,
                "a catch-all holds fields of any name and type, as they are: only `max_items` and `max_bytes` stand beside it",
            );
        }
        if field.max_items.is_none() && field.max_bytes.is_none() {
            errors.push(syn::Error::new(
                key,
                "a catch-all keeps what others write, and that has no end: write `max_bytes = \"4 KiB\"`, or `max_items = N`, which \
                 leaves the size open",
            ));
        }
        let mut max_items = super::field::max_items(field.max_items.as_ref(), errors);
        if max_items.len() > 1
            && let Some(bounds) = &field.max_items
        {
            errors.at(&bounds.key, "a catch-all has one level of fields: write one number");
        }
        Some(Self {
            ident: field.ident?,
            ty: field.ty,
            max_items: max_items.pop(),
            max_bytes: field.max_bytes.map(|size| size.value.n_bytes),
        })
    }

    /// Refuses the field where there is no document of its own.
    pub(super) fn refuse(fields: &[parse::Field], why: &str, errors: &mut Errors) {
        for catch_all in fields.iter().filter_map(|field| field.catch_all.as_ref()) {
            errors.at(&catch_all.key, why);
        }
    }
}

/// The first attribute that makes no sense beside `catch_all`.
fn first_other(field: &parse::Field) -> Option<&Ident> {
    let flags =
        [&field.id, &field.revision, &field.opaque, &field.lossless, &field.null, &field.marker];
    let numbers = [&field.max_len, &field.max_depth];
    let texts = [&field.rename, &field.representation];
    let paths = [&field.with, &field.reference];
    flags
        .into_iter()
        .flatten()
        .map(|set| &set.key)
        .chain(numbers.into_iter().flatten().map(|set| &set.key))
        .chain(texts.into_iter().flatten().map(|set| &set.key))
        .chain(paths.into_iter().flatten().map(|set| &set.key))
        .chain(field.copy.as_ref().map(|set| &set.key))
        .chain(field.not_copied.as_ref().map(|set| &set.key))
        .next()
}
