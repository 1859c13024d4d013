//! The aggregation of a census.

use bson::{Bson, Document as BsonDocument, doc};

use crate::{
    document::Declaration,
    shape::{FieldShape, Shape},
};

/// Most different versions that are counted.
pub(super) const MAX_VERSIONS: i32 = 1000;

/// How deep documents in documents are looked into.
const MAX_DEPTH: usize = 16;

/// An array or map with a bound.
pub(super) struct Bounded {
    pub(super) path: String,
    pub(super) max_items: usize,
    is_map: bool,
}

/// The command, and the bounds that it counts: the one at 0 as `over0`.
pub(super) fn command(declaration: &'static Declaration) -> (BsonDocument, Vec<Bounded>) {
    let mut bounds = Vec::new();
    add("", declaration.shape.fields, MAX_DEPTH, &mut bounds);
    let version: Bson = match declaration.schema_version {
        // A version that is no int32 is told by its type, so that no value leaves the server.
        Some(version) => {
            let stored = format!("${}", version.field);
            let type_name = doc! { "$type": &stored };
            doc! { "$cond": [{ "$eq": [&type_name, "int"] }, stored, type_name] }.into()
        }
        None => "missing".into(),
    };
    let mut group = doc! { "_id": version, "n": { "$sum": 1 } };
    for (index, bounded) in bounds.iter().enumerate() {
        let is_over = doc! { "$cond": [bounded.is_over(), 1, 0] };
        group.insert(format!("over{index}"), doc! { "$sum": is_over });
    }
    // Of a collection that several types share, only the documents of this one.
    let own = declaration.discriminator.map(|own| doc! { "$match": { own.field: own.tag } });
    let counted = [
        doc! { "$group": group },
        doc! { "$sort": { "_id": 1 } },
        doc! { "$limit": MAX_VERSIONS + 1 },
    ];
    let pipeline: Vec<BsonDocument> = own.into_iter().chain(counted).collect();
    let batch = MAX_VERSIONS + 1;
    let command = doc! {
        "aggregate": declaration.collection, "pipeline": pipeline, "cursor": { "batchSize": batch },
    };
    (command, bounds)
}

impl Bounded {
    fn is_over(&self) -> BsonDocument {
        let stored = format!("${}", self.path);
        let max = i64::try_from(self.max_items).unwrap_or(i64::MAX);
        let (is_there, elements): (Bson, Bson) = if self.is_map {
            let is_map = doc! { "$eq": [{ "$type": &stored }, "object"] };
            (is_map.into(), doc! { "$objectToArray": stored }.into())
        } else {
            (doc! { "$isArray": [&stored] }.into(), stored.into())
        };
        let size = doc! { "$cond": [is_there, { "$size": elements }, 0] };
        doc! { "$gt": [size, max] }
    }
}

fn add(within: &str, fields: &'static [FieldShape], depth: usize, found: &mut Vec<Bounded>) {
    for field in fields {
        let path = if within.is_empty() {
            field.name.to_owned()
        } else {
            format!("{within}.{}", field.name)
        };
        let bounds = field.bounds.and(&field.shape.bounds());
        match field.shape.inner() {
            shape @ (Shape::Array(_) | Shape::Set(_) | Shape::Map(..)) => {
                let is_map = matches!(shape, Shape::Map(..));
                found.extend(bounds.items().map(|max_items| Bounded { path, max_items, is_map }));
            }
            Shape::Document(document) if depth > 0 => add(&path, document.fields, depth - 1, found),
            _ => {}
        }
    }
}
