//! What asks for a rule.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::{document, embedded};

#[test]
fn each_field_has_a_constant_that_fails() {
    check(
        embedded(quote! { struct Item { sku: String, tags: Vec<String> } }),
        "ensure",
        &expect![[r#"
            const _: () = ensure(
                check_part("Item", __IDENTITY, &__ROWS[0usize]),
            );
            const _: () = ensure(
                check_part("Item", __IDENTITY, &__ROWS[1usize]),
            );
        "#]],
    );
}

#[test]
fn the_id_and_the_revision_have_rules_of_their_own() {
    check(
        document(quote! {
            #[mongo(collection = "orders")]
            struct Order { #[mongo(id)] id: ObjectId, #[mongo(revision)] revision: Revision }
        }),
        "ensure",
        &expect![[r#"
            const _: () = ensure(
                check_id("Order", __IDENTITY, &__ROWS[0usize]),
            );
            const _: () = ensure(
                check_revision("Order", __IDENTITY, &__ROWS[1usize]),
            );
            const _: () = ensure(
                check_size("Order", __DECLARATION, &__WORST),
            );
            const _: () = ensure(
                check_nesting("Order", &__WORST),
            );
        "#]],
    );
}

#[test]
fn a_generic_type_is_checked_where_its_arguments_are_known() {
    check(
        embedded(quote! { struct Page<T> { first: T } }),
        "const SHAPE",
        &expect![[r##"
            #[automatically_derived]
            impl<T: Value + 'static> Value
            for Page<T> {
                const SHAPE: &'static Shape = {
                    ensure(
                        check_generic_part(
                            "Page",
                            Self::__IDENTITY.as_str(),
                            &Self::__ROWS[0usize],
                        ),
                    );
                    &Shape::Document(const {
                        &DocumentShape::new(
                            Self::__IDENTITY.as_str(),
                            "Page",
                            Self::__ROWS,
                            false,
                        )
                    })
                };
            }
        "##]],
    );
}

#[test]
fn each_key_and_condition_of_an_index_has_a_constant() {
    check(
        document(quote! {
            #[mongo(collection = "orders")]
            #[mongo(index(name = "ix", keys(total, id), partial(total > 3)))]
            struct Order { #[mongo(id)] id: ObjectId, total: i64 }
        }),
        "__DECLARATION, 0usize",
        &expect![[r#"
            const _: () = ensure(
                check_index_key("Order", __DECLARATION, 0usize, 0usize),
            );
            const _: () = ensure(
                check_index_key("Order", __DECLARATION, 0usize, 1usize),
            );
            const _: () = ensure(
                check_partial_term(
                    "Order",
                    __DECLARATION,
                    0usize,
                    0usize,
                ),
            );
            const _: () = ensure(
                check_index("Order", __DECLARATION, 0usize),
            );
        "#]],
    );
}
