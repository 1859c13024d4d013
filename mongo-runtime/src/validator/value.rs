//! What a field or element may hold.

use bson::{Bson, Document, doc};

use super::{
    document::{container, document, union},
    geo::geometry,
    recursion::{Next, Open},
    scalar::{scalar, tags},
};
use crate::{codec::Bounds, shape::Shape};

pub(super) fn value(shape: &'static Shape, bounds: &Bounds, open: &mut Open) -> Document {
    match shape {
        Shape::Scalar(shape) => scalar(shape, bounds),
        Shape::Tags(shape) => tags(shape),
        Shape::Optional(inner) | Shape::Presence(inner) => or_null(value(inner, bounds, open)),
        Shape::Bounded(own, inner) => value(inner, &bounds.and(own), open),
        Shape::Coded(_, inner) => value(inner, bounds, open),
        Shape::Array(element) => array(element, bounds, open),
        Shape::Set(element) => {
            let mut schema = array(element, bounds, open);
            schema.insert("uniqueItems", true);
            schema
        }
        Shape::Fixed(elements) => fixed(elements, bounds, open),
        Shape::Map(_, inner) => map(inner, bounds, open),
        Shape::Document(shape) => document(shape, open),
        Shape::Union(shape) => union(shape, open),
        Shape::Geo(kind) => geometry(*kind, bounds),
        Shape::Back(id) => match open.again(id) {
            Next::Unroll(again) => container(again, open),
            Next::Empty => doc! { "bsonType": "object", "maxProperties": 0 },
            Next::Unchecked => doc! { "bsonType": "object" },
        },
        Shape::Opaque | Shape::Refused(_) | Shape::Unknown => Document::new(),
    }
}

/// The same, or null.
fn or_null(mut schema: Document) -> Document {
    if let Some(forms) = schema.remove("oneOf") {
        let is_object = doc! { "bsonType": "object", "oneOf": forms };
        return doc! { "oneOf": [{ "bsonType": "null" }, is_object] };
    }
    if let Some(bson_type) = schema.get_mut("bsonType")
        && !matches!(bson_type, Bson::Array(_))
    {
        *bson_type = Bson::Array(vec![bson_type.clone(), "null".into()]);
    }
    if let Some(Bson::Array(tags)) = schema.get_mut("enum") {
        tags.push(Bson::Null);
    }
    schema
}

fn array(element: &'static Shape, bounds: &Bounds, open: &mut Open) -> Document {
    let mut schema = doc! { "bsonType": "array" };
    if let Shape::Back(id) = element.inner()
        && matches!(open.again(id), Next::Empty)
    {
        schema.insert("maxItems", 0);
        return schema;
    }
    if let Some(max) = bounds.items() {
        schema.insert("maxItems", count(max));
    }
    add_schema(&mut schema, "items", value(element, &bounds.inner(), open));
    schema
}

fn fixed(elements: &'static [&'static Shape], bounds: &Bounds, open: &mut Open) -> Document {
    let n = count(elements.len());
    let mut schema = doc! { "bsonType": "array", "minItems": n.clone(), "maxItems": n };
    let items: Vec<Document> =
        elements.iter().map(|element| value(element, bounds, open)).collect();
    match items.split_first() {
        None => {}
        Some((first, rest)) if rest.iter().all(|item| item == first) => {
            add_schema(&mut schema, "items", first.clone());
        }
        Some(_) => {
            schema.insert("items", items);
        }
    }
    schema
}

fn map(inner: &'static Shape, bounds: &Bounds, open: &mut Open) -> Document {
    let mut schema = doc! { "bsonType": "object" };
    if let Shape::Back(id) = inner.inner()
        && matches!(open.again(id), Next::Empty)
    {
        schema.insert("maxProperties", 0);
        return schema;
    }
    if let Some(max) = bounds.items() {
        schema.insert("maxProperties", count(max));
    }
    add_schema(&mut schema, "additionalProperties", value(inner, &bounds.inner(), open));
    schema
}

/// A schema that says nothing is left out.
fn add_schema(schema: &mut Document, keyword: &str, inner: Document) {
    if !inner.is_empty() {
        schema.insert(keyword, inner);
    }
}

/// A bound, as the server takes it.
pub(super) fn count(n: usize) -> Bson {
    i32::try_from(n).map_or_else(|_| Bson::Int64(i64::try_from(n).unwrap_or(i64::MAX)), Bson::Int32)
}
