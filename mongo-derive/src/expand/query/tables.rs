//! The constants of a query, by names that are nobody's business.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Context, at, module, paths};
use crate::{
    expand::index::{collation_tokens, literal_tokens},
    model::{Asked, AskedWith, Hint, Query},
    parse::{Direction, PartialOp, QueryOperator, SortKey},
};

pub(super) fn tables(cx: &Context, model: &Query) -> TokenStream {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let document = &model.document;
    let predicates = model.conditions.iter().map(|asked| predicate(cx, asked));
    let sort = model.sort.iter().map(|key| sort_key(cx, key));
    let collation = model.collation.as_ref().map(|collation| collation_tokens(cx, collation));
    let (collation, declared) = match collation {
        Some(collation) => (
            quote!(#p::Option::Some(&__COLLATION)),
            Some(quote!(const __COLLATION: #runtime::index::Collation = #collation;)),
        ),
        None => (quote!(#p::Option::None), None),
    };
    let hint = match &model.hint {
        Some(Hint::Named(name)) => Some(quote!(.hinted(#p::Option::Some(#name)))),
        Some(Hint::Proven) => Some(quote!(.hinted(__HINT))),
        None => None,
    };
    let expired = model.include_expired.then(|| quote!(.including_expired()));
    let proven = matches!(model.hint, Some(Hint::Proven)).then(|| {
        quote! {
            const __HINT: #p::Option<&'static #p::str> = #q::proven_index(
                <__Document as #runtime::Document>::DECLARATION,
                &#q::QueryShape::new(__PREDICATES, __SORT, #collation) #expired,
            );
        }
    });
    quote! {
        type __Document = #document;
        const __PREDICATES: &[#q::Predicate] = &[#(#predicates),*];
        const __SORT: &[#q::SortKey] = &[#(#sort),*];
        #declared
        #proven
        const __SHAPE: &#q::QueryShape<'static> =
            &#q::QueryShape::new(__PREDICATES, __SORT, #collation) #expired #hint;
    }
}

fn predicate(cx: &Context, asked: &Asked) -> TokenStream {
    let q = module(cx, Span::call_site());
    let paths::Reached { array, end } = paths::of(cx, asked);
    let (attribute, op) = (asked.operator.value.text(), op(asked));
    let end = of_variant(cx, asked, end);
    let of_path = match array {
        None => quote!(#q::predicate(|| #end, #attribute, #q::PredicateOp::#op)),
        Some(array) => {
            quote!(#q::predicate_in(|| #array, || #end, #attribute, #q::PredicateOp::#op))
        }
    };
    let is_variant = (asked.operator.value == QueryOperator::Is).then(|| quote!(.is_variant()));
    let with = match &asked.with {
        AskedWith::Several { max_items, .. } => Some(quote!(.of_at_most(#max_items))),
        AskedWith::Literal { op: PartialOp::Exists, .. } => None,
        AskedWith::Literal { literal, .. } => {
            let literal = literal_tokens(cx, literal);
            Some(quote!(.with(#literal)))
        }
        _ => None,
    };
    let element = asked.element().map(|(name, _)| {
        let name = name.to_string();
        quote!(.of_element(#name))
    });
    let optional = asked.optional.then(|| quote!(.optional()));
    let written = asked.path.written();
    quote!(#of_path.written_as(#written) #is_variant #with #element #optional)
}

/// The path of `is(..)` leads to a variant.
pub(super) fn of_variant(cx: &Context, asked: &Asked, end: TokenStream) -> TokenStream {
    if asked.operator.value != QueryOperator::Is {
        return end;
    }
    let span = asked.path.steps.last().map_or_else(Span::call_site, |step| step.field.span());
    let p = cx.own_path(span);
    quote_spanned!(span=> #p::variant(#end))
}

fn op(asked: &Asked) -> Ident {
    let op = match asked.with {
        AskedWith::Literal { op, .. } => op.variant(),
        _ => asked.operator.value.op(),
    };
    Ident::new(op, Span::call_site())
}

fn sort_key(cx: &Context, key: &SortKey) -> TokenStream {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let span = key.path.steps.first().map_or_else(Span::call_site, |step| step.field.span());
    let path = paths::whole(cx, &key.path);
    // One origin for the call and its argument, or the compiler shows the derive instead.
    let sorted = module(cx, at(span));
    let sorted = quote_spanned!(at(span)=> #sorted::part::sorted(#path));
    let direction = match key.direction {
        Direction::Asc => quote!(Asc),
        Direction::Desc => quote!(Desc),
    };
    let nulls = match key.nulls_first.as_ref().map(|set| set.value) {
        Some(true) => quote!(#p::Option::Some(#q::Nulls::First)),
        Some(false) => quote!(#p::Option::Some(#q::Nulls::Last)),
        None => quote!(#p::Option::None),
    };
    let written = key.path.written();
    quote! {
        #q::sort_key(|| #sorted, #runtime::sort::Direction::#direction, #nulls).written_as(#written)
    }
}
