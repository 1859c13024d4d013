//! `sort(created_at = desc, paid_at(desc, nulls = last), id)`.

use syn::{
    Ident, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

use crate::parse::{
    attr::{Entry, Set},
    element_path::{ElementPath, QueryPath},
    recipe::Direction,
};

/// One key of the order.
pub(crate) struct SortKey {
    pub(crate) path: ElementPath,
    pub(crate) direction: Direction,
    /// Where documents without a value come: first, or else last.
    pub(crate) nulls_first: Option<Set<bool>>,
}

impl SortKey {
    pub(super) fn parse_all(entry: &Entry<'_>) -> syn::Result<Vec<Self>> {
        let list = entry.list(Punctuated::<Self, Token![,]>::parse_terminated)?;
        if list.is_empty() {
            return Err(syn::Error::new(
                entry.key.span(),
                "write what it sorts by: `sort(created_at = desc, id = desc)`",
            ));
        }
        Ok(list.into_iter().collect())
    }
}

impl Parse for SortKey {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const HELP: &str = "a direction stands behind its key: `sort(created_at = desc, id)`";
        if input.peek(Token![-]) {
            return Err(input.error(HELP));
        }
        let QueryPath(path) = input.parse()?;
        let mut it = Self { path, direction: Direction::Asc, nulls_first: None };
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            it.direction = Direction::parse(input)?;
        } else if input.peek(token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            it.options(&content)?;
        } else if !input.is_empty() && !input.peek(Token![,]) {
            return Err(input.error(HELP));
        }
        Ok(it)
    }
}

impl SortKey {
    /// `desc, nulls = last`
    fn options(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        const HELP: &str =
            "write the direction and where documents without a value come: `(desc, nulls = last)`";
        self.direction = Direction::parse(input)?;
        if input.is_empty() {
            return Ok(());
        }
        input.parse::<Token![,]>()?;
        let key =
            input.call(Ident::parse_any).map_err(|error| syn::Error::new(error.span(), HELP))?;
        if key != "nulls" || !input.peek(Token![=]) {
            return Err(syn::Error::new(key.span(), HELP));
        }
        input.parse::<Token![=]>()?;
        let order = input
            .call(Ident::parse_any)
            .map_err(|error| syn::Error::new(error.span(), "expected `first` or `last`"))?;
        let is_first = match order.to_string().as_str() {
            "first" => true,
            "last" => false,
            _ => return Err(syn::Error::new(order.span(), "expected `first` or `last`")),
        };
        input.parse::<Option<Token![,]>>()?;
        self.nulls_first = Some(Set { key, value: is_first });
        if input.is_empty() { Ok(()) } else { Err(input.error(HELP)) }
    }
}
