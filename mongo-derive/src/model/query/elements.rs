//! What the brackets of paths ask of the elements of arrays.

use super::{Asked, AskedWith, Query};
use crate::{
    errors::Errors,
    parse::{Elements, PartialOp, QueryOperator},
};

/// Checks all brackets.
pub(super) fn check(query: &Query, errors: &mut Errors) {
    for (at, it) in query.conditions.iter().enumerate() {
        let earlier = query.conditions.get(..at).unwrap_or_default();
        if let Err(error) = check_names(it, earlier).and_then(|()| correlated(it, earlier)) {
            return errors.push(error);
        }
    }
    for (at, it) in query.conditions.iter().enumerate() {
        let Some((name, _)) = it.element() else { continue };
        let is_of_name = |other: &&Asked| other.element().is_some_and(|(one, _)| one == name);
        let is_first = !query.conditions.iter().take(at).any(|other| is_of_name(&other));
        if is_first && query.conditions.iter().filter(is_of_name).all(|one| one.optional) {
            let text = format!(
                "each condition on `{name}` is `optional`, and without one any element would do: let one of them be always there"
            );
            errors.at(name, text);
        }
    }
}

/// A name stands for one element of one array.
fn check_names(it: &Asked, earlier: &[Asked]) -> syn::Result<()> {
    let Some((name, depth)) = it.element() else { return Ok(()) };
    if let Some(second) =
        it.path.elements().skip(depth + 1).find(|one| matches!(one, Elements::Named(_)))
    {
        return Err(syn::Error::new(
            second.span(),
            "a path has one name in brackets: write `[]` for the arrays inside of that element",
        ));
    }
    if it.operator.value == QueryOperator::Is {
        return Err(syn::Error::new(
            name.span(),
            "which variant an element is, is asked with one of its fields: compare `items[name].variant.field`",
        ));
    }
    let array = it.path.array(depth);
    let other = earlier.iter().find_map(|other| {
        let (other_name, depth) = other.element()?;
        Some(other.path.array(depth)).filter(|_| other_name == name)
    });
    match other {
        Some(other) if other != array => Err(syn::Error::new(
            name.span(),
            format!(
                "`{name}` stands for an element of `{}` already: give this one another name",
                other.trim_start_matches('.')
            ),
        )),
        _ => Ok(()),
    }
}

/// Two conditions on the elements of one array are met by two different elements just as well.
fn correlated(it: &Asked, earlier: &[Asked]) -> syn::Result<()> {
    let Some(array) = any_element_of(it) else { return Ok(()) };
    let is_clear = |other: &Asked| {
        is_equality(it)
            && is_equality(other)
            && it.path.array(usize::MAX) == other.path.array(usize::MAX)
    };
    let other = earlier
        .iter()
        .find(|other| any_element_of(other).is_some_and(|one| one == array) && !is_clear(other));
    if other.is_none() {
        return Ok(());
    }
    let span = it.path.elements().next().map_or(it.operator.key.span(), Elements::span);
    let array = array.trim_start_matches('.');
    Err(syn::Error::new(
        span,
        format!(
            "two conditions on `{array}[]` can be met by two different elements: for one element that meets both, give it a name in \
             both paths, `{array}[one]`"
        ),
    ))
}

/// The array that the condition asks for any element of.
fn any_element_of(it: &Asked) -> Option<String> {
    match it.path.elements().next() {
        Some(Elements::Each(_)) if it.element().is_none() => Some(it.path.array(0)),
        _ => None,
    }
}

fn is_equality(it: &Asked) -> bool {
    match it.with {
        AskedWith::Literal { op, .. } => matches!(op, PartialOp::Eq),
        _ => it.operator.value == QueryOperator::Eq,
    }
}
