//! What stands in for a query that is wrong, so that one mistake is one error.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Generics, Path, parse_quote};

use super::{Context, for_good, lent, module, operation, wrap};
use crate::{model::Named, parse};

/// The error, and impls that only name the type: calls that are given the query, and catalogs that list it, add no second error.
pub(crate) fn query_stub(input: &DeriveInput, runtime: &Path, error: &syn::Error) -> TokenStream {
    let cx = &Context::new(runtime);
    let error = error.to_compile_error();
    let (document, operation) = parse::query_name(&input.attrs);
    let stub = match Named::leniently(&input.ident, document, operation) {
        Some(name) => {
            let of_document = (&input.generics, quote!(__Document));
            let (filter, query) = (filter(cx, input, of_document), query(cx, input, &name));
            quote!(#query #filter)
        }
        None => {
            let mut of_any = input.generics.clone();
            of_any.params.push(parse_quote!(__D));
            filter(cx, input, (&of_any, quote!(__D)))
        }
    };
    let stub = wrap(&stub);
    quote!(#error #stub)
}

/// It is a filter: a query, where it is known of which document, and else one of any document.
fn filter(cx: &Context, input: &DeriveInput, of: (&Generics, TokenStream)) -> TokenStream {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let (ident, (generics, document)) = (&input.ident, of);
    let kind = for_good(ident, &input.generics);
    let (_, ty_generics, where_clause) = input.generics.split_for_impl();
    let is_known = generics.params.len() == input.generics.params.len();
    let kind = if is_known { quote!(#q::Registered<#kind>) } else { quote!(#q::AdHoc) };
    let one = |generics: &Generics, by_reference: Option<TokenStream>| {
        let (impl_generics, _, _) = generics.split_for_impl();
        quote! {
            impl #impl_generics #runtime::filter::IntoFilter<#document> for #by_reference #ident #ty_generics #where_clause {
                type Kind = #kind;
                fn into_filter(self) -> #p::Filter<#document> {
                    #q::part::joined([])
                }
            }
        }
    };
    let by_value = one(generics, None);
    let by_reference = one(&lent(generics), Some(quote!(&'__lent)));
    quote!(#by_value #by_reference)
}

/// It has pages, and a catalog lists it.
fn query(cx: &Context, input: &DeriveInput, name: &Named) -> TokenStream {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let ident = &input.ident;
    let Named { document, operation: name } = name;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let operation = operation(cx, ident, &input.generics);
    quote! {
        type __Document = #document;
        impl #impl_generics #q::Query for #ident #ty_generics #where_clause {
            type Document = __Document;
            type Output = __Document;
            const OPERATION: #runtime::operation::OperationName =
                #runtime::operation::OperationName::new(#name);
            const SHAPE: &'static #q::QueryShape<'static> = &#q::QueryShape::new(&[], &[], #p::Option::None);
            const LIMITS: #q::QueryLimits = #q::QueryLimits::NONE;
            fn read(__bytes: &[#p::u8]) -> #p::Result<__Document, #p::DecodeError> {
                #runtime::from_slice(__bytes)
            }
        }
        impl #impl_generics #q::Paged for #ident #ty_generics #where_clause {}
        #operation
    }
}
