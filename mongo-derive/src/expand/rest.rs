//! The field of a struct that keeps what is not declared.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{ext::IdentExt, spanned::Spanned};

use super::{Context, at, codec::Fixed};
use crate::model::Rest;

/// The type that stands for the field: the only place where its type meets the trait.
pub(super) fn marker(cx: &Context, rest: &Rest) -> TokenStream {
    let p = &cx.p;
    let ty = &rest.ty;
    let span = at(ty.span());
    let bound = |bound: Option<usize>| match bound {
        Some(bound) => quote!(#bound),
        None => quote!(#p::usize::MAX),
    };
    let (max_items, max_bytes) = (bound(rest.max_items), bound(rest.max_bytes));
    quote_spanned! {span=>
        enum __Rest {}
        #[automatically_derived]
        impl #p::Rest for __Rest {
            type Ty = #ty;
            const MAX_ITEMS: #p::usize = #max_items;
            const MAX_BYTES: #p::usize = #max_bytes;
        }
    }
}

/// What the table of the type says of it: a call behind the one that makes the table.
pub(super) fn shape(cx: &Context, rest: &Rest) -> TokenStream {
    let p = &cx.p;
    let rust_name = rest.ident.unraw().to_string();
    let bound = |bound: Option<usize>| match bound {
        Some(bound) => quote!(#p::Option::Some(#bound)),
        None => quote!(#p::Option::None),
    };
    let (max_items, max_bytes) = (bound(rest.max_items), bound(rest.max_bytes));
    quote! {
        .with_rest(#p::RestShape { rust_name: #rust_name, max_items: #max_items, max_bytes: #max_bytes })
    }
}

/// It is written behind all fields.
pub(super) fn written(cx: &Context, rest: &Rest) -> Fixed {
    let p = &cx.p;
    let ident = &rest.ident;
    Fixed {
        after: usize::MAX,
        name: String::new(),
        tag: None,
        len: quote!(#p::rest_len::<__Rest>(&self.#ident)),
        put: quote!(#p::put_rest::<__Rest>(&self.#ident, <Self as #p::Value>::SHAPE, __out);),
    }
}
