//! Paths of recipes: `customer.name`, `items[].quantity`, `items[line].quantity`, `items[matched].quantity`.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    Ident, LitStr, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    token,
};

/// A path of Rust field names that says which elements of arrays it goes into.
#[derive(Clone)]
pub(crate) struct ElementPath {
    pub(crate) steps: Vec<Step>,
}

/// A field, and what stands in the brackets behind it.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) field: Ident,
    pub(crate) elements: Vec<Elements>,
}

/// Which elements of an array.
#[derive(Clone)]
pub(crate) enum Elements {
    /// `[]`
    Each(Span),
    /// `[matched]`
    Matched(Span),
    /// `[name]`
    Named(Ident),
}

impl Elements {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Each(span) | Self::Matched(span) => *span,
            Self::Named(name) => name.span(),
        }
    }
}

impl ElementPath {
    /// The path of one field.
    pub(crate) fn of(field: &Ident) -> Self {
        Self { steps: vec![Step { field: field.clone(), elements: Vec::new() }] }
    }

    /// What stands in brackets, outermost first.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Elements> {
        self.steps.iter().flat_map(|step| &step.elements)
    }

    /// The names of the fields up to the brackets at `depth`, which tell one array from another.
    pub(crate) fn array(&self, depth: usize) -> String {
        let mut text = String::new();
        let mut n_brackets = 0;
        for step in &self.steps {
            text.push('.');
            text.push_str(&step.field.unraw().to_string());
            for _ in &step.elements {
                if n_brackets == depth {
                    return text;
                }
                n_brackets += 1;
                text.push_str("[]");
            }
        }
        text
    }
}

impl ToTokens for ElementPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.steps.iter().map(|step| step.field.to_token_stream()));
    }
}

impl Parse for ElementPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return Err(input.error(
                "a path is a Rust path, not a string: `customer.name`, `items[].quantity`",
            ));
        }
        let mut steps = Vec::new();
        loop {
            let field = input.call(Ident::parse_any)?;
            let mut elements = Vec::new();
            while input.peek(token::Bracket) {
                let content;
                let bracket = syn::bracketed!(content in input);
                elements.push(inside(&content, bracket.span.open())?);
                if !content.is_empty() {
                    return Err(content.error(BRACKETS));
                }
            }
            steps.push(Step { field, elements });
            if !input.peek(Token![.]) {
                return Ok(Self { steps });
            }
            input.parse::<Token![.]>()?;
        }
    }
}

const BRACKETS: &str = "write `[]` for each element, `[matched]` for the one that the filter matches, or `[name]` for those of \
                        `#[mongo(element, path = ..[name]..)]`";

fn inside(content: ParseStream<'_>, open: Span) -> syn::Result<Elements> {
    if content.is_empty() {
        return Ok(Elements::Each(open));
    }
    let name =
        content.call(Ident::parse_any).map_err(|error| syn::Error::new(error.span(), BRACKETS))?;
    let text = name.to_string();
    if text == "matched" {
        return Ok(Elements::Matched(name.span()));
    }
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric());
    if !is_name {
        return Err(syn::Error::new(
            name.span(),
            "the name of an array filter starts with a lower-case letter and has letters and digits only: `[line]`",
        ));
    }
    Ok(Elements::Named(name))
}
