//! The parts of the filter that the values of a query make.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::{Context, at, module, paths, tables::of_variant};
use crate::{
    expand::index::literal_tokens,
    model::{Asked, AskedWith, Query},
    parse::PartialOp,
};

/// Each part, as an expression of a filter on the document.
pub(super) fn parts(cx: &Context, model: &Query) -> Vec<TokenStream> {
    let mut seen: Vec<&Ident> = Vec::new();
    let mut parts = Vec::new();
    for asked in &model.conditions {
        let paths::Reached { array, end } = paths::of(cx, asked);
        match (asked.element(), array) {
            (Some((name, _)), _) if seen.contains(&name) => {}
            (Some((name, _)), Some(array)) => {
                seen.push(name);
                parts.push(of_element(cx, model, name, &array));
            }
            _ => parts.push(condition(cx, asked, end)),
        }
    }
    parts
}

/// One element meets all conditions with its name.
fn of_element(cx: &Context, model: &Query, name: &Ident, array: &TokenStream) -> TokenStream {
    let is_of_name = |asked: &&Asked| asked.element().is_some_and(|(one, _)| one == name);
    let conditions = model.conditions.iter().filter(is_of_name);
    let conditions = conditions.map(|asked| condition(cx, asked, paths::of(cx, asked).end));
    let q = module(cx, name.span());
    quote_spanned!(name.span()=> #q::part::elem_match(#array, [#(#conditions),*]))
}

/// The call of the operator's function.
fn condition(cx: &Context, asked: &Asked, path: TokenStream) -> TokenStream {
    // One origin for the call and its operands, or the compiler shows the derive instead of them.
    let key = at(asked.operator.key.span());
    let q = module(cx, key);
    let path = of_variant(cx, asked, path);
    let function = match asked.with {
        AskedWith::Literal { op: PartialOp::Exists, .. } => "exists",
        _ => asked.operator.value.text(),
    };
    let function = Ident::new(function, key);
    let (value, max_items) = match &asked.with {
        AskedWith::Nothing | AskedWith::Literal { op: PartialOp::Exists, .. } => {
            return quote_spanned!(key=> #q::part::#function(#path));
        }
        AskedWith::Pattern(pattern) => {
            return quote_spanned!(key=> #q::part::#function(#path, #pattern));
        }
        AskedWith::Literal { op, literal } => {
            let op = Ident::new(op.variant(), key);
            let (p, literal) = (&cx.p, literal_tokens(cx, literal));
            return quote_spanned!(key=> #q::part::#function(#path, #p::PartialOp::#op, #literal));
        }
        AskedWith::Field { ident, .. } => (ident, None),
        AskedWith::Several { ident, max_items, .. } => (ident, Some(max_items)),
    };
    let max_items = max_items.map(|max_items| quote_spanned!(key=> , #max_items));
    let span = at(asked.with.span().unwrap_or_else(Span::call_site));
    let it = Ident::new("__it", span);
    let mut field = value.clone();
    field.set_span(value.span().located_at(span));
    let value = quote_spanned!(span=> &#it.#field);
    if !asked.optional {
        return quote_spanned!(key=> #q::part::#function(#path, #value #max_items));
    }
    let part = Ident::new("__part", span);
    let condition = quote_spanned!(key=> #q::part::#function(#path, #part #max_items));
    let held = module(cx, span);
    let held = quote_spanned!(span=> #held::part::held(#value));
    quote_spanned!(key=> #q::part::if_some(#held, |#part| #condition))
}
