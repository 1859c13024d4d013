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
    check_parts(term)
}

/// Checks the condition on an element.
pub(crate) fn check_element(term: &Term) -> Result<(), Refusal> {
    if term.tests_whole() && !only_tests_whole(term) {
        let text = "an element that is tested as a whole takes conditions joined by `and` only: move `or` out of the \
                    `elem_match`, and don't test its fields beside it";
        return Err(rule(text.to_owned()));
    }
    check_parts(term)
}

/// Checks what every condition must be, wherever it stands.
pub(crate) fn check_parts(term: &Term) -> Result<(), Refusal> {
    match term {
        Term::Test(test) | Term::Not(test) => match &test.argument {
            Argument::Element(inner) => check_element(inner),
            Argument::Value(_) | Argument::Fixed(_) => Ok(()),
        },
        Term::All(terms) => {
            correlated(terms)?;
            terms.iter().try_for_each(check_parts)
        }
        Term::Any(terms) | Term::Nor(terms) => terms.iter().try_for_each(check_parts),
        Term::Scoped(scope) => scope.terms().try_for_each(check_parts),
        Term::AllDocuments => Ok(()),
    }
}

/// Two conditions on the elements of one array are met by two different elements just as well.
fn correlated(terms: &[Term]) -> Result<(), Refusal> {
    let mut seen: Vec<Asked> = Vec::new();
    for term in terms {
        let mut asked = Vec::new();
        term.asked(false, &mut asked);
        for one in &asked {
            if let (Some(other), Some(array)) =
                (seen.iter().find(|other| other.may_be_another_element(one)), one.place.array)
            {
                return Err(uncorrelated(array, other.place.path, one.place.path));
            }
        }
        seen.extend(asked);
    }
    Ok(())
}

fn uncorrelated(array: &str, one: &str, other: &str) -> Refusal {
    if array.is_empty() {
        let text = "two conditions on the elements of an element, which is an array, can be met by two different ones; for \
                    one that meets both, write `elem_match(|row| row.elem_match(|item| ..))`";
        return rule(text.to_owned());
    }
    let conditions = match one == other {
        true => format!("two conditions on `{one}`"),
        false => format!("conditions on `{one}` and `{other}`"),
    };
    rule(format!(
        "{conditions} can be met by two different elements of `{array}`; for one element that meets both, write \
         `{array}().elem_match(|item| ..)`"
    ))
}

/// One condition, and what it asks of the elements of an array.
struct Asked {
    place: Place,
    quantity: Quantity,
}

#[derive(Clone, Copy, PartialEq)]
enum Quantity {
    /// That one of them equals a value. Two such conditions ask for two elements, and can mean nothing else.
    OneEqual,
    /// That one of them meets a condition.
    One,
    /// That none of them meets a condition. Two such conditions are about the same elements: all of them.
    None,
}

impl Asked {
    fn may_be_another_element(&self, other: &Self) -> bool {
        let is_one_array = self.place.array.is_some() && self.place.array == other.place.array;
        let is_clear = self.place.path == other.place.path
            && self.quantity == other.quantity
            && self.quantity != Quantity::One;
        is_one_array && !is_clear
    }
}

fn near_stands_alone(term: &Term) -> bool {
    term.n_near() == 1
        && match term {
            Term::All(terms) => terms.iter().any(near_stands_alone),
            Term::Scoped(scope) => scope.others.is_empty() && near_stands_alone(&scope.own),
            term => matches!(term, Term::Test(Test { op: "$near", .. })),
        }
}

fn only_tests_whole(term: &Term) -> bool {
    match term {
        Term::Test(test) | Term::Not(test) => test.place.is_whole(),
        Term::All(terms) => terms.iter().all(only_tests_whole),
        Term::Any(_) | Term::Nor(_) | Term::AllDocuments | Term::Scoped(_) => false,
    }
}

impl Term {
    /// Whether a condition is on the root itself, not on a field of it.
    pub(crate) fn tests_whole(&self) -> bool {
        let mut places = Vec::new();
        self.places(&mut places);
        places.iter().any(Place::is_whole)
    }

    /// Whether the opposite of a condition on the root itself is asked for.
    pub(crate) fn negates_whole(&self) -> bool {
        match self {
            Self::Not(test) => test.place.is_whole(),
            Self::All(terms) | Self::Any(terms) | Self::Nor(terms) => {
                terms.iter().any(Self::negates_whole)
            }
            Self::Scoped(scope) => scope.terms().any(Self::negates_whole),
            Self::Test(_) | Self::AllDocuments => false,
        }
    }

    fn places(&self, found: &mut Vec<Place>) {
        let mut asked = Vec::new();
        self.asked(false, &mut asked);
        found.extend(asked.iter().map(|one| one.place));
    }

    fn asked(&self, is_negated: bool, found: &mut Vec<Asked>) {
        match self {
            Self::Test(test) => found.push(test.asked(is_negated)),
            Self::Not(test) => found.push(test.asked(!is_negated)),
            Self::All(terms) | Self::Any(terms) => {
                terms.iter().for_each(|term| term.asked(is_negated, found));
            }
            Self::Nor(terms) => terms.iter().for_each(|term| term.asked(!is_negated, found)),
            Self::Scoped(scope) => scope.terms().for_each(|term| term.asked(is_negated, found)),
            Self::AllDocuments => {}
        }
    }
}

impl Test {
    fn asked(&self, is_negated: bool) -> Asked {
        let quantity = match (is_negated, self.op) {
            (true, _) => Quantity::None,
            (false, "$eq") => Quantity::OneEqual,
            (false, _) => Quantity::One,
        };
        Asked { place: self.place, quantity }
    }
}

pub(crate) fn rule(text: String) -> Refusal {
    Refusal::Rule(text)
}
