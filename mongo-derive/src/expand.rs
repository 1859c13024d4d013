//! Checked model to impls: tables and calls, no logic. Total: no mistake of a user starts here.

mod codec;

mod document;

mod enums;

mod fields;

mod index;

mod members;

mod newtype;

mod shape;

mod structure;

mod stub;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Path;

use crate::model;

pub(crate) use self::{document::document, stub::stub};

/// An embedded type.
pub(crate) fn embedded(model: &model::Embedded) -> TokenStream {
    let cx = Context::new(&model.runtime);
    let items = match &model.form {
        model::Form::Struct(form) => structure::embedded(&cx, model, form),
        model::Form::Newtype(form) => newtype::newtype(&cx, model, form),
        model::Form::Tags(form) => enums::tags(&cx, model, form),
        model::Form::Union(form) => enums::union(&cx, model, form),
    };
    wrap(&items)
}

/// What every part of an expansion needs.
struct Context {
    /// The path of the runtime's `__private`.
    p: TokenStream,
    /// The path of the runtime.
    runtime: TokenStream,
}

impl Context {
    fn new(runtime: &Path) -> Self {
        Self { p: quote!(#runtime::__private), runtime: quote!(#runtime) }
    }
}

/// A span that shows errors at the user's token and resolves names where the derive is called.
fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// A scope of its own, so that the names of generated types are nobody's business.
fn wrap(items: &TokenStream) -> TokenStream {
    quote! { #[doc(hidden)] const _: () = { #items }; }
}
