//! The table of a type's fields, and the rules over it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, Under, at, ensure, members::Member};
use crate::model::Role;

/// The rows of the table. `own` is the identity of the type.
pub(super) fn rows(cx: &Context, members: &[Member<'_>], own: &TokenStream) -> Vec<TokenStream> {
    members.iter().map(|member| row(cx, member, own)).collect()
}

fn row(cx: &Context, member: &Member<'_>, own: &TokenStream) -> TokenStream {
    let p = &cx.p;
    let Member { field, ty, .. } = member;
    let span = at(field.ty.span());
    let rust_name = field.rust_name();
    // A field with a declared depth stops at documents: the size of the recursion is worked out from the depth.
    let shape = match (field.max_depth, field.max_bytes) {
        (None, None) => quote_spanned!(span=> #p::shape_or_back::<#ty>(#own)),
        _ => quote_spanned!(span=> #p::back_of::<#ty>()),
    };
    let max_depth = field.max_depth.unwrap_or(0);
    let max_bytes = field.max_bytes.unwrap_or(0);
    quote_spanned! {span=> #p::field_shape::<#ty>(#rust_name, #shape, #max_depth, #max_bytes) }
}

/// The row of the schema version.
pub(super) fn version_row(cx: &Context, field: &str, current: i32) -> TokenStream {
    let p = &cx.p;
    quote!(#p::version_shape(#field, &const { #p::Shape::Scalar(#p::version_scalar(#current)) }))
}

/// One `const` a field, so that each broken field is an error of its own, under its type.
pub(super) fn checks(
    cx: &Context,
    members: &[Member<'_>],
    type_name: &str,
    own: &TokenStream,
    table: &TokenStream,
) -> TokenStream {
    let each = calls(cx, members, type_name, own, table)
        .into_iter()
        .map(|call| quote!(const _: () = #call;));
    each.collect()
}

/// The checks as calls, for a generic type, whose table is no `const` item.
pub(super) fn calls(
    cx: &Context,
    members: &[Member<'_>],
    type_name: &str,
    own: &TokenStream,
    table: &TokenStream,
) -> Vec<TokenStream> {
    let p = &cx.p;
    let is_document = members.iter().any(|member| member.field.role == Role::Id);
    let calls = members.iter().enumerate().map(|(index, member)| {
        let under = Under::tokens(&member.field.ty);
        let check = match member.field.role {
            Role::Plain if is_document => quote!(check_field),
            Role::Plain => quote!(check_part),
            Role::Id => quote!(check_id),
            Role::Revision => quote!(check_revision),
        };
        ensure(cx, under, quote!(#p::#check(#type_name, #own, &#table[#index])))
    });
    calls.collect()
}
