//! The condition of a page: what the query asks, and behind or before a place in its order.

use bson::{Bson, Document, doc};

use super::order::{Toward, at_or_beyond, beyond, same};
use crate::{
    query::{PredicateOp, QueryShape, SortKey},
    sort::Direction,
};

/// A place in an order, and on which of its sides a page is.
pub(crate) struct Keyset<'a> {
    /// The query.
    pub(crate) shape: &'a QueryShape<'a>,
    /// The value at each of its keys.
    pub(crate) values: &'a [Bson],
    /// The side.
    pub(crate) side: Side,
    /// Whether a document that is at the place itself belongs to the page.
    pub(crate) is_inclusive: bool,
}

/// A side of a place, as the query orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Behind,
    Before,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Behind => Self::Before,
            Self::Before => Self::Behind,
        }
    }

    fn toward(self, key: &SortKey) -> Toward {
        match (self, key.direction) {
            (Self::Behind, Direction::Asc) | (Self::Before, Direction::Desc) => Toward::Greater,
            (Self::Behind, Direction::Desc) | (Self::Before, Direction::Asc) => Toward::Less,
        }
    }
}

impl Keyset<'_> {
    /// The filter of the page: the query's own one and the side of the place, always both.
    ///
    /// There are two forms. Where the query's equalities are single values, each step of the order is an alternative of its own,
    /// and has the whole filter of the query in it: the server walks one short stretch of the index for each and merges them, from
    /// the place on. Where an equality is one of several values, the server merges already to keep the order and can't do both;
    /// so the page is said as what it is not, beside one bound on the first key, where the walk begins.
    pub(crate) fn filter(&self, of_query: &Document) -> Document {
        let order = Order { sort: self.shape.sort, values: self.values };
        if !is_of_single_values(self.shape) {
            return both(of_query, order.not_passed(self.side, self.is_inclusive));
        }
        let steps = order.mergeable_steps(self.side, self.is_inclusive).into_iter();
        any(steps.map(|step| both(of_query, step)).collect())
    }
}

/// The keys of an order, or the last of them, and the values of a place.
#[derive(Clone, Copy)]
struct Order<'a> {
    sort: &'a [SortKey],
    values: &'a [Bson],
}

impl Order<'_> {
    /// The alternatives that make up one side of the place: equal in the first keys, and beyond in the next.
    fn steps(self, side: Side, is_inclusive: bool) -> Vec<Document> {
        let mut steps = Vec::new();
        let mut equal = Document::new();
        for (key, value) in self.sort.iter().zip(self.values) {
            let beyond = beyond(key.path, value, side.toward(key));
            steps.extend(beyond.map(|beyond| joined(&equal, beyond)));
            equal.insert(key.path, same(value));
        }
        if is_inclusive {
            steps.push(equal);
        }
        steps
    }

    /// The same for a server that merges them. Where it merges documents, it puts absent before null, against its own order; so behind
    /// a key that is null there, all that is left is one step.
    fn mergeable_steps(self, side: Side, is_inclusive: bool) -> Vec<Document> {
        let first_null = self.values.iter().position(|value| *value == Bson::Null);
        let Some(n_merged) = first_null.map(|at| at + 1).filter(|n| n + 1 < self.sort.len()) else {
            return self.steps(side, is_inclusive);
        };
        let (merged, rest) = self.split(n_merged);
        let mut steps = merged.steps(side, true);
        if let Some(equal) = steps.pop() {
            steps.push(joined(&equal, rest.not_passed(side, is_inclusive)));
        }
        steps
    }

    /// One side of the place as what is not on the other, beside where the first key begins.
    fn not_passed(self, side: Side, is_inclusive: bool) -> Document {
        let begin = self.sort.first().zip(self.values.first());
        let begin = begin.and_then(|(key, value)| at_or_beyond(key, value, side.toward(key)));
        let mut condition = begin.unwrap_or_default();
        let passed = self.steps(side.other(), !is_inclusive);
        if !passed.is_empty() {
            condition.insert("$nor", passed);
        }
        condition
    }

    fn split(self, n_keys: usize) -> (Self, Self) {
        let ((sort, rest), (values, values_of_rest)) =
            (self.sort.split_at(n_keys), self.values.split_at(n_keys));
        (Self { sort, values }, Self { sort: rest, values: values_of_rest })
    }
}

/// Whether the conditions leave an index one stretch, as far as their operators tell.
fn is_of_single_values(shape: &QueryShape<'_>) -> bool {
    let is_of_several = |op| {
        matches!(
            op,
            PredicateOp::In
                | PredicateOp::Null
                | PredicateOp::Absent
                | PredicateOp::NullOrAbsent
                | PredicateOp::Other
        )
    };
    !shape.predicates.iter().any(|predicate| is_of_several(predicate.op))
}

fn joined(equal: &Document, rest: Document) -> Document {
    let mut step = equal.clone();
    step.extend(rest);
    step
}

fn both(of_query: &Document, step: Document) -> Document {
    match (of_query.is_empty(), step.is_empty()) {
        (true, _) => step,
        (_, true) => of_query.clone(),
        _ => doc! { "$and": [of_query.clone(), step] },
    }
}

fn any(mut steps: Vec<Document>) -> Document {
    match steps.len() {
        // Nothing is on that side, and the server takes no empty list.
        0 => doc! { "$nor": [{}] },
        1 => steps.remove(0),
        _ => doc! { "$or": steps },
    }
}
