//! What stands in for a type that is wrong.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::{document, embedded};

#[test]
fn every_mistake_of_a_stage_is_an_error() {
    check(
        embedded(
            quote! { struct Item { #[mongo(rename = "$sku")] sku: i64, #[mongo(max_items = 0)] tags: Tags } },
        ),
        "compile_error",
        &expect![[r#"
            ::core::compile_error! {
                "a stored name can't start with `$`: the server takes it for an operator"
            }
            ::core::compile_error! {
                "a bound is at least 1: write a larger one"
            }
        "#]],
    );
}

#[test]
fn a_broken_document_has_the_paths_of_its_fields() {
    check(
        document(quote! {
            #[mongo(collection = "orders")]
            struct Order { #[mongo(id)] id: ObjectId, #[mongo(skip)] pub total: i64 }
        }),
        "fn total",
        &expect![[r##"
            #[allow(
                dead_code,
                non_snake_case,
                reason = "a method is named as its field, and is there for all of them"
            )]
            impl<__P: Path> OrderFields<__P> {
                #[doc(hidden)]
                pub fn total(
                    self,
                ) -> <i64 as StubGoto<
                    __P,
                    __S1,
                    AsIs,
                >>::To
                where
                    i64: StubGoto<
                        __P,
                        __S1,
                        AsIs,
                    >,
                {
                    <i64 as StubGoto<
                        __P,
                        __S1,
                        AsIs,
                    >>::to()
                }
            }
        "##]],
    );
}

#[test]
fn a_broken_document_has_its_id() {
    check(
        document(quote! {
            #[mongo(collection = "orders")]
            struct Order { #[mongo(id, as = "int64_checked")] id: u64, #[mongo(skip)] total: i64 }
        }),
        "type Id",
        &expect![[r#"
            #[automatically_derived]
            impl ::mongo_runtime::Document for Order {
                type Id = u64;
                type IdCodec = Int64Checked;
            }
        "#]],
    );
}
