//! Rules over a whole filter. Their texts name paths, never values.

use super::term::{Argument, Place, Term, Test};
use crate::refusal::Refusal;

/// Checks a filter on documents.
pub(crate) fn check(term: &Term) -> Result<(), Refusal> {
    if term.tests_whole() {
        return Err(rule(
            "a filter can't compare the whole document; name a field of it".to_owned(),
        ));
    }
    if term.n_near() > 0 && !near_stands_alone(term) {
        let text = "`near` orders the whole result, so it stands once and beside the other conditions: not in `or`, `not`, \
                    `none_of` or `elem_match`; use `within_circle` there";
        return Err(rule(text.to_owned()));
    }
    inside(term)
}

/// Checks the condition on an element.
pub(crate) fn check_element(term: &Term) -> Result<(), Refusal> {
    if term.tests_whole() && !only_tests_whole(term) {
        let text = "an element that is tested as a whole takes conditions joined by `and` only: move `or` out of the \
                    `elem_match`, and don't test its fields beside it";
        return Err(rule(text.to_owned()));
    }
    inside(term)
}

fn inside(term: &Term) -> Result<(), Refusal> {
    match term {
        Term::Test(test) | Term::Not(test) => match &test.argument {
            Argument::Element(inner) => check_element(inner),
            Argument::Value(_) | Argument::Fixed(_) => Ok(()),
        },
        Term::All(terms) => {
            correlated(terms)?;
            terms.iter().try_for_each(inside)
        }
        Term::Any(terms) | Term::Nor(terms) => terms.iter().try_for_each(inside),
        Term::AllDocuments => Ok(()),
    }
}

/// Two conditions on the elements of one array are met by two different elements just as well.
fn correlated(terms: &[Term]) -> Result<(), Refusal> {
    let mut seen: Vec<Place> = Vec::new();
    for term in terms {
        let mut places = Vec::new();
        term.places(&mut places);
        for place in &places {
            let is_other = |other: &&Place| {
                place.array.is_some() && other.array == place.array && other.path != place.path
            };
            if let (Some(other), Some(array)) = (seen.iter().find(is_other), place.array) {
                return Err(rule(format!(
                    "conditions on `{}` and `{}` can be met by two different elements of `{array}`; for one element that \
                     meets both, write `{array}().elem_match(|item| ..)`",
                    other.path, place.path
                )));
            }
        }
        seen.extend(places);
    }
    Ok(())
}

fn near_stands_alone(term: &Term) -> bool {
    let is_near = |term: &Term| matches!(term, Term::Test(Test { op: "$near", .. }));
    term.n_near() == 1
        && match term {
            Term::All(terms) => terms.iter().any(is_near),
            term => is_near(term),
        }
}

fn only_tests_whole(term: &Term) -> bool {
    match term {
        Term::Test(test) | Term::Not(test) => test.place.path.is_empty(),
        Term::All(terms) => terms.iter().all(only_tests_whole),
        Term::Any(_) | Term::Nor(_) | Term::AllDocuments => false,
    }
}

impl Term {
    /// Whether a condition is on the root itself, not on a field of it.
    pub(crate) fn tests_whole(&self) -> bool {
        let mut places = Vec::new();
        self.places(&mut places);
        places.iter().any(|place| place.path.is_empty())
    }

    /// Whether the opposite of a condition on the root itself is asked for.
    pub(crate) fn negates_whole(&self) -> bool {
        match self {
            Self::Not(test) => test.place.path.is_empty(),
            Self::All(terms) | Self::Any(terms) | Self::Nor(terms) => {
                terms.iter().any(Self::negates_whole)
            }
            Self::Test(_) | Self::AllDocuments => false,
        }
    }

    fn places(&self, found: &mut Vec<Place>) {
        match self {
            Self::Test(test) | Self::Not(test) => found.push(test.place),
            Self::All(terms) | Self::Any(terms) | Self::Nor(terms) => {
                terms.iter().for_each(|term| term.places(found))
            }
            Self::AllDocuments => {}
        }
    }
}

pub(crate) fn rule(text: String) -> Refusal {
    Refusal::Rule(text)
}
