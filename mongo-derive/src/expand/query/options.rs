//! The limits of a query, and what else it says of itself.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::{Context, module};
use crate::{
    expand::shape,
    model::{Query, Versions},
};

pub(super) fn limits(cx: &Context, model: &Query) -> TokenStream {
    let (p, q) = (&cx.p, module(cx, Span::call_site()));
    let limits = &model.limits;
    let set = [
        ("max_results", limits.max_results),
        ("batch_size", limits.batch_size),
        ("deadline_ms", limits.deadline_ms),
    ];
    let mut set = set
        .into_iter()
        .filter_map(|(field, value)| {
            let (field, value) = (syn::Ident::new(field, Span::call_site()), value?);
            Some(quote!(__it.#field = #p::Option::Some(#value);))
        })
        .peekable();
    if set.peek().is_none() {
        return quote!(#q::QueryLimits::NONE);
    }
    quote!({
        let mut __it = #q::QueryLimits::NONE;
        #(#set)*
        __it
    })
}

/// The constant, where there is something to say.
pub(super) fn options(cx: &Context, model: &Query) -> Option<TokenStream> {
    let q = module(cx, Span::call_site());
    let covered = model.covered.then(|| quote!(__it.covered = true;));
    let scan = model.collection_scan.as_ref().map(|why| quote!(__it.collection_scan = #why;));
    let allow = shape::allow(cx, &model.allow).map(|allow| quote!(__it.allowances = #allow;));
    let all = [covered, scan, allow];
    if all.iter().all(Option::is_none) {
        return None;
    }
    Some(quote! {
        const OPTIONS: #q::QueryOptions = {
            let mut __it = #q::QueryOptions::NONE;
            #(#all)*
            __it
        };
    })
}

/// The filter, with what it says of documents of other schema versions, of those that have expired, and of how it compares text.
pub(super) fn carried(cx: &Context, model: &Query, filter: &TokenStream) -> TokenStream {
    let q = module(cx, Span::call_site());
    let versions = match model.versions {
        Versions::Unsaid => None,
        Versions::Current => Some(quote!(.of_current_version())),
        Versions::AsStored => Some(quote!(.as_stored())),
    };
    let expired = model.include_expired.then(|| quote!(.include_expired()));
    let filter = quote!(#filter #versions #expired);
    match model.collation {
        Some(_) => quote!(#q::part::collated(#filter, &__COLLATION)),
        None => filter,
    }
}
