//! Writing and reading the fields of a struct or variant, as calls on their markers.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::{Context, members::Member};
use crate::model::{Codec, Rest};

/// A field of the body with a fixed key that the mapper writes by itself: a tag, or the schema version.
pub(super) struct Fixed {
    /// Behind how many fields it is written. Those behind as many are written in their own order.
    pub(super) after: usize,
    /// Its stored name.
    pub(super) name: String,
    /// The expression of its length.
    pub(super) len: TokenStream,
    /// The statement that writes it.
    pub(super) put: TokenStream,
    /// The only text that it may hold, where that has not been looked at before.
    pub(super) tag: Option<String>,
}

/// What becomes of fields that are not declared.
#[derive(Clone, Copy)]
pub(super) enum Unknown<'m> {
    /// They are read over.
    Skipped,
    /// They are an error.
    Refused,
    /// A field keeps them.
    Kept(&'m Rest),
}

impl Unknown<'_> {
    pub(super) fn of(deny_unknown: bool) -> Self {
        if deny_unknown { Self::Refused } else { Self::Skipped }
    }
}

/// The places of the fields: `&self.name` in a struct, a name of ours in a matched variant.
pub(super) type Place = fn(&Member<'_>) -> TokenStream;

pub(super) fn in_self(member: &Member<'_>) -> TokenStream {
    let ident = &member.field.ident;
    quote!(&self.#ident)
}

/// Not the name of the field: a `const` of that name would be what the pattern compares with.
pub(super) fn bound(member: &Member<'_>) -> TokenStream {
    let name = format_ident!("{}", member.marker.to_string().to_lowercase());
    quote!(#name)
}

/// The place of a field as what stores it.
fn stored(cx: &Context, member: &Member<'_>, place: Place) -> TokenStream {
    let (p, place) = (&cx.p, place(member));
    match member.field.codec {
        Codec::Serde => quote!(#p::as_serde(#place)),
        _ => place,
    }
}

/// The value of a field once its document is read, out of what stores it.
fn finished(cx: &Context, member: &Member<'_>, slot: &Ident) -> TokenStream {
    let (p, ty) = (&cx.p, &member.ty);
    let finished = quote!(#p::finish_field::<#ty>(#slot));
    match member.field.codec {
        Codec::Serde => quote!(#p::inside_serde(#finished)),
        _ => finished,
    }
}

/// The number of bytes of a document with these fields.
pub(super) fn len(
    cx: &Context,
    members: &[Member<'_>],
    fixed: &[Fixed],
    place: Place,
) -> TokenStream {
    let p = &cx.p;
    let lens = members.iter().map(|member| {
        let (ty, place) = (&member.ty, stored(cx, member, place));
        quote!(#p::field_len::<#ty>(#place))
    });
    let fixed = fixed.iter().map(|fixed| &fixed.len);
    quote!(5 #(+ #lens)* #(+ #fixed)*)
}

/// The statements that write a document with these fields. `size` is the expression of what the value takes in Rust.
pub(super) fn put(
    cx: &Context,
    members: &[Member<'_>],
    fixed: &[Fixed],
    place: Place,
    size: &TokenStream,
) -> TokenStream {
    let p = &cx.p;
    let mut puts: Vec<TokenStream> = members
        .iter()
        .map(|member| {
            let (ty, place) = (&member.ty, stored(cx, member, place));
            quote!(#p::put_field::<#ty>(#place, __out);)
        })
        .collect();
    // From the last one on, so that those before keep their places.
    for fixed in fixed.iter().rev() {
        puts.insert(fixed.after.min(puts.len()), fixed.put.clone());
    }
    quote! {
        let __slot = __out.open_sized(#size);
        if !__out.is_too_deep() {
            #(#puts)*
        }
        __out.close(__slot);
    }
}

/// The statements that read a document with these fields, and the expression of its value. `__input` is the reader and
/// `__scope` the document, which is open.
pub(super) fn take(
    cx: &Context,
    members: &[Member<'_>],
    fixed: &[Fixed],
    constructor: &TokenStream,
    unknown: Unknown<'_>,
) -> TokenStream {
    let p = &cx.p;
    let slots: Vec<Ident> =
        (0..members.len()).map(|index| format_ident!("__slot{index}")).collect();
    let types: Vec<_> = members.iter().map(|member| &member.ty).collect();
    let idents: Vec<_> = members.iter().map(|member| &member.field.ident).collect();
    let finished = members.iter().zip(&slots).map(|(member, slot)| finished(cx, member, slot));
    let names: Vec<_> = members.iter().map(|member| &member.field.stored).collect();
    let keys = members.iter().map(|member| Literal::byte_string(member.field.stored.as_bytes()));

    // Without `?`, which has the compiler look for two impls a field.
    let expect = |(slot, ty): (&Ident, _)| {
        quote! {
            if let #p::Result::Err(__failure) = #p::expect_field::<#ty>(&mut #slot, &mut __ahead) {
                return #p::Result::Err(__failure);
            }
        }
    };
    let mut expected: Vec<TokenStream> =
        slots.iter().zip(types.iter().copied()).map(expect).collect();
    let (mut known, mut required) = (TokenStream::new(), TokenStream::new());
    for (index, fixed) in fixed.iter().enumerate().rev() {
        let is_read = format_ident!("__is_fixed{index}_read");
        let header = Literal::byte_string(format!("\0{}\0", fixed.name).as_bytes());
        let key = Literal::byte_string(fixed.name.as_bytes());
        let (expect, late) = match &fixed.tag {
            None => (
                quote!(#p::expect_fixed(#header, &mut __ahead)?),
                quote!(#p::late_fixed(&mut #is_read, __element_type, __input)),
            ),
            Some(tag) => {
                let name = &fixed.name;
                required.extend(quote! {
                    if !#is_read {
                        return #p::Result::Err(#p::missing_field(#name, &__scope, __input));
                    }
                });
                (
                    quote!(#p::expect_tag(#header, &[#tag], &mut __ahead)?),
                    quote!(#p::late_tag(&mut #is_read, &[#tag], __element_type, __input)),
                )
            }
        };
        expected.insert(fixed.after.min(expected.len()), quote!(let mut #is_read = #expect;));
        known.extend(quote!(#key => #late,));
    }
    let (rest, unknown, rest_value) = match unknown {
        Unknown::Skipped => (None, quote!(_ => __input.skip(__element_type),), None),
        Unknown::Refused => (None, quote!(_ => #p::Result::Err(#p::unknown_field(__input)),), None),
        Unknown::Kept(Rest { ident, .. }) => (
            Some(quote!(let mut __rest = #p::Unknown::new();)),
            quote!(_ => __rest.keep(__element_type, __key, __input),),
            Some(quote!(#ident: __rest.finish::<__Rest>(&__scope, __input)?,)),
        ),
    };
    quote! {
        #(let mut #slots = #p::Option::None;)*
        #rest
        let mut __ahead = #p::Clone::clone(__input);
        #(#expected)*
        *__input = __ahead;
        while let #p::Option::Some((__element_type, __key)) = __input.next_element(&__scope)? {
            match __key {
                #(#keys => #p::late_field::<#types>(&mut #slots, __element_type, __input),)*
                #known
                #unknown
            }?;
        }
        __input.close(__scope)?;
        #required
        #(
            let #p::Option::Some(#slots) = #finished else {
                return #p::Result::Err(#p::missing_field(#names, &__scope, __input));
            };
        )*
        #p::Result::Ok(#constructor { #rest_value #(#idents: #slots),* })
    }
}
