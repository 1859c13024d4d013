//! `Self` in the type of a field and in its attributes, as the name that it stands for: generated code has these types outside of an `impl`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::DeriveInput;

/// Writes out `Self` in the types of all fields, and in their attributes.
pub(crate) fn write_out_self(input: &mut DeriveInput) {
    let (_, generics, _) = input.generics.split_for_impl();
    let ident = &input.ident;
    let own = quote!(#ident #generics);
    let fields: Vec<&mut syn::Field> = match &mut input.data {
        syn::Data::Struct(data) => data.fields.iter_mut().collect(),
        syn::Data::Enum(data) => {
            data.variants.iter_mut().flat_map(|variant| variant.fields.iter_mut()).collect()
        }
        syn::Data::Union(_) => return,
    };
    for field in fields {
        let tokens = field.ty.to_token_stream();
        if has_self(tokens.clone())
            && let Ok(ty) = syn::parse2(replaced(tokens, &own))
        {
            field.ty = ty;
        }
        for attr in field.attrs.iter_mut().filter(|attr| attr.path().is_ident("mongo")) {
            if let syn::Meta::List(list) = &mut attr.meta {
                list.tokens = replaced(list.tokens.clone(), &own);
            }
        }
    }
}

fn has_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => has_self(group.stream()),
        _ => false,
    })
}

fn replaced(tokens: TokenStream, own: &TokenStream) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Ident(ident) if ident == "Self" => at(&ident, own),
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), replaced(group.stream(), own));
            inside.set_span(group.span());
            TokenTree::Group(inside).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map(replace).collect()
}

/// The type at the place of `Self`, so that errors point there.
fn at(place: &Ident, own: &TokenStream) -> TokenStream {
    let tokens = own.clone().into_iter().map(|mut token| {
        token.set_span(place.span());
        token
    });
    tokens.collect()
}
