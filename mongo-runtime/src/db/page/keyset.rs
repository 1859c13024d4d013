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

#[cfg(test)]
mod tests {
    use bson::oid::ObjectId;

    use super::*;
    use crate::{
        query::{Predicate, predicate, sort_key},
        sample::Item,
    };

    const BONUS: SortKey = sort_key(|| Item::fields().bonus(), Direction::Desc, None);
    const SKU: SortKey = sort_key(|| Item::fields().sku(), Direction::Asc, None);
    const ID: SortKey = sort_key(|| Item::fields().id(), Direction::Asc, None);

    fn filter(predicates: &[Predicate], sort: &[SortKey], values: &[Bson], side: Side) -> Document {
        let shape = QueryShape::new(predicates, sort, None);
        Keyset { shape: &shape, values, side, is_inclusive: false }.filter(&doc! { "qty": 1 })
    }

    fn id() -> ObjectId {
        ObjectId::from_bytes([5; 12])
    }

    #[test]
    fn each_step_of_the_order_has_the_filter_of_the_query() {
        let eq = predicate(|| Item::fields().qty(), "eq", PredicateOp::Eq);
        let behind = filter(&[eq], &[SKU, ID], &["a".into(), id().into()], Side::Behind);
        let greater = |value: Bson| doc! { "$not": { "$lte": value }, "$nin": [null] };
        assert_eq!(
            behind,
            doc! { "$or": [
                { "$and": [
                    { "qty": 1 },
                    { "sku": greater("a".into()), "$nor": [{ "sku": { "$type": [1, 16, 18, 19, 4] } }] },
                ] },
                { "$and": [
                    { "qty": 1 },
                    {
                        "sku": { "$eq": "a" },
                        "_id": greater(id().into()),
                        "$nor": [{ "_id": { "$type": [1, 16, 18, 19, 2, 14, 3, 5, 4] } }],
                    },
                ] },
            ] }
        );
    }

    #[test]
    fn an_equality_of_several_values_leaves_one_condition() {
        let several = predicate(|| Item::fields().qty(), "is_in", PredicateOp::In);
        let before = filter(&[several], &[ID], &[id().into()], Side::Before);
        assert_eq!(
            before,
            doc! { "$and": [
                { "qty": 1 },
                {
                    "_id": { "$not": { "$gt": id() } },
                    "$nor": [
                        {
                            "_id": { "$not": { "$lte": id() }, "$nin": [null] },
                            "$nor": [{ "_id": { "$type": [1, 16, 18, 19, 2, 14, 3, 5, 4] } }],
                        },
                        { "_id": { "$eq": id() } },
                    ],
                },
            ] }
        );
    }

    /// The server would merge absent before null.
    #[test]
    fn two_steps_behind_a_null_are_one() {
        let values = [Bson::Null, "a".into(), id().into()];
        let behind = filter(&[], &[BONUS, SKU, ID], &values, Side::Behind);
        let steps =
            behind.get_array("$and").expect("nothing is beyond a null, and one step is left");
        let step = steps[1].as_document().expect("a condition");
        assert_eq!(step.get_document("bonus").ok(), Some(&doc! { "$eq": null }));
        assert!(
            step.contains_key("sku")
                && step.get_array("$nor").is_ok_and(|passed| passed.len() == 3)
        );
        let two = filter(&[], &[BONUS, ID], &[Bson::Null, id().into()], Side::Before);
        assert_eq!(two.get_array("$or").expect("those with a bonus, and those without").len(), 2);
    }

    #[test]
    fn nothing_is_beyond_the_last_null() {
        let none = filter(&[], &[BONUS], &[Bson::Null], Side::Behind);
        assert_eq!(none, doc! { "$nor": [{}] });
    }
}
