//! The paths of a recipe, as the handles of typed paths.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{Context, module};
use crate::{
    expand::step::into_step,
    model::{Condition, Conditions},
    parse::{ElementPath, Step},
};

/// The handle of a path.
///
/// The table and the update name it both, in the same tokens: the compiler tells one mistake in them once.
pub(super) fn whole(cx: &Context, path: &ElementPath) -> TokenStream {
    let span = path.steps.first().map_or_else(Span::call_site, |step| step.field.span());
    let mut reached = quote_spanned!(span=> __Document::fields());
    let mut before = None;
    for step in &path.steps {
        reached = into_step(cx, &reached, &step.field, before);
        let span = step.field.span();
        for _ in &step.elements {
            let r = module(cx, span);
            reached = quote_spanned!(span=> #r::element(#reached));
        }
        before = Some(step.field.span());
    }
    reached
}

/// The handle of the array before the brackets at `depth`.
pub(super) fn array(cx: &Context, path: &ElementPath, depth: usize) -> TokenStream {
    whole(cx, &up_to(path, depth))
}

/// The handle of what a condition is on, inside of an element.
pub(super) fn in_element(cx: &Context, of: &Conditions, condition: &Condition) -> TokenStream {
    let path = &condition.path;
    let array = array(cx, path, of.depth);
    let last = up_to(path, of.depth).steps.pop();
    let span = last.map_or_else(Span::call_site, |step| step.field.span());
    let r = module(cx, span);
    below(cx, &quote_spanned!(span=> #r::item(#array)), path, of.depth)
}

/// The handle of the rest of a path, behind the brackets at `depth`.
pub(super) fn below(
    cx: &Context,
    element: &TokenStream,
    path: &ElementPath,
    depth: usize,
) -> TokenStream {
    let n_before = if depth == usize::MAX { 0 } else { up_to(path, depth).steps.len() };
    let mut reached = element.clone();
    let mut before =
        n_before.checked_sub(1).and_then(|at| path.steps.get(at)).map(|step| step.field.span());
    for step in path.steps.iter().skip(n_before) {
        reached = into_step(cx, &reached, &step.field, before);
        before = Some(step.field.span());
    }
    reached
}

/// The path without the brackets at `depth` and what is behind them.
fn up_to(path: &ElementPath, depth: usize) -> ElementPath {
    let mut steps = Vec::new();
    let mut n_brackets = 0;
    for step in &path.steps {
        let n_more = step.elements.len();
        if n_brackets + n_more > depth {
            let elements = step.elements.iter().take(depth - n_brackets).cloned().collect();
            steps.push(Step { field: step.field.clone(), elements });
            break;
        }
        n_brackets += n_more;
        steps.push(step.clone());
    }
    ElementPath { steps }
}
