//! An async function becomes a test.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ItemFn, Result, spanned::Spanned};

use crate::args::Args;

/// Gives the test, or the errors and the function as it was written, so that one mistake is one error.
pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(err) => {
            let err = err.into_compile_error();
            return quote!(#err #item);
        }
    };
    match syn::parse2(args).and_then(|args| checked(&function).map(|()| args)) {
        Ok(args) => test(&args, &function),
        Err(err) => {
            let err = err.into_compile_error();
            quote!(#err #[allow(dead_code)] #function)
        }
    }
}

fn checked(function: &ItemFn) -> Result<()> {
    let signature = &function.sig;
    if signature.asyncness.is_none() {
        return Err(Error::new(signature.fn_token.span(), "a test must be an `async fn`"));
    }
    if !signature.generics.params.is_empty() {
        return Err(Error::new(signature.generics.span(), "a test must not be generic"));
    }
    if signature.inputs.len() != 1 {
        return Err(Error::new(
            signature.ident.span(),
            "a test must take one argument, its database: `db: TestDb`",
        ));
    }
    Ok(())
}

fn test(args: &Args, function: &ItemFn) -> TokenStream {
    let Args { root, worker_threads, min_server } = args;
    let min_server = match min_server {
        Some((major, minor, patch)) => {
            quote!(::core::option::Option::Some((#major, #minor, #patch)))
        }
        None => quote!(::core::option::Option::None),
    };
    let ItemFn { attrs, vis, sig, block, .. } = function;
    let (name, inputs, output) = (&sig.ident, &sig.inputs, &sig.output);
    quote! {
        #[::core::prelude::v1::test]
        #(#attrs)*
        #vis fn #name() {
            async fn __test(#inputs) #output #block
            #root::__private::run(
                &#root::__private::Spec {
                    name: ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#name)),
                    worker_threads: #worker_threads,
                    min_server: #min_server,
                },
                __test,
            );
        }
    }
}
