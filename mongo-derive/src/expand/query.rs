//! Queries: the tables of what one asks, and the filter that its values make.

mod checks;

mod doc;

mod options;

mod paths;

mod stub;

mod tables;

mod values;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{GenericParam, Generics, Ident, Lifetime};

use super::{Context, Under, at, ensure, lent, wrap};
use crate::model::Query;

pub(crate) use self::stub::query_stub;

/// A query.
pub(crate) fn query(model: &Query) -> TokenStream {
    let cx = &Context::new(&model.runtime);
    let tables = tables::tables(cx, model);
    let query = impl_query(cx, model);
    let filter = into_filter(cx, model);
    let operation = operation(cx, &model.ident, &model.generics);
    let checks = checks::checks(cx, model);
    wrap(&quote!(#tables #query #filter #operation #checks))
}

/// The module of the runtime that has what a query is made of, as if the user had named it here.
fn module(cx: &Context, span: Span) -> TokenStream {
    let runtime = &cx.runtime;
    if cx.is_renamed {
        super::located(&quote!(#runtime::query), span)
    } else {
        quote_spanned!(span=> ::mongo_runtime::query)
    }
}

/// The type, with `'static` for each lifetime: what is known of it depends on none.
fn for_good(ident: &Ident, generics: &Generics) -> TokenStream {
    let arguments = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) => {
            let lifetime = Lifetime::new("'static", Span::call_site());
            quote!(#lifetime)
        }
        GenericParam::Type(param) => {
            let ident = &param.ident;
            quote!(#ident)
        }
        GenericParam::Const(param) => {
            let ident = &param.ident;
            quote!(#ident)
        }
    });
    quote!(#ident<#(#arguments),*>)
}

fn impl_query(cx: &Context, model: &Query) -> TokenStream {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let Query { ident, generics, operation, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let doc = doc::text(model);
    let limits = options::limits(cx, model);
    let options = options::options(cx, model);
    let output = output(cx, model);
    let pages = {
        let mut generics = generics.clone();
        let keyset = quote!(for<'__a> #q::Keyset<__KEYSET>: #q::why::IsKeyset);
        generics.make_where_clause().predicates.push(syn::parse_quote!(#keyset));
        let (_, _, where_clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #q::Paged for #ident #ty_generics #where_clause {}
        }
    };
    quote! {
        #[doc = #doc]
        #[automatically_derived]
        impl #impl_generics #q::Query for #ident #ty_generics #where_clause {
            type Document = __Document;
            const OPERATION: #runtime::operation::OperationName =
                #runtime::operation::OperationName::new(#operation);
            const SHAPE: &'static #q::QueryShape<'static> = __SHAPE;
            const LIMITS: #q::QueryLimits = #limits;
            #options
            #output
        }
        const __KEYSET: #p::u8 =
            #q::keyset(<__Document as #runtime::Document>::DECLARATION, __SHAPE);
        #pages
    }
}

/// What a find gives, and how it is read.
fn output(cx: &Context, model: &Query) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let read = |output: TokenStream, read: TokenStream| {
        quote! {
            type Output = #output;
            fn read(__bytes: &[#p::u8]) -> #p::Result<#output, #p::DecodeError> {
                #read(__bytes)
            }
        }
    };
    let Some(projection) = &model.projection else {
        return read(quote!(__Document), quote!(#runtime::from_slice::<__Document>));
    };
    let of_it = quote!(<#projection as #runtime::projection::Projection>);
    let read = read(quote!(#projection), quote!(#of_it::read));
    let span = at(Under::tokens(projection).0);
    let of_document = module(cx, span);
    let of_document =
        quote_spanned!(span=> #of_document::part::of_document::<__Document, #projection>());
    quote! {
        const PROJECTION: #p::Option<&'static #runtime::projection::ProjectionTable> =
            #p::Option::Some({
                #of_document;
                #of_it::TABLE
            });
        #read
    }
}

fn into_filter(cx: &Context, model: &Query) -> TokenStream {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    let Query { ident, generics, .. } = model;
    let parts = values::parts(cx, model);
    let filter = options::carried(cx, model, &quote!(#q::part::joined([#(#parts),*])));
    let kind = for_good(ident, generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let lent = lent(generics);
    let (lent_generics, _, _) = lent.split_for_impl();
    let name = quote! {
        fn operation_name(&self) -> #p::Option<#runtime::operation::OperationName> {
            #p::Option::Some(<#ident #ty_generics as #q::Query>::OPERATION)
        }
    };
    quote! {
        #[automatically_derived]
        impl #lent_generics #runtime::filter::IntoFilter<__Document> for &'__lent #ident #ty_generics #where_clause {
            type Kind = #q::Registered<#kind>;
            fn into_filter(self) -> #p::Filter<__Document> {
                let __it = self;
                #filter
            }
            #name
        }
        #[automatically_derived]
        impl #impl_generics #runtime::filter::IntoFilter<__Document> for #ident #ty_generics #where_clause {
            type Kind = #q::Registered<#kind>;
            fn into_filter(self) -> #p::Filter<__Document> {
                #runtime::filter::IntoFilter::into_filter(&self)
            }
            #name
        }
    }
}

/// What a catalog lists. A list names types without parameters; a lifetime says nothing of what is sent.
fn operation(cx: &Context, ident: &Ident, generics: &Generics) -> Option<TokenStream> {
    let (p, runtime, q) = (&cx.p, &cx.runtime, module(cx, Span::call_site()));
    if generics.lifetimes().count() < generics.params.len() {
        return None;
    }
    let it = for_good(ident, generics);
    Some(quote! {
        #[automatically_derived]
        impl #runtime::operation::Operation for #it {
            type Document = __Document;
            const NAME: #runtime::operation::OperationName = <Self as #q::Query>::OPERATION;
            const KIND: #runtime::operation::OperationKind = #runtime::operation::OperationKind::Query;
            const CARD: #p::Option<&'static #q::CostCard> = #p::Option::Some(<Self as #q::Query>::CARD);
        }
    })
}
