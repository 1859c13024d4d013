//! Declared indexes: their paths as closures, their rules as `const` items.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::{Context, Under, ensure, located, shape};
use crate::{
    model::{Document, Index, IndexKey, IndexTerm},
    parse::{FieldPath, Literal},
};

/// The `const` items of a document's indexes; `__INDEXES` has them all.
pub(super) fn declarations(cx: &Context, model: &Document) -> TokenStream {
    let runtime = &cx.runtime;
    let parts = model.indexes.iter().enumerate().map(|(at, index)| parts(cx, model, index, at));
    let indexes = model.indexes.iter().enumerate().map(|(at, index)| one(cx, index, at));
    quote! {
        #(#parts)*
        const __INDEXES: &[#runtime::index::IndexDeclaration] = &[#(#indexes),*];
    }
}

/// The slices of an index, as `const` items, which live as long as the declaration.
fn parts(cx: &Context, model: &Document, index: &Index, at: usize) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let (keys_name, partial_name) = (format_ident!("__KEYS{at}"), format_ident!("__PARTIAL{at}"));
    let keys = index.keys.iter().map(|key| key_tokens(cx, model, key));
    let partial = (!index.partial.is_empty()).then(|| {
        let terms = index.partial.iter().map(|term| term_tokens(cx, model, term));
        quote!(const #partial_name: &[#runtime::index::PartialTerm] = &[#(#terms),*];)
    });
    quote! {
        const #keys_name: &[#p::IndexKey] = &[#(#keys),*];
        #partial
    }
}

fn one(cx: &Context, index: &Index, at: usize) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let (keys, partial) = (format_ident!("__KEYS{at}"), format_ident!("__PARTIAL{at}"));
    let name = &index.name;
    let flag = |is_set: bool, field: &str| {
        let field = Ident::new(field, Span::call_site());
        is_set.then(|| quote!(__it.#field = true;))
    };
    let flags =
        [flag(index.unique, "unique"), flag(index.sparse, "sparse"), flag(index.hidden, "hidden")];
    let one_absent = index.one_absent.then(|| quote!(__it.absent = #p::Absent::One;));
    let partial = (!index.partial.is_empty()).then(|| quote!(__it.partial = #partial;));
    let expiry = index
        .expire_after_seconds
        .map(|seconds| quote!(__it.expire_after_seconds = #p::Option::Some(#seconds);));
    let allow = shape::allow(cx, &index.allow).map(|allow| quote!(__it.allowances = #allow;));
    quote! {{
        #[allow(unused_mut)]
        let mut __it = #runtime::index::IndexDeclaration::new(#name, #keys);
        #(#flags)*
        #one_absent
        #partial
        #expiry
        #allow
        __it
    }}
}

fn key_tokens(cx: &Context, model: &Document, key: &IndexKey) -> TokenStream {
    let p = &cx.p;
    let path = path_tokens(cx, model, &key.path);
    let kind = Ident::new(key.kind.variant(), Span::call_site());
    quote!(#p::index_key(#path, #p::KeyKind::#kind))
}

fn term_tokens(cx: &Context, model: &Document, term: &IndexTerm) -> TokenStream {
    let p = &cx.p;
    let path = path_tokens(cx, model, &term.path);
    let op = Ident::new(term.op.variant(), Span::call_site());
    let literal = literal_tokens(cx, &term.literal);
    quote!(#p::partial_term(#path, #p::PartialOp::#op, #literal))
}

/// A path as a closure that no one calls: the type of what it would return is the path.
fn path_tokens(cx: &Context, model: &Document, path: &FieldPath) -> TokenStream {
    let ident = located(&model.ident.to_token_stream(), path.under().0);
    let mut reached = quote_spanned!(path.under().0=> #ident::fields());
    let mut before: Option<Span> = None;
    for (field, n_arrays) in &path.steps {
        if let Some(before) = before {
            let p = cx.own_path(before);
            reached = quote_spanned!(before=> #p::inside(#reached));
        }
        let span = field.span();
        reached = quote_spanned!(span=> #reached.#field());
        for _ in 0..*n_arrays {
            let p = cx.own_path(span);
            reached = quote_spanned!(span=> #p::each(#reached));
        }
        before = Some(span);
    }
    quote!(|| #reached)
}

fn literal_tokens(cx: &Context, literal: &Literal) -> TokenStream {
    let p = &cx.p;
    match literal {
        Literal::Str(text) => quote!(#p::Literal::Str(#text)),
        Literal::Int { is_negative: true, digits } => quote!(#p::Literal::Int(-#digits)),
        Literal::Int { is_negative: false, digits } => quote!(#p::Literal::Int(#digits)),
        Literal::Float { is_negative: true, digits } => quote!(#p::Literal::Float(-#digits)),
        Literal::Float { is_negative: false, digits } => quote!(#p::Literal::Float(#digits)),
        Literal::Bool(value) => quote!(#p::Literal::Bool(#value)),
    }
}

/// One `const` a key, a condition and an index, so that each mistake is an error under its own token.
pub(super) fn checks(cx: &Context, model: &Document) -> TokenStream {
    let p = &cx.p;
    let name = model.ident.to_string();
    let checks = model.indexes.iter().enumerate().map(|(index, declared)| {
        let keys = declared.keys.iter().enumerate().map(|(key, declared)| {
            let broken = quote!(#p::check_index_key(#name, __DECLARATION, #index, #key));
            ensure(cx, declared.path.under(), broken)
        });
        let terms = declared.partial.iter().enumerate().map(|(term, declared)| {
            let broken = quote!(#p::check_partial_term(#name, __DECLARATION, #index, #term));
            ensure(cx, Under::token(declared.literal.span()), broken)
        });
        let whole = ensure(
            cx,
            Under::token(declared.name.span()),
            quote!(#p::check_index(#name, __DECLARATION, #index)),
        );
        quote!(#(const _: () = #keys;)* #(const _: () = #terms;)* const _: () = #whole;)
    });
    checks.collect()
}

impl FieldPath {
    pub(super) fn under(&self) -> Under {
        let span = |step: Option<&(Ident, usize)>| {
            step.map_or_else(Span::call_site, |(field, _)| field.span())
        };
        Under(span(self.steps.first()), span(self.steps.last()))
    }
}
