//! The fields that indexes and queries are made of.

use mongo_runtime::{
    bson::{Bson, DateTime},
    codec::Bounds,
    index::{IndexKey, KeyKind},
    query::{Predicate, PredicateOp, SortKey},
    shape::{BsonType, Scalar, Shape},
    sort::Direction,
};

use crate::random::Random;

/// One field of the documents.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) struct FieldOf {
    pub(crate) path: &'static str,
    /// The array that it is in; empty when there is none.
    pub(crate) array: &'static str,
    pub(crate) kind: Kind,
    pub(crate) may_lack: bool,
}

/// What a field holds.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Int,
    Date,
}

const fn field(path: &'static str, kind: Kind) -> FieldOf {
    FieldOf { path, array: "", kind, may_lack: false }
}

pub(crate) const STATUS: FieldOf = field("status", Kind::Text);

pub(crate) const CUSTOMER: FieldOf = field("customer.id", Kind::Int);

pub(crate) const TOTAL: FieldOf = field("total", Kind::Int);

pub(crate) const PAID_AT: FieldOf = FieldOf { may_lack: true, ..field("paidAt", Kind::Date) };

pub(crate) const NOTE: FieldOf = FieldOf { may_lack: true, ..field("note", Kind::Text) };

/// The fields that hold one value.
pub(crate) const PLAIN: &[FieldOf] = &[
    STATUS,
    field("kind", Kind::Text),
    CUSTOMER,
    field("customer.name", Kind::Text),
    TOTAL,
    field("createdAt", Kind::Date),
    field("rank", Kind::Int),
    PAID_AT,
    NOTE,
];

/// The fields of arrays.
pub(crate) const TAGS: FieldOf = FieldOf { array: "tags", ..field("tags", Kind::Text) };

pub(crate) const ITEMS: &[FieldOf] = &[
    FieldOf { array: "items", ..field("items.sku", Kind::Text) },
    FieldOf { array: "items", ..field("items.qty", Kind::Int) },
];

pub(crate) const STATUSES: &[&str] = &["open", "paid", "sent", "void"];

static TEXT: Shape = Shape::Scalar(Scalar::variable(BsonType::String));

static INT: Shape =
    Shape::Scalar(Scalar::integer(BsonType::Int32, i32::MIN as i64, i32::MAX as i64));

static DATE: Shape = Shape::Scalar(Scalar::fixed(BsonType::Date, 8));

static TEXTS: Shape = Shape::Array(&TEXT);

impl FieldOf {
    pub(crate) fn shape(&self) -> &'static Shape {
        match self.kind {
            Kind::Text => &TEXT,
            Kind::Int => &INT,
            Kind::Date => &DATE,
        }
    }

    pub(crate) fn is_array(&self) -> bool {
        !self.array.is_empty()
    }

    pub(crate) fn key(&self, kind: KeyKind) -> IndexKey {
        let (shape, array) =
            if self.path == self.array { (&TEXTS, "") } else { (self.shape(), self.array) };
        IndexKey {
            path: self.path,
            shape,
            array,
            may_lack: self.may_lack,
            optional: "",
            null: self.may_lack,
            variant: None,
            kind,
        }
    }

    pub(crate) fn predicate(&self, op: PredicateOp) -> Predicate {
        Predicate {
            attribute: "",
            path: self.path,
            written: self.path,
            shape: self.shape(),
            array: self.array,
            bounds: Bounds::NONE,
            may_lack: self.may_lack,
            variant: None,
            op,
            literal: None,
            max_items: None,
            is_optional: false,
            element: None,
        }
    }

    /// That the array as a whole is equal to another.
    pub(crate) fn whole(&self) -> Predicate {
        Predicate { shape: &TEXTS, array: "", ..self.predicate(PredicateOp::Eq) }
    }

    pub(crate) fn sort_key(&self, direction: Direction) -> SortKey {
        SortKey {
            path: self.path,
            written: self.path,
            shape: self.shape(),
            array: self.array,
            may_lack: self.may_lack,
            direction,
            nulls: None,
        }
    }

    /// One of the values that the documents have, or nearly so.
    pub(crate) fn value(&self, random: &mut Random) -> Bson {
        match (self.path, self.kind) {
            ("status", _) => random.one(STATUSES).into(),
            (_, Kind::Text) => {
                format!("{}{}", random.one(&["a", "b", "Ab"]), random.below(4)).into()
            }
            (_, Kind::Int) => number(random.below(20)).into(),
            (_, Kind::Date) => DateTime::from_millis(i64::from(number(random.below(1000)))).into(),
        }
    }
}

pub(crate) fn number(n: usize) -> i32 {
    i32::try_from(n).expect("a small number")
}

/// The field with this path.
pub(crate) fn field_at(path: &str) -> FieldOf {
    let mut all = PLAIN.iter().chain(ITEMS).chain([&TAGS]);
    *all.find(|field| field.path == path).expect("a path of a field")
}
