//! Whether a query asks for what the documents of a partial index have in common.

use std::cmp::Ordering;

use super::facts::{MAX_PREDICATES, Set, Texts};
use crate::{
    field::IsVariant,
    index::{IndexDeclaration, Literal, PartialOp, PartialTerm, compare_literals},
    query::{Predicate, PredicateOp, QueryShape},
    shape::str_eq,
};

/// Most conditions of a partial index that are looked at, with those that enums are a variant.
const MAX_TERMS: usize = 24;

/// What a partial index asks of its documents.
#[derive(Clone, Copy)]
pub(super) struct Required {
    /// For each condition, the conditions of the query any of which is enough.
    terms: [Set; MAX_TERMS],
    /// For each condition, those that are enough if they are called with a certain value.
    perhaps: [Set; MAX_TERMS],
    /// The number of the term that each belongs to.
    of: [usize; MAX_TERMS],
    n_terms: usize,
    /// The conditions of the query that all documents of the index meet.
    pub(super) met: Set,
    /// Whether the condition of the type itself compares text in another way than the query.
    is_other_type: bool,
}

impl Required {
    pub(super) const NONE: Self = Self {
        terms: [0; MAX_TERMS],
        perhaps: [0; MAX_TERMS],
        of: [0; MAX_TERMS],
        n_terms: 0,
        met: 0,
        is_other_type: false,
    };

    /// The number of the first condition that the query does not ask for.
    pub(super) const fn missing(&self, active: Set) -> Option<usize> {
        if self.is_other_type {
            return Some(0);
        }
        let mut at = 0;
        while at < self.n_terms {
            if self.terms[at] & active == 0 {
                return Some(self.of[at]);
            }
            at += 1;
        }
        None
    }

    /// Whether a call may happen to ask for all of them.
    pub(super) const fn is_met_at_times(&self, active: Set) -> bool {
        let mut at = 0;
        while at < self.n_terms {
            if (self.terms[at] | self.perhaps[at]) & active == 0 {
                return false;
            }
            at += 1;
        }
        !self.is_other_type
    }

    const fn push(&mut self, term: usize, implied_by: Set, perhaps: Set) {
        if self.n_terms < MAX_TERMS {
            self.terms[self.n_terms] = implied_by;
            self.perhaps[self.n_terms] = perhaps;
            self.of[self.n_terms] = term;
            self.n_terms += 1;
        } else {
            // One that can't be looked at is not met.
            self.terms[MAX_TERMS - 1] = 0;
        }
    }
}

pub(super) const fn required(
    index: &IndexDeclaration,
    query: &QueryShape<'_>,
    texts: Texts,
) -> Required {
    let mut required = Required::NONE;
    required.is_other_type = index.only.is_some() && matches!(texts, Texts::Differ);
    let mut term = 0;
    while term < index.partial.len() {
        let condition = &index.partial[term];
        let mut next = condition.variant;
        while let Some(is) = next {
            required.push(term, asking_for(is, query, texts), comparing(is.path, query));
            next = is.outer;
        }
        let is_the_variant = match condition.variant {
            Some(is) => str_eq(is.path, condition.path),
            None => false,
        };
        if !is_the_variant {
            let (mut implied_by, mut at) = (0, 0);
            while at < query.predicates.len() && at < MAX_PREDICATES {
                if implies(&query.predicates[at], condition, texts) {
                    implied_by |= 1 << at;
                }
                at += 1;
            }
            required.push(term, implied_by, comparing(condition.path, query));
        }
        let mut at = 0;
        while at < query.predicates.len() && at < MAX_PREDICATES {
            if is_met_by(&query.predicates[at], condition, texts) {
                required.met |= 1 << at;
            }
            at += 1;
        }
        term += 1;
    }
    required
}

/// The conditions that compare what is at the path with a value of the call.
const fn comparing(path: &str, query: &QueryShape<'_>) -> Set {
    let (mut set, mut at) = (0, 0);
    while at < query.predicates.len() && at < MAX_PREDICATES {
        let predicate = &query.predicates[at];
        if str_eq(predicate.path, path) && predicate.literal.is_none() {
            set |= 1 << at;
        }
        at += 1;
    }
    set
}

/// The conditions that ask for the variant.
const fn asking_for(is: &IsVariant, query: &QueryShape<'_>, texts: Texts) -> Set {
    let (mut set, mut at) = (0, 0);
    while at < query.predicates.len() && at < MAX_PREDICATES {
        let predicate = &query.predicates[at];
        let mut next = if predicate.element.is_none() && !matches!(texts, Texts::Differ) {
            predicate.variant
        } else {
            None
        };
        while let Some(asked) = next {
            if str_eq(asked.path, is.path) && str_eq(asked.tag, is.tag) {
                set |= 1 << at;
            }
            next = asked.outer;
        }
        if implies_text(predicate, is.path, is.tag, texts) {
            set |= 1 << at;
        }
        at += 1;
    }
    set
}

const fn implies_text(predicate: &Predicate, path: &str, text: &str, texts: Texts) -> bool {
    match predicate.literal {
        Some(Literal::Str(own)) => {
            !matches!(texts, Texts::Differ)
                && matches!(predicate.op, PredicateOp::Eq)
                && predicate.element.is_none()
                && str_eq(predicate.path, path)
                && str_eq(own, text)
        }
        _ => false,
    }
}

/// Whether each document that meets the condition of the query meets that of the index, as far as the planner sees it.
const fn implies(predicate: &Predicate, term: &PartialTerm, texts: Texts) -> bool {
    if matches!(term.op, PartialOp::Exists) {
        if predicate.element.is_some() {
            return str_eq(predicate.array, term.path);
        }
        return str_eq(predicate.path, term.path)
            && !matches!(
                predicate.op,
                PredicateOp::Ne
                    | PredicateOp::NotIn
                    | PredicateOp::Absent
                    | PredicateOp::NullOrAbsent
                    | PredicateOp::Other
            );
    }
    match (comparison(predicate.op), predicate.literal) {
        (Some(op), Some(literal)) if is_of(predicate, term) => {
            follows((op, literal), (term.op, term.literal), texts)
        }
        _ => false,
    }
}

/// Whether each document of the index meets the condition of the query.
const fn is_met_by(predicate: &Predicate, term: &PartialTerm, texts: Texts) -> bool {
    if !is_of(predicate, term) {
        return false;
    }
    match (predicate.op, comparison(predicate.op), predicate.literal) {
        (PredicateOp::Exists, _, _) => true,
        (_, Some(op), Some(literal)) => follows((term.op, term.literal), (op, literal), texts),
        _ => false,
    }
}

const fn is_of(predicate: &Predicate, term: &PartialTerm) -> bool {
    predicate.element.is_none() && str_eq(predicate.path, term.path)
}

const fn comparison(op: PredicateOp) -> Option<PartialOp> {
    Some(match op {
        PredicateOp::Eq => PartialOp::Eq,
        PredicateOp::Lt => PartialOp::Lt,
        PredicateOp::Lte => PartialOp::Lte,
        PredicateOp::Gt => PartialOp::Gt,
        PredicateOp::Gte => PartialOp::Gte,
        _ => return None,
    })
}

/// Whether a value that meets the first comparison meets the second.
const fn follows(
    (op, literal): (PartialOp, Literal),
    (wanted, limit): (PartialOp, Literal),
    texts: Texts,
) -> bool {
    if matches!(op, PartialOp::Exists) {
        return false;
    }
    let Some(order) = compare_literals(literal, limit) else { return false };
    let is_equal = matches!(order, Ordering::Equal);
    if matches!(literal, Literal::Str(_)) {
        match texts {
            Texts::Differ => return false,
            // The order of a language is not known here.
            Texts::SameLanguage if !is_equal => return false,
            Texts::SameLanguage | Texts::SameBytes => {}
        }
    }
    let (is_below, is_above) =
        (matches!(order, Ordering::Less), matches!(order, Ordering::Greater));
    match (wanted, op) {
        (PartialOp::Eq, PartialOp::Eq)
        | (PartialOp::Lt, PartialOp::Lt)
        | (PartialOp::Gt, PartialOp::Gt)
            if is_equal =>
        {
            true
        }
        (PartialOp::Lt, PartialOp::Eq | PartialOp::Lt | PartialOp::Lte) => is_below,
        (PartialOp::Lte, PartialOp::Eq | PartialOp::Lt | PartialOp::Lte) => is_below || is_equal,
        (PartialOp::Gt, PartialOp::Eq | PartialOp::Gt | PartialOp::Gte) => is_above,
        (PartialOp::Gte, PartialOp::Eq | PartialOp::Gt | PartialOp::Gte) => is_above || is_equal,
        _ => false,
    }
}
