//! A filter as alternatives, each of conditions that hold together.

use std::cell::Cell;

use super::predicate::{self, is_tag_of};
use crate::{
    document::Declaration,
    filter::{Argument, Term, Test},
    query::{Predicate, PredicateOp},
    shape::Shape,
};

/// Most alternatives that are looked at one by one.
const MAX_BRANCHES: usize = 16;

/// The alternatives of a filter.
pub(super) struct Branches {
    /// Any document meets one of them.
    pub(super) all: Vec<Vec<Predicate>>,
    /// The same in one, where there are several: what they have apart is looked at document by document.
    pub(super) whole: Option<Vec<Predicate>>,
}

impl Branches {
    pub(super) fn of(term: &Term, declaration: &'static Declaration) -> Self {
        let walk = || Walk { declaration, n_elements: Cell::new(0) };
        let mut all = walk().term(term);
        all.iter_mut().for_each(drop_tags);
        let mut whole = (all.len() > 1).then(|| walk().conjunction(term));
        if let Some(whole) = &mut whole {
            drop_tags(whole);
        }
        Self { all, whole }
    }
}

struct Walk {
    declaration: &'static Declaration,
    /// How many elements were met, each of which has a name of its own.
    n_elements: Cell<usize>,
}

/// Names of elements. One that finds none here counts as looked at document by document.
const ELEMENTS: [&str; 8] = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];

impl Walk {
    /// The alternatives of a condition.
    fn term(&self, term: &Term) -> Vec<Vec<Predicate>> {
        match term {
            Term::Test(test) => vec![self.test(test)],
            Term::Not(test) => vec![vec![predicate::not(test, self.declaration)]],
            Term::All(terms) => self.all(terms),
            Term::Any(terms) => self.any(&terms.iter().collect::<Vec<_>>()),
            Term::Nor(terms) => vec![self.none(terms)],
            Term::AllDocuments => vec![Vec::new()],
            Term::Scoped(scope) => self.any(&scope.terms().collect::<Vec<_>>()),
        }
    }

    fn test(&self, test: &Test) -> Vec<Predicate> {
        let Argument::Element(inner) = &test.argument else {
            return vec![predicate::of(test, self.declaration)];
        };
        let n = self.n_elements.replace(self.n_elements.get() + 1);
        match ELEMENTS.get(n) {
            Some(name) => predicate::on_element(test, inner, name, self.declaration),
            None => vec![Predicate::plain(test.place.path, &Shape::Unknown, PredicateOp::Other)],
        }
    }

    fn all(&self, terms: &[Term]) -> Vec<Vec<Predicate>> {
        let mut all = vec![Vec::new()];
        for term in terms {
            let mut branches = self.term(term);
            if branches.len().saturating_mul(all.len()) > MAX_BRANCHES {
                branches = vec![vec![other(term)]];
            }
            let beside = |before: &Vec<Predicate>| {
                let joined = branches.iter().map(|branch| [&before[..], branch].concat());
                joined.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(beside).collect();
        }
        all
    }

    fn any(&self, terms: &[&Term]) -> Vec<Vec<Predicate>> {
        let branches: Vec<_> = terms.iter().flat_map(|term| self.term(term)).collect();
        match terms.first() {
            Some(first) if branches.len() > MAX_BRANCHES => vec![vec![other(first)]],
            _ => branches,
        }
    }

    /// The conditions that none of the terms is met: one by one, where each is a single one.
    fn none(&self, terms: &[Term]) -> Vec<Predicate> {
        let not = |term: &Term| match term {
            Term::Test(test) => predicate::not(test, self.declaration),
            _ => other(term),
        };
        terms.iter().map(not).collect()
    }

    /// What holds of each document that meets the condition; the alternatives in it are one condition.
    fn conjunction(&self, term: &Term) -> Vec<Predicate> {
        match term {
            Term::All(terms) => terms.iter().flat_map(|term| self.conjunction(term)).collect(),
            Term::Any(_) | Term::Scoped(_) => vec![other(term)],
            term => self.term(term).into_iter().flatten().collect(),
        }
    }
}

/// A condition that no index is asked to serve.
fn other(term: &Term) -> Predicate {
    let path = first(term).map_or("", |test| test.place.path);
    Predicate::plain(path, &Shape::Unknown, PredicateOp::Other)
}

fn first(term: &Term) -> Option<&Test> {
    match term {
        Term::Test(test) | Term::Not(test) => Some(test),
        Term::All(terms) | Term::Any(terms) | Term::Nor(terms) => terms.iter().find_map(first),
        Term::Scoped(scope) => scope.terms().find_map(first),
        Term::AllDocuments => None,
    }
}

/// Leaves out that an enum is the variant that another condition leads into, which says so itself.
fn drop_tags(predicates: &mut Vec<Predicate>) {
    let all = predicates.clone();
    predicates.retain(|tag| !all.iter().any(|predicate| is_tag_of(tag, predicate)));
}
