//! Paths of recipes and queries: `customer.name`, `items[].quantity`, `items[line].quantity`, `items[matched].quantity`.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    Ident, LitStr, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    token,
};

use super::path::field;

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

    /// As it is written: `items[line].quantity`.
    pub(crate) fn written(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(&step.field.unraw().to_string());
            for elements in &step.elements {
                match elements {
                    Elements::Each(_) => text.push_str("[]"),
                    Elements::Matched(_) => text.push_str("[matched]"),
                    Elements::Named(name) => text.extend(["[", &name.to_string(), "]"]),
                }
            }
        }
        text
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

/// The same in a query, whose brackets have other meanings.
pub(crate) struct QueryPath(pub(crate) ElementPath);

impl ToTokens for QueryPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

impl Parse for QueryPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = ElementPath::parse_with(input, BRACKETS_OF_A_QUERY)?;
        let matched = path.elements().find(|elements| matches!(elements, Elements::Matched(_)));
        match matched {
            Some(matched) => Err(syn::Error::new(matched.span(), BRACKETS_OF_A_QUERY)),
            None => Ok(Self(path)),
        }
    }
}

impl Parse for ElementPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Self::parse_with(input, BRACKETS)
    }
}

impl ElementPath {
    fn parse_with(input: ParseStream<'_>, brackets: &'static str) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return Err(input.error(
                "a path is a Rust path, not a string: `customer.name`, `items[].quantity`",
            ));
        }
        let mut steps = Vec::new();
        loop {
            let field = field(input)?;
            let mut elements = Vec::new();
            while input.peek(token::Bracket) {
                let content;
                let bracket = syn::bracketed!(content in input);
                elements.push(inside(&content, bracket.span.open(), brackets)?);
                if !content.is_empty() {
                    return Err(content.error(brackets));
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

const BRACKETS_OF_A_QUERY: &str = "write `[]` for any element, or `[name]` for one element that meets all conditions with this name";

fn inside(content: ParseStream<'_>, open: Span, brackets: &str) -> syn::Result<Elements> {
    if content.is_empty() {
        return Ok(Elements::Each(open));
    }
    let name =
        content.call(Ident::parse_any).map_err(|error| syn::Error::new(error.span(), brackets))?;
    let text = name.to_string();
    if text == "matched" {
        return Ok(Elements::Matched(name.span()));
    }
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric());
    if !is_name {
        return Err(syn::Error::new(
            name.span(),
            "the name of an element starts with a lower-case letter and has letters and digits only: `[line]`",
        ));
    }
    Ok(Elements::Named(name))
}
