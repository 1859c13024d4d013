//! The impls that stand in when the input is wrong, so that one mistake is one error.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Path};

use super::{Context, fields, wrap};

/// The error, and impls that only name the type: code that uses the type adds no second error.
pub(crate) fn stub(input: &DeriveInput, runtime: &Path, error: &syn::Error) -> TokenStream {
    let cx = &Context::new(runtime);
    let (p, ident, vis) = (&cx.p, &input.ident, &input.vis);
    let error = error.to_compile_error();
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    // A type with parameters may be wrong because of them; without impls its uses say no more than that.
    if !input.generics.params.is_empty() {
        return error;
    }
    let handle = fields::handle(ident);
    let methods = named_fields(input).into_iter().map(|(name, vis)| {
        quote! {
            #[doc(hidden)]
            #vis fn #name(self) -> #p::StubField<__P> {
                #p::Field::at_path()
            }
        }
    });
    let stub = wrap(&quote! {
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
        impl<__P: #p::Path> #handle<__P> {
            #(#methods)*
        }
        impl #impl_generics #ident #ty_generics #where_clause {
            #[doc(hidden)]
            #vis fn fields() -> #handle<#p::Root<Self>> {
                #p::Field::at_path()
            }
        }
        impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
            const SHAPE: &'static #p::Shape = &#p::Shape::Unknown;
            type Class = #p::class::Stub;
            type Inner = Self;
            type Fields<__P: #p::Path> = #handle<__P>;
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
        #[automatically_derived]
        impl #impl_generics #runtime::Document for #ident #ty_generics #where_clause {
            const DECLARATION: &'static #runtime::document::Declaration =
                &#runtime::document::Declaration::new("", "", &#p::UNKNOWN_DOCUMENT);
            type Id = #p::StubId;
            type IdCodec = #p::AsIs;
            fn id(&self) -> &Self::Id {
                &#p::StubId
            }
        }
    });
    quote!(#error #stub)
}

fn named_fields(input: &DeriveInput) -> Vec<(&syn::Ident, &syn::Visibility)> {
    match &input.data {
        Data::Struct(data) => data
            .fields
            .iter()
            .filter_map(|field| Some((field.ident.as_ref()?, &field.vis)))
            .collect(),
        Data::Enum(_) | Data::Union(_) => Vec::new(),
    }
}
