//! What a reference, a copy and the options of an index become.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::{document, embedded};

#[test]
fn a_reference_is_told_by_the_type_of_its_field() {
    let order = || {
        embedded(
            quote! { struct Order { #[mongo(reference = Customer)] customer: CustomerId, total: i64 } },
        )
    };
    check(
        order(),
        "Refers",
        &expect![[r#"
        #[automatically_derived]
        impl Refers for __F0 {
            type To = Customer;
        }
    "#]],
    );
    check(
        order(),
        "__ROWS :",
        &expect![[r#"
        const __ROWS: &[FieldShape] = &[
            field_shape::<
                __F0,
            >(
                    "customer",
                    shape_or_back::<__F0>(__IDENTITY),
                    0usize,
                    0usize,
                )
                .referring(collection_of::<__F0>()),
            field_shape::<
                __F1,
            >(
                "total",
                shape_or_back::<__F1>(__IDENTITY),
                0usize,
                0usize,
            ),
        ];
    "#]],
    );
    check(
        order(),
        "check_reference",
        &expect![[r#"
        const _: () = ensure(
            check_reference::<__F0>("Order", &__ROWS[0usize]),
        );
    "#]],
    );
}

#[test]
fn a_copy_names_its_source_without_asking_for_its_shape() {
    let reference = || {
        embedded(quote! {
            #[mongo(copy_of = Customer)]
            struct CustomerRef {
                id: ObjectId,
                #[mongo(copy = profile.city, allow(shorter_copy, reason = "a list"))]
                city: String,
                #[mongo(not_copied)]
                since: DateTime,
            }
        })
    };
    check(
        reference(),
        "Copies",
        &expect![[r#"
        #[automatically_derived]
        impl Copies for CustomerRef {
            type Of = Customer;
        }
    "#]],
    );
    check(
        reference(),
        "__SOURCE",
        &expect![[r#"
        const __ROWS: &[FieldShape] = &[
            field_shape::<
                __F0,
            >(
                    "id",
                    shape_or_back::<__F0>(__IDENTITY),
                    0usize,
                    0usize,
                )
                .copied(CopyOf {
                    of: __SOURCE,
                    path: &["id"],
                }),
            field_shape::<
                __F1,
            >(
                    "city",
                    shape_or_back::<__F1>(__IDENTITY),
                    0usize,
                    0usize,
                )
                .copied(CopyOf {
                    of: __SOURCE,
                    path: &["profile", "city"],
                })
                .allowing(
                    &[
                        ::mongo_runtime::document::Allowance {
                            rule: "shorter_copy",
                            reason: "a list",
                        },
                    ],
                ),
            field_shape::<
                __F2,
            >(
                "since",
                shape_or_back::<__F2>(__IDENTITY),
                0usize,
                0usize,
            ),
        ];
        const __SOURCE: Source = declaration_of::<
            CustomerRef,
        >;
    "#]],
    );
    check(
        reference(),
        "check_cop",
        &expect![[r#"
        const _: () = ensure(
            check_copied::<
                CustomerRef,
            >("CustomerRef", &__ROWS[0usize]),
        );
        const _: () = ensure(
            check_copy::<CustomerRef>("CustomerRef", &__ROWS[0usize]),
        );
        const _: () = ensure(
            check_copied::<
                CustomerRef,
            >("CustomerRef", &__ROWS[1usize]),
        );
        const _: () = ensure(
            check_copy::<CustomerRef>("CustomerRef", &__ROWS[1usize]),
        );
        const _: () = ensure(
            check_copies::<CustomerRef>("CustomerRef", __ROWS),
        );
    "#]],
    );
}

#[test]
fn the_options_of_an_index_are_constants() {
    let order = document(quote! {
        #[mongo(collection = "orders")]
        #[mongo(index(
            name = "ix", keys(*), exclude(secret), collation(locale = "de", strength = 2), owner = "encryption",
            serves("order.find")
        ))]
        struct Order { #[mongo(id)] id: ObjectId, secret: i32 }
    });
    check(
        order,
        "__INDEXES : ",
        &expect![[r#"
            const __INDEXES: &[::mongo_runtime::index::IndexDeclaration] = &[
                {
                    #[allow(unused_mut, reason = "only some of them set more than the defaults")]
                    let mut __it = ::mongo_runtime::index::IndexDeclaration::new("ix", __KEYS0);
                    __it.collation = Option::Some(__COLLATION0);
                    __it.projection = __PROJECTION0;
                    __it.owner = ::mongo_runtime::index::Owner::Encryption;
                    __it.serves = &[::mongo_runtime::operation::OperationName::new("order.find")];
                    __it
                },
            ];
        "#]],
    );
}
