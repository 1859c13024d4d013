//! The paths of a query, as the handles of typed paths.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{Context, module};
use crate::{expand::step::into_step, model::Asked, parse::ElementPath};

/// The handles of a path.
pub(super) struct Reached {
    /// That of the array whose element has a name, if there is one.
    pub(super) array: Option<TokenStream>,
    /// That of the end of the path, from the element where there is one.
    pub(super) end: TokenStream,
}

/// The handles of the path of a condition.
///
/// The table and the filter name them both, in the same tokens: the compiler tells one mistake in them once.
pub(super) fn of(cx: &Context, asked: &Asked) -> Reached {
    reached(cx, &asked.path, asked.element().map(|(_, depth)| depth))
}

/// The handle of a path without names.
pub(super) fn whole(cx: &Context, path: &ElementPath) -> TokenStream {
    reached(cx, path, None).end
}

fn reached(cx: &Context, path: &ElementPath, named: Option<usize>) -> Reached {
    let span = path.steps.first().map_or_else(Span::call_site, |step| step.field.span());
    let mut end = quote_spanned!(span=> __Document::fields());
    let (mut array, mut before, mut depth) = (None, None, 0);
    for step in &path.steps {
        end = into_step(cx, &end, &step.field, before);
        let span = step.field.span();
        for _ in &step.elements {
            let q = module(cx, span);
            if named == Some(depth) {
                array = Some(end.clone());
                end = quote_spanned!(span=> #q::part::item(#end));
            } else {
                end = quote_spanned!(span=> #q::part::each(#end));
            }
            depth += 1;
        }
        before = Some(span);
    }
    Reached { array, end }
}
