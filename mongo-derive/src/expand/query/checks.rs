//! One `const` a part of a query, so that each mistake is an error under its own tokens.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use super::{Context, Under, ensure, module};
use crate::{
    expand::{index::collation_checks, shape},
    model::{AskedWith, Hint, Query, Versions},
};

pub(super) fn checks(cx: &Context, model: &Query) -> TokenStream {
    let q = module(cx, Span::call_site());
    let name = model.ident.to_string();
    let mut all = Vec::new();
    for (n, asked) in model.conditions.iter().enumerate() {
        let n = Literal::usize_unsuffixed(n);
        let broken = quote!(#q::check_predicate(#name, __SHAPE, #n));
        all.push(ensure(cx, Under::tokens(&asked.path), broken));
        if matches!(model.versions, Versions::Unsaid) {
            let declaration = declaration(cx);
            let broken = quote!(#q::check_alike(#declaration, __SHAPE, #n));
            all.push(ensure(cx, Under::tokens(&asked.path), broken));
        }
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
        let declaration = declaration(cx);
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
    all.push(served(cx, model));
    all.extend(covered(cx, model));
    quote!(#(const _: () = #all;)*)
}

fn declaration(cx: &Context) -> TokenStream {
    let runtime = &cx.runtime;
    quote!(<__Document as #runtime::Document>::DECLARATION)
}

/// An index serves the query, or it says why not.
fn served(cx: &Context, model: &Query) -> TokenStream {
    let (p, q, declaration) = (&cx.p, module(cx, Span::call_site()), declaration(cx));
    let operation = &model.operation;
    let allow = shape::allow(cx, &model.allow).unwrap_or_else(|| quote!(&[]));
    let scan = match &model.collection_scan {
        Some(reason) => quote!(#p::Option::Some(#reason)),
        None => quote!(#p::Option::None),
    };
    let patterns = model.conditions.iter().filter_map(|asked| match &asked.with {
        AskedWith::Pattern(pattern) => Some(pattern),
        _ => None,
    });
    let broken = quote! {
        #q::check_served(#operation, #declaration, __SHAPE, &[#(#patterns),*], #allow, #scan)
    };
    ensure(cx, Under::tokens(operation), broken)
}

/// The index has all that is read, where the query says so.
fn covered(cx: &Context, model: &Query) -> Option<TokenStream> {
    let (runtime, q, declaration) = (&cx.runtime, module(cx, Span::call_site()), declaration(cx));
    let (operation, projection) = (&model.operation, model.projection.as_ref()?);
    if !model.covered {
        return None;
    }
    let table = quote!(<#projection as #runtime::projection::Projection>::TABLE);
    let broken = quote!(#q::check_covered_by(#operation, #declaration, __SHAPE, #table));
    Some(ensure(cx, Under::tokens(projection), broken))
}
