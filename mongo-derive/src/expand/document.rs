//! What a document has beyond an embedded struct: its collection, its id, its declaration.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Path, spanned::Spanned};

use super::{Context, Under, at, ensure, fields, index, members, structure::Structure, wrap};
use crate::{
    model::{self, Discriminator, Version},
    parse::Validation,
};

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
        discriminator: model.discriminator.as_ref().map(|it| (it.field.as_str(), it.tag.as_str())),
        rest: model.rest.as_ref(),
        version: model.version.as_ref().map(|version| (version.field.as_str(), version.current)),
        copy_of: None,
        is_whole: true,
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
        #[allow(dead_code, reason = "not every application asks for its paths")]
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
    let discriminator = model.discriminator.as_ref().map(|Discriminator { field, tag }| {
        quote!(__it.discriminator = #p::Option::Some(#p::Discriminator { field: #field, tag: #tag });)
    });
    let version = model.version.as_ref().map(|version| self::version(cx, version));
    let validation = model.validation.map(|Validation { level, action }| {
        let (level, action) = (format_ident!("{level}"), format_ident!("{action}"));
        quote! {
            __it.validation = #p::Validation {
                level: #p::ValidationLevel::#level,
                action: #p::ValidationAction::#action,
            };
        }
    });
    let ownership = if model.owns_document {
        Some("Owned")
    } else if model.deny_unknown {
        Some("Denied")
    } else {
        model.rest.as_ref().map(|_| "Kept")
    };
    let owns = ownership.map(|_| {
        quote! {
            #[automatically_derived]
            impl #runtime::document::OwnsDocument for #ident {}
        }
    });
    let ownership = ownership.map(|ownership| {
        let ownership = format_ident!("{ownership}");
        quote!(__it.ownership = #runtime::document::Ownership::#ownership;)
    });
    let id = id(cx, model);
    let revisioned = revisioned(cx, model);
    let read_version = model.version.as_ref().and_then(|version| read_version(cx, version));
    quote! {
        #indexes
        const __DECLARATION: &#runtime::document::Declaration = &{
            let mut __it = #runtime::document::Declaration::new(#name, #collection, __SHAPE);
            #discriminator
            #max_size
            #is_proven
            #revision
            #version
            #validation
            #ownership
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
        #owns
        #revisioned
    }
}

/// The revision of a document that has one.
fn revisioned(cx: &Context, model: &model::Document) -> Option<TokenStream> {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let (ident, field) = (&model.ident, &model.revision()?.ident);
    Some(quote! {
        #[automatically_derived]
        impl #runtime::document::Revisioned for #ident {
            fn revision(&self) -> #runtime::Revision {
                #p::revision_of(&self.#field)
            }
        }
    })
}

/// The version, and the types that describe the other ones.
fn version(cx: &Context, version: &Version) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let Version { field, current, readers, newer } = version;
    let table = |readers: &[Path]| quote!(&[#(<#readers as #runtime::Document>::DECLARATION),*]);
    let assign = |field: &str, readers: &[Path]| {
        let (field, table) = (format_ident!("{field}"), table(readers));
        (!readers.is_empty()).then(|| quote!(__it.#field = #table;))
    };
    let (readers_of, newer_of) = (assign("readers", readers), assign("newer", newer));
    let (readers, newer) = (table(readers), table(newer));
    quote! {
        __it.schema_version = #p::Option::Some(#p::SchemaVersion {
            field: #field,
            current: #current,
            oldest: #p::oldest(#current, #readers),
            newest: #p::newest(#current, #newer),
        });
        #readers_of
        #newer_of
    }
}

/// How a document of another version is read, where one is.
fn read_version(cx: &Context, version: &Version) -> Option<TokenStream> {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let read = |readers: &[Path], reads: &str, convert: &str| {
        let (reads, convert) = (format_ident!("{reads}"), format_ident!("{convert}"));
        let each = readers.iter().map(|reader| {
            let Under(first, last) = Under::tokens(reader);
            let own = cx.own_path(first);
            let convert = Ident::new(&convert.to_string(), first);
            let arguments = quote_spanned!(last=> <#reader, Self>);
            // A reader that is the argument of a `macro_rules!` has its hygiene, and the parameter is ours.
            let bytes = quote!((__bytes));
            let read = quote_spanned!(first=> #own::#convert:: #arguments #bytes);
            quote! {
                if #p::#reads(<#reader as #runtime::Document>::DECLARATION, __found) {
                    return #read;
                }
            }
        });
        each.collect::<TokenStream>()
    };
    if version.readers.is_empty() && version.newer.is_empty() {
        return None;
    }
    let older = read(&version.readers, "reads", "upgrade_from");
    let newer = read(&version.newer, "reads_newer", "downgrade_from");
    Some(quote! {
        fn read_version(__found: #p::i32, __bytes: &[#p::u8]) -> #p::Result<Self, #p::DecodeError> {
            #older
            #newer
            #p::Result::Err(#p::unsupported::<Self>(__found, __bytes))
        }
    })
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
    if let Some(version) = &model.version {
        let lists = [(&version.readers, "check_reader"), (&version.newer, "check_newer_reader")];
        for (readers, rule) in lists {
            let rule = format_ident!("{rule}");
            let all = quote!(&[#(<#readers as #runtime::Document>::DECLARATION),*]);
            rules.extend(readers.iter().enumerate().map(|(index, reader)| {
                let broken = quote!(#p::#rule(#name, __DECLARATION, #all, #index));
                ensure(cx, Under::tokens(reader), broken)
            }));
        }
    }
    let mut checks = quote! {
        const __WORST: #p::Worst = #p::worst_case(__SHAPE);
        #(const _: () = #rules;)*
    };
    checks.extend(index::checks(cx, model));
    checks
}
