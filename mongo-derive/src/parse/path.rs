//! Field paths as they are written in attributes: `customer.id`, `items[].sku`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Ident, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    token,
};

/// A path of Rust field names.
pub(crate) struct FieldPath {
    /// Each field, and how many `[]` follow it.
    pub(crate) steps: Vec<(Ident, usize)>,
}

impl ToTokens for FieldPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.steps.iter().map(|(field, _)| field.to_token_stream()));
    }
}

impl FieldPath {
    /// The path of one field.
    pub(crate) fn of(field: &Ident) -> Self {
        Self { steps: vec![(field.clone(), 0)] }
    }

    /// A path that may go through arrays of arrays.
    pub(crate) fn through_arrays(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::LitStr) {
            return Err(
                input.error("a path is a Rust path, not a string: `customer.id`, `items[].sku`")
            );
        }
        let mut steps = Vec::new();
        loop {
            let field = field(input)?;
            let mut n_arrays = 0;
            while input.peek(token::Bracket) {
                let content;
                syn::bracketed!(content in input);
                if !content.is_empty() {
                    return Err(
                        content.error("write `[]`: it stands for each element of the array")
                    );
                }
                n_arrays += 1;
            }
            steps.push((field, n_arrays));
            // `attributes.*` goes on as a wildcard.
            if !input.peek(Token![.]) || input.peek2(Token![*]) {
                return Ok(Self { steps });
            }
            input.parse::<Token![.]>()?;
        }
    }
}

impl Parse for FieldPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = Self::through_arrays(input)?;
        match path.steps.iter().find(|(_, n_arrays)| *n_arrays > 1) {
            None => Ok(path),
            Some((field, _)) => Err(syn::Error::new(
                field.span(),
                format!(
                    "`{field}` is an array of arrays, and the server looks for fields in one array at a time: index a field \
                     outside of it, or make the inner array a field of a document"
                ),
            )),
        }
    }
}

/// A field or variant. A word of the language is written as it is: it can only be one that has `r#` in the code.
pub(super) fn field(input: ParseStream<'_>) -> syn::Result<Ident> {
    let written = input.call(Ident::parse_any)?;
    let text = written.to_string();
    if text.starts_with("r#") || syn::parse_str::<Ident>(&text).is_ok() {
        return Ok(written);
    }
    if matches!(text.as_str(), "self" | "super" | "crate" | "Self" | "_") {
        return Err(syn::Error::new(
            written.span(),
            "a path starts with a field of the document: `customer.id`, `items[].sku`",
        ));
    }
    Ok(Ident::new_raw(&text, written.span()))
}
