//! A newtype: stored as what it holds.

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::{Generics, Ident, spanned::Spanned};

use super::{Context, Under, at, ensure, located, members, structure::with_bounds};
use crate::model;

/// A field that holds nothing.
fn marker(cx: &Context, member: &syn::Member, ty: &syn::Type) -> TokenStream {
    let p = &cx.p;
    let Under(first, last) = Under::tokens(ty);
    let (p, end) = (located(p, first), quote_spanned!(last=> ()));
    quote_spanned!(first=> #member: #p::marker::<#ty> #end)
}

/// A parameter of which only the markers speak need not be storable.
fn with_bounds_of_value(cx: &Context, generics: &Generics, value: &syn::Type) -> Generics {
    let p = &cx.p;
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.default = None;
        param.bounds.push(syn::parse_quote!('static));
        if names(quote!(#value), &param.ident) {
            param.bounds.push(syn::parse_quote!(#p::Value));
        }
    }
    generics
}

fn names(tokens: TokenStream, param: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *param,
        TokenTree::Group(group) => names(group.stream(), param),
        _ => false,
    })
}

pub(super) fn newtype(cx: &Context, model: &model::Embedded, form: &model::Newtype) -> TokenStream {
    let p = &cx.p;
    let model::Embedded { ident, generics, .. } = model;
    let generics = if form.markers.is_empty() {
        with_bounds(cx, generics)
    } else {
        with_bounds_of_value(cx, generics, &form.field.ty)
    };
    let markers: Vec<TokenStream> =
        form.markers.iter().map(|(member, ty)| marker(cx, member, ty)).collect();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (inner, member) = (&form.field.ty, &form.member);
    let (name, codec) = (ident.to_string(), members::codec(cx, &form.field));
    let span = at(inner.span());
    let bounds = {
        let max_items = &form.field.max_items;
        let max_len =
            form.field.max_len.map_or_else(|| quote!(#p::usize::MAX), |max_len| quote!(#max_len));
        let max_bytes = form
            .field
            .max_bytes
            .map_or_else(|| quote!(#p::usize::MAX), |max_bytes| quote!(#max_bytes));
        quote!(#p::Bounds { max_items: &[#(#max_items),*], max_len: #max_len, max_bytes: #max_bytes })
    };
    // Where the newtype is, its bounds hold: in an array, in a tuple, and in a field that declares none.
    let has_bounds = !form.field.max_items.is_empty()
        || form.field.max_len.is_some()
        || form.field.max_bytes.is_some();
    let check = ensure(
        cx,
        Under::tokens(inner),
        quote!(#p::check_newtype(#name, <#inner as #p::Value<#codec>>::SHAPE, &#bounds)),
    );
    let shape = |inside: TokenStream| {
        let bounded = quote_spanned!(span=> #p::Shape::Bounded(#bounds, #inside));
        let outer = match members::marker_name(&form.field) {
            Some(name) => {
                quote!(#p::Shape::Coded(#p::CodecName::of_application(#name, 1), &#bounded))
            }
            None => bounded,
        };
        quote_spanned!(span=> #p::newtype_shape(#inside, &#outer, &#bounds))
    };
    let back = shape(quote_spanned!(span=> <#inner as #p::Value<#codec>>::BACK));
    let shape = shape(quote_spanned!(span=> <#inner as #p::Value<#codec>>::SHAPE));
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
    let put = if has_bounds {
        quote!(#p::put_bounded::<#inner, #codec>(&self.#member, &#bounds, __out))
    } else {
        quote!(#value::encode(&self.#member, __out))
    };
    let over = if has_bounds {
        quote! {
            #p::Option::or_else(#value::over(&self.#member, &#bounds), || #value::over(&self.#member, __bounds))
        }
    } else {
        quote!(#value::over(&self.#member, __bounds))
    };
    quote! {
        #item
        #[automatically_derived]
        impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
            const SHAPE: &'static #p::Shape = #shape;
            const BACK: &'static #p::Shape = #back;
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
                #put
            }
            #[inline]
            fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                #p::Result::map(#value::decode(__element_type, __input), |__value| Self { #member: __value #(, #markers)* })
            }
            #[inline]
            fn absent() -> #p::Option<Self> {
                #p::Option::map(#value::absent(), |__value| Self { #member: __value #(, #markers)* })
            }
            #[inline]
            fn over(&self, __bounds: &#p::Bounds) -> #p::Option<#p::Over> {
                #over
            }
            fn as_key(&self) -> #p::Option<&#p::str> {
                #value::as_key(&self.#member)
            }
            fn from_key(__key: &#p::str) -> #p::Option<Self> {
                #p::Option::map(#value::from_key(__key), |__value| Self { #member: __value #(, #markers)* })
            }
        }
    }
}
