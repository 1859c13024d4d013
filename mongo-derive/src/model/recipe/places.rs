//! Which elements of arrays a recipe is about: each name is declared once, and used.

use super::{Condition, Conditions, Recipe};
use crate::{
    errors::Errors,
    parse::{ElementPath, Elements},
};

/// Adds a condition of `#[mongo(element, path = items[line].sku)]`.
pub(super) fn add_named(all: &mut Vec<Conditions>, condition: Condition, errors: &mut Errors) {
    let brackets: Vec<Elements> = condition.path.elements().cloned().collect();
    let Some((Elements::Named(name), outer)) = brackets.split_last() else {
        let text = "`element` says which elements a name stands for: write it in the last brackets of the path, \
                    `path = items[line].sku`";
        return match condition.path.elements().last() {
            Some(last) => errors.push(syn::Error::new(last.span(), text)),
            None => errors.push(syn::Error::new(condition.key, text)),
        };
    };
    if let Some(named) = outer.iter().find(|elements| !matches!(elements, Elements::Each(_))) {
        return errors.push(syn::Error::new(
            named.span(),
            "a condition on an element is the same wherever the element is: write `[]` for the arrays around it",
        ));
    }
    let (name, depth) = (name.clone(), outer.len());
    add(all, name, depth, condition, errors);
}

/// Adds a condition of `#[mongo(expect, path = items[matched].sku)]`.
pub(super) fn add_matched(all: &mut Vec<Conditions>, condition: Condition, errors: &mut Errors) {
    let brackets: Vec<Elements> = condition.path.elements().cloned().collect();
    let [Elements::Matched(span)] = brackets.as_slice() else {
        let wrong = brackets.iter().find(|elements| !matches!(elements, Elements::Matched(_)));
        let span = wrong.or(brackets.last()).map_or(condition.key, Elements::span);
        return errors.push(syn::Error::new(
            span,
            "an expectation is of the document: of one of its elements write `[matched]`, and nothing else in brackets",
        ));
    };
    let name = proc_macro2::Ident::new("matched", *span);
    if let Some(other) = all.first().filter(|other| other.array != condition.path.array(0)) {
        let other = other.array.trim_start_matches('.');
        return errors.push(syn::Error::new(
            *span,
            format!("the server remembers one matched element, and this recipe has one of `{other}` already: choose the others by a name"),
        ));
    }
    add(all, name, 0, condition, errors);
}

fn add(
    all: &mut Vec<Conditions>,
    name: proc_macro2::Ident,
    depth: usize,
    condition: Condition,
    errors: &mut Errors,
) {
    let array = condition.path.array(depth);
    match all.iter_mut().find(|conditions| conditions.name == name) {
        Some(known) if known.array == array => known.all.push(condition),
        Some(known) => errors.push(syn::Error::new(
            name.span(),
            format!(
                "`{name}` stands for elements of `{}` already: give this one another name",
                known.array.trim_start_matches('.')
            ),
        )),
        None => all.push(Conditions { name, depth, array, all: vec![condition] }),
    }
}

/// Checks the brackets of all changes.
pub(super) fn check(recipe: &Recipe, errors: &mut Errors) {
    let mut used = Vec::new();
    for change in &recipe.changes {
        for (depth, elements) in change.path.elements().enumerate() {
            match check_one(recipe, &change.path, depth, elements) {
                Ok(name) => used.extend(name),
                Err(error) => return errors.push(error),
            }
        }
    }
    let unused = recipe.named.iter().find(|named| !used.contains(&named.name));
    if let Some(named) = unused {
        errors.at(
            &named.name,
            format!("`{0}` chooses no elements: write `[{0}]` in the path of a change, or remove the field", named.name),
        );
    }
}

/// The name that is used.
fn check_one(
    recipe: &Recipe,
    path: &ElementPath,
    depth: usize,
    elements: &Elements,
) -> syn::Result<Option<proc_macro2::Ident>> {
    let array = path.array(depth);
    let written = array.trim_start_matches('.');
    match elements {
        Elements::Each(_) => Ok(None),
        Elements::Matched(span) if depth > 0 => Err(syn::Error::new(
            *span,
            "the server knows which element matched of the outermost array alone: choose these by a name",
        )),
        Elements::Matched(span) => {
            if recipe.matched.iter().any(|matched| matched.array == array) {
                return Ok(None);
            }
            Err(syn::Error::new(
                *span,
                format!(
                    "`[matched]` is the element that the recipe's filter finds, and it asks for none of `{written}`: add a field \
                     with `#[mongo(expect, path = {written}[matched]..)]`"
                ),
            ))
        }
        Elements::Named(name) => match recipe.named.iter().find(|named| named.name == *name) {
            Some(named) if named.array == array => Ok(Some(name.clone())),
            Some(named) => Err(syn::Error::new(
                name.span(),
                format!(
                    "`{name}` stands for elements of `{}`, not of `{written}`",
                    named.array.trim_start_matches('.')
                ),
            )),
            None => Err(syn::Error::new(
                name.span(),
                format!(
                    "nothing says which elements `{name}` stands for: add a field with \
                     `#[mongo(element, path = {written}[{name}]..)]`, or write `[]` for each"
                ),
            )),
        },
    }
}
