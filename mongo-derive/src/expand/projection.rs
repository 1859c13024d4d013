//! Projections: the table of what one has, and the calls that read it.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{DeriveInput, Path};

use super::{Context, Under, at, ensure, index, located, wrap};
use crate::{
    model::{Column, Kept, Projected},
    parse::{FieldPath, PartialTerm, Slice, projected_document},
};

/// A projection.
pub(crate) fn projection(model: &Projected) -> TokenStream {
    let cx = &Context::new(&model.runtime);
    let table = table(cx, model);
    let projection = implementation(cx, model);
    let checks = checks(cx, model);
    wrap(&quote!(#table #projection #checks))
}

/// The error, and an impl that only names the type: code that uses the projection adds no second error.
pub(crate) fn projection_stub(
    input: &DeriveInput,
    runtime: &Path,
    error: &syn::Error,
) -> TokenStream {
    let cx = &Context::new(runtime);
    let error = error.to_compile_error();
    let Some(document) = projected_document(&input.attrs) else { return error };
    if !input.generics.params.is_empty() {
        return error;
    }
    let (p, runtime, r) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let (ident, name) = (&input.ident, input.ident.to_string());
    let stub = wrap(&quote! {
        #[automatically_derived]
        impl #runtime::projection::Projection for #ident {
            type Document = #document;
            const TABLE: &'static #r::ProjectionTable =
                &#r::ProjectionTable::new(#name, #r::Of::new::<Self>(), &[]);
            fn decode(_: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                #p::Result::Err(#p::unknown_field(__input))
            }
        }
    });
    quote!(#error #stub)
}

/// The module of the runtime that a projection is made of, as if the user had named it here.
fn module(cx: &Context, span: Span) -> TokenStream {
    let runtime = &cx.runtime;
    if cx.is_renamed {
        located(&quote!(#runtime::projection::derived), span)
    } else {
        quote_spanned!(span=> ::mongo_runtime::projection::derived)
    }
}

/// The constants, by names that are nobody's business.
fn table(cx: &Context, model: &Projected) -> TokenStream {
    let r = module(cx, Span::call_site());
    let (ident, name) = (&model.ident, model.ident.to_string());
    let columns =
        model.columns.iter().enumerate().map(|(n, column)| self::column(cx, ident, column, n));
    let names = (0..model.columns.len()).map(|n| format_ident!("__C{n}"));
    quote! {
        #(#columns)*
        const __COLUMNS: &[#r::Column] = &[#(#names.column()),*];
        const __TABLE: &#r::ProjectionTable = &#r::ProjectionTable::new(#name, #r::Of::new::<#ident>(), __COLUMNS);
    }
}

/// One field, with its type under the user's own token.
fn column(cx: &Context, of: &Ident, column: &Column, n: usize) -> TokenStream {
    let ty = &column.ty;
    let Under(span, _) = Under::tokens(ty);
    let span = at(span);
    let (r, name) = (module(cx, span), format_ident!("__C{n}"));
    let typed = match &column.kept {
        Kept::Whole => {
            let path = whole(cx, of, &column.path);
            quote_spanned!(span=> #r::at(|| #path).read::<#ty, _>())
        }
        Kept::Slice { key, slice } => {
            let path = elements(cx, of, &column.path, *key);
            let slice = self::slice(slice);
            quote_spanned!(span=> #r::at(|| #r::sliced(#path)).read::<#ty, _>()#slice)
        }
        Kept::ElemMatch { key, terms } => {
            let path = elements(cx, of, &column.path, *key);
            let terms = terms.iter().map(|it| term(cx, &path, it));
            quote_spanned!(span=> #r::at(|| #path).read_element::<#ty>(&[#(#terms),*]))
        }
    };
    quote_spanned!(span=> const #name: &#r::Typed<#ty> = &#typed;)
}

fn slice(slice: &Slice) -> TokenStream {
    let n = &slice.n;
    match &slice.skip {
        Some(skip) => quote!(.slice_from(#skip, #n)),
        None => quote!(.slice(#n)),
    }
}

/// The handle of an array of which some elements are read.
fn elements(cx: &Context, of: &Ident, path: &FieldPath, key: Span) -> TokenStream {
    handed(cx, key, "elements", &reached(cx, of, path))
}

/// The handle of what is read.
fn whole(cx: &Context, of: &Ident, path: &FieldPath) -> TokenStream {
    let Under(_, last) = path.under();
    handed(cx, last, "value", &reached(cx, of, path))
}

/// A handle that is handed to a function. Both have one span: two, and the compiler would tell a mistake under each.
fn handed(cx: &Context, span: Span, function: &str, reached: &TokenStream) -> TokenStream {
    let span = at(span);
    let (r, function) = (module(cx, span), Ident::new(function, span));
    quote_spanned!(span=> { let __field = #reached; #r::#function(__field) })
}

/// The handle that a path leads to.
fn reached(cx: &Context, of: &Ident, path: &FieldPath) -> TokenStream {
    let Under(first, _) = path.under();
    let (r, of) = (module(cx, first), located(&of.to_token_stream(), first));
    index::below(cx, quote_spanned!(first=> #r::fields::<#of>()), path, None)
}

/// A condition on an element of an array.
fn term(cx: &Context, array: &TokenStream, term: &PartialTerm) -> TokenStream {
    let Under(first, _) = term.path.under();
    let r = module(cx, first);
    let item = quote_spanned!(first=> #r::item(#array));
    index::term_tokens(cx, &index::below(cx, item, &term.path, Some(first)), term)
}

fn implementation(cx: &Context, model: &Projected) -> TokenStream {
    let (p, runtime, r) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let Projected { ident, document, .. } = model;
    let fields = model.columns.iter().map(|column| &column.ident);
    let (names, slots): (Vec<_>, Vec<_>) = (0..model.columns.len())
        .map(|n| (format_ident!("__C{n}"), format_ident!("__f{n}")))
        .unzip();
    quote! {
        #[automatically_derived]
        impl #runtime::projection::Projection for #ident {
            type Document = #document;
            const TABLE: &'static #r::ProjectionTable = __TABLE;
            fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                #(let mut #slots = #r::Slot::new(#names);)*
                let __document =
                    #r::fill(__element_type, #p::size_of::<Self>(), &mut [#(&mut #slots),*], __input)?;
                #p::Result::Ok(Self { #(#fields: #slots.taken(&__document)?),* })
            }
        }
    }
}

/// One `const` a rule, so that each mistake is an error under its own tokens.
fn checks(cx: &Context, model: &Projected) -> TokenStream {
    let r = module(cx, Span::call_site());
    let document = ensure(cx, Under::tokens(&model.document), quote!(#r::check_document(__TABLE)));
    let columns = model.columns.iter().enumerate().map(|(n, column)| {
        let n = Literal::usize_unsuffixed(n);
        let path = column.path.under();
        let rules = [
            (path, quote!(#r::check_column(__TABLE, #n))),
            (path, quote!(#r::check_versions(__TABLE, #n))),
            (Under::tokens(&column.ty), quote!(#r::check_type(__COLUMNS, #n))),
        ];
        let terms = column.terms().iter().enumerate().map(|(at, term)| {
            let at = Literal::usize_unsuffixed(at);
            (Under::token(term.literal.span()), quote!(#r::check_term(__COLUMNS, #n, #at)))
        });
        let rules = rules.into_iter().chain(terms).map(|(under, broken)| ensure(cx, under, broken));
        quote!(#(const _: () = #rules;)*)
    });
    quote!(const _: () = #document; #(#columns)*)
}
