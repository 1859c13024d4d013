//! The impls that stand in when the input is wrong, so that one mistake is one error.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeSet;

use syn::{DeriveInput, Path, ext::IdentExt};

use super::{Context, fields, members, wrap};
use crate::model::{Codec, Field, Role, methods_leniently};

/// The error, and impls that only name the type: code that uses the type adds no second error.
pub(crate) fn stub(
    input: &DeriveInput,
    runtime: &Path,
    error: &syn::Error,
    is_document: bool,
) -> TokenStream {
    let cx = &Context::new(runtime);
    let error = error.to_compile_error();
    if !input.generics.params.is_empty() {
        // The type may be wrong because of its parameters.
        let value = value(cx, input, &{
            let p = &cx.p;
            quote!(#p::Leaf<__P>)
        });
        let value = wrap(&value);
        return quote!(#error #value);
    }
    let known = Field::leniently(input);
    let handle = handle(cx, input, &known);
    let name = fields::handle(&input.ident);
    let value = value(cx, input, &quote!(#name<__P>));
    let document = is_document.then(|| document(cx, input, &known));
    let stub = wrap(&quote!(#handle #value #document));
    quote!(#error #stub)
}

/// Typed paths to the fields that can be made out.
fn handle(cx: &Context, input: &DeriveInput, known: &[Field]) -> TokenStream {
    let (p, vis) = (&cx.p, &input.vis);
    let handle = fields::handle(&input.ident);
    let names: Vec<_> = (0..known.len()).map(|index| format_ident!("__S{index}")).collect();
    let markers = names.iter().zip(known).map(|(marker, field)| {
        let (vis, name) = (&field.vis, field.rust_name());
        quote! {
            #[doc(hidden)]
            #vis enum #marker {}
            impl #p::StubName for #marker {
                const NAME: &'static #p::str = #name;
            }
        }
    });
    let mut taken = BTreeSet::new();
    let mut is_new = |ident: &syn::Ident| taken.insert(ident.unraw().to_string());
    // Two variants may have a field of one name.
    let known =
        names.iter().zip(known).filter(|(_, field)| is_new(&field.ident)).collect::<Vec<_>>();
    let variants = methods_leniently(input)
        .into_iter()
        .filter(|(into, is)| is_new(into) && is_new(is))
        .map(|(into, is)| {
            quote! {
                #[doc(hidden)]
                #vis fn #into(self) -> Self {
                    self
                }
                #[doc(hidden)]
                #vis fn #is(self) -> #p::Filter<<__P as #p::Path>::Root> {
                    #p::Filter::all_of([] as [#p::Filter<<__P as #p::Path>::Root>; 0])
                }
            }
        });
    let variants: Vec<_> = variants.collect();
    let methods = known.into_iter().map(|(marker, field)| {
        let Field { ident, vis, ty, .. } = field;
        let codec = members::codec(cx, field);
        let goto = quote!(#p::StubGoto<__P, #marker, #codec>);
        quote! {
            #[doc(hidden)]
            #vis fn #ident(self) -> <#ty as #goto>::To where #ty: #goto {
                <#ty as #goto>::to()
            }
        }
    });
    quote! {
        #(#markers)*
        #[doc(hidden)]
        #vis struct #handle<__P>(#p::PhantomData<fn() -> __P>);
        impl<__P> #p::Clone for #handle<__P> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<__P> #p::Copy for #handle<__P> {}
        impl<__P: #p::Path> #p::Field for #handle<__P> {
            type Path = __P;
            fn at_path() -> Self {
                Self(#p::PhantomData)
            }
        }
        #[allow(dead_code, non_snake_case, reason = "a method is named as its field, and is there for all of them")]
        impl<__P: #p::Path> #handle<__P> {
            #(#methods)*
            #(#variants)*
        }
    }
}

fn value(cx: &Context, input: &DeriveInput, handle: &TokenStream) -> TokenStream {
    let (p, ident) = (&cx.p, &input.ident);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
            const SHAPE: &'static #p::Shape = &#p::Shape::Unknown;
            type Class = #p::class::Stub;
            type Inner = Self;
            type Fields<__P: #p::Path> = #handle;
            fn element_type(&self) -> #p::u8 {
                #p::DOCUMENT
            }
            fn encoded_len(&self) -> #p::usize {
                0
            }
            fn encode(&self, _: &mut #p::Writer) {}
            fn decode(_: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                #p::Result::Err(#p::unknown_field(__input))
            }
        }
    }
}

fn document(cx: &Context, input: &DeriveInput, known: &[Field]) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let (ident, vis) = (&input.ident, &input.vis);
    let handle = fields::handle(ident);
    // One that goes through serde has been reported, and has no form.
    let is_id = |field: &&Field| field.role == Role::Id && !matches!(field.codec, Codec::Serde);
    let id = known.iter().find(is_id).map_or_else(
        || {
            quote! {
                type Id = #p::StubId;
                type IdCodec = #p::AsIs;
                fn id(&self) -> &<Self as #runtime::Document>::Id {
                    &#p::StubId
                }
            }
        },
        |field| {
            let (ident, ty, codec) = (&field.ident, &field.ty, members::codec(cx, field));
            quote! {
                type Id = #ty;
                type IdCodec = #codec;
                fn id(&self) -> &<Self as #runtime::Document>::Id {
                    &self.#ident
                }
            }
        },
    );
    quote! {
        #[allow(dead_code, reason = "not every application asks for its paths")]
        impl #ident {
            #[doc(hidden)]
            #vis fn fields() -> #handle<#p::Root<Self>> {
                #p::Field::at_path()
            }
        }
        #[automatically_derived]
        impl #runtime::Document for #ident {
            const COLLECTION: &'static #p::str = "";
            const DECLARATION: &'static #runtime::document::Declaration =
                &#runtime::document::Declaration::new("", "", &#p::UNKNOWN_DOCUMENT);
            #id
        }
    }
}
