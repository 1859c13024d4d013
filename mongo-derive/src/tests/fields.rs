//! What a field becomes.

use expect_test::expect;
use quote::quote;

use super::check;
use crate::embedded;

#[test]
fn a_field_has_one_marker_with_all_that_was_declared() {
    check(
        embedded(quote! {
            struct Customer {
                #[mongo(rename = "fullName", max_len = 80, null)]
                pub name: Option<String>,
            }
        }),
        "__F0 {}",
        &expect![[r##"
            #[doc(hidden)]
            #[allow(missing_debug_implementations, reason = "it has no values")]
            pub enum __F0 {}
        "##]],
    );
    check(
        embedded(quote! {
            struct Customer {
                #[mongo(rename = "fullName", max_len = 80, null)]
                pub name: Option<String>,
            }
        }),
        "Member",
        &expect![[r##"
            #[automatically_derived]
            impl Member for __F0 {
                type Codec = AsIs;
                type Access = Free;
                type Ty = Option<String>;
                const NAME: &'static str = "fullName";
                const HEADER: &'static [u8] = b"\0fullName\0";
                const BOUNDS: Bounds = Bounds {
                    max_items: &[],
                    max_len: 80usize,
                    max_bytes: usize::MAX,
                };
                const NULL: bool = true;
            }
        "##]],
    );
}

#[test]
fn a_representation_is_a_type() {
    check(
        embedded(
            quote! { struct Counter { #[mongo(as = "int64_checked")] hits: u64, #[mongo(with = Cents)] price: Price } },
        ),
        "type Codec",
        &expect![[r#"
            #[automatically_derived]
            impl Member for __F0 {
                type Codec = Int64Checked;
            }
            #[automatically_derived]
            impl Member for __F1 {
                type Codec = Cents;
            }
        "#]],
    );
}

#[test]
fn fields_are_written_by_calls_on_their_markers() {
    check(
        embedded(quote! { struct Item { sku: String, r#type: i32 } }),
        "fn encode(",
        &expect![[r#"
        #[automatically_derived]
        impl Value for Item {
            fn encode(&self, __out: &mut Writer<'_>) {
                let __slot = __out.open_sized(size_of::<Self>());
                if !__out.is_too_deep() {
                    put_field::<__F0>(&self.sku, __out);
                    put_field::<__F1>(&self.r#type, __out);
                }
                __out.close(__slot);
            }
        }
    "#]],
    );
}

#[test]
fn fields_are_read_in_the_order_that_was_written_and_then_in_any() {
    check(
        embedded(quote! { struct Item { sku: String, r#type: i32 } }),
        "fn decode(",
        &expect![[r##"
            #[automatically_derived]
            impl Value for Item {
                fn decode(
                    __element_type: u8,
                    __input: &mut Reader<'_>,
                ) -> Result<Self, Failure> {
                    let __scope = open_document(
                        __element_type,
                        size_of::<Self>(),
                        __input,
                    )?;
                    let mut __slot0 = Option::None;
                    let mut __slot1 = Option::None;
                    let mut __ahead = Clone::clone(__input);
                    if let Result::Err(__failure) = expect_field::<
                        __F0,
                    >(&mut __slot0, &mut __ahead) {
                        return Result::Err(__failure);
                    }
                    if let Result::Err(__failure) = expect_field::<
                        __F1,
                    >(&mut __slot1, &mut __ahead) {
                        return Result::Err(__failure);
                    }
                    *__input = __ahead;
                    while let Option::Some((__element_type, __key)) = __input
                        .next_element(&__scope)?
                    {
                        match __key {
                            b"sku" => {
                                late_field::<
                                    __F0,
                                >(&mut __slot0, __element_type, __input)
                            }
                            b"type" => {
                                late_field::<
                                    __F1,
                                >(&mut __slot1, __element_type, __input)
                            }
                            _ => __input.skip(__element_type),
                        }?;
                    }
                    __input.close(__scope)?;
                    let Option::Some(__slot0) = finish_field::<
                        __F0,
                    >(__slot0) else {
                        return Result::Err(
                            missing_field("sku", &__scope, __input),
                        );
                    };
                    let Option::Some(__slot1) = finish_field::<
                        __F1,
                    >(__slot1) else {
                        return Result::Err(
                            missing_field("type", &__scope, __input),
                        );
                    };
                    Result::Ok(Self {
                        sku: __slot0,
                        r#type: __slot1,
                    })
                }
            }
        "##]],
    );
}

#[test]
fn a_path_is_a_method_as_visible_as_the_field() {
    check(
        embedded(quote! { struct Item { pub(crate) sku: String } }),
        "fn sku",
        &expect![[r##"
            #[allow(
                dead_code,
                non_snake_case,
                private_bounds,
                private_interfaces,
                reason = "a method is named and seen as its field, and is there for all of them"
            )]
            impl<__P: Path> ItemFields<__P> {
                ///The path to `sku`.
                #[must_use]
                pub(crate) fn sku(self) -> <__F0 as Goto<__P>>::To
                where
                    __F0: Goto<__P>,
                {
                    <__F0 as Goto<__P>>::to()
                }
            }
        "##]],
    );
}
