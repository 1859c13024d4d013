//! A struct with named fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident, Path, Visibility};

use super::{
    Context,
    codec::{self, Fixed, Unknown},
    fields,
    members::{self, Member},
    rest, shape,
};
use crate::model;

/// A struct as it is stored.
pub(super) struct Structure<'m> {
    pub(super) ident: &'m Ident,
    pub(super) vis: &'m Visibility,
    pub(super) generics: Generics,
    pub(super) members: Vec<Member<'m>>,
    pub(super) deny_unknown: bool,
    /// For a document that has one: its stored name and the tag of the type.
    pub(super) discriminator: Option<(&'m str, &'m str)>,
    /// The field that keeps what is not declared.
    pub(super) rest: Option<&'m model::Rest>,
    /// The schema version, for a document that has one: its stored name and number.
    pub(super) version: Option<(&'m str, i32)>,
    /// The document that its fields are copied from.
    pub(super) copy_of: Option<&'m Path>,
    /// Whether it is stored whole, with a declaration of its own.
    pub(super) is_whole: bool,
}

/// An embedded struct.
pub(super) fn embedded(cx: &Context, model: &model::Embedded, form: &model::Struct) -> TokenStream {
    let generics = with_bounds(cx, &model.generics);
    let structure = Structure {
        ident: &model.ident,
        vis: &model.vis,
        members: members::members("F", &generics, &form.fields),
        generics,
        deny_unknown: form.deny_unknown,
        discriminator: None,
        rest: form.rest.as_ref(),
        version: None,
        copy_of: form.copy_of.as_ref(),
        is_whole: false,
    };
    structure.expand(cx)
}

/// Each type parameter must be storable.
pub(super) fn with_bounds(cx: &Context, generics: &Generics) -> Generics {
    let p = &cx.p;
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.default = None;
        param.bounds.push(syn::parse_quote!(#p::Value));
        param.bounds.push(syn::parse_quote!('static));
    }
    generics
}

/// The identity of a type: where it is, what it is called, and what its arguments are.
pub(super) struct Identity {
    /// The expression of it, inside of an impl.
    pub(super) own: TokenStream,
    /// The items that it needs.
    pub(super) items: TokenStream,
}

impl Identity {
    /// `generics` are those of the impl.
    pub(super) fn new(cx: &Context, ident: &Ident, generics: &Generics) -> Self {
        let p = &cx.p;
        let name = ident.to_string();
        // A function and its module may each have a type of that name.
        let plain = quote! {
            #p::concat!(#p::module_path!(), "::", #name, ":", #p::line!(), ":", #p::column!())
        };
        if generics.params.is_empty() {
            let items = quote!(const __IDENTITY: &#p::str = #plain;);
            return Self { own: quote!(__IDENTITY), items };
        }
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let types = generics.type_params().map(|param| &param.ident);
        let values = generics.const_params().map(|param| &param.ident);
        let items = quote! {
            impl #impl_generics #ident #ty_generics #where_clause {
                const __IDENTITY: &'static #p::Identity =
                    &#p::Identity::new(#plain, &[#(<#types as #p::Value>::BACK),*], &[#(#values as #p::u64),*]);
            }
        };
        Self { own: quote!(Self::__IDENTITY.as_str()), items }
    }
}

impl Structure<'_> {
    /// Markers, table, codec and paths.
    pub(super) fn expand(&self, cx: &Context) -> TokenStream {
        let markers = members::declare(cx, &self.generics, &self.members, true);
        let handle = fields::declare(cx, self.vis, self.ident, &self.generics, &self.members);
        let value = self.value(cx);
        quote!(#markers #handle #value)
    }

    /// The fields that the mapper writes by itself.
    fn fixed(&self, cx: &Context) -> Vec<Fixed> {
        let tag = self.discriminator.map(|(field, tag)| discriminator(cx, field, tag));
        let version = self.version.map(|(field, current)| version(cx, field, current));
        tag.into_iter().chain(version).collect()
    }

    /// Their rows in the table.
    fn own_rows(&self, cx: &Context) -> Vec<TokenStream> {
        let tag = self.discriminator.map(|(field, tag)| shape::discriminator_row(cx, field, tag));
        let version = self.version.map(|(field, current)| shape::version_row(cx, field, current));
        tag.into_iter().chain(version).collect()
    }

    fn value(&self, cx: &Context) -> TokenStream {
        let p = &cx.p;
        let ident = self.ident;
        let name = ident.to_string();
        let Identity { own, items: identity } = Identity::new(cx, ident, &self.generics);
        let is_generic = !self.generics.params.is_empty();
        let (impl_generics, ty_generics, where_clause) = self.generics.split_for_impl();
        let params = super::params(&self.generics);
        let handle = fields::handle(ident);
        let deny_unknown = self.deny_unknown;

        let rest_marker = self.rest.map(|rest| rest::marker(cx, rest));
        let rest_shape = self.rest.map(|rest| rest::shape(cx, rest));
        let document = |rows: TokenStream| quote!(#p::DocumentShape::new(#own, #name, #rows, #deny_unknown) #rest_shape);
        // A table of its own for the checks: they must not wait for the shapes of the type as a whole.
        let plain = shape::rows(cx, &self.members, &own);
        let (items, shape) = if is_generic {
            let checks = shape::calls(cx, &self.members, &name, &own, &quote!(Self::__ROWS), true);
            let document = document(quote!(Self::__ROWS));
            (
                quote! {
                    #identity
                    impl #impl_generics #ident #ty_generics #where_clause {
                        const __ROWS: &'static [#p::FieldShape] = &[#(#plain),*];
                    }
                },
                quote!({ #(#checks;)* &#p::Shape::Document(const { &#document }) }),
            )
        } else {
            let checks = shape::checks(cx, &self.members, &name, &own, &quote!(__ROWS));
            let copies =
                self.copy_of.map(|copy_of| shape::copies(cx, &self.members, &name, ident, copy_of));
            let own_rows = self.own_rows(cx);
            let document = document(if own_rows.is_empty() {
                quote!(__ROWS)
            } else {
                let mut rows = plain.clone();
                let behind_id = 1.min(rows.len());
                rows.splice(behind_id..behind_id, own_rows);
                quote!(const { &[#(#rows),*] })
            });
            (
                quote! {
                    #identity
                    const __ROWS: &[#p::FieldShape] = &[#(#plain),*];
                    const __SHAPE: &#p::DocumentShape = &#document;
                    #checks
                    #copies
                },
                quote!(&#p::Shape::Document(__SHAPE)),
            )
        };

        let declared = self.is_whole.then(|| declared(cx));
        let mut fixed = self.fixed(cx);
        let unknown = match self.rest {
            Some(rest) => Unknown::Kept(rest),
            None => Unknown::of(self.deny_unknown),
        };
        let take = codec::take(cx, &self.members, &fixed, &quote!(Self), unknown);
        fixed.extend(self.rest.map(|rest| rest::written(cx, rest)));
        let len = codec::len(cx, &self.members, &fixed, codec::in_self);
        let put =
            codec::put(cx, &self.members, &fixed, codec::in_self, &quote!(#p::size_of::<Self>()));
        quote! {
            #items
            #rest_marker
            #[automatically_derived]
            impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
                const SHAPE: &'static #p::Shape = #shape;
                const BACK: &'static #p::Shape = &#p::Shape::Back(#own);
                #declared
                type Class = #p::class::Embedded;
                type Inner = Self;
                type Fields<__P: #p::Path> = #handle<#(#params,)* __P>;
                #[inline]
                fn element_type(&self) -> #p::u8 {
                    #p::DOCUMENT
                }
                #[inline]
                fn encoded_len(&self) -> #p::usize {
                    #len
                }
                fn encode(&self, __out: &mut #p::Writer<'_>) {
                    #put
                }
                fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                    let __scope = #p::open_document(__element_type, #p::size_of::<Self>(), __input)?;
                    #take
                }
            }
        }
    }
}

/// That a type is stored whole, for what asks any type.
pub(super) fn declared(cx: &Context) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    quote! {
        const DECLARED: #p::Option<&'static #runtime::document::Declaration> = #p::Option::Some(__DECLARATION);
    }
}

/// The tag of the type, written behind the `_id`.
fn discriminator(cx: &Context, field: &str, tag: &str) -> Fixed {
    let p = &cx.p;
    let header = proc_macro2::Literal::byte_string(format!("\0{field}\0").as_bytes());
    let len = field.len() + 2 + 4 + tag.len() + 1;
    Fixed {
        after: 1,
        name: field.to_owned(),
        len: quote!(#len),
        put: quote!(#p::put_tag(#header, #tag, __out);),
        tag: Some(tag.to_owned()),
    }
}

/// The schema version, written behind the `_id` and the tag of the type.
fn version(cx: &Context, field: &str, current: i32) -> Fixed {
    let p = &cx.p;
    let header = proc_macro2::Literal::byte_string(format!("\0{field}\0").as_bytes());
    let header_len = field.len() + 2;
    Fixed {
        after: 1,
        name: field.to_owned(),
        len: quote!(#header_len + 4),
        put: quote!(#p::put_version(#header, #current, __out);),
        tag: None,
    }
}
