//! A newtype: stored as what it holds.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, Under, at, ensure, members, structure::with_bounds};
use crate::model;

pub(super) fn newtype(cx: &Context, model: &model::Embedded, form: &model::Newtype) -> TokenStream {
    let p = &cx.p;
    let model::Embedded { ident, generics, .. } = model;
    let generics = with_bounds(cx, generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (inner, member) = (&form.field.ty, &form.member);
    let (name, codec) = (ident.to_string(), members::codec(cx, &form.field));
    let span = at(inner.span());
    let bounds = {
        let max_items = &form.field.max_items;
        let max_len =
            form.field.max_len.map_or_else(|| quote!(#p::usize::MAX), |max_len| quote!(#max_len));
        quote!(#p::Bounds { max_items: &[#(#max_items),*], max_len: #max_len })
    };
    let check = ensure(
        cx,
        Under::tokens(inner),
        quote!(#p::check_newtype(#name, <#inner as #p::Value<#codec>>::SHAPE, &#bounds)),
    );
    let bounded =
        quote_spanned!(span=> #p::Shape::Bounded(#bounds, <#inner as #p::Value<#codec>>::SHAPE));
    let outer = match members::marker_name(&form.field) {
        Some(name) => quote!(#p::Shape::Coded(#name, &#bounded)),
        None => bounded,
    };
    let shape = quote_spanned!(span=> #p::newtype_shape(<#inner as #p::Value<#codec>>::SHAPE, &#outer, &#bounds));
    // The rule of a generic newtype waits for the type that it is used with.
    let (item, shape) = if generics.params.is_empty() {
        (quote!(const _: () = #check;), shape)
    } else {
        (TokenStream::new(), quote!({ #check; #shape }))
    };
    let value = quote_spanned!(span=> <#inner as #p::Value<#codec>>);
    // What is inside is seen wherever the newtype is. One that is more private is reported here, under the user's token.
    let Under(first, last) = Under::tokens(inner);
    let end = quote_spanned!(last=> ;);
    let public = quote_spanned! {first=>
        type Class = #value::Class #end
        type Fields<__P: #p::Path> = #value::Fields<__P> #end
    };
    quote! {
        #item
        #[automatically_derived]
        impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
            const SHAPE: &'static #p::Shape = #shape;
            const BACK: &'static #p::Shape = #value::BACK;
            type Inner = Self;
            #public
            #[inline]
            fn element_type(&self) -> #p::u8 {
                #value::element_type(&self.#member)
            }
            #[inline]
            fn is_absent(&self) -> #p::bool {
                #value::is_absent(&self.#member)
            }
            #[inline]
            fn encoded_len(&self) -> #p::usize {
                #value::encoded_len(&self.#member)
            }
            #[inline]
            fn encode(&self, __out: &mut #p::Writer<'_>) {
                #value::encode(&self.#member, __out)
            }
            #[inline]
            fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                #p::Result::map(#value::decode(__element_type, __input), |__value| Self { #member: __value })
            }
            #[inline]
            fn absent() -> #p::Option<Self> {
                #p::Option::map(#value::absent(), |__value| Self { #member: __value })
            }
            #[inline]
            fn over(&self, __bounds: &#p::Bounds) -> #p::Option<#p::Over> {
                #p::Option::or_else(#value::over(&self.#member, &#bounds), || #value::over(&self.#member, __bounds))
            }
            fn as_key(&self) -> #p::Option<&#p::str> {
                #value::as_key(&self.#member)
            }
            fn from_key(__key: &#p::str) -> #p::Option<Self> {
                #p::Option::map(#value::from_key(__key), |__value| Self { #member: __value })
            }
        }
    }
}
