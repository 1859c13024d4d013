//! The typed paths of an enum with data: a handle with a method a variant, and one for the fields of each.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Generics, Ident, Visibility};

use super::{
    Context, at,
    fields::Handle,
    members::{self, Member},
};
use crate::model::UnionVariant;

/// The type that stands for variant `index`.
fn marker(index: usize) -> Ident {
    format_ident!("__V{index}")
}

/// The handle of the enum, those of its variants, and the types that stand for these.
pub(super) fn declare(
    cx: &Context,
    vis: &Visibility,
    ident: &Ident,
    generics: &Generics,
    tag: &str,
    variants: &[(&UnionVariant, &[Member<'_>])],
) -> TokenStream {
    let p = &cx.p;
    let markers = variants.iter().enumerate().map(|(index, (variant, _))| {
        let (marker, stored) = (marker(index), &variant.stored);
        quote! {
            #[doc(hidden)]
            #[allow(missing_debug_implementations, reason = "it has no values")]
            #vis enum #marker {}
            #[automatically_derived]
            impl #p::Variant for #marker {
                const TAG_FIELD: &'static #p::str = #tag;
                const TAG: &'static #p::str = #stored;
            }
        }
    });
    let with_fields = variants.iter().filter(|(_, members)| !members.is_empty());
    let inner = with_fields.map(|(variant, members)| {
        let handle = Handle {
            name: handle(ident, variant),
            vis,
            generics,
            doc: format!("Typed paths to the fields of a `{ident}::{}`.", variant.ident),
        };
        let methods =
            members.iter().map(|member| super::fields::method(cx, member, &shown(cx, member)));
        let fields = members.iter().map(|member| field(cx, vis, member));
        let handle = handle.declare(cx, methods);
        quote!(#(#fields)* #handle)
    });
    let methods = variants.iter().enumerate().map(|(index, (variant, members))| {
        methods(cx, vis, ident, generics, index, variant, members)
    });
    let outer = Handle {
        name: super::fields::handle(ident),
        vis,
        generics,
        doc: format!("Typed paths into the variants of a `{ident}`."),
    };
    let outer = outer.declare(cx, methods);
    quote!(#(#markers)* #(#inner)* #outer)
}

/// The name of the type that stands for a field where the enum is seen.
fn field_marker(member: &Member<'_>) -> Ident {
    format_ident!("{}Path", member.marker)
}

/// What a path asks of a field, without its type: that may be more private than the enum.
fn field(cx: &Context, vis: &Visibility, member: &Member<'_>) -> TokenStream {
    let p = &cx.p;
    let (marker, stored) = (field_marker(member), &member.field.stored);
    let (bounds, null) = (members::bounds(cx, member.field), members::null(cx, member.field));
    quote! {
        #[doc(hidden)]
        #[allow(missing_debug_implementations, reason = "it has no values")]
        #vis enum #marker {}
        #[automatically_derived]
        impl #p::VariantField for #marker {
            const NAME: &'static #p::str = #stored;
            #bounds
            #null
        }
    }
}

/// The type that stands for a field in paths.
fn shown(cx: &Context, member: &Member<'_>) -> TokenStream {
    let p = &cx.p;
    let (marker, ty, codec) =
        (field_marker(member), &member.field.ty, members::codec(cx, member.field));
    quote!(#p::InVariant<#marker, #ty, #codec>)
}

/// The name of the handle of a variant.
fn handle(ident: &Ident, variant: &UnionVariant) -> Ident {
    format_ident!("{ident}{}Fields", variant.ident)
}

fn methods(
    cx: &Context,
    vis: &Visibility,
    ident: &Ident,
    generics: &Generics,
    index: usize,
    variant: &UnionVariant,
    members: &[Member<'_>],
) -> TokenStream {
    let p = &cx.p;
    let UnionVariant { method, is_method, stored, .. } = variant;
    let marker = marker(index);
    let path = quote!(#p::As<__P, #marker>);
    // A variant without fields is named by the condition of an index alone.
    let (doc, to) = if members.is_empty() {
        (quote!(#[doc(hidden)]), quote!(#p::Leaf<#path>))
    } else {
        let (handle, params) = (handle(ident, variant), super::params(generics));
        let doc = format!("The path into the variant `{stored}`.");
        (quote!(#[doc = #doc]), quote!(#handle<#(#params,)* #path>))
    };
    let is_doc = format!("What is there is the variant `{stored}`.");
    let span = at(variant.ident.span());
    quote_spanned! {span=>
        #doc
        #[must_use]
        #vis fn #method(self) -> #to
        where
            <__P as #p::Path>::Reach: #p::OneVariant,
        {
            #p::Field::at_path()
        }
        #[doc = #is_doc]
        #vis fn #is_method(self) -> #p::Filter<<__P as #p::Path>::Root>
        where
            <__P as #p::Path>::Reach: #p::OneVariant,
        {
            #p::is_variant::<__P, #marker>()
        }
    }
}
