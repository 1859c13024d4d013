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
        if is_of_single_values(self.shape) {
            let steps = self.steps(self.side, self.is_inclusive).into_iter();
            return any(steps.map(|step| both(of_query, step)).collect());
        }
        let passed = self.steps(self.side.other(), !self.is_inclusive);
        let mut all = vec![of_query.clone()];
        all.extend(self.start());
        all.push(doc! { "$nor": passed });
        all.retain(|condition| !condition.is_empty());
        doc! { "$and": all }
    }

    /// The alternatives that make up one side of the place: equal in the first keys, and beyond in the next.
    fn steps(&self, side: Side, is_inclusive: bool) -> Vec<Document> {
        let mut steps = Vec::new();
        let mut equal = Document::new();
        for (key, value) in self.shape.sort.iter().zip(self.values) {
            for condition in beyond(value, side.toward(key)) {
                let mut step = equal.clone();
                step.insert(key.path, condition);
                steps.push(step);
            }
            equal.insert(key.path, same(value));
        }
        if is_inclusive {
            steps.push(equal);
        }
        steps
    }

    /// Where the first key begins.
    fn start(&self) -> Option<Document> {
        let (key, value) = self.shape.sort.first().zip(self.values.first())?;
        at_or_beyond(key, value, self.side.toward(key)).map(|bound| doc! { key.path: bound })
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

fn both(of_query: &Document, step: Document) -> Document {
    if of_query.is_empty() {
        step
    } else {
        doc! { "$and": [of_query.clone(), step] }
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
