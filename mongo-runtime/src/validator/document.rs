//! Documents: fields, required fields, forms told apart by a tag.

use bson::{Bson, Document, doc};

use super::{
    recursion::{Container, Open},
    value::value,
};
use crate::shape::{DocumentShape, FieldShape, UnionShape, VariantShape};

pub(super) fn container(container: Container, open: &mut Open) -> Document {
    match container {
        Container::Document(shape) => document(shape, open),
        Container::Union(shape) => union(shape, open),
    }
}

pub(super) fn document(shape: &'static DocumentShape, open: &mut Open) -> Document {
    open.enter(Container::Document(shape), |open| {
        let mut schema = doc! { "bsonType": "object" };
        add_fields(&mut schema, None, shape.fields, open);
        if shape.deny_unknown {
            schema.insert("additionalProperties", false);
        }
        schema
    })
}

pub(super) fn union(shape: &'static UnionShape, open: &mut Open) -> Document {
    open.enter(Container::Union(shape), |open| {
        let forms = shape.variants.iter().map(|variant| form(shape, variant, open));
        let mut forms: Vec<Bson> = forms.map(Bson::Document).collect();
        if shape.fallback {
            forms.push(any_other(shape).into());
        }
        doc! { "bsonType": "object", "oneOf": forms }
    })
}

/// A document with a tag that no variant has.
fn any_other(union: &UnionShape) -> Document {
    let known: Vec<&str> = union.variants.iter().map(|variant| variant.tag).collect();
    let tag = doc! { "bsonType": "string", "not": { "enum": known } };
    doc! { "required": [union.tag], "properties": { union.tag: tag } }
}

fn form(union: &'static UnionShape, variant: &'static VariantShape, open: &mut Open) -> Document {
    let mut schema = Document::new();
    add_fields(&mut schema, Some((union.tag, variant.tag)), variant.fields, open);
    if union.deny_unknown {
        schema.insert("additionalProperties", false);
    }
    schema
}

fn add_fields(
    schema: &mut Document,
    tag: Option<(&'static str, &'static str)>,
    fields: &'static [FieldShape],
    open: &mut Open,
) {
    let required: Vec<&str> = tag
        .iter()
        .map(|(name, _)| *name)
        .chain(fields.iter().filter(|field| !field.shape.is_optional()).map(|field| field.name))
        .collect();
    let mut properties = Document::new();
    if let Some((name, tag)) = tag {
        properties.insert(name, doc! { "enum": [tag] });
    }
    for field in fields {
        let stored = open.enter_field(field, |open| value(field.shape, &field.bounds, open));
        properties.insert(field.name, stored);
    }
    // The server takes no empty list of required fields.
    if !required.is_empty() {
        schema.insert("required", required);
    }
    if !properties.is_empty() {
        schema.insert("properties", properties);
    }
}
