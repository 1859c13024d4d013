//! A zero-sized type a field: the only place where its Rust type meets its representation.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Generics, Ident, ext::IdentExt, spanned::Spanned};

use super::{Context, at};
use crate::model::{Codec, Field, Role};

/// A field and the type that stands for it.
pub(super) struct Member<'m> {
    pub(super) field: &'m Field,
    /// The name of the marker type.
    pub(super) marker: Ident,
    /// The marker with its generic arguments.
    pub(super) ty: TokenStream,
}

/// Names a marker a field. `prefix` keeps those of different variants apart.
pub(super) fn members<'m>(
    prefix: &str,
    generics: &Generics,
    fields: &'m [Field],
) -> Vec<Member<'m>> {
    let (_, ty_generics, _) = generics.split_for_impl();
    fields
        .iter()
        .enumerate()
        .map(|(index, field)| {
            let marker = format_ident!("__{prefix}{index}");
            let ty = quote!(#marker #ty_generics);
            Member { field, marker, ty }
        })
        .collect()
}

/// The marker types and what they say. `is_public` gives them the visibility of their fields.
pub(super) fn declare(
    cx: &Context,
    generics: &Generics,
    members: &[Member<'_>],
    is_public: bool,
) -> TokenStream {
    members.iter().map(|member| one(cx, generics, member, is_public)).collect()
}

fn one(cx: &Context, generics: &Generics, member: &Member<'_>, is_public: bool) -> TokenStream {
    let p = &cx.p;
    let Member { field, marker, ty } = member;
    let (field_ty, stored) = (&field.ty, &field.stored);
    let span = at(field_ty.span());
    let field_ty = match &field.codec {
        // The path of the wrapper stands under the user's type, too, where the compiler shows what serde lacks.
        Codec::Serde => quote_spanned!(span=> #p::Serde<#field_ty>),
        _ => quote!(#field_ty),
    };
    let vis = is_public.then_some(&field.vis);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let header = Literal::byte_string(format!("\0{stored}\0").as_bytes());
    let codec = codec(cx, field);
    let codec_name = marker_name(field)
        .map(|name| quote!(const CODEC: #p::Option<&'static #p::str> = #p::Option::Some(#name);));

    let bounds = bounds(cx, field);
    let managed = match field.role {
        Role::Plain => None,
        Role::Id => Some(quote!(const MANAGED: #p::Managed = #p::Managed::Id;)),
        Role::Revision => Some(quote!(const MANAGED: #p::Managed = #p::Managed::Revision;)),
    };
    let access = if field.role == Role::Id { quote!(#p::PartOfId) } else { quote!(#p::Free) };
    let null = null(cx, field);
    let max_depth =
        field.max_depth.map(|max_depth| quote!(const MAX_DEPTH: #p::usize = #max_depth;));

    let reference = field.reference.as_ref().map(|to| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #p::Refers for #ty #where_clause {
                type To = #to;
            }
        }
    });

    let marker_item = if generics.params.is_empty() {
        quote_spanned!(span=> #vis enum #marker {})
    } else {
        let params = generics.type_params().map(|param| &param.ident);
        quote_spanned!(span=> #vis struct #marker #impl_generics (#p::PhantomData<fn() -> (#(#params,)*)>) #where_clause;)
    };
    quote_spanned! {span=>
        #[doc(hidden)]
        #[allow(missing_debug_implementations, reason = "it has no values")]
        #marker_item
        #[automatically_derived]
        impl #impl_generics #p::Member for #ty #where_clause {
            type Codec = #codec;
            type Access = #access;
            type Ty = #field_ty;
            const NAME: &'static #p::str = #stored;
            const HEADER: &'static [#p::u8] = #header;
            #codec_name
            #bounds
            #managed
            #null
            #max_depth
        }
        #reference
    }
}

/// The declared bounds, if there are any.
pub(super) fn bounds(cx: &Context, field: &Field) -> Option<TokenStream> {
    let p = &cx.p;
    let has_bounds =
        !field.max_items.is_empty() || field.max_len.is_some() || field.max_bytes.is_some();
    has_bounds.then(|| {
        let max_items = &field.max_items;
        let max_len = field.max_len.map_or_else(|| quote!(#p::usize::MAX), |max_len| quote!(#max_len));
        let max_bytes = field.max_bytes.map_or_else(|| quote!(#p::usize::MAX), |max_bytes| quote!(#max_bytes));
        quote!(const BOUNDS: #p::Bounds = #p::Bounds { max_items: &[#(#max_items),*], max_len: #max_len, max_bytes: #max_bytes };)
    })
}

/// That `None` is written as null.
pub(super) fn null(cx: &Context, field: &Field) -> Option<TokenStream> {
    let p = &cx.p;
    field.null.then(|| quote!(const NULL: #p::bool = true;))
}

/// The name of the marker of a representation of the application, as the manifest shows it.
pub(super) fn marker_name(field: &Field) -> Option<String> {
    let Codec::With(path) = &field.codec else { return None };
    path.segments.last().map(|segment| segment.ident.unraw().to_string())
}

/// The type that stands for the representation of a field.
pub(super) fn codec(cx: &Context, field: &Field) -> TokenStream {
    let p = &cx.p;
    let codec = match &field.codec {
        Codec::AsIs | Codec::Serde => quote!(#p::AsIs),
        Codec::Named { marker, span } => {
            let marker = Ident::new(marker, at(*span));
            quote!(#p::#marker)
        }
        Codec::With(path) => quote!(#path),
    };
    match field.lossless {
        None => codec,
        Some(span) => quote_spanned!(at(span)=> #p::Lossless<#codec>),
    }
}
