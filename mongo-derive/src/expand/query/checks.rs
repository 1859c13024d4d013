//! One `const` a part of a query, so that each mistake is an error under its own tokens.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use super::{Context, Under, ensure, module};
use crate::{
    expand::index::collation_checks,
    model::{AskedWith, Hint, Query},
};

pub(super) fn checks(cx: &Context, model: &Query) -> TokenStream {
    let (runtime, q) = (&cx.runtime, module(cx, Span::call_site()));
    let name = model.ident.to_string();
    let mut all = Vec::new();
    for (n, asked) in model.conditions.iter().enumerate() {
        let n = Literal::usize_unsuffixed(n);
        let broken = quote!(#q::check_predicate(#name, __SHAPE, #n));
        all.push(ensure(cx, Under::tokens(&asked.path), broken));
        match &asked.with {
            AskedWith::Literal { literal, .. } => {
                let broken = quote!(#q::check_constant(__SHAPE, #n));
                all.push(ensure(cx, Under::token(literal.span()), broken));
            }
            AskedWith::Pattern(pattern) => {
                let broken = quote!(#q::check_pattern(#pattern));
                all.push(ensure(cx, Under::tokens(pattern), broken));
            }
            _ => {}
        }
    }
    for (n, key) in model.sort.iter().enumerate() {
        let n = Literal::usize_unsuffixed(n);
        let broken = quote!(#q::check_sort_key(#name, __SHAPE, #n));
        all.push(ensure(cx, Under::tokens(&key.path), broken));
    }
    if let Some(Hint::Named(index)) = &model.hint {
        let declaration = quote!(<__Document as #runtime::Document>::DECLARATION);
        let broken = quote!(#q::check_hint(#declaration, #index));
        all.push(ensure(cx, Under::tokens(index), broken));
    }
    if let Some(collation) = &model.collation {
        all.extend(collation_checks(
            cx,
            collation,
            |option| quote!(#q::check_collation(&__COLLATION, #option)),
        ));
    }
    quote!(#(const _: () = #all;)*)
}
