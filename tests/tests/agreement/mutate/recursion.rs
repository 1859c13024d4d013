//! Recursions that are too deep.

use mongo_runtime::{
    bson::{Bson, Document},
    shape::{FieldShape, Shape},
};

use super::Change;

/// Recursions as deep as they may be, and one level deeper.
pub(super) fn too_deep(fields: &[FieldShape], document: &Document) -> Vec<Change> {
    let recursive: Vec<&FieldShape> = fields.iter().filter(|field| field.max_depth != 0).collect();
    let mut leaf = document.clone();
    for field in &recursive {
        match document.get(field.name) {
            _ if field.shape.is_optional() => drop(leaf.remove(field.name)),
            Some(Bson::Array(_)) => drop(leaf.insert(field.name, Bson::Array(Vec::new()))),
            Some(Bson::Document(_)) => drop(leaf.insert(field.name, Document::new())),
            _ => {}
        }
    }
    let mut changes = Vec::new();
    for field in recursive {
        let wrapped = |inner: Document| {
            let mut outer = leaf.clone();
            let value = match field.shape.inner() {
                Shape::Array(_) | Shape::Set(_) => Bson::Array(vec![inner.into()]),
                Shape::Map(..) => {
                    Bson::Document([("k".to_owned(), inner.into())].into_iter().collect())
                }
                _ => inner.into(),
            };
            outer.insert(field.name, value);
            outer
        };
        let nested = |n: usize| (0..n).fold(leaf.clone(), |inner, _| wrapped(inner));
        for (what, n) in
            [("as deep as may be", field.max_depth), ("one level too deep", field.max_depth + 1)]
        {
            let path = field.name.to_owned();
            changes.push(Change { path, ..Change::new("recursion", what, nested(n)) });
        }
    }
    changes
}
