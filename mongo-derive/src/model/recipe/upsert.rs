//! What the tokens of an upsert show.

use super::Recipe;
use crate::errors::Errors;

/// Checks the keys of an upsert, and what it can't do. Whether something was wrong.
pub(super) fn check(recipe: &Recipe, errors: &mut Errors) -> bool {
    let mut wrong = Vec::new();
    if recipe.upsert.is_none() {
        wrong.extend(recipe.keys.iter().take(1).map(|it| {
            let text = "`key` belongs to an upsert: name the unique index that it is of, `#[mongo(upsert = \"..\")]`, or give \
                        the value in the filter of the operation";
            syn::Error::new(it.key.span(), text)
        }));
    } else {
        let expected = recipe.expected.iter().map(|it| it.operator.key.span());
        let matched = recipe.matched.iter().flat_map(|it| it.all.iter().map(|one| one.key));
        wrong.extend(expected.chain(matched).map(|span| {
            let text = "an upsert finds its document by its key alone, and inserts one where nothing is found, so it expects \
                        nothing else: remove this, or remove `upsert`";
            syn::Error::new(span, text)
        }));
        let changed = recipe.changes.iter().map(|it| &it.path);
        let elements = changed
            .chain(recipe.keys.iter().map(|it| &it.path))
            .filter_map(|path| path.elements().next());
        // What is wrong already has brackets of its own.
        if wrong.is_empty() {
            wrong.extend(elements.map(|it| {
                let text = "the document that an upsert inserts has no elements to choose: change the array as a whole, or \
                            remove `upsert`";
                syn::Error::new(it.span(), text)
            }));
        }
    }
    let is_wrong = !wrong.is_empty();
    wrong.into_iter().for_each(|error| errors.push(error));
    is_wrong
}
