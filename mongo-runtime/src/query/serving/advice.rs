//! The index that a query wants.

use super::{
    bounds::{is_array, is_whole_array},
    facts::{Set, active},
    order::MAX_SCANS,
};
use crate::{
    index::{KeyKind, encloses},
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
    /// The innermost array of the keys so far. The server indexes one a document.
    array: &'static str,
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
    let mut advice = Advice { keys: [NONE; MAX_KEYS], n_keys: 0, array: "" };
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
            let array = array_of(predicate);
            let is_sorted = matches!(part, Part::List) && is_sorted_by(query.sort, predicate.path);
            if part.is_of(predicate)
                && !is_sorted
                && (takes_arrays || array.is_empty())
                && self.takes_array(array)
            {
                self.add(AdvisedKey {
                    path: predicate.path,
                    written: predicate.written,
                    array: predicate.array,
                    kind: KeyKind::Asc,
                });
                if array.len() > self.array.len() {
                    self.array = array;
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

    /// Whether a key in this array can stand beside those that are there.
    const fn takes_array(&self, array: &str) -> bool {
        array.is_empty()
            || self.array.is_empty()
            || encloses(array, self.array)
            || encloses(self.array, array)
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

impl Part {
    const fn is_of(self, predicate: &Predicate) -> bool {
        match predicate.op {
            PredicateOp::Eq if is_whole_array(predicate) => matches!(self, Self::List),
            PredicateOp::Eq | PredicateOp::Null | PredicateOp::Absent => {
                matches!(self, Self::Equal)
            }
            PredicateOp::In | PredicateOp::NullOrAbsent => matches!(self, Self::List),
            PredicateOp::Gt
            | PredicateOp::Gte
            | PredicateOp::Lt
            | PredicateOp::Lte
            | PredicateOp::StartsWith => matches!(self, Self::Range),
            PredicateOp::Present if !array_of(predicate).is_empty() => false,
            PredicateOp::Ne
            | PredicateOp::NotIn
            | PredicateOp::Exists
            | PredicateOp::Present
            | PredicateOp::Contains
            | PredicateOp::Matches => matches!(self, Self::Rest),
            PredicateOp::Other => false,
        }
    }
}

/// Whether lists stand before the order: the server merges some hundred places, and only where no key of the order is fixed.
const fn merges(query: &QueryShape<'_>, active: Set) -> bool {
    if query.sort.is_empty() {
        return true;
    }
    let (mut n_scans, mut rest) = (1usize, active);
    while rest != 0 {
        let predicate = &query.predicates[rest.trailing_zeros() as usize];
        let is_sorted = is_sorted_by(query.sort, predicate.path);
        if Part::Equal.is_of(predicate) && is_sorted {
            return false;
        }
        if Part::List.is_of(predicate) && !is_sorted {
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

pub(super) const fn is_sorted_by(sort: &[SortKey], path: &str) -> bool {
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
