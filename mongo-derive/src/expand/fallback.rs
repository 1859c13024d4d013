//! What a fallback variant adds to the impls of its enum.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Ident, spanned::Spanned};

use super::{Context, at};
use crate::model;

/// What the fallback of an enum without data adds to its impls.
pub(super) struct Kept {
    pub(super) max_len: TokenStream,
    pub(super) tag: TokenStream,
    pub(super) make: TokenStream,
    pub(super) put: TokenStream,
    pub(super) over: TokenStream,
    pub(super) key: TokenStream,
}

impl Kept {
    pub(super) fn new(cx: &Context, ident: &Ident, fallback: Option<&model::Fallback>) -> Self {
        let p = &cx.p;
        let put = quote!(__out.put_str(__tag(self)););
        let Some(model::Fallback { ident: variant, kept, max_len }) = fallback else {
            return Self {
                max_len: quote!(#p::Option::None),
                tag: TokenStream::new(),
                make: quote!(_ => #p::Option::None,),
                put,
                over: TokenStream::new(),
                key: quote!(#p::Option::Some(__tag(self))),
            };
        };
        let span = at(kept.span());
        let text = quote_spanned!(span=> <#kept as #p::FallbackTag>);
        let max_len = max_len.map_or_else(|| quote!(#p::usize::MAX), |max_len| quote!(#max_len));
        Self {
            max_len: quote!(#p::Option::Some(#max_len)),
            tag: quote!(#ident::#variant(__kept) => #text::as_tag(__kept),),
            make: quote!(__other => #p::Option::Some(#ident::#variant(#text::from_tag(__other))),),
            put: quote! {
                match self {
                    Self::#variant(__kept) => #p::put_fallback_tag(#text::as_tag(__kept), __TAGS, __out),
                    _ => { #put }
                }
            },
            over: quote! {
                fn over(&self, _: &#p::Bounds) -> #p::Option<#p::Over> {
                    match self {
                        Self::#variant(__kept) => #p::over_fallback_tag(#text::as_tag(__kept), __TAGS),
                        _ => #p::Option::None,
                    }
                }
            },
            key: quote! {
                match self {
                    Self::#variant(__kept) => #p::fallback_key(#text::as_tag(__kept), __TAGS),
                    _ => #p::Option::Some(__tag(self)),
                }
            },
        }
    }
}

/// What becomes of a document that no variant of an enum with data is.
#[derive(Default)]
pub(super) struct Rest {
    pub(super) shape: TokenStream,
    pub(super) len: TokenStream,
    pub(super) put: TokenStream,
    pub(super) before: TokenStream,
    pub(super) take: TokenStream,
}

impl Rest {
    pub(super) fn new(
        cx: &Context,
        tag: &str,
        stored: &[&String],
        fallback: Option<&model::Fallback>,
    ) -> Option<Self> {
        let p = &cx.p;
        let model::Fallback { ident: variant, kept, .. } = fallback?;
        let span = at(kept.span());
        let document = quote_spanned!(span=> <#kept as #p::FallbackDocument>);
        Some(Self {
            shape: quote!(.with_fallback()),
            len: quote!(Self::#variant(__kept) => #document::n_bytes(__kept),),
            put: quote!(Self::#variant(__kept) => #document::put(__kept, #tag, &[#(#stored),*], __out),),
            before: quote!(let __before = #p::Clone::clone(__input);),
            take: quote!(#p::Result::map(#document::take(__element_type, __before, __input), Self::#variant)),
        })
    }
}
