//! Structs whose fields have names of their own.

use syn::{Data, DeriveInput, Fields};

/// The fields of a struct that stands for `what`, whose fields are `parts`.
pub(super) fn named_fields<'a>(
    input: &'a DeriveInput,
    what: &str,
    parts: &str,
) -> syn::Result<&'a Fields> {
    let wrong = |text: String| Err(syn::Error::new(input.ident.span(), text));
    match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => {
            wrong(format!("{what} has named fields: write `struct .. {{ .. }}`"))
        }
        Data::Struct(data) => Ok(&data.fields),
        _ => wrong(format!("{what} is a struct: its fields are {parts}")),
    }
}
