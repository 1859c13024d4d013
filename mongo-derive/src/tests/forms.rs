//! What each form of a type becomes.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::{document, embedded};

#[test]
fn an_enum_without_data_is_a_table_of_tags() {
    let status = quote! {
        #[mongo(rename_all = "snake_case")]
        enum Status { Open, #[mongo(rename = "on-the-way")] InTransit }
    };
    check(
        embedded(status.clone()),
        "__TAGS: &",
        &expect![[r#"
            const __TAGS: &TagsShape = &TagsShape {
                name: "Status",
                tags: &["open", "on-the-way"],
                fallback: Option::None,
            };
        "#]],
    );
    check(
        embedded(status),
        "fn __variant",
        &expect![[r#"
        fn __variant(
            __tag: &str,
        ) -> Option<Status> {
            match __tag {
                "open" => Option::Some(Status::Open),
                "on-the-way" => Option::Some(Status::InTransit),
                _ => Option::None,
            }
        }
    "#]],
    );
}

#[test]
fn the_tag_of_an_enum_with_data_is_written_first() {
    check(
        embedded(quote! { #[mongo(tag = "type")] enum Payment { Cash, Card { last4: i32 } } }),
        "fn encode(",
        &expect![[r##"
            #[automatically_derived]
            impl Value for Payment {
                fn encode(&self, __out: &mut Writer<'_>) {
                    match self {
                        Payment::Cash {} => {
                            let __slot = __out
                                .open_sized(2usize * size_of::<Self>());
                            if !__out.is_too_deep() {
                                put_tag(b"\0type\0", "Cash", __out);
                            }
                            __out.close(__slot);
                        }
                        Payment::Card { last4: __v1f0 } => {
                            let __slot = __out
                                .open_sized(2usize * size_of::<Self>());
                            if !__out.is_too_deep() {
                                put_tag(b"\0type\0", "Card", __out);
                                put_field::<__V1F0>(__v1f0, __out);
                            }
                            __out.close(__slot);
                        }
                    }
                }
            }
        "##]],
    );
}

#[test]
fn a_newtype_is_what_it_holds() {
    check(
        embedded(quote! { struct OrderId(ObjectId); }),
        "const SHAPE",
        &expect![[r#"
            #[automatically_derived]
            impl Value for OrderId {
                const SHAPE: &'static Shape = newtype_shape(
                    <ObjectId as Value<
                        AsIs,
                    >>::SHAPE,
                    &Shape::Bounded(
                        Bounds {
                            max_items: &[],
                            max_len: usize::MAX,
                            max_bytes: usize::MAX,
                        },
                        <ObjectId as Value<
                            AsIs,
                        >>::SHAPE,
                    ),
                    &Bounds {
                        max_items: &[],
                        max_len: usize::MAX,
                        max_bytes: usize::MAX,
                    },
                );
            }
        "#]],
    );
    check(
        embedded(quote! { struct OrderId(ObjectId); }),
        "fn encode(",
        &expect![[r#"
        #[automatically_derived]
        impl Value for OrderId {
            #[inline]
            fn encode(&self, __out: &mut Writer<'_>) {
                <ObjectId as Value<
                    AsIs,
                >>::encode(&self.0, __out)
            }
        }
    "#]],
    );
}

#[test]
fn a_generic_type_has_its_arguments_in_its_identity() {
    check(
        embedded(quote! { struct Page<T: Clone, const N: usize> { first: T } }),
        "__IDENTITY: &",
        &expect![[r#"
            impl<T: Clone + Value + 'static, const N: usize> Page<T, N> {
                const __IDENTITY: &'static Identity = &Identity::new(
                    concat!(
                        module_path!(), "::", "Page", ":",
                        line!(), ":",
                        column!()
                    ),
                    &[<T as Value>::BACK],
                    &[N as u64],
                );
            }
        "#]],
    );
}

#[test]
fn a_document_writes_its_id_first_and_its_version_behind() {
    check(
        document(quote! {
            #[mongo(collection = "orders", schema_version = 2)]
            struct Order { total: i64, #[mongo(id)] key: ObjectId }
        }),
        "fn encode(",
        &expect![[r##"
            #[automatically_derived]
            impl Value for Order {
                fn encode(&self, __out: &mut Writer<'_>) {
                    let __slot = __out.open_sized(size_of::<Self>());
                    if !__out.is_too_deep() {
                        put_field::<__F0>(&self.key, __out);
                        put_version(b"\0schemaVersion\0", 2i32, __out);
                        put_field::<__F1>(&self.total, __out);
                    }
                    __out.close(__slot);
                }
            }
        "##]],
    );
}

#[test]
fn a_document_declares_its_collection() {
    check(
        document(quote! {
            #[mongo(collection = "orders", max_size = "64 KiB", proven)]
            struct Order { #[mongo(id)] id: ObjectId, #[mongo(revision)] revision: Revision }
        }),
        "Declaration::new",
        &expect![[r#"
            const __DECLARATION: &::mongo_runtime::document::Declaration = &{
                let mut __it = ::mongo_runtime::document::Declaration::new(
                    "Order",
                    "orders",
                    __SHAPE,
                );
                __it.max_size = 65536usize;
                __it.is_proven = true;
                __it.revision = Option::Some("revision");
                __it.indexes = __INDEXES;
                __it
            };
        "#]],
    );
}

#[test]
fn a_reader_is_asked_by_its_version() {
    check(
        document(quote! {
            #[mongo(collection = "orders", schema_version = 2, reads(v1::Order))]
            struct Order { #[mongo(id)] id: ObjectId }
        }),
        "fn read_version",
        &expect![[r#"
            #[automatically_derived]
            impl ::mongo_runtime::Document for Order {
                fn read_version(
                    __found: i32,
                    __bytes: &[u8],
                ) -> Result<
                    Self,
                    DecodeError,
                > {
                    if reads(
                        <v1::Order as ::mongo_runtime::Document>::DECLARATION,
                        __found,
                    ) {
                        return upgrade_from::<v1::Order, Self>(__bytes);
                    }
                    Result::Err(
                        unsupported::<Self>(__found, __bytes),
                    )
                }
            }
        "#]],
    );
}

#[test]
fn a_path_in_an_attribute_is_a_closure_that_no_one_calls() {
    check(
        document(quote! {
            #[mongo(collection = "orders")]
            #[mongo(index(name = "ix", keys(customer.id, items[].sku = desc)))]
            struct Order { #[mongo(id)] id: ObjectId, customer: Customer, items: Items }
        }),
        "const __KEYS0",
        &expect![[r#"
            const __KEYS0: &[IndexKey] = &[
                index_key(
                    || inside(Order::fields().customer()).id(),
                    KeyKind::Asc,
                ),
                index_key(
                    || {
                        inside(
                                each(Order::fields().items()),
                            )
                            .sku()
                    },
                    KeyKind::Desc,
                ),
            ];
        "#]],
    );
    check(
        document(quote! {
            #[mongo(collection = "orders")]
            #[mongo(index(name = "ix", keys(total), partial(total >= -5, exists(total))))]
            struct Order { #[mongo(id)] id: ObjectId, total: i64 }
        }),
        "const __PARTIAL0",
        &expect![[r#"
            const __PARTIAL0: &[::mongo_runtime::index::PartialTerm] = &[
                partial_term(
                    || Order::fields().total(),
                    PartialOp::Gte,
                    Literal::Int(-5),
                ),
                partial_term(
                    || Order::fields().total(),
                    PartialOp::Exists,
                    Literal::Bool(true),
                ),
            ];
        "#]],
    );
}
