//! The table of a type's fields, and the rules over it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Ident, Path, ext::IdentExt, spanned::Spanned};

use super::{Context, Under, at, ensure, members::Member};
use crate::{
    model::{Copied, Role},
    parse::Allow,
};

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
    let reference =
        field.reference.as_ref().map(|_| quote!(.referring(#p::collection_of::<#ty>())));
    let copied = copied(cx, member);
    let allow = allow(cx, &field.allow).map(|allow| quote!(.allowing(#allow)));
    quote_spanned! {span=>
        #p::field_shape::<#ty>(#rust_name, #shape, #max_depth, #max_bytes) #reference #copied #allow
    }
}

/// The path that a field is a copy of, by Rust names.
fn copied(cx: &Context, member: &Member<'_>) -> Option<TokenStream> {
    let p = &cx.p;
    let steps = match &member.field.copied {
        Copied::No => return None,
        Copied::SameName => vec![member.field.rust_name()],
        Copied::Named(path) => {
            path.steps.iter().map(|(step, _)| step.unraw().to_string()).collect()
        }
    };
    Some(quote!(.copied(#p::CopyOf { of: __SOURCE, path: &[#(#steps),*] })))
}

/// Rules that are broken on purpose.
pub(super) fn allow(cx: &Context, allow: &[Allow]) -> Option<TokenStream> {
    let runtime = &cx.runtime;
    if allow.is_empty() {
        return None;
    }
    let rules = allow.iter().map(|allow| allow.rule.to_string());
    let reasons = allow.iter().map(|allow| &allow.reason);
    Some(quote!(&[#(#runtime::document::Allowance { rule: #rules, reason: #reasons }),*]))
}

/// The row of the discriminator.
pub(super) fn discriminator_row(cx: &Context, field: &str, tag: &str) -> TokenStream {
    let p = &cx.p;
    quote! {
        #p::discriminator_shape(#field, &const {
            #p::Shape::Tags(&#p::TagsShape { name: "discriminator", tags: &[#tag], fallback: #p::Option::None })
        })
    }
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
    let each = calls(cx, members, type_name, own, table, false)
        .into_iter()
        .map(|call| quote!(const _: () = #call;));
    each.collect()
}

/// The checks as calls: the table of a generic type is no `const` item.
pub(super) fn calls(
    cx: &Context,
    members: &[Member<'_>],
    type_name: &str,
    own: &TokenStream,
    table: &TokenStream,
    is_generic: bool,
) -> Vec<TokenStream> {
    let check_part = if is_generic { quote!(check_generic_part) } else { quote!(check_part) };
    let p = &cx.p;
    let is_document = members.iter().any(|member| member.field.role == Role::Id);
    let calls = members.iter().enumerate().flat_map(|(index, member)| {
        let under = Under::tokens(&member.field.ty);
        let check = match member.field.role {
            Role::Plain if is_document => quote!(check_field),
            Role::Plain => check_part.clone(),
            Role::Id => quote!(check_id),
            Role::Revision => quote!(check_revision),
        };
        let mut rules =
            vec![ensure(cx, under, quote!(#p::#check(#type_name, #own, &#table[#index])))];
        if member.field.reference.is_some() {
            let ty = &member.ty;
            let broken = quote!(#p::check_reference::<#ty>(#type_name, &#table[#index]));
            rules.push(ensure(cx, under, broken));
        }
        rules
    });
    calls.collect()
}

/// The rules of copies: each is one of the other document's field, and the `_id` is among them.
pub(super) fn copies(
    cx: &Context,
    members: &[Member<'_>],
    type_name: &str,
    owner: &Ident,
    copy_of: &Path,
) -> TokenStream {
    let p = &cx.p;
    let each = members.iter().enumerate().filter_map(|(index, member)| {
        let source = match &member.field.copied {
            Copied::No => return None,
            Copied::SameName => Under::token(member.field.ident.span()),
            Copied::Named(path) => path.under(),
        };
        let row = quote!(&__ROWS[#index]);
        let exists = ensure(cx, source, quote!(#p::check_copied::<#owner>(#type_name, #row)));
        let alike = ensure(
            cx,
            Under::tokens(&member.field.ty),
            quote!(#p::check_copy::<#owner>(#type_name, #row)),
        );
        Some(quote!(const _: () = #exists; const _: () = #alike;))
    });
    let broken = quote!(#p::check_copies::<#owner>(#type_name, __ROWS));
    let whole = ensure(cx, Under::tokens(copy_of), broken);
    quote! {
        #[automatically_derived]
        impl #p::Copies for #owner {
            type Of = #copy_of;
        }
        const __SOURCE: #p::Source = #p::declaration_of::<#owner>;
        #(#each)*
        const _: () = #whole;
    }
}
