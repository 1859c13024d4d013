//! The typed paths of a struct: a handle with a method a field.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Generics, Ident, Visibility, parse_quote, spanned::Spanned};

use super::{Context, at, members::Member};

/// The name of the handle.
pub(super) fn handle(ident: &Ident) -> Ident {
    format_ident!("{ident}Fields")
}

/// A handle: what a user holds of a path.
pub(super) struct Handle<'m> {
    pub(super) name: Ident,
    pub(super) vis: &'m Visibility,
    pub(super) generics: &'m Generics,
    pub(super) doc: String,
}

/// The handle of a struct.
pub(super) fn declare(
    cx: &Context,
    vis: &Visibility,
    ident: &Ident,
    generics: &Generics,
    members: &[Member<'_>],
) -> TokenStream {
    let doc = format!("Typed paths to the fields of a `{ident}`.");
    Handle { name: handle(ident), vis, generics, doc }.of_members(cx, members)
}

impl Handle<'_> {
    /// The handle with a method a field.
    pub(super) fn of_members(&self, cx: &Context, members: &[Member<'_>]) -> TokenStream {
        self.declare(cx, members.iter().map(|member| method(cx, member, &member.ty)))
    }

    /// The handle and its methods.
    pub(super) fn declare(
        &self,
        cx: &Context,
        methods: impl Iterator<Item = TokenStream>,
    ) -> TokenStream {
        let p = &cx.p;
        let Self { name: handle, vis, generics, doc } = self;
        let mut with_path = (*generics).clone();
        with_path.params.push(parse_quote!(__P));
        let (impl_generics, ty_generics, where_clause) = with_path.split_for_impl();
        let mut with_bound = (*generics).clone();
        with_bound.params.push(parse_quote!(__P: #p::Path));
        let (bound_generics, _, _) = with_bound.split_for_impl();
        let params = generics.type_params().map(|param| &param.ident);
        quote! {
            #[doc = #doc]
            #vis struct #handle #impl_generics (#p::PhantomData<fn() -> (__P, #(#params,)*)>) #where_clause;
            #[automatically_derived]
            impl #impl_generics #p::Clone for #handle #ty_generics #where_clause {
                fn clone(&self) -> Self {
                    *self
                }
            }
            #[automatically_derived]
            impl #impl_generics #p::Copy for #handle #ty_generics #where_clause {}
            #[automatically_derived]
            impl #bound_generics #p::Debug for #handle #ty_generics #where_clause {
                fn fmt(&self, __f: &mut #p::Formatter<'_>) -> #p::fmt::Result {
                    __f.write_str(<__P as #p::Path>::NAME)
                }
            }
            #[automatically_derived]
            impl #bound_generics #p::Field for #handle #ty_generics #where_clause {
                type Path = __P;
                fn at_path() -> Self {
                    Self(#p::PhantomData)
                }
            }
            #[allow(dead_code, non_snake_case, private_bounds, private_interfaces, reason = "a method is named and seen as its field, and is there for all of them")]
            impl #bound_generics #handle #ty_generics #where_clause {
                #(#methods)*
            }
        }
    }
}

/// A method to the field that `ty` stands for.
pub(super) fn method(cx: &Context, member: &Member<'_>, ty: &TokenStream) -> TokenStream {
    let p = &cx.p;
    let field = member.field;
    let (ident, vis) = (&field.ident, &field.vis);
    let span = at(field.ty.span());
    let doc = format!("The path to `{}`.", field.stored);
    quote_spanned! {span=>
        #[doc = #doc]
        #[must_use]
        #vis fn #ident(self) -> <#ty as #p::Goto<__P>>::To where #ty: #p::Goto<__P> {
            <#ty as #p::Goto<__P>>::to()
        }
    }
}
