//! The attribute's input and output as text.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::expand;

fn expansion(args: &str, item: &TokenStream) -> String {
    expand(args.parse().unwrap(), item).to_string()
}

fn error(args: &str, item: &TokenStream) -> String {
    let text = expansion(args, item);
    let (_, after) =
        text.split_once("compile_error ! { \"").unwrap_or_else(|| panic!("no error: {text}"));
    after.split_once("\" }").unwrap().0.replace("\\\"", "\"")
}

#[test]
fn the_function_becomes_a_test_and_keeps_its_attributes_and_arguments() {
    let item = quote! { #[should_panic] async fn f(db: TestDb) -> Result<(), E> { body() } };
    let wanted = quote! {
        #[::core::prelude::v1::test]
        #[should_panic]
        fn f() {
            async fn __test(db: TestDb) -> Result<(), E> { body() }
            my::kit::__private::run(
                &my::kit::__private::Spec {
                    name: ::core::concat!(::core::module_path!(), "::", ::core::stringify!(f)),
                    worker_threads: 4usize,
                    min_server: ::core::option::Option::Some((6u32, 0u32, 9u32)),
                },
                __test,
            );
        }
    };
    let args = r#"min_server = "6.0.9", worker_threads = 4, crate = my::kit"#;
    assert_eq!(expansion(args, &item), wanted.to_string());
}

#[test]
fn a_wrong_function_is_one_error_that_says_what_to_write() {
    for (item, wanted) in [
        (
            quote!(
                fn f(db: TestDb) {}
            ),
            "a test must be an `async fn`",
        ),
        (
            quote!(
                async fn f() {}
            ),
            "a test must take one argument, its database: `db: TestDb`",
        ),
        (
            quote!(
                async fn f<T>(db: T) {}
            ),
            "a test must not be generic",
        ),
    ] {
        assert_eq!(error("", &item), wanted);
    }
}

#[test]
fn a_wrong_argument_is_one_error_that_says_what_to_write() {
    for (args, wanted) in [
        (
            "min = 1",
            "unknown argument `min`; known are `min_server`, `flavor`, `worker_threads` and `crate`",
        ),
        ("min_server = \"7\"", "`min_server` must be a version such as \"7.0\" or \"6.0.9\""),
        ("flavor = \"one\"", "`flavor` must be \"multi_thread\" or \"current_thread\""),
        ("worker_threads = 0", "`worker_threads` must be a number above 0"),
        (
            "worker_threads = 1, worker_threads = 2",
            "`worker_threads` stands here twice; remove one",
        ),
        (
            "worker_threads = 1, flavor = \"current_thread\"",
            "`flavor = \"current_thread\"` has no worker threads; remove `worker_threads`",
        ),
    ] {
        assert_eq!(
            error(
                args,
                &quote!(
                    async fn f(db: TestDb) {}
                )
            ),
            wanted
        );
    }
}
