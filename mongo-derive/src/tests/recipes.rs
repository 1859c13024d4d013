//! What a recipe becomes.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::recipe;

#[test]
fn a_part_is_a_call_of_its_operator_on_its_path() {
    let expansion = recipe(quote! {
        #[mongo(document = Order, operation = "order.mark-paid", inc(visits = 1))]
        struct MarkPaid {
            #[mongo(expect, path = status)]
            from: Status,
            #[mongo(set, path = customer.name, optional)]
            name: Option<String>,
            #[mongo(push, path = events, slice = -50)]
            event: Event,
        }
    });
    check(
        expansion,
        "fn into_update",
        &expect![[r#"
        #[automatically_derived]
        impl<'__lent> ::mongo_runtime::update::IntoUpdate<__Document> for &'__lent MarkPaid {
            fn into_update(self) -> ::mongo_runtime::update::Update<__Document> {
                let __it = self;
                ::mongo_runtime::update::recipe::joined([
                    ::mongo_runtime::update::recipe::expect(
                        __Document::fields().status(),
                        &__it.from,
                    ),
                    ::mongo_runtime::update::recipe::inc(__Document::fields().visits(), &(1)),
                    ::mongo_runtime::update::recipe::if_some(
                        ::mongo_runtime::update::recipe::held(&__it.name),
                        |__part| ::mongo_runtime::update::recipe::set(
                            inside(__Document::fields().customer())
                                .name(),
                            __part,
                        ),
                    ),
                    ::mongo_runtime::update::IntoUpdate::into_update(
                        ::mongo_runtime::update::recipe::pushing(
                                __Document::fields().events(),
                                &__it.event,
                            )
                            .slice(-50),
                    ),
                ])
            }
        }
        #[automatically_derived]
        impl ::mongo_runtime::update::IntoUpdate<__Document> for MarkPaid {
            fn into_update(self) -> ::mongo_runtime::update::Update<__Document> {
                ::mongo_runtime::update::IntoUpdate::into_update(&self)
            }
        }
    "#]],
    );
}

#[test]
fn elements_are_chosen_beside_the_change() {
    let expansion = recipe(quote! {
        #[mongo(document = Order, operation = "order.change-line")]
        struct ChangeLine {
            #[mongo(element, path = items[line].sku)]
            sku: String,
            #[mongo(set, path = items[line].quantity)]
            quantity: i64,
        }
    });
    check(
        expansion,
        "__CHANGES: &",
        &expect![[r#"
            const __CHANGES: &[::mongo_runtime::update::recipe::PlannedChange] = &[
                ::mongo_runtime::update::recipe::planned(
                    || {
                        inside(
                                ::mongo_runtime::update::recipe::element(
                                    __Document::fields().items(),
                                ),
                            )
                            .quantity()
                    },
                    "items[line].quantity",
                    "set",
                    "$set",
                    &[::mongo_runtime::update::recipe::Chosen::Named("line")],
                    __NONE,
                    false,
                ),
            ];
        "#]],
    );
}
