//! Declared indexes: their paths as closures, their rules as `const` items.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::{Context, Under, ensure, located, shape, step::into_step};
use crate::{
    model::{Discriminator, Document, Index, IndexKey, IndexTerm, Projection},
    parse::{Collation, FieldPath, Literal, Owner, PartialOp, Set},
};

/// The `const` items of a document's indexes; `__INDEXES` has them all.
pub(super) fn declarations(cx: &Context, model: &Document) -> TokenStream {
    let runtime = &cx.runtime;
    let parts = model.indexes.iter().enumerate().map(|(at, index)| parts(cx, model, index, at));
    let indexes = model.indexes.iter().enumerate().map(|(at, index)| one(cx, model, index, at));
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
    let collation = index.collation.as_ref().map(|collation| {
        let (name, value) = (format_ident!("__COLLATION{at}"), collation_tokens(cx, collation));
        quote!(const #name: #runtime::index::Collation = #value;)
    });
    let projection = index.projection.as_ref().map(|projection| {
        let (name, value) =
            (format_ident!("__PROJECTION{at}"), projection_tokens(cx, model, projection));
        quote!(const #name: #runtime::index::Projection = #value;)
    });
    let partial = (!index.partial.is_empty()).then(|| {
        let terms = index.partial.iter().map(|term| {
            let reached = reached(cx, model, &term.path, term.path.under());
            term_tokens(cx, &reached, term)
        });
        quote!(const #partial_name: &[#runtime::index::PartialTerm] = &[#(#terms),*];)
    });
    quote! {
        const #keys_name: &[#p::IndexKey] = &[#(#keys),*];
        #partial
        #collation
        #projection
    }
}

fn one(cx: &Context, model: &Document, index: &Index, at: usize) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let (keys, partial) = (format_ident!("__KEYS{at}"), format_ident!("__PARTIAL{at}"));
    let name = &index.name;
    let flag = |is_set: bool, field: &str| {
        let field = Ident::new(field, Span::call_site());
        is_set.then(|| quote!(__it.#field = true;))
    };
    let flags =
        [flag(index.unique, "unique"), flag(index.sparse, "sparse"), flag(index.hidden, "hidden")];
    let only = model.discriminator.as_ref().map(|Discriminator { field, tag }| {
        quote!(__it.only = #p::Option::Some(#p::Discriminator { field: #field, tag: #tag });)
    });
    let one_absent = index.one_absent.then(|| quote!(__it.absent = #p::Absent::One;));
    let partial = (!index.partial.is_empty()).then(|| quote!(__it.partial = #partial;));
    let expiry = index
        .expire_after_seconds
        .map(|seconds| quote!(__it.expire_after_seconds = #p::Option::Some(#seconds);));
    let allow = shape::allow(cx, &index.allow).map(|allow| quote!(__it.allowances = #allow;));
    let collation = index.collation.as_ref().map(|_| {
        let collation = format_ident!("__COLLATION{at}");
        quote!(__it.collation = #p::Option::Some(#collation);)
    });
    let projection = index.projection.as_ref().map(|_| {
        let projection = format_ident!("__PROJECTION{at}");
        quote!(__it.projection = #projection;)
    });
    let owner = (!matches!(index.owner, Owner::Application)).then(|| {
        let owner = Ident::new(index.owner.variant(), Span::call_site());
        quote!(__it.owner = #runtime::index::Owner::#owner;)
    });
    let serves = (!index.serves.is_empty()).then(|| {
        let names = &index.serves;
        quote!(__it.serves = &[#(#runtime::operation::OperationName::new(#names)),*];)
    });
    quote! {{
        #[allow(unused_mut, reason = "only some of them set more than the defaults")]
        let mut __it = #runtime::index::IndexDeclaration::new(#name, #keys);
        #only
        #(#flags)*
        #one_absent
        #partial
        #expiry
        #collation
        #projection
        #owner
        #serves
        #allow
        __it
    }}
}

fn key_tokens(cx: &Context, model: &Document, key: &IndexKey) -> TokenStream {
    let p = &cx.p;
    let path = path_tokens(cx, model, &key.path, key.under());
    let kind = Ident::new(key.kind.variant(), Span::call_site());
    quote!(#p::index_key(#path, #p::KeyKind::#kind))
}

/// A condition on what its path has `reached`.
pub(super) fn term_tokens(cx: &Context, reached: &TokenStream, term: &IndexTerm) -> TokenStream {
    let p = &cx.p;
    if let PartialOp::Is = term.op {
        let Under(_, last) = term.path.under();
        let own = cx.own_path(last);
        let variant = quote_spanned!(last=> #own::variant(#reached));
        return quote!(#p::variant_term(|| #variant));
    }
    let op = Ident::new(term.op.variant(), Span::call_site());
    let literal = literal_tokens(cx, &term.literal);
    quote!(#p::partial_term(|| #reached, #p::PartialOp::#op, #literal))
}

/// A path as a closure that no one calls: the type of what it would return is the path.
fn path_tokens(cx: &Context, model: &Document, path: &FieldPath, under: Under) -> TokenStream {
    let reached = reached(cx, model, path, under);
    quote!(|| #reached)
}

/// The handle that a path leads to.
fn reached(cx: &Context, model: &Document, path: &FieldPath, under: Under) -> TokenStream {
    let ident = located(&model.ident.to_token_stream(), under.0);
    below(cx, quote_spanned!(under.0=> #ident::fields()), path, None)
}

/// The handle that a path leads to from another one, which was named at `before` if the path goes on inside of it.
pub(super) fn below(
    cx: &Context,
    start: TokenStream,
    path: &FieldPath,
    mut before: Option<Span>,
) -> TokenStream {
    let mut reached = start;
    for (field, n_arrays) in &path.steps {
        let span = field.span();
        reached = into_step(cx, &reached, field, before);
        for _ in 0..*n_arrays {
            let p = cx.own_path(span);
            reached = quote_spanned!(span=> #p::each(#reached));
        }
        before = Some(span);
    }
    reached
}

fn projection_tokens(cx: &Context, model: &Document, projection: &Projection) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let (kind, paths) = match projection {
        Projection::Include(paths) => ("Include", paths),
        Projection::Exclude(paths) => ("Exclude", paths),
    };
    let kind = Ident::new(kind, Span::call_site());
    let paths = paths.iter().map(|path| {
        let path = path_tokens(cx, model, path, path.under());
        quote!(#p::path_name(#path))
    });
    quote!(#runtime::index::Projection::#kind(&[#(#paths),*]))
}

pub(super) fn collation_tokens(cx: &Context, collation: &Collation) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let locale = collation.locale.as_ref().map(|locale| &locale.value);
    let options = options(collation).into_iter().filter_map(|(_, option, value)| {
        let (option, value) = (Ident::new(option, Span::call_site()), value?);
        Some(quote!(__it.#option = #p::Option::Some(#value);))
    });
    quote! {{
        #[allow(unused_mut, reason = "only some of them set more than the defaults")]
        let mut __it = #runtime::index::Collation::new(#locale);
        #(#options)*
        __it
    }}
}

/// The options of a collation: the runtime's name of their rule, that of their field, and what was written.
fn options(collation: &Collation) -> [(&'static str, &'static str, Option<TokenStream>); 8] {
    fn value<T: ToTokens>(set: Option<&Set<T>>) -> Option<TokenStream> {
        set.map(|set| set.value.to_token_stream())
    }
    [
        ("Strength", "strength", value(collation.strength.as_ref())),
        ("CaseLevel", "case_level", value(collation.case_level.as_ref())),
        ("CaseFirst", "case_first", value(collation.case_first.as_ref())),
        ("NumericOrdering", "numeric_ordering", value(collation.numeric_ordering.as_ref())),
        ("Alternate", "alternate", value(collation.alternate.as_ref())),
        ("MaxVariable", "max_variable", value(collation.max_variable.as_ref())),
        ("Backwards", "backwards", value(collation.backwards.as_ref())),
        ("Normalization", "normalization", value(collation.normalization.as_ref())),
    ]
}

pub(super) fn literal_tokens(cx: &Context, literal: &Literal) -> TokenStream {
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
            ensure(cx, declared.under(), broken)
        });
        let collation = declared.collation.iter().flat_map(|declared| {
            collation_checks(cx, declared, move |rule| {
                quote!(#p::check_collation(__DECLARATION, #index, #rule))
            })
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
        quote!(#(const _: () = #keys;)* #(const _: () = #collation;)* #(const _: () = #terms;)* const _: () = #whole;)
    });
    checks.collect()
}

/// One rule an option of a collation that was written.
pub(super) fn collation_checks(
    cx: &Context,
    collation: &Collation,
    check: impl Fn(TokenStream) -> TokenStream,
) -> Vec<TokenStream> {
    let p = &cx.p;
    let locale = collation.locale.as_ref().map(|locale| locale.value.to_token_stream());
    let options = options(collation).into_iter().map(|(rule, _, value)| (rule, value));
    let checks = options.chain([("Locale", locale)]).filter_map(|(rule, value)| {
        let rule = Ident::new(rule, Span::call_site());
        let broken = check(quote!(#p::CollationOption::#rule));
        Some(ensure(cx, Under::tokens(&value?), broken))
    });
    checks.collect()
}

impl IndexKey {
    fn under(&self) -> Under {
        let Under(first, last) = self.path.under();
        match (self.star, self.path.steps.is_empty()) {
            (Some(star), true) => Under::token(star),
            (Some(star), false) => Under(first, star),
            (None, _) => Under(first, last),
        }
    }
}

impl FieldPath {
    pub(super) fn under(&self) -> Under {
        let span = |step: Option<&(Ident, usize)>| {
            step.map_or_else(Span::call_site, |(field, _)| field.span())
        };
        Under(span(self.steps.first()), span(self.steps.last()))
    }
}
