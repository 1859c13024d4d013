//! The steps of a path in an attribute, as calls of the handles of typed paths.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::Context;

/// The handle of a field of what is reached. `before` is where the field around it was named, if there is one.
pub(super) fn into_step(
    cx: &Context,
    reached: &TokenStream,
    field: &Ident,
    before: Option<Span>,
) -> TokenStream {
    let reached = match before {
        None => reached.clone(),
        Some(before) => {
            let p = cx.own_path(before);
            quote_spanned!(before=> #p::inside(#reached))
        }
    };
    quote_spanned!(field.span()=> #reached.#field())
}
