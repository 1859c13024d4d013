//! The document that an upsert inserts has all that its type requires.

use super::{PlannedKey, index::is_given};
use crate::{
    document::Declaration,
    shape::{BsonType, FieldShape, Managed, Shape, Text, str_eq},
    update::recipe::{
        check::{encloses, is_in_insert},
        planned::PlannedChange,
    },
};

/// What an upsert inserts: its keys, and what its changes make.
#[derive(Clone, Copy)]
struct Inserted<'a> {
    keys: &'a [PlannedKey],
    changes: &'a [PlannedChange],
}

pub(super) const fn check(
    recipe: &str,
    declaration: &Declaration,
    keys: &[PlannedKey],
    changes: &[PlannedChange],
) -> Option<Text> {
    let inserted = Inserted { keys, changes };
    if let Some(text) = check_id(recipe, declaration, inserted) {
        return Some(text);
    }
    let text = Text::new("`")
        .and(recipe)
        .and("` would insert a document that can't be read as `")
        .and(declaration.name)
        .and("`, since it lacks ");
    let (text, n_missing) = missing(text, 0, declaration.shape.fields, Around::NOTHING, inserted);
    if n_missing == 0 {
        return None;
    }
    Some(text.and(": give each by an operator that is not `optional`, such as `set_on_insert`, which leaves a document that is there as it is"))
}

/// The server makes an `_id` of one type by itself.
const fn check_id(recipe: &str, declaration: &Declaration, inserted: Inserted<'_>) -> Option<Text> {
    // A change of a part of it has been refused.
    if has(inserted, "_id") || is_changed_inside(inserted.changes, "_id") {
        return None;
    }
    let mut rest = declaration.shape.fields;
    while let [field, next @ ..] = rest {
        if matches!(field.managed, Managed::Id) && !may_be_object_id(field.shape) {
            return Some(Text::new("`").and(recipe).and(
                "` gives no `_id`, and where the server makes one, that is an `ObjectId`, which the `_id` of `",
            ).and(declaration.name).and("` is not: mark a field `#[mongo(set_on_insert, path = ").and(field.rust_name).and(")]`"));
        }
        rest = next;
    }
    None
}

const fn may_be_object_id(shape: &Shape) -> bool {
    match shape.inner() {
        Shape::Scalar(scalar) => matches!(scalar.bson, BsonType::ObjectId),
        // The derive of its type has reported an error, or the type holds any value.
        Shape::Unknown | Shape::Refused(_) | Shape::Opaque => true,
        _ => false,
    }
}

/// The names of the documents around a field, each with its dot.
#[derive(Clone, Copy)]
struct Around {
    stored: Text,
    written: Text,
}

impl Around {
    const NOTHING: Self = Self { stored: Text::new(""), written: Text::new("") };
}

/// The required fields that are not there, as text.
const fn missing(
    text: Text,
    n_before: usize,
    fields: &[FieldShape],
    around: Around,
    inserted: Inserted<'_>,
) -> (Text, usize) {
    let (mut text, mut n_missing) = (text, n_before);
    let mut rest = fields;
    while let [field, next @ ..] = rest {
        rest = next;
        if !matches!(field.managed, Managed::No) || field.shape.is_optional() {
            continue;
        }
        let path = around.stored.and(field.name);
        let written = around.written.and(field.rust_name);
        if has(inserted, path.as_str()) {
            continue;
        }
        match field.shape.inner() {
            Shape::Document(document) if has_part(inserted, path.as_str()) => {
                let around = Around { stored: path.and("."), written: written.and(".") };
                (text, n_missing) = missing(text, n_missing, document.fields, around, inserted);
            }
            Shape::Unknown | Shape::Refused(_) => {}
            _ => {
                text = text.and(if n_missing == 0 { "`" } else { ", `" });
                text = text.and(written.as_str()).and("`");
                n_missing += 1;
            }
        }
    }
    (text, n_missing)
}

const fn has(inserted: Inserted<'_>, path: &str) -> bool {
    let mut rest = inserted.changes;
    while let [change, next @ ..] = rest {
        if str_eq(change.path, path) && is_in_insert(change) && !change.is_optional {
            return true;
        }
        rest = next;
    }
    is_given(inserted.keys, path)
}

/// Whether something inside of the document at the path is there, whatever the operands are.
const fn has_part(inserted: Inserted<'_>, path: &str) -> bool {
    let mut changes = inserted.changes;
    while let [change, next @ ..] = changes {
        let is_sure = !change.is_optional && !str_eq(change.attribute, "set_or_unset");
        if encloses(path, change.path) && is_in_insert(change) && is_sure {
            return true;
        }
        changes = next;
    }
    let mut keys = inserted.keys;
    while let [key, next @ ..] = keys {
        if encloses(path, key.path) {
            return true;
        }
        keys = next;
    }
    false
}

const fn is_changed_inside(changes: &[PlannedChange], path: &str) -> bool {
    let mut rest = changes;
    while let [change, next @ ..] = rest {
        if encloses(path, change.path) {
            return true;
        }
        rest = next;
    }
    false
}
