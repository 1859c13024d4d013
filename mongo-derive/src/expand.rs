//! Checked model to impls: tables and calls, no logic. Total: no mistake of a user starts here.

mod codec;

mod document;

mod enums;

mod fallback;

mod family;

mod fields;

mod index;

mod members;

mod newtype;

mod projection;

mod query;

mod recipe;

mod rest;

mod shape;

mod step;

mod structure;

mod stub;

mod variants;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, Generics, Ident, Lifetime, LifetimeParam, Path};

use crate::model;

pub(crate) use self::{
    document::document,
    family::family,
    projection::{projection, projection_stub},
    query::{query, query_stub},
    recipe::{recipe, recipe_stub},
    stub::stub,
};

/// An embedded type.
pub(crate) fn embedded(model: &model::Embedded) -> TokenStream {
    let cx = Context::new(&model.runtime);
    let items = match &model.form {
        model::Form::Struct(form) => structure::embedded(&cx, model, form),
        model::Form::Newtype(form) => newtype::newtype(&cx, model, form),
        model::Form::Tags(form) => enums::tags(&cx, model, form),
        model::Form::Union(form) => enums::union(&cx, model, form),
    };
    wrap(&items)
}

/// What every part of an expansion needs.
struct Context {
    /// The path of the runtime's `__private`.
    p: TokenStream,
    /// The path of the runtime.
    runtime: TokenStream,
    /// Whether that is another path than the one of the crate.
    is_renamed: bool,
}

impl Context {
    fn new(runtime: &Path) -> Self {
        let is_renamed = quote!(#runtime).to_string() != quote!(::mongo_runtime).to_string();
        Self { p: quote!(#runtime::__private), runtime: quote!(#runtime), is_renamed }
    }
}

impl Context {
    /// The path of `__private`, as if the user had written it here.
    fn own_path(&self, span: Span) -> TokenStream {
        if self.is_renamed {
            located(&self.p, span)
        } else {
            quote_spanned!(span=> ::mongo_runtime::__private)
        }
    }
}

/// The names of the parameters, as arguments.
fn params(generics: &Generics) -> impl Iterator<Item = &Ident> {
    generics.params.iter().map(|param| match param {
        GenericParam::Type(param) => &param.ident,
        GenericParam::Const(param) => &param.ident,
        GenericParam::Lifetime(param) => &param.lifetime.ident,
    })
}

/// The same parameters, and a lifetime.
fn lent(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    let lifetime = LifetimeParam::new(Lifetime::new("'__lent", Span::call_site()));
    generics.params.insert(0, GenericParam::Lifetime(lifetime));
    generics
}

/// A span that shows errors at the user's token and resolves names where the derive is called.
fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The tokens that an error is shown under: the first and the last.
#[derive(Clone, Copy)]
struct Under(Span, Span);

impl Under {
    fn token(span: Span) -> Self {
        Self(span, span)
    }

    /// Looks into invisible groups, which is what a `macro_rules!` argument is.
    fn tokens(tokens: &impl ToTokens) -> Self {
        let (mut first, mut last) = (None, None);
        for token in tokens.to_token_stream() {
            let Self(start, end) = match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    Self::tokens(&group.stream())
                }
                TokenTree::Group(group) => Self(group.span_open(), group.span_close()),
                token => Self::token(token.span()),
            };
            first.get_or_insert(start);
            last = Some(end);
        }
        Self(first.unwrap_or_else(Span::call_site), last.unwrap_or_else(Span::call_site))
    }
}

/// A rule as an expression, which fails under the user's tokens.
///
/// The compiler underlines from the first token of the call to its last. These have the spans of the user's own tokens, not
/// those of an expansion, so that the error says nothing of a macro.
fn ensure(cx: &Context, under: Under, broken: TokenStream) -> TokenStream {
    let Under(first, last) = under;
    let p = cx.own_path(first);
    let mut arguments = Group::new(Delimiter::Parenthesis, broken);
    arguments.set_span(last);
    quote_spanned!(first=> #p::ensure #arguments)
}

/// The same tokens, shown at another place. They resolve as before.
fn located(tokens: &TokenStream, span: Span) -> TokenStream {
    let shown = tokens.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(span));
        token
    });
    shown.collect()
}

/// A scope of its own, so that the names of generated types are nobody's business. Lints are for what the user wrote: the
/// compiler tells the two apart, but not in a type that comes out of a `macro_rules!`.
fn wrap(items: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(
            deprecated,
            missing_debug_implementations,
            non_camel_case_types,
            reason = "lints are for what the user wrote"
        )]
        const _: () = { #items };
    }
}
