//! The element that the filter of a command matches, which `$` stands for.

use bson::Bson;

use super::Which;
use crate::{
    filter::{Argument, Place, Term, Test},
    refusal::Refusal,
    update::change::Change,
};

/// The one condition of a filter on the elements of an array.
pub(in crate::update) struct Matched {
    pub(super) term: Term,
}

impl Matched {
    /// The condition that finds the element which the changes call the matched one; none when they call none so.
    ///
    /// The server remembers one place for a whole filter. A condition on another array, or a second one on the same, could
    /// move it, so that another element would be changed than the one that is meant.
    pub(in crate::update) fn find(
        changes: &[Change],
        filter: &[&Term],
    ) -> Result<Option<Self>, Refusal> {
        let is_matched = |change: &&Change| {
            change.scopes.first().is_some_and(|scope| scope.which == Which::Matched)
        };
        let Some(change) = changes.iter().find(is_matched) else { return Ok(None) };
        let array = change.scopes.first().map_or("", |scope| scope.array);
        let mut conjuncts = Vec::new();
        filter.iter().for_each(|term| conjuncts_of(term, &mut conjuncts));
        let mut found = conjuncts.iter().filter_map(|term| condition_on(array, term));
        let Some(term) = found.next() else {
            return Err(Refusal::Rule(format!(
                "`{}` changes the element that the filter matches, and the filter has no condition on the elements of \
                 `{array}`: write `{array}().elem_match(|item| ..)` in it",
                change.path
            )));
        };
        let n_on_arrays = conjuncts.iter().filter(|term| touches_an_array(term)).count();
        if n_on_arrays > 1 {
            return Err(Refusal::Rule(format!(
                "`{}` changes the element that the filter matches, and the filter has several conditions on elements of \
                 arrays, of which the server may take any: keep one `elem_match` on `{array}`, or use `update_where`",
                change.path
            )));
        }
        Ok(Some(Self { term }))
    }
}

fn conjuncts_of<'a>(term: &'a Term, found: &mut Vec<&'a Term>) {
    match term {
        Term::All(terms) => terms.iter().for_each(|term| conjuncts_of(term, found)),
        Term::Scoped(scope) if scope.others.is_empty() => conjuncts_of(&scope.own, found),
        term => found.push(term),
    }
}

/// What the term asks of one element of the array.
fn condition_on(array: &str, term: &Term) -> Option<Term> {
    let Term::Test(test) = term else { return None };
    match &test.argument {
        Argument::Element(inner) if test.place.path == array => Some((**inner).clone()),
        _ if test.place.array == Some(array) => {
            let path = match test.place.path.strip_prefix(array)? {
                "" => "",
                rest => rest.strip_prefix('.')?,
            };
            Some(Term::Test(Test { place: Place::named(path), ..test.clone() }))
        }
        _ => None,
    }
}

fn touches_an_array(term: &Term) -> bool {
    match term {
        Term::Test(test) => {
            let is_list = matches!(&test.argument, Argument::Value(Ok(Bson::Array(_))));
            test.place.array.is_some()
                || matches!(test.op, "$elemMatch" | "$all")
                || test.op == "$eq" && is_list
        }
        Term::All(terms) | Term::Any(terms) => terms.iter().any(touches_an_array),
        Term::Scoped(scope) => scope.terms().any(touches_an_array),
        // The server remembers no place for what must not be there.
        Term::Not(_) | Term::Nor(_) | Term::AllDocuments => false,
    }
}
