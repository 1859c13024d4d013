//! Enums: a string for one without data, a document with a tag for one with data.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Ident;

use super::{
    Context,
    codec::{self, Fixed},
    fallback::{Kept, Rest},
    fields,
    members::{self, Member},
    shape,
    structure::{Identity, with_bounds},
};
use crate::model;

/// An enum without data.
pub(super) fn tags(cx: &Context, model: &model::Embedded, form: &model::Tags) -> TokenStream {
    let p = &cx.p;
    let model::Embedded { ident, generics, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let name = ident.to_string();
    let variants: Vec<&Ident> = form.variants.iter().map(|(variant, _)| variant).collect();
    let tags: Vec<&String> = form.variants.iter().map(|(_, tag)| tag).collect();
    let Kept { max_len, tag, make, put, over, key } = Kept::new(cx, ident, form.fallback.as_ref());
    let tag_fn = match form.fallback {
        None => {
            quote!(const fn __tag #impl_generics (__value: &#ident #ty_generics) -> &'static #p::str #where_clause)
        }
        Some(_) => {
            quote!(fn __tag #impl_generics (__value: &#ident #ty_generics) -> &#p::str #where_clause)
        }
    };
    quote! {
        const __TAGS: &#p::TagsShape = &#p::TagsShape { name: #name, tags: &[#(#tags),*], fallback: #max_len };
        #tag_fn {
            match __value {
                #(#ident::#variants => #tags,)*
                #tag
            }
        }
        fn __variant #impl_generics (__tag: &#p::str) -> #p::Option<#ident #ty_generics> #where_clause {
            match __tag {
                #(#tags => #p::Option::Some(#ident::#variants),)*
                #make
            }
        }
        #[automatically_derived]
        impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
            const SHAPE: &'static #p::Shape = &#p::Shape::Tags(__TAGS);
            type Class = #p::class::Tag;
            type Inner = Self;
            type Fields<__P: #p::Path> = #p::Leaf<__P>;
            #[inline]
            fn element_type(&self) -> #p::u8 {
                #p::STRING
            }
            #[inline]
            fn encoded_len(&self) -> #p::usize {
                5 + __tag(self).len()
            }
            #[inline]
            fn encode(&self, __out: &mut #p::Writer<'_>) {
                #put
            }
            #[inline]
            fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                let __text = #p::take_tag(__element_type, __input)?;
                #p::Option::ok_or_else(__variant(__text), || #p::unknown_tag(__input, __TAGS.tags))
            }
            #over
            fn as_key(&self) -> #p::Option<&#p::str> {
                #key
            }
            fn from_key(__key: &#p::str) -> #p::Option<Self> {
                __variant(__key)
            }
        }
    }
}

/// An enum with data.
pub(super) fn union(cx: &Context, model: &model::Embedded, form: &model::Union) -> TokenStream {
    let p = &cx.p;
    let ident = &model.ident;
    let generics = with_bounds(cx, &model.generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (name, tag) = (ident.to_string(), &form.tag);
    let Identity { own, items: identity } = Identity::new(cx, ident, &generics);
    let variants: Vec<Variant<'_>> = form
        .variants
        .iter()
        .enumerate()
        .map(|(index, variant)| Variant::new(variant, index, &generics))
        .collect();

    let markers =
        variants.iter().map(|variant| members::declare(cx, &generics, &variant.members, false));
    let parts: Vec<_> =
        variants.iter().map(|variant| (variant.model, variant.members.as_slice())).collect();
    let handles = super::variants::declare(cx, &model.vis, ident, &generics, tag, &parts);
    let (handle, params) = (fields::handle(ident), super::params(&generics));
    let shapes = variants.iter().map(|variant| variant.shape(cx, &own));
    let (mut checks, mut inner_checks) = (TokenStream::new(), Vec::new());
    for variant in &variants {
        let rows = shape::rows(cx, &variant.members, &own);
        let table = quote!([#(#rows),*]);
        let calls = shape::calls(
            cx,
            &variant.members,
            &format!("{name}::{}", variant.model.ident),
            &own,
            &table,
            !generics.params.is_empty(),
        );
        if generics.params.is_empty() {
            checks.extend(calls.into_iter().map(|call| quote!(const _: () = #call;)));
        } else {
            inner_checks.extend(calls);
        }
    }

    let tag_header = Literal::byte_string(format!("\0{tag}\0").as_bytes());
    let patterns: Vec<TokenStream> =
        variants.iter().map(|variant| variant.pattern(ident)).collect();
    let fixed: Vec<Fixed> = variants.iter().map(|variant| variant.tag(cx, tag)).collect();
    let lens = variants.iter().zip(&fixed).map(|(variant, fixed)| {
        codec::len(cx, &variant.members, std::slice::from_ref(fixed), codec::bound)
    });
    // All variants are read in one function, whose frame has room for each.
    let n_variants = variants.len();
    let size = quote!(#n_variants * #p::size_of::<Self>());
    let puts = variants.iter().zip(&fixed).map(|(variant, fixed)| {
        codec::put(cx, &variant.members, std::slice::from_ref(fixed), codec::bound, &size)
    });
    let takes = variants.iter().zip(&fixed).map(|(variant, fixed)| {
        let name = &variant.model.ident;
        codec::take(
            cx,
            &variant.members,
            std::slice::from_ref(fixed),
            &quote!(Self::#name),
            codec::Unknown::of(form.deny_unknown),
        )
    });
    let deny_unknown = form.deny_unknown;
    let stored: Vec<&String> = form.variants.iter().map(|variant| &variant.stored).collect();
    let fallback = Rest::new(cx, tag, &stored, form.fallback.as_ref());
    let Rest { shape, len, put, before, take } = fallback.unwrap_or_else(|| Rest {
        take: quote! {
            #p::Result::Err(#p::unknown_union_tag(#tag_header, __input, &__scope, &[#(#stored),*]))
        },
        ..Rest::default()
    });
    quote! {
        #(#markers)*
        #handles
        #identity
        #checks
        #[automatically_derived]
        impl #impl_generics #p::Value for #ident #ty_generics #where_clause {
            const SHAPE: &'static #p::Shape = {
                #(#inner_checks;)*
                &#p::Shape::Union(const { &#p::UnionShape::new(#own, #name, #tag, const { &[#(#shapes),*] }, #deny_unknown) #shape })
            };
            const BACK: &'static #p::Shape = &#p::Shape::Back(#own);
            type Class = #p::class::Embedded;
            type Inner = Self;
            type Fields<__P: #p::Path> = #handle<#(#params,)* __P>;
            #[inline]
            fn element_type(&self) -> #p::u8 {
                #p::DOCUMENT
            }
            fn encoded_len(&self) -> #p::usize {
                match self {
                    #(#patterns => #lens,)*
                    #len
                }
            }
            fn encode(&self, __out: &mut #p::Writer<'_>) {
                match self {
                    #(#patterns => { #puts })*
                    #put
                }
            }
            fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                #before
                let __scope = #p::open_document(__element_type, #size, __input)?;
                match #p::find_tag(#tag_header, __input, &__scope)? {
                    #(#stored => { #takes })*
                    _ => #take,
                }
            }
        }
    }
}

struct Variant<'m> {
    model: &'m model::UnionVariant,
    members: Vec<Member<'m>>,
}

impl<'m> Variant<'m> {
    fn new(model: &'m model::UnionVariant, index: usize, generics: &syn::Generics) -> Self {
        let fields = model.fields.as_deref().unwrap_or_default();
        Self { model, members: members::members(&format!("V{index}F"), generics, fields) }
    }

    fn pattern(&self, ident: &Ident) -> TokenStream {
        let name = &self.model.ident;
        let fields = self.members.iter().map(|member| &member.field.ident);
        let bound = self.members.iter().map(codec::bound);
        quote!(#ident::#name { #(#fields: #bound),* })
    }

    fn shape(&self, cx: &Context, own: &TokenStream) -> TokenStream {
        let p = &cx.p;
        let tag = &self.model.stored;
        let rows = shape::rows(cx, &self.members, own);
        quote!(#p::VariantShape { tag: #tag, fields: &[#(#rows),*] })
    }

    /// The tag, written first.
    fn tag(&self, cx: &Context, name: &str) -> Fixed {
        let p = &cx.p;
        let stored = &self.model.stored;
        let header = Literal::byte_string(format!("\0{name}\0").as_bytes());
        let len = name.len() + 2 + 4 + stored.len() + 1;
        Fixed {
            after: 0,
            name: name.to_owned(),
            len: quote!(#len),
            put: quote!(#p::put_tag(#header, #stored, __out);),
            // Which variant to read was decided by it.
            tag: None,
        }
    }
}
