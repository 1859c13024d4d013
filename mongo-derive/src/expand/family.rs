//! An enum over document types: it says nothing by itself, and asks the type in the variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, spanned::Spanned};

use super::{
    Context, Under, at, ensure,
    fields::{Handle, handle},
    structure::{Identity, declared},
    wrap,
};
use crate::model::{Family, FamilyVariant};

pub(crate) fn family(model: &Family) -> TokenStream {
    let cx = &Context::new(&model.runtime);
    let tables = tables(cx, model);
    let paths = paths(cx, model);
    let value = value(cx, model);
    let document = document(cx, model);
    let checks = checks(cx, model);
    wrap(&quote!(#tables #paths #value #document #checks))
}

/// The types, what tells them apart, and what all of them have.
fn tables(cx: &Context, model: &Family) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let Family { ident, vis, .. } = model;
    let name = ident.to_string();
    let types: Vec<_> = model.variants.iter().map(|variant| &variant.ty).collect();
    let Some(first) = types.first() else { return TokenStream::new() };
    let Identity { items: identity, .. } = Identity::new(cx, ident, &syn::Generics::default());
    let keeps_others = model.fallback.is_some();
    let tag = if keeps_others {
        quote!(#p::Shape::Scalar(#p::any_tag()))
    } else {
        quote!(#p::Shape::Tags(&#p::TagsShape { name: "discriminator", tags: __TAGS, fallback: #p::Option::None }))
    };
    let markers = model.variants.iter().enumerate().map(|(index, _)| {
        let marker = marker(index);
        quote! {
            #[doc(hidden)]
            #vis enum #marker {}
            #[automatically_derived]
            impl #p::Variant for #marker {
                const TAG_FIELD: &'static #p::str = __FIELD;
                const TAG: &'static #p::str = __TAGS[#index];
            }
        }
    });
    quote! {
        #identity
        const __TYPES: &[&#runtime::document::Declaration] =
            &[#(<#types as #runtime::Document>::DECLARATION),*];
        const __FIELD: &#p::str = #p::family_field(__TYPES);
        const __TAGS: &[&#p::str] =
            &[#(#p::family_tag(<#types as #runtime::Document>::DECLARATION)),*];
        const __SHAPE: &#p::DocumentShape = &#p::DocumentShape::new(__IDENTITY, #name, const { &[
            #p::field_shape::<__Id>("id", #p::shape_or_back::<__Id>(__IDENTITY), 0, 0),
            #p::discriminator_shape(__FIELD, &const { #tag }),
        ] }, false).of_family();
        const __DECLARATION: &#runtime::document::Declaration = &{
            let mut __it = #runtime::document::Declaration::new(
                #name, <#first as #runtime::Document>::COLLECTION, __SHAPE,
            );
            __it.family = #p::Option::Some(#p::Family {
                field: __FIELD, types: __TYPES, keeps_others: #keeps_others,
            });
            __it.max_size = #p::family_max_size(__TYPES);
            __it
        };
        #[doc(hidden)]
        #vis enum __Id {}
        #[automatically_derived]
        impl #p::Member for __Id {
            type Codec = <#first as #runtime::Document>::IdCodec;
            type Access = #p::PartOfId;
            type Ty = <#first as #runtime::Document>::Id;
            const NAME: &'static #p::str = "_id";
            const HEADER: &'static [#p::u8] = b"\0_id\0";
            const MANAGED: #p::Managed = #p::Managed::Id;
        }
        #(#markers)*
    }
}

fn marker(index: usize) -> Ident {
    format_ident!("__V{index}")
}

/// `Vehicle::fields()`: the `_id`, the paths into each variant, and the conditions on it.
fn paths(cx: &Context, model: &Family) -> TokenStream {
    let p = &cx.p;
    let Family { ident, vis, .. } = model;
    let variants = model.variants.iter().enumerate().map(|(index, variant)| {
        let FamilyVariant { ident, method, condition, ty } = variant;
        let marker = marker(index);
        let into = format!("Paths into a `{ident}`. A condition on one asks for that type, too.");
        let is = format!("It is a `{ident}`.");
        quote! {
            #[doc = #into]
            #[must_use]
            #vis fn #method(self) -> <#ty as #p::Value>::Fields<#p::As<__P, #marker>>
            where
                <__P as #p::Path>::Reach: #p::OneVariant,
            {
                #p::Field::at_path()
            }
            #[doc = #is]
            #vis fn #condition(self) -> #p::Filter<<__P as #p::Path>::Root>
            where
                <__P as #p::Path>::Reach: #p::OneVariant,
            {
                #p::is_variant::<__P, #marker>()
            }
        }
    });
    let id = quote! {
        /// The path to the `_id`.
        #[must_use]
        #vis fn id(self) -> <__Id as #p::Goto<__P>>::To where __Id: #p::Goto<__P> {
            <__Id as #p::Goto<__P>>::to()
        }
    };
    let (name, generics) = (handle(ident), syn::Generics::default());
    let doc = format!("Typed paths to the fields of a `{ident}`.");
    let handle = Handle { name: name.clone(), vis, generics: &generics, doc };
    let handle = handle.declare(cx, std::iter::once(id).chain(variants));
    quote! {
        #handle
        #[allow(dead_code, reason = "not every application asks for its paths")]
        impl #ident {
            /// Typed paths to the fields of these documents.
            #[must_use]
            #vis fn fields() -> #name<#p::Root<Self>> {
                #p::Field::at_path()
            }
        }
    }
}

fn value(cx: &Context, model: &Family) -> TokenStream {
    let p = &cx.p;
    let ident = &model.ident;
    let handle = handle(ident);
    let kept = kept(cx, model);
    let arms = |call: &dyn Fn(&syn::Type) -> TokenStream, other: TokenStream| {
        let own = model.variants.iter().map(|FamilyVariant { ident: variant, ty, .. }| {
            let call = call(ty);
            quote!(#ident::#variant(__it) => #call,)
        });
        let fallback =
            model.fallback.iter().map(|(variant, _)| quote!(#ident::#variant(__it) => #other,));
        quote!(match self { #(#own)* #(#fallback)* })
    };
    let len = arms(
        &|ty| quote!(<#ty as #p::Value>::encoded_len(__it)),
        quote!(<#p::RawDocumentBuf as #p::Value<#p::Opaque>>::encoded_len(#kept::raw(__it))),
    );
    let put = arms(
        &|ty| quote!(<#ty as #p::Value>::encode(__it, __out)),
        quote!(<#p::RawDocumentBuf as #p::Value<#p::Opaque>>::encode(#kept::raw(__it), __out)),
    );
    let takes = model.variants.iter().enumerate().map(|(index, variant)| {
        let FamilyVariant { ident: variant, ty, .. } = variant;
        quote! {
            if __tag == #p::Option::Some(__TAGS[#index]) {
                return #p::Result::map(<#ty as #p::Value>::decode(__element_type, __input), #ident::#variant);
            }
        }
    });
    let other = match &model.fallback {
        None => quote!(#p::Result::Err(#p::unknown_type(__FIELD, __TAGS, __input))),
        Some((variant, _)) => quote! {
            #p::Result::map(
                #p::other_document::<<Self as #p::Document>::Id, <Self as #p::Document>::IdCodec>(__element_type, __input),
                |__it| #ident::#variant(#kept::keep(__it)),
            )
        },
    };
    let declared = declared(cx);
    quote! {
        #[automatically_derived]
        impl #p::Value for #ident {
            const SHAPE: &'static #p::Shape = &#p::Shape::Document(__SHAPE);
            const BACK: &'static #p::Shape = &#p::Shape::Back(__IDENTITY);
            #declared
            type Class = #p::class::Embedded;
            type Inner = Self;
            type Fields<__P: #p::Path> = #handle<__P>;
            fn element_type(&self) -> #p::u8 {
                #p::DOCUMENT
            }
            fn encoded_len(&self) -> #p::usize {
                #len
            }
            fn encode(&self, __out: &mut #p::Writer<'_>) {
                #put
            }
            fn decode(__element_type: #p::u8, __input: &mut #p::Reader<'_>) -> #p::Result<Self, #p::Failure> {
                let __tag = #p::type_tag(__FIELD, __element_type, __input)?;
                #(#takes)*
                #other
            }
        }
    }
}

/// What the fallback does, always said in the same words: if its type can't, that is one error.
fn kept(cx: &Context, model: &Family) -> TokenStream {
    let p = &cx.p;
    let Some((_, ty)) = &model.fallback else { return TokenStream::new() };
    let first = model.variants.first().map(|variant| &variant.ty);
    let span = at(ty.span());
    quote_spanned!(span=> <#ty as #p::KeepsOther<<#first as #p::Document>::Id>>)
}

fn document(cx: &Context, model: &Family) -> TokenStream {
    let (p, runtime) = (&cx.p, &cx.runtime);
    let ident = &model.ident;
    let Some(FamilyVariant { ty: first, .. }) = model.variants.first() else {
        return TokenStream::new();
    };
    let ids = model.variants.iter().map(|FamilyVariant { ident: variant, ty, .. }| {
        let span = at(ty.span());
        let one = quote!(<#first as #p::Document>);
        let id = quote_spanned! {span=>
            <<#ty as #p::Document>::Id as #p::SameId<#one::Id, #one::IdCodec, <#ty as #p::Document>::IdCodec>>
                ::same(<#ty as #p::Document>::id(__it))
        };
        quote!(#ident::#variant(__it) => #id,)
    });
    let parts = model.variants.iter().map(|FamilyVariant { ident: variant, ty, .. }| {
        quote!(#ident::#variant(__it) => <#ty as #runtime::Document>::part(__it),)
    });
    let reads = model.variants.iter().enumerate().map(|(index, variant)| {
        let FamilyVariant { ident: variant, ty, .. } = variant;
        quote! {
            if __tag == #p::Option::Some(__TAGS[#index]) {
                return #p::Result::map(<#ty as #runtime::Document>::read(__bytes), #ident::#variant);
            }
        }
    });
    let kept = kept(cx, model);
    let other_id = model
        .fallback
        .iter()
        .map(|(variant, _)| quote!(#ident::#variant(__it) => #kept::kept(__it).id(),));
    let other_part = model.fallback.iter().map(
        |(variant, _)| quote!(#ident::#variant(_) => (__DECLARATION, <Self as #p::Value>::SHAPE),),
    );
    quote! {
        #[automatically_derived]
        impl #runtime::Document for #ident {
            const COLLECTION: &'static #p::str = <#first as #runtime::Document>::COLLECTION;
            const DECLARATION: &'static #runtime::document::Declaration = __DECLARATION;
            type Id = <#first as #runtime::Document>::Id;
            type IdCodec = <#first as #runtime::Document>::IdCodec;
            // A variant may be called `Id`.
            fn id(&self) -> &<Self as #p::Document>::Id {
                match self {
                    #(#ids)*
                    #(#other_id)*
                }
            }
            fn read(__bytes: &[#p::u8]) -> #p::Result<Self, #p::DecodeError> {
                let __tag = #p::look_at::<Self, _>(__bytes, |__input| {
                    #p::type_tag(__FIELD, #p::DOCUMENT, __input)
                })?;
                #(#reads)*
                #p::look_at::<Self, _>(__bytes, |__input| {
                    <Self as #p::Value>::decode(#p::DOCUMENT, __input)
                })
            }
            fn part(&self) -> (&'static #runtime::document::Declaration, &'static #p::Shape) {
                match self {
                    #(#parts)*
                    #(#other_part)*
                }
            }
        }
    }
}

/// Each type is one of the collection, and told apart from the others.
fn checks(cx: &Context, model: &Family) -> TokenStream {
    let p = &cx.p;
    let name = model.ident.to_string();
    let checks = model.variants.iter().enumerate().map(|(index, variant)| {
        let broken = quote!(#p::check_family(#name, __TYPES, #index));
        let check = ensure(cx, Under::tokens(&variant.ty), broken);
        quote!(const _: () = #check;)
    });
    checks.collect()
}
