//! The order of the server over values of all types, said in conditions that compare within one type.
//!
//! `$gt` and `$lt` compare with values of the operand's own type alone, and with no NaN; a sort does not: null and absent, NaN, the
//! numbers, texts and so on follow each other. What is stored at a path is of one type where only we write. A document in which it
//! is of another one must still be met, once, and told as one that can't be read.

use bson::{Bson, Document, doc, oid::ObjectId, spec::BinarySubtype};

use crate::{
    query::SortKey,
    shape::{BsonType, Shape},
};

/// A way along the order of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Toward {
    Greater,
    Less,
}

/// The type numbers of each class of values that are compared with each other, in the order of the classes; null, which is the
/// first, is left out.
const CLASSES: [&[i32]; 9] =
    [&[1, 16, 18, 19], &[2, 14], &[3], &[5], &[7], &[8], &[9], &[17], &[11]];

/// Numbers are the first class.
const NUMBERS: usize = 0;

/// An array is sorted by one of its elements, and has no place of its own.
const ARRAY: i32 = 4;

/// What a value is in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// Null or absent.
    Null,
    /// The first of the numbers.
    NaN,
    /// A value of a class.
    In(usize),
}

fn rank(value: &Bson) -> Option<Rank> {
    Some(match value {
        Bson::Null => Rank::Null,
        Bson::Double(number) if number.is_nan() => Rank::NaN,
        Bson::Decimal128(number) if number.bytes()[15] & 0x7c == 0x7c => Rank::NaN,
        Bson::Double(_) | Bson::Int32(_) | Bson::Int64(_) | Bson::Decimal128(_) => {
            Rank::In(NUMBERS)
        }
        Bson::String(_) => Rank::In(1),
        Bson::Document(_) => Rank::In(2),
        Bson::Binary(_) => Rank::In(3),
        Bson::ObjectId(_) => Rank::In(4),
        Bson::Boolean(_) => Rank::In(5),
        Bson::DateTime(_) => Rank::In(6),
        Bson::Timestamp(_) => Rank::In(7),
        _ => return None,
    })
}

/// Whether a page can begin behind or before such a value.
pub(super) fn has_place(value: &Bson) -> bool {
    rank(value).is_some()
}

/// The condition of having the same value, as the order sees it: null is absent, too.
pub(super) fn same(value: &Bson) -> Bson {
    doc! { "$eq": value.clone() }.into()
}

/// The condition of having a value beyond this one; nothing where there is none.
///
/// A negation is met by all other types, too, so the server searches one stretch of the index, and those of the wrong side are taken
/// out.
pub(super) fn beyond(path: &str, value: &Bson, toward: Toward) -> Option<Document> {
    let is_of = |condition: Document| Some(doc! { path: condition });
    match (rank(value)?, toward) {
        (Rank::Null, Toward::Greater) => is_of(doc! { "$ne": null }),
        (Rank::Null, Toward::Less) => None,
        (Rank::NaN, Toward::Greater) => is_of(doc! { "$nin": [null, f64::NAN] }),
        (Rank::NaN, Toward::Less) => is_of(doc! { "$eq": null }),
        (Rank::In(class), Toward::Greater) => {
            let first =
                if class == NUMBERS { vec![Bson::Null, f64::NAN.into()] } else { vec![Bson::Null] };
            Some(doc! {
                path: { "$not": { "$lte": value.clone() }, "$nin": first },
                "$nor": [{ path: of_classes(0..class) }],
            })
        }
        (Rank::In(class), Toward::Less) => Some(doc! {
            path: { "$not": { "$gte": value.clone() } },
            "$nor": [{ path: of_classes(class + 1..CLASSES.len()) }],
        }),
    }
}

/// The values of some classes, and what has no place.
fn of_classes(classes: std::ops::Range<usize>) -> Document {
    let types = CLASSES[classes].iter().flat_map(|types| types.iter().copied());
    doc! { "$type": types.chain([ARRAY]).collect::<Vec<_>>() }
}

/// A condition on the first key of an order that leaves none out of what is at a value or beyond it, and lets the server begin
/// there. It is met by a few more.
pub(super) fn at_or_beyond(key: &SortKey, value: &Bson, toward: Toward) -> Option<Document> {
    let condition = match (rank(value)?, toward) {
        (Rank::Null, Toward::Greater) => return None,
        (Rank::NaN, Toward::Greater) => doc! { "$ne": null },
        (Rank::In(NUMBERS), Toward::Greater) => {
            doc! { "$not": { "$lt": value.clone() }, "$nin": [null, f64::NAN] }
        }
        (Rank::In(_), Toward::Greater) => doc! { "$not": { "$lt": value.clone() }, "$ne": null },
        // An equality with null would be two points of the index, which the server does not take for one part of it.
        (Rank::Null, Toward::Less) => match smallest(key.shape) {
            Some(smallest) => doc! { "$not": { "$gte": smallest } },
            None => doc! { "$eq": null },
        },
        (Rank::NaN, Toward::Less) => doc! { "$not": { "$gte": f64::NEG_INFINITY } },
        (Rank::In(_), Toward::Less) => doc! { "$not": { "$gt": value.clone() } },
    };
    Some(doc! { key.path: condition })
}

/// The smallest value of the class that is stored there.
fn smallest(shape: &Shape) -> Option<Bson> {
    let scalar = match shape.inside() {
        Shape::Tags(_) => return Some("".into()),
        Shape::Scalar(scalar) => scalar,
        _ => return None,
    };
    Some(match scalar.bson {
        BsonType::Double | BsonType::Int32 | BsonType::Int64 | BsonType::Decimal128 => {
            f64::NEG_INFINITY.into()
        }
        BsonType::String => "".into(),
        BsonType::Binary | BsonType::Uuid => {
            bson::Binary { subtype: BinarySubtype::Generic, bytes: Vec::new() }.into()
        }
        BsonType::ObjectId => ObjectId::from_bytes([0; 12]).into(),
        BsonType::Bool => false.into(),
        BsonType::Date => bson::DateTime::MIN.into(),
        BsonType::Timestamp => bson::Timestamp { time: 0, increment: 0 }.into(),
    })
}
