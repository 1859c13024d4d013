//! What a query becomes.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::query;

#[test]
fn a_condition_is_a_row_of_the_table_and_a_call_of_its_operator() {
    let expansion = query(quote! {
        #[mongo(document = Order, operation = "order.find-recent", constant(status = "Open"))]
        struct RecentOrders<'a> {
            #[mongo(eq, path = customer.name)]
            name: &'a str,
            #[mongo(is_in, path = number, max_items = 5, optional)]
            numbers: Option<Vec<String>>,
        }
    });
    check(
        expansion.clone(),
        "__PREDICATES: &",
        &expect![[r#"
            const __PREDICATES: &[::mongo_runtime::query::Predicate] = &[
                ::mongo_runtime::query::predicate(
                        || __Document::fields().status(),
                        "constant",
                        ::mongo_runtime::query::PredicateOp::Eq,
                    )
                    .written_as("status")
                    .with(Literal::Str("Open")),
                ::mongo_runtime::query::predicate(
                        || {
                            inside(__Document::fields().customer())
                                .name()
                        },
                        "eq",
                        ::mongo_runtime::query::PredicateOp::Eq,
                    )
                    .written_as("customer.name"),
                ::mongo_runtime::query::predicate(
                        || __Document::fields().number(),
                        "is_in",
                        ::mongo_runtime::query::PredicateOp::In,
                    )
                    .written_as("number")
                    .of_at_most(5)
                    .optional(),
            ];
        "#]],
    );
    check(
        expansion,
        "fn into_filter",
        &expect![[r##"
        #[automatically_derived]
        impl<'__lent, 'a> ::mongo_runtime::filter::IntoFilter<__Document>
        for &'__lent RecentOrders<'a> {
            fn into_filter(self) -> Filter<__Document> {
                let __it = self;
                ::mongo_runtime::query::part::joined([
                    ::mongo_runtime::query::part::constant(
                        __Document::fields().status(),
                        PartialOp::Eq,
                        Literal::Str("Open"),
                    ),
                    ::mongo_runtime::query::part::eq(
                        inside(__Document::fields().customer())
                            .name(),
                        &__it.name,
                    ),
                    ::mongo_runtime::query::part::if_some(
                        ::mongo_runtime::query::part::held(&__it.numbers),
                        |__part| ::mongo_runtime::query::part::is_in(
                            __Document::fields().number(),
                            __part,
                            5,
                        ),
                    ),
                ])
            }
        }
        #[automatically_derived]
        impl<'a> ::mongo_runtime::filter::IntoFilter<__Document> for RecentOrders<'a> {
            fn into_filter(self) -> Filter<__Document> {
                ::mongo_runtime::filter::IntoFilter::into_filter(&self)
            }
        }
    "##]],
    );
}

#[test]
fn conditions_of_one_element_are_in_one_elem_match() {
    let expansion = query(quote! {
        #[mongo(document = Order, operation = "order.find-by-line", as_stored)]
        struct ByLine {
            #[mongo(eq, path = items[line].sku)]
            sku: String,
            #[mongo(gte, path = items[line].quantity)]
            at_least: i64,
        }
    });
    check(
        expansion.clone(),
        "__PREDICATES: &",
        &expect![[r#"
            const __PREDICATES: &[::mongo_runtime::query::Predicate] = &[
                ::mongo_runtime::query::predicate_in(
                        || __Document::fields().items(),
                        || {
                            inside(
                                    ::mongo_runtime::query::part::item(__Document::fields().items()),
                                )
                                .sku()
                        },
                        "eq",
                        ::mongo_runtime::query::PredicateOp::Eq,
                    )
                    .written_as("items[line].sku")
                    .of_element("line"),
                ::mongo_runtime::query::predicate_in(
                        || __Document::fields().items(),
                        || {
                            inside(
                                    ::mongo_runtime::query::part::item(__Document::fields().items()),
                                )
                                .quantity()
                        },
                        "gte",
                        ::mongo_runtime::query::PredicateOp::Gte,
                    )
                    .written_as("items[line].quantity")
                    .of_element("line"),
            ];
        "#]],
    );
    check(
        expansion,
        "let __it = self",
        &expect![[r#"
        #[automatically_derived]
        impl<'__lent> ::mongo_runtime::filter::IntoFilter<__Document> for &'__lent ByLine {
            fn into_filter(self) -> Filter<__Document> {
                let __it = self;
                ::mongo_runtime::query::part::joined([
                        ::mongo_runtime::query::part::elem_match(
                            __Document::fields().items(),
                            [
                                ::mongo_runtime::query::part::eq(
                                    inside(
                                            ::mongo_runtime::query::part::item(
                                                __Document::fields().items(),
                                            ),
                                        )
                                        .sku(),
                                    &__it.sku,
                                ),
                                ::mongo_runtime::query::part::gte(
                                    inside(
                                            ::mongo_runtime::query::part::item(
                                                __Document::fields().items(),
                                            ),
                                        )
                                        .quantity(),
                                    &__it.at_least,
                                ),
                            ],
                        ),
                    ])
                    .as_stored()
            }
        }
    "#]],
    );
}

#[test]
fn what_a_query_says_of_itself_is_in_constants_and_words() {
    let expansion = query(quote! {
        #[mongo(document = Order, operation = "order.list", sort(paid_at(desc, nulls = last), id = desc))]
        #[mongo(max_results = 100, deadline = "2 s", hint = "ix_paid", projection = OrderLine, covered)]
        #[mongo(allow(residual, reason = "few are old"))]
        struct List {
            #[mongo(gte, path = items[].quantity)]
            at_least: i64,
        }
    });
    check(
        expansion.clone(),
        "const SHAPE",
        &expect![[r#"
        /**`order.list` finds documents of `Order` with

        - `items[].quantity >= at_least`

        in the order of `paid_at desc`, `id desc`

        It reads `OrderLine`.

        A call gets at most 100 documents.

        A call takes at most 2000 ms.
        */
        #[automatically_derived]
        impl ::mongo_runtime::query::Query for List {
            const SHAPE: &'static ::mongo_runtime::query::QueryShape<'static> = __SHAPE;
        }
    "#]],
    );
    check(
        expansion.clone(),
        "const __SORT",
        &expect![[r#"
            const __SORT: &[::mongo_runtime::query::SortKey] = &[
                ::mongo_runtime::query::sort_key(
                        || ::mongo_runtime::query::part::sorted(__Document::fields().paid_at()),
                        ::mongo_runtime::sort::Direction::Desc,
                        Option::Some(::mongo_runtime::query::Nulls::Last),
                    )
                    .written_as("paid_at"),
                ::mongo_runtime::query::sort_key(
                        || ::mongo_runtime::query::part::sorted(__Document::fields().id()),
                        ::mongo_runtime::sort::Direction::Desc,
                        Option::None,
                    )
                    .written_as("id"),
            ];
        "#]],
    );
    check(
        expansion.clone(),
        "query::Paged",
        &expect![[r#"
        #[automatically_derived]
        impl ::mongo_runtime::query::Paged for List
        where
            for<'__a> ::mongo_runtime::query::Keyset<
                __KEYSET,
            >: ::mongo_runtime::query::why::IsKeyset,
        {}
    "#]],
    );
    check(
        expansion,
        "check_",
        &expect![[r#"
            const _: () = ensure(
                ::mongo_runtime::query::check_predicate("List", __SHAPE, 0),
            );
            const _: () = ensure(
                ::mongo_runtime::query::check_alike(
                    <__Document as ::mongo_runtime::Document>::DECLARATION,
                    __SHAPE,
                    0,
                ),
            );
            const _: () = ensure(
                ::mongo_runtime::query::check_sort_key("List", __SHAPE, 0),
            );
            const _: () = ensure(
                ::mongo_runtime::query::check_sort_key("List", __SHAPE, 1),
            );
            const _: () = ensure(
                ::mongo_runtime::query::check_hint(
                    <__Document as ::mongo_runtime::Document>::DECLARATION,
                    "ix_paid",
                ),
            );
            const _: () = ensure(
                ::mongo_runtime::query::check_served(
                    "order.list",
                    <__Document as ::mongo_runtime::Document>::DECLARATION,
                    __SHAPE,
                    &[],
                    &[
                        ::mongo_runtime::document::Allowance {
                            rule: "residual",
                            reason: "few are old",
                        },
                    ],
                    Option::None,
                ),
            );
            const _: () = ensure(
                ::mongo_runtime::query::check_covered_by(
                    "order.list",
                    <__Document as ::mongo_runtime::Document>::DECLARATION,
                    __SHAPE,
                    <OrderLine as ::mongo_runtime::projection::Projection>::TABLE,
                ),
            );
        "#]],
    );
}
