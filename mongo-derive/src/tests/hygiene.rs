//! What an expansion leans on.

use quote::quote;

use super::items;
use crate::{document, embedded, recipe};

/// Tokens that stand for every form.
fn expansions() -> Vec<proc_macro2::TokenStream> {
    vec![
        document(quote! {
            #[mongo(crate = renamed, collection = "orders", schema_version = 2, reads(OrderV1), max_size = "64 KiB")]
            #[mongo(index(name = "ix", keys(customer.id), partial(exists(customer)), expire_after = "1 day"))]
            struct Order { #[mongo(id)] id: ObjectId, #[mongo(max_items = 3)] customer: Vec<Customer> }
        }),
        embedded(quote! { #[mongo(crate = renamed)] struct Page<T> { first: T } }),
        embedded(
            quote! { #[mongo(crate = renamed)] struct Hits(#[mongo(as = "int64_checked")] u64); },
        ),
        embedded(quote! { #[mongo(crate = renamed)] enum Status { Open } }),
        embedded(
            quote! { #[mongo(crate = renamed, tag = "t")] enum Event { Opened, Noted { at: i64 } } },
        ),
        document(quote! { #[mongo(crate = renamed)] struct Broken { id: ObjectId } }),
        recipe(quote! {
            #[mongo(crate = renamed, document = Order, operation = "order.change", expect(open = true), unset(note))]
            struct Change<'a> {
                #[mongo(element, path = items[line].sku)] sku: &'a str,
                #[mongo(set, path = items[line].quantity, optional)] quantity: Option<i64>,
                #[mongo(push, path = events, slice = -5, sort(at = desc))] event: Event,
            }
        }),
        recipe(quote! { #[mongo(crate = renamed)] struct BrokenRecipe { total: i64 } }),
    ]
}

#[test]
fn the_runtime_is_found_under_the_name_that_was_given() {
    for expansion in expansions() {
        let text = expansion.to_string();
        assert!(text.contains("renamed"), "{text}");
        assert!(!text.contains("mongo_runtime"), "{text}");
    }
}

#[test]
fn names_of_the_standard_library_come_from_the_runtime() {
    let bare = [
        "Some",
        "None",
        "Ok",
        "Err",
        "Clone",
        "Copy",
        "Debug",
        "Result",
        "PhantomData",
        "bool",
        "str",
        "usize",
        "u8",
    ];
    for expansion in expansions() {
        let text = expansion.to_string();
        let tokens: Vec<&str> = text.split_whitespace().collect();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| bare.contains(token)) {
            assert_eq!(
                tokens[at - 1],
                "::",
                "`{token}` in {}",
                tokens[at.saturating_sub(8)..at + 1].join(" ")
            );
        }
    }
}

#[test]
fn nothing_is_declared_beside_the_users_items() {
    for expansion in expansions() {
        let file: syn::File = syn::parse2(expansion.clone()).expect("the derive emits items");
        for item in &file.items {
            let is_hidden = matches!(item, syn::Item::Const(constant) if constant.ident == "_");
            let is_error = matches!(item, syn::Item::Macro(_));
            assert!(is_hidden || is_error, "{expansion}");
        }
        assert!(!items(expansion).is_empty());
    }
}
