//! What a change of elements asks of the document around them: that no element which is changed fails a guard.

use bson::{Bson, Document, doc};

use super::{
    Scope, Which,
    condition::{self, element_with, failing, relative},
    matched::Matched,
};
use crate::{
    filter::Values,
    refusal::Refusal,
    update::{Guard, Rejection, change::Change, guard},
};

/// The guards of a change, as conditions on the document.
pub(in crate::update) fn lifted(
    change: &Change,
    matched: Option<&Matched>,
) -> Result<Vec<Guard>, Refusal> {
    let mut guards = change.guards.clone();
    for scope in change.scopes.iter().rev() {
        let chosen = chosen(scope, matched)?;
        for guard in &mut guards {
            guard.condition = none_fails(&guard.condition, scope, chosen.as_ref())
                .ok_or_else(|| unsayable(change))?;
        }
        guards.extend(is_there(scope));
    }
    Ok(guards)
}

/// The condition on the elements that are meant; none when that is each.
fn chosen(scope: &Scope, matched: Option<&Matched>) -> Result<Option<Document>, Refusal> {
    let term = match (&scope.which, matched) {
        (Which::Where { term, .. }, _) => term,
        (Which::Matched, Some(matched)) => &matched.term,
        (Which::Matched, None) | (Which::Each, _) => return Ok(None),
    };
    condition::of_term(scope.array, term, Values::Real).map(Some)
}

/// No element that is meant fails the condition.
fn none_fails(condition: &Document, scope: &Scope, chosen: Option<&Document>) -> Option<Document> {
    let array = scope.array;
    let failing = failing(&relative(condition, array)?)?;
    let bodies: Option<Vec<Document>> = failing
        .iter()
        .map(|fails| {
            let conditions: Vec<&Document> = chosen.into_iter().chain([fails]).collect();
            element_with(&conditions)
        })
        .collect();
    Some(match bodies?.as_slice() {
        [body] => doc! { array: { "$not": { "$elemMatch": body.clone() } } },
        bodies => {
            let some: Vec<Bson> = bodies
                .iter()
                .map(|body| doc! { array: { "$elemMatch": body.clone() } }.into())
                .collect();
            doc! { "$nor": some }
        }
    })
}

/// The server refuses to look for elements where there is no array. An array of a variant is asked for as all of its fields are.
fn is_there(scope: &Scope) -> Vec<Guard> {
    let path = scope.array;
    let mut guards = guard::of_variant(scope.variant);
    if scope.may_be_absent {
        guards.push(Guard {
            condition: doc! { path: { "$type": "array" } },
            rejection: Rejection::ArrayAbsent { path },
        });
    }
    guards
}

fn unsayable(change: &Change) -> Refusal {
    Refusal::Rule(format!(
        "`{}` needs a condition (room in its array, or the range of its type) that the server can't be asked of single \
         elements in this form: add one value at a time, and choose elements by conditions joined by `and`",
        change.path
    ))
}
