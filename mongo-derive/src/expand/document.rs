//! What a document has beyond an embedded struct: its collection, its id, its declaration.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, Under, at, ensure, fields, index, members, structure::Structure, wrap};
use crate::model::{self, Version};

/// A document.
pub(crate) fn document(model: &model::Document) -> TokenStream {
    let cx = &Context::new(&model.runtime);
    let generics = syn::Generics::default();
    let structure = Structure {
        ident: &model.ident,
        vis: &model.vis,
        members: members::members("F", &generics, &model.fields),
        generics,
        deny_unknown: model.deny_unknown,
        version: model.version.as_ref().map(|version| (version.field.as_str(), version.current)),
        copy_of: None,
    };
    let value = structure.expand(cx);
    let own = own(cx, model);
    let document = declaration(cx, model);
    let checks = checks(cx, model);
    wrap(&quote!(#value #own #document #checks))
}

/// `Order::fields()`.
fn own(cx: &Context, model: &model::Document) -> TokenStream {
    let p = &cx.p;
    let model::Document { ident, vis, .. } = model;
    let handle = fields::handle(ident);
    quote! {
        #[allow(dead_code)]
        impl #ident {
            /// Typed paths to the fields of this document.
            #[must_use]
            #vis fn fields() -> #handle<#p::Root<Self>> {
                #p::Field::at_path()
            }
        }
    }
}

fn declaration(cx: &Context, model: &model::Document) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let model::Document { ident, collection, .. } = model;
    let name = ident.to_string();
    let indexes = index::declarations(cx, model);
    let max_size = model.max_size.as_ref().map(|max_size| {
        let n_bytes = max_size.n_bytes;
        quote!(__it.max_size = #n_bytes;)
    });
    let is_proven = model.proven.as_ref().map(|_| quote!(__it.is_proven = true;));
    let revision = model.revision().map(|field| {
        let stored = &field.stored;
        quote!(__it.revision = #p::Option::Some(#stored);)
    });
    let version = model.version.as_ref().map(|Version { field, current, readers, .. }| {
        quote! {
            __it.schema_version = #p::Option::Some(#p::SchemaVersion {
                field: #field,
                current: #current,
                oldest: #p::oldest(#current, &[#(<#readers as #runtime::Document>::DECLARATION),*]),
            });
        }
    });
    let readers =
        model.version.as_ref().filter(|version| !version.readers.is_empty()).map(|version| {
            let readers = &version.readers;
            quote!(__it.readers = &[#(<#readers as #runtime::Document>::DECLARATION),*];)
        });
    let id = id(cx, model);
    let read_version = model.version.as_ref().filter(|version| !version.readers.is_empty()).map(|version| {
        let readers = &version.readers;
        let upgrades = readers.iter().map(|reader| {
            let Under(first, last) = Under::tokens(reader);
            let p = cx.own_path(first);
            let arguments = quote_spanned!(last=> <#reader, Self>);
            // A reader that is the argument of a `macro_rules!` has its hygiene, and the parameter is ours.
            let bytes = quote!((__bytes));
            quote_spanned!(first=> #p::upgrade_from:: #arguments #bytes)
        });
        quote! {
            fn read_version(__found: #p::i32, __bytes: &[#p::u8]) -> #p::Result<Self, #p::DecodeError> {
                #(
                    if #p::reads(<#readers as #runtime::Document>::DECLARATION, __found) {
                        return #upgrades;
                    }
                )*
                #p::Result::Err(#p::unsupported::<Self>(__found, __bytes))
            }
        }
    });
    quote! {
        #indexes
        const __DECLARATION: &#runtime::document::Declaration = &{
            let mut __it = #runtime::document::Declaration::new(#name, #collection, __SHAPE);
            #max_size
            #is_proven
            #revision
            #version
            #readers
            __it.indexes = __INDEXES;
            __it
        };
        #[automatically_derived]
        impl #runtime::Document for #ident {
            const COLLECTION: &'static #p::str = #collection;
            const DECLARATION: &'static #runtime::document::Declaration = __DECLARATION;
            #id
            #read_version
        }
    }
}

fn id(cx: &Context, model: &model::Document) -> TokenStream {
    let p = &cx.p;
    let Some(field) = model.id() else { return TokenStream::new() };
    let (ident, ty) = (&field.ident, &field.ty);
    let codec = members::codec(cx, field);
    let span = at(ty.span());
    let codec_name = members::marker_name(field).map(
        |name| quote!(const ID_CODEC: #p::Option<&'static #p::str> = #p::Option::Some(#name);),
    );
    quote_spanned! {span=>
        #codec_name
        type Id = #ty;
        type IdCodec = #codec;
        fn id(&self) -> &Self::Id {
            &self.#ident
        }
    }
}

/// Rules over the whole document, each under the token that is wrong.
fn checks(cx: &Context, model: &model::Document) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let name = model.ident.to_string();
    let whole = Under::token(model.ident.span());
    let size = model.max_size.as_ref().map_or(whole, |size| Under::token(size.token.span()));
    let mut rules = vec![
        ensure(cx, size, quote!(#p::check_size(#name, __DECLARATION, &__WORST))),
        ensure(cx, whole, quote!(#p::check_nesting(#name, &__WORST))),
    ];
    rules.extend(model.proven.as_ref().map(|proven| {
        ensure(cx, Under::token(proven.span()), quote!(#p::check_proof(#name, &__WORST)))
    }));
    let readers = model.version.as_ref().map_or(&[][..], |version| version.readers.as_slice());
    rules.extend(readers.iter().enumerate().map(|(index, reader)| {
        let all = quote!(&[#(<#readers as #runtime::Document>::DECLARATION),*]);
        let broken = quote!(#p::check_reader(#name, __DECLARATION, #all, #index));
        ensure(cx, Under::tokens(reader), broken)
    }));
    let mut checks = quote! {
        const __WORST: #p::Worst = #p::worst_case(__SHAPE);
        #(const _: () = #rules;)*
    };
    checks.extend(index::checks(cx, model));
    checks
}
