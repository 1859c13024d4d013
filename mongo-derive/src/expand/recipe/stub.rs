//! What stands in for a recipe that is wrong, so that one mistake is one error.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Generics, Path, parse_quote};

use super::{Context, lent, module, operation, wrap};
use crate::{model::Named, parse};

/// The error, and impls that only name the type: calls that are given the recipe, and catalogs that list it, add no second error.
pub(crate) fn recipe_stub(input: &DeriveInput, runtime: &Path, error: &syn::Error) -> TokenStream {
    let cx = &Context::new(runtime);
    let error = error.to_compile_error();
    let conversions = conversions(cx, input);
    let (document, operation) = parse::recipe_name(&input.attrs);
    let named = Named::leniently(&input.ident, document, operation);
    let named = named.map(|name| named_impls(cx, input, &name));
    let stub = wrap(&quote!(#conversions #named));
    quote!(#error #stub)
}

/// It is an update and an upsert of any document.
fn conversions(cx: &Context, input: &DeriveInput) -> TokenStream {
    let (runtime, r) = (&cx.runtime, module(cx, Span::call_site()));
    let ident = &input.ident;
    let (_, ty_generics, where_clause) = input.generics.split_for_impl();
    let nothing =
        quote!(#runtime::update::Update::all_of([] as [#runtime::update::Update<__D>; 0]));
    let one = |generics: &Generics, by_reference: Option<TokenStream>| {
        let mut of_document = generics.clone();
        of_document.params.push(parse_quote!(__D: #runtime::Document));
        let mut of_any = generics.clone();
        of_any.params.push(parse_quote!(__D));
        let (of_document, _, _) = of_document.split_for_impl();
        let (of_any, _, _) = of_any.split_for_impl();
        quote! {
            impl #of_any #runtime::update::IntoUpdate<__D> for #by_reference #ident #ty_generics #where_clause {
                fn into_update(self) -> #runtime::update::Update<__D> {
                    #nothing
                }
            }
            impl #of_document #runtime::update::IntoUpsert<__D> for #by_reference #ident #ty_generics #where_clause {
                fn into_upsert(self) -> #runtime::update::Upsert<__D> {
                    #r::upsert("", [], #nothing)
                }
                fn operation_name(&self) -> #runtime::operation::OperationName {
                    #runtime::operation::OperationName::new("unknown")
                }
            }
        }
    };
    let by_value = one(&input.generics, None);
    let by_reference = one(&lent(&input.generics), Some(quote!(&'__lent)));
    quote!(#by_value #by_reference)
}

/// What a catalog asks of it.
fn named_impls(cx: &Context, input: &DeriveInput, name: &Named) -> TokenStream {
    let (runtime, r) = (&cx.runtime, module(cx, Span::call_site()));
    let ident = &input.ident;
    let Named { document, operation: name } = name;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let operation = operation(cx, ident, &input.generics);
    quote! {
        type __Document = #document;
        impl #impl_generics #r::Recipe for #ident #ty_generics #where_clause {
            type Document = __Document;
            const OPERATION: #runtime::operation::OperationName =
                #runtime::operation::OperationName::new(#name);
            const CHANGES: &'static [#r::PlannedChange] = &[];
            const EXPECTED: &'static [#r::PlannedExpectation] = &[];
            const ELEMENTS: &'static [#r::PlannedCondition] = &[];
        }
        #operation
    }
}
