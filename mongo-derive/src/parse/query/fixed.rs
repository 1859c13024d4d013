//! Conditions of the struct: `is_null(coupon)`, `constant(status = "open")`, `matches(sku = "^[A-Z]")`.

use proc_macro2::Span;
use syn::{Ident, LitStr, Token, parse::ParseStream};

use super::operator::{Operator, Takes};
use crate::parse::{
    attr::{Entry, Set},
    element_path::{ElementPath, QueryPath},
    index::{Literal, PartialOp, PartialTerm},
};

/// A condition without a field.
pub(crate) struct Fixed {
    pub(crate) operator: Set<Operator>,
    pub(crate) path: ElementPath,
    pub(crate) with: With,
}

/// What it compares with.
pub(crate) enum With {
    Nothing,
    Literal { op: PartialOp, literal: Literal },
    Pattern(LitStr),
}

impl Fixed {
    /// The list behind the key of an operator.
    pub(super) fn parse_all(entry: &Entry<'_>, operator: Operator) -> syn::Result<Vec<Self>> {
        let key = entry.key;
        let list = entry.list(|input| {
            let mut list = Vec::new();
            while !input.is_empty() {
                list.push(Self::parse(input, key, operator)?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(list)
        })?;
        if list.is_empty() {
            return Err(syn::Error::new(key.span(), format!("write what it asks: `{key}(..)`")));
        }
        Ok(list)
    }

    fn parse(input: ParseStream<'_>, key: &Ident, operator: Operator) -> syn::Result<Self> {
        let own = |operator| Set { key: key.clone(), value: operator };
        if operator.takes() == Takes::Literal {
            refuse_not_equal(input)?;
            let PartialTerm { path: QueryPath(path), op, literal } = input.parse()?;
            // `is` and `exists` bring their own word.
            let operator = own(match op {
                PartialOp::Is => Operator::Is,
                _ => operator,
            });
            let with = match op {
                PartialOp::Is => With::Nothing,
                _ => With::Literal { op, literal },
            };
            return Ok(Self { operator, path, with });
        }
        let QueryPath(path) = input.parse()?;
        if operator.takes() == Takes::Pattern {
            let help = format!("write the pattern: `{key}(path = \"^[A-Z]{{2}}-\")`");
            let end = path.steps.last().map_or_else(Span::call_site, |step| step.field.span());
            if !input.peek(Token![=]) {
                return Err(syn::Error::new(end, help));
            }
            input.parse::<Token![=]>()?;
            let pattern: LitStr =
                input.parse().map_err(|error| syn::Error::new(error.span(), help))?;
            return Ok(Self { operator: own(operator), path, with: With::Pattern(pattern) });
        }
        if !input.is_empty() && !input.peek(Token![,]) {
            return Err(
                input.error(format!("`{key}` takes no value: write `{key}(..)` with paths only"))
            );
        }
        Ok(Self { operator: own(operator), path, with: With::Nothing })
    }
}

/// An index's condition has no `!=`, whose text the parser of one tells.
fn refuse_not_equal(input: ParseStream<'_>) -> syn::Result<()> {
    let ahead = input.fork();
    if ahead.parse::<QueryPath>().is_ok() && ahead.peek(Token![!=]) {
        return Err(ahead.error(
            "a constant is what documents have: write `=`, `>`, `>=`, `<` or `<=`, or make it a field, `#[mongo(ne, path = ..)]`",
        ));
    }
    Ok(())
}
