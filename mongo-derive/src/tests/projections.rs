//! What a projection becomes.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::projection;

fn line() -> proc_macro2::TokenStream {
    projection(quote! {
        #[mongo(document = Order)]
        struct Line {
            id: ObjectId,
            #[mongo(path = items[].sku)]
            skus: Vec<String>,
            #[mongo(path = tags, slice = -5)]
            last: Vec<String>,
        }
    })
}

#[test]
fn a_field_is_a_constant_that_names_its_path_and_its_type() {
    check(
        line(),
        "const __C",
        &expect![[r#"
        const __C0: &::mongo_runtime::projection::derived::Typed<ObjectId> = &::mongo_runtime::projection::derived::at(||
            {
                let __field = ::mongo_runtime::projection::derived::fields::<Line>().id();
                ::mongo_runtime::projection::derived::value(__field)
            })
            .read::<ObjectId, _>();
        const __C1: &::mongo_runtime::projection::derived::Typed<Vec<String>> = &::mongo_runtime::projection::derived::at(||
            {
                let __field = inside(
                        each(
                            ::mongo_runtime::projection::derived::fields::<Line>().items(),
                        ),
                    )
                    .sku();
                ::mongo_runtime::projection::derived::value(__field)
            })
            .read::<Vec<String>, _>();
        const __C2: &::mongo_runtime::projection::derived::Typed<Vec<String>> = &::mongo_runtime::projection::derived::at(||
            ::mongo_runtime::projection::derived::sliced({
                let __field = ::mongo_runtime::projection::derived::fields::<Line>().tags();
                ::mongo_runtime::projection::derived::elements(__field)
            }))
            .read::<Vec<String>, _>()
            .slice(-5);
        const __COLUMNS: &[::mongo_runtime::projection::derived::Column] = &[
            __C0.column(),
            __C1.column(),
            __C2.column(),
        ];
    "#]],
    );
}

#[test]
fn a_document_is_read_into_one_slot_a_field() {
    check(
        line(),
        "fn decode",
        &expect![[r#"
        #[automatically_derived]
        impl ::mongo_runtime::projection::Projection for Line {
            fn decode(
                __element_type: u8,
                __input: &mut Reader<'_>,
            ) -> Result<Self, Failure> {
                let mut __f0 = ::mongo_runtime::projection::derived::Slot::new(__C0);
                let mut __f1 = ::mongo_runtime::projection::derived::Slot::new(__C1);
                let mut __f2 = ::mongo_runtime::projection::derived::Slot::new(__C2);
                let __document = ::mongo_runtime::projection::derived::fill(
                    __element_type,
                    size_of::<Self>(),
                    &mut [&mut __f0, &mut __f1, &mut __f2],
                    __input,
                )?;
                Result::Ok(Self {
                    id: __f0.taken(&__document)?,
                    skus: __f1.taken(&__document)?,
                    last: __f2.taken(&__document)?,
                })
            }
        }
    "#]],
    );
}

#[test]
fn each_rule_of_a_projection_is_a_constant_that_fails() {
    check(
        line(),
        "ensure",
        &expect![[r#"
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_document(__TABLE),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_column(__TABLE, 0),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_versions(__TABLE, 0),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_type(__COLUMNS, 0),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_column(__TABLE, 1),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_versions(__TABLE, 1),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_type(__COLUMNS, 1),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_column(__TABLE, 2),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_versions(__TABLE, 2),
        );
        const _: () = ensure(
            ::mongo_runtime::projection::derived::check_type(__COLUMNS, 2),
        );
    "#]],
    );
}

#[test]
fn a_condition_on_an_element_is_a_term() {
    let expansion = projection(quote! {
        #[mongo(document = Order)]
        struct Line {
            #[mongo(path = items, elem_match(sku = "a", quantity > 3))]
            item: Option<Item>,
        }
    });
    check(
        expansion,
        "const __C",
        &expect![[r#"
        const __C0: &::mongo_runtime::projection::derived::Typed<Option<Item>> = &::mongo_runtime::projection::derived::at(||
            {
                let __field = ::mongo_runtime::projection::derived::fields::<Line>().items();
                ::mongo_runtime::projection::derived::elements(__field)
            })
            .read_element::<
                Option<Item>,
            >(
                &[
                    partial_term(
                        || {
                            inside(
                                    ::mongo_runtime::projection::derived::item({
                                        let __field = ::mongo_runtime::projection::derived::fields::<
                                            Line,
                                        >()
                                            .items();
                                        ::mongo_runtime::projection::derived::elements(__field)
                                    }),
                                )
                                .sku()
                        },
                        PartialOp::Eq,
                        Literal::Str("a"),
                    ),
                    partial_term(
                        || {
                            inside(
                                    ::mongo_runtime::projection::derived::item({
                                        let __field = ::mongo_runtime::projection::derived::fields::<
                                            Line,
                                        >()
                                            .items();
                                        ::mongo_runtime::projection::derived::elements(__field)
                                    }),
                                )
                                .quantity()
                        },
                        PartialOp::Gt,
                        Literal::Int(3),
                    ),
                ],
            );
        const __COLUMNS: &[::mongo_runtime::projection::derived::Column] = &[__C0.column()];
    "#]],
    );
}
