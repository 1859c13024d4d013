//! Recipes: the table of what one does, and the update that its values make.

mod paths;

mod stub;

mod upsert;

mod values;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, Lifetime};

use super::{Context, Under, at, ensure, lent, wrap};
use crate::{
    model::{Change, Recipe},
    parse::Elements,
};

pub(crate) use self::stub::recipe_stub;

/// A recipe.
pub(crate) fn recipe(model: &Recipe) -> TokenStream {
    let cx = &Context::new(&model.runtime);
    let tables = tables(cx, model);
    let update = into_update(cx, model);
    let checks = checks(cx, model);
    let operation = operation(cx, &model.ident, &model.generics);
    wrap(&quote!(#tables #update #operation #checks))
}

/// What a catalog lists. A list names types without parameters; a lifetime says nothing of what is sent.
fn operation(cx: &Context, ident: &Ident, generics: &Generics) -> Option<TokenStream> {
    let (p, runtime, r) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let n_lifetimes = generics.lifetimes().count();
    if n_lifetimes < generics.params.len() {
        return None;
    }
    let lifetimes = (0..n_lifetimes).map(|_| Lifetime::new("'static", Span::call_site()));
    Some(quote! {
        #[automatically_derived]
        impl #runtime::operation::Operation for #ident<#(#lifetimes),*> {
            type Document = __Document;
            const NAME: #runtime::operation::OperationName = <Self as #r::Recipe>::OPERATION;
            const KIND: #runtime::operation::OperationKind = #runtime::operation::OperationKind::Recipe;
            const UPSERT: #p::Option<&'static #p::str> = <Self as #r::Recipe>::UPSERT;
        }
    })
}

/// The module of the runtime that a recipe is made of, as if the user had named it here.
fn module(cx: &Context, span: Span) -> TokenStream {
    let runtime = &cx.runtime;
    if cx.is_renamed {
        super::located(&quote!(#runtime::update::recipe), span)
    } else {
        quote_spanned!(span=> ::mongo_runtime::update::recipe)
    }
}

/// The constants, by names that are nobody's business.
fn tables(cx: &Context, model: &Recipe) -> TokenStream {
    let (p, r) = (&cx.p, module(cx, Span::call_site()));
    let document = &model.document;
    let changes = model.changes.iter().map(|change| planned(cx, change));
    let expected = model.expected.iter().map(|expected| {
        let (path, written) = (paths::whole(cx, &expected.path), expected.path.written());
        let (is, optional) = (Ident::new(expected.is, Span::call_site()), expected.optional);
        quote!(#r::expected(|| #path, #written, #r::Expectation::#is, #optional))
    });
    let matched = model.matched.iter().flat_map(|matched| &matched.all).map(|condition| {
        let (path, written) = (paths::whole(cx, &condition.path), condition.path.written());
        quote!(#r::expected(|| #path, #written, #r::Expectation::Matched, false))
    });
    let elements = model.named.iter().flat_map(|named| named.all.iter().map(move |it| (named, it)));
    let elements = elements.map(|(named, condition)| {
        let (path, name) = (paths::in_element(cx, named, condition), named.name.to_string());
        quote!(#r::condition(|| #path, #name))
    });
    let keys = upsert::keys(cx, model);
    quote! {
        type __Document = #document;
        const __CHANGES: &[#r::PlannedChange] = &[#(#changes),*];
        const __EXPECTED: &[#r::PlannedExpectation] = &[#(#expected,)* #(#matched),*];
        const __ELEMENTS: &[#r::PlannedCondition] = &[#(#elements),*];
        #keys
        const __NONE: #p::Option<#p::i32> = #p::Option::None;
    }
}

fn planned(cx: &Context, change: &Change) -> TokenStream {
    let (p, r) = (&cx.p, module(cx, Span::call_site()));
    let (path, written) = (paths::whole(cx, &change.path), change.path.written());
    let (attribute, operator) = (change.operator.value.text(), change.operator.value.bson());
    let elements = change.path.elements().map(|elements| match elements {
        Elements::Each(_) => quote!(#r::Chosen::Each),
        Elements::Matched(_) => quote!(#r::Chosen::Matched),
        Elements::Named(name) => {
            let name = name.to_string();
            quote!(#r::Chosen::Named(#name))
        }
    });
    let slice = match &change.push.slice {
        Some(slice) => quote!(#p::Option::Some(#slice)),
        None => quote!(__NONE),
    };
    let optional = change.optional;
    quote!(#r::planned(|| #path, #written, #attribute, #operator, &[#(#elements),*], #slice, #optional))
}

fn into_update(cx: &Context, model: &Recipe) -> TokenStream {
    let (p, runtime, r) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let Recipe { ident, generics, operation, .. } = model;
    let parts = values::parts(cx, model);
    let upsert = upsert::constants(cx, model);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let lent = lent(generics);
    let (lent_generics, _, _) = lent.split_for_impl();
    let name = quote! {
        fn operation_name(&self) -> #p::Option<#runtime::operation::OperationName> {
            #p::Option::Some(<#ident #ty_generics as #r::Recipe>::OPERATION)
        }
    };
    let recipe = quote! {
        #[automatically_derived]
        impl #impl_generics #r::Recipe for #ident #ty_generics #where_clause {
            type Document = __Document;
            const OPERATION: #runtime::operation::OperationName =
                #runtime::operation::OperationName::new(#operation);
            const CHANGES: &'static [#r::PlannedChange] = __CHANGES;
            const EXPECTED: &'static [#r::PlannedExpectation] = __EXPECTED;
            const ELEMENTS: &'static [#r::PlannedCondition] = __ELEMENTS;
            #upsert
        }
    };
    if let Some(index) = &model.upsert {
        let impls = upsert::into_upsert(cx, model, index, &parts);
        return quote!(#recipe #impls);
    }
    quote! {
        #recipe
        #[automatically_derived]
        impl #lent_generics #runtime::update::IntoUpdate<__Document> for &'__lent #ident #ty_generics #where_clause {
            fn into_update(self) -> #runtime::update::Update<__Document> {
                let __it = self;
                #r::joined([#(#parts),*])
            }
            #name
        }
        #[automatically_derived]
        impl #impl_generics #runtime::update::IntoUpdate<__Document> for #ident #ty_generics #where_clause {
            fn into_update(self) -> #runtime::update::Update<__Document> {
                #runtime::update::IntoUpdate::into_update(&self)
            }
            #name
        }
    }
}

/// One `const` a change, so that each mistake is an error under its own tokens.
fn checks(cx: &Context, model: &Recipe) -> TokenStream {
    let r = module(cx, Span::call_site());
    let name = model.ident.to_string();
    let checks = model.changes.iter().enumerate().map(|(index, change)| {
        let index = Literal::usize_unsuffixed(index);
        let broken = match model.upsert {
            Some(_) => quote!(#r::check_upsert_change(#name, __KEYS, __CHANGES, #index)),
            None => quote!(#r::check_change(#name, __CHANGES, __EXPECTED, #index)),
        };
        let check = ensure(cx, Under::tokens(&change.path), broken);
        let slice = change.push.slice.as_ref().map(|slice| {
            let check =
                ensure(cx, Under::tokens(slice), quote!(#r::check_slice(__CHANGES, #index)));
            quote!(const _: () = #check;)
        });
        quote!(const _: () = #check; #slice)
    });
    let expected = model.expected.iter().enumerate().map(|(index, expected)| {
        let index = Literal::usize_unsuffixed(index);
        let broken = quote!(#r::check_expectation(#name, __EXPECTED, #index));
        let check = ensure(cx, Under::tokens(&expected.path), broken);
        quote!(const _: () = #check;)
    });
    expected.chain(checks).chain(upsert::checks(cx, model)).collect()
}
