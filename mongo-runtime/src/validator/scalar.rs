//! Single values.

use bson::{Bson, Document, doc};

use super::value::count;
use crate::{
    codec::Bounds,
    shape::{BsonType, Scalar, TagsShape},
};

/// The bytes of an empty string: length prefix and NUL.
const EMPTY_STRING: usize = 5;

pub(super) fn scalar(shape: &Scalar, bounds: &Bounds) -> Document {
    let mut schema = doc! { "bsonType": shape.bson.alias() };
    if let Some((min, max)) = shape.range {
        let (least, most) = match shape.bson {
            BsonType::Int32 => (i32::MIN.into(), i32::MAX.into()),
            _ => (i64::MIN, i64::MAX),
        };
        if min == max {
            schema.insert("enum", [integer(shape.bson, min)].as_slice());
        } else {
            if min > least {
                schema.insert("minimum", integer(shape.bson, min));
            }
            if max < most {
                schema.insert("maximum", integer(shape.bson, max));
            }
        }
    }
    if shape.bson == BsonType::String {
        if let Some(len) = shape.len {
            let len = count(len.saturating_sub(EMPTY_STRING));
            schema.insert("minLength", len.clone());
            schema.insert("maxLength", len);
        } else if bounds.max_len != usize::MAX {
            schema.insert("maxLength", count(bounds.max_len));
        }
    }
    schema
}

fn integer(bson: BsonType, value: i64) -> Bson {
    match i32::try_from(value) {
        Ok(value) if bson == BsonType::Int32 => Bson::Int32(value),
        _ => Bson::Int64(value),
    }
}

pub(super) fn tags(shape: &TagsShape) -> Document {
    let Some(max_len) = shape.fallback else {
        return doc! { "bsonType": "string", "enum": shape.tags };
    };
    let mut schema = doc! { "bsonType": "string" };
    if max_len != usize::MAX {
        let longest = shape.tags.iter().map(|tag| tag.chars().count()).max().unwrap_or(0);
        schema.insert("maxLength", count(longest.max(max_len)));
    }
    schema
}
