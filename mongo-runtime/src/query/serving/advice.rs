//! The index that a query wants.

use super::{
    bounds::{are_of_one_element, is_array, is_whole_array},
    facts::{Set, active},
    order::MAX_SCANS,
};
use crate::{
    index::KeyKind,
    query::{Predicate, PredicateOp, QueryShape, SortKey},
    shape::str_eq,
    sort::Direction,
};

const MAX_KEYS: usize = 32;

/// The keys of an index that serves a query: equalities, then its order, then ranges.
#[derive(Debug, Clone, Copy)]
pub struct Advice {
    keys: [AdvisedKey; MAX_KEYS],
    n_keys: usize,
    /// The first condition on an array. The server indexes one a document, and searches by the conditions on one element.
    element: Option<Predicate>,
}

/// One of the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AdvisedKey {
    /// The dotted path.
    pub path: &'static str,
    /// The path as it is written in attributes, as far as that is known.
    pub written: &'static str,
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    pub array: &'static str,
    /// Ascending or descending.
    pub kind: KeyKind,
}

/// The index that a query wants in a call that leaves some of its optional conditions out: bit `n` of `left_out` stands for
/// the `n`-th of them.
#[must_use]
pub const fn advice(query: &QueryShape<'_>, left_out: u32) -> Advice {
    const NONE: AdvisedKey = AdvisedKey { path: "", written: "", array: "", kind: KeyKind::Asc };
    let mut advice = Advice { keys: [NONE; MAX_KEYS], n_keys: 0, element: None };
    let active = active(query, left_out);
    let merges = merges(query, active);
    advice.add_all(query, active, Part::Equal, true);
    if merges {
        advice.add_all(query, active, Part::List, true);
    }
    let mut at = 0;
    while at < query.sort.len() {
        advice.add_sorted(&query.sort[at]);
        at += 1;
    }
    // The server merges no places with an array behind them.
    let takes_arrays = !merges || query.sort.is_empty();
    advice.add_all(query, active, Part::List, takes_arrays);
    advice.add_all(query, active, Part::Range, takes_arrays);
    advice.add_all(query, active, Part::Rest, takes_arrays);
    advice
}

impl Advice {
    /// The keys, in order.
    #[must_use]
    pub const fn keys(&self) -> &[AdvisedKey] {
        self.keys.split_at(self.n_keys).0
    }

    const fn add_all(
        &mut self,
        query: &QueryShape<'_>,
        active: Set,
        part: Part,
        takes_arrays: bool,
    ) {
        let mut rest = active;
        while rest != 0 {
            let predicate = &query.predicates[rest.trailing_zeros() as usize];
            let is_sorted = matches!(part, Part::List) && is_sorted_by(query.sort, predicate.path);
            let is_array = !array_of(predicate).is_empty();
            if matches!(part_of(query, active, predicate), Some(own) if own as u8 == part as u8)
                && !is_sorted
                && (!is_array || takes_arrays && self.takes_array(predicate))
            {
                self.add(AdvisedKey {
                    path: predicate.path,
                    written: predicate.written,
                    array: predicate.array,
                    kind: KeyKind::Asc,
                });
                if is_array && self.element.is_none() {
                    self.element = Some(*predicate);
                }
            }
            rest &= rest - 1;
        }
    }

    const fn add_sorted(&mut self, key: &SortKey) {
        let kind = match key.direction {
            Direction::Asc => KeyKind::Asc,
            Direction::Desc => KeyKind::Desc,
        };
        self.add(AdvisedKey { path: key.path, written: key.written, array: key.array, kind });
    }

    const fn add(&mut self, key: AdvisedKey) {
        if self.n_keys == MAX_KEYS {
            return;
        }
        let mut at = 0;
        while at < self.n_keys {
            if str_eq(self.keys[at].path, key.path) {
                return;
            }
            at += 1;
        }
        self.keys[self.n_keys] = key;
        self.n_keys += 1;
    }

    /// Whether a condition on an array is on the same element as the others.
    const fn takes_array(&self, predicate: &Predicate) -> bool {
        match &self.element {
            Some(first) => are_of_one_element(first, predicate),
            None => true,
        }
    }
}

/// Where a condition stands in an index.
#[derive(Clone, Copy)]
enum Part {
    Equal,
    /// One of several values.
    List,
    Range,
    /// What most documents meet, and what is tried on each value.
    Rest,
}

const fn part_of(query: &QueryShape<'_>, active: Set, predicate: &Predicate) -> Option<Part> {
    Some(match predicate.op {
        PredicateOp::Other => return None,
        // An array may have a null beside its values.
        PredicateOp::Present if !array_of(predicate).is_empty() => return None,
        // Two conditions on one path may contradict each other.
        _ if n_on(query, active, predicate.path) > 1 => Part::Range,
        PredicateOp::Eq if is_whole_array(predicate) => Part::List,
        PredicateOp::Eq | PredicateOp::Null | PredicateOp::Absent => Part::Equal,
        PredicateOp::In | PredicateOp::NullOrAbsent => Part::List,
        PredicateOp::Gt
        | PredicateOp::Gte
        | PredicateOp::Lt
        | PredicateOp::Lte
        | PredicateOp::StartsWith => Part::Range,
        PredicateOp::Ne
        | PredicateOp::NotIn
        | PredicateOp::Exists
        | PredicateOp::Present
        | PredicateOp::Contains
        | PredicateOp::Matches => Part::Rest,
    })
}

const fn n_on(query: &QueryShape<'_>, active: Set, path: &str) -> usize {
    let (mut n, mut rest) = (0, active);
    while rest != 0 {
        if str_eq(query.predicates[rest.trailing_zeros() as usize].path, path) {
            n += 1;
        }
        rest &= rest - 1;
    }
    n
}

/// Whether lists stand before the order: the server merges some hundred places, and only where no key of the order has values of its own.
const fn merges(query: &QueryShape<'_>, active: Set) -> bool {
    if query.sort.is_empty() {
        return true;
    }
    let (mut n_scans, mut rest) = (1usize, active);
    while rest != 0 {
        let predicate = &query.predicates[rest.trailing_zeros() as usize];
        let is_sorted = is_sorted_by(query.sort, predicate.path);
        let part = part_of(query, active, predicate);
        if matches!(part, Some(Part::Equal | Part::List)) && is_sorted {
            return false;
        }
        if matches!(part, Some(Part::List)) {
            n_scans = match (predicate.op, predicate.max_items) {
                (PredicateOp::In, None) => return false,
                (PredicateOp::In, Some(max_items)) => n_scans.saturating_mul(max_items),
                _ => n_scans.saturating_mul(2),
            };
        }
        rest &= rest - 1;
    }
    n_scans <= MAX_SCANS
}

const fn is_sorted_by(sort: &[SortKey], path: &str) -> bool {
    let mut at = 0;
    while at < sort.len() {
        if str_eq(sort[at].path, path) {
            return true;
        }
        at += 1;
    }
    false
}

const fn array_of(predicate: &Predicate) -> &'static str {
    if is_array(predicate.shape) { predicate.path } else { predicate.array }
}
