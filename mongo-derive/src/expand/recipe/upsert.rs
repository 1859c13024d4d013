//! Upserts: the key by which one finds its document, and what it inserts.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use syn::LitStr;

use super::{Context, Under, ensure, lent, module, paths, values};
use crate::model::Recipe;

/// The table of the keys.
pub(super) fn keys(cx: &Context, model: &Recipe) -> Option<TokenStream> {
    model.upsert.as_ref()?;
    let r = module(cx, Span::call_site());
    let keys = model.keys.iter().map(|it| {
        let (path, written) = (paths::whole(cx, &it.path), it.path.written());
        quote!(#r::planned_key(|| #path, #written))
    });
    Some(quote!(const __KEYS: &[#r::PlannedKey] = &[#(#keys),*];))
}

/// What the table of the recipe has of it.
pub(super) fn constants(cx: &Context, model: &Recipe) -> Option<TokenStream> {
    let index = model.upsert.as_ref()?;
    let (p, r) = (&cx.p, module(cx, Span::call_site()));
    Some(quote! {
        const UPSERT: #p::Option<&'static #p::str> = #p::Option::Some(#index);
        const KEYS: &'static [#r::PlannedKey] = __KEYS;
    })
}

/// An upsert is no update: it brings its own filter.
pub(super) fn into_upsert(
    cx: &Context,
    model: &Recipe,
    index: &LitStr,
    parts: &[TokenStream],
) -> TokenStream {
    let (runtime, r) = (&cx.runtime, module(cx, Span::call_site()));
    let Recipe { ident, generics, .. } = model;
    let keys = values::keys(cx, model);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let lent = lent(generics);
    let (lent_generics, _, _) = lent.split_for_impl();
    let name = quote! {
        fn operation_name(&self) -> #runtime::operation::OperationName {
            <#ident #ty_generics as #r::Recipe>::OPERATION
        }
    };
    quote! {
        #[automatically_derived]
        impl #lent_generics #runtime::update::IntoUpsert<__Document> for &'__lent #ident #ty_generics #where_clause {
            fn into_upsert(self) -> #runtime::update::Upsert<__Document> {
                let __it = self;
                #r::upsert(#index, [#(#keys),*], #r::joined([#(#parts),*]))
            }
            #name
        }
        #[automatically_derived]
        impl #impl_generics #runtime::update::IntoUpsert<__Document> for #ident #ty_generics #where_clause {
            fn into_upsert(self) -> #runtime::update::Upsert<__Document> {
                #runtime::update::IntoUpsert::into_upsert(&self)
            }
            #name
        }
    }
}

/// One `const` a key, and one for the whole under the name of the index.
pub(super) fn checks(cx: &Context, model: &Recipe) -> Vec<TokenStream> {
    let Some(index) = &model.upsert else { return Vec::new() };
    let (runtime, r) = (&cx.runtime, module(cx, Span::call_site()));
    let name = model.ident.to_string();
    let declaration = quote!(<__Document as #runtime::Document>::DECLARATION);
    let keys = model.keys.iter().enumerate().map(|(at, it)| {
        let at = Literal::usize_unsuffixed(at);
        let broken = quote!(#r::check_upsert_key(#declaration, #index, __KEYS, #at));
        ensure(cx, Under::tokens(&it.path), broken)
    });
    let broken = quote!(#r::check_upsert(#name, #declaration, #index, __KEYS, __CHANGES));
    let whole = ensure(cx, Under::tokens(index), broken);
    keys.chain([whole]).map(|check| quote!(const _: () = #check;)).collect()
}
