//! The `$jsonSchema` validator of a collection, from the declaration of its documents.

mod document;

mod geo;

mod recursion;

mod scalar;

mod value;

#[cfg(test)]
mod tests;

use bson::{Document, doc};

use self::recursion::Open;
use crate::{
    catalog::{Collection, collections},
    document::{Declaration, Discriminator, Ownership, SchemaVersion},
    shape::Managed,
};

/// The validator that refuses what the codec would not write: `{ $jsonSchema: { bsonType: "object", .. } }`.
///
/// It has integer widths and ranges, the bounds of text, arrays and maps, the tags of enums, and the required fields. A
/// field that may be absent may be null, too, since it is read so. No I/O.
///
/// What a schema can't say, or not without a pattern for each text and key, is left to the codec: the length and subtype of
/// binary, the keys of maps, the form of a text (a date, a number), what a number means beyond its width and range, that a
/// ring of GeoJSON is closed, how many positions there are in all arrays of it together, what is inside of an opaque value,
/// a key that is there twice, `max_bytes`, the depth of a recursion that is not unrolled any more, and the size of the whole
/// document. The other way round, it refuses what only a reader takes: other widths of a lossless number, more than a bound,
/// fields that a document which owns itself does not declare, and a document of several types without a tag.
///
/// A type that reads other versions lets documents of those be inserted and updated, since binaries of those run: its schema
/// is an `anyOf` with one for each version that is read, the current one first, told apart by the version field.
///
/// That of an enum over document types has a form for each of them, as has that of a collection which several types share.
#[must_use]
pub fn validator(declaration: &Declaration) -> Document {
    let all = collections(&[declaration]);
    all.first().map_or_else(Document::new, collection_validator)
}

/// The validator of a collection: a form for each type that is stored in it. A form is told by its tag, so a document meets
/// one of them at most.
pub(crate) fn collection_validator(collection: &Collection<'_>) -> Document {
    let form = |one: &&Declaration| form(one);
    if let ([one], false) = (collection.types.as_slice(), collection.keeps_others) {
        return doc! { "$jsonSchema": self::form(one) };
    }
    let mut forms: Vec<Document> = collection.types.iter().map(form).collect();
    if collection.keeps_others {
        forms.extend(others(&collection.types));
    }
    doc! { "$jsonSchema": { "bsonType": "object", "oneOf": forms } }
}

/// The documents of a type, in each version that it reads.
fn form(declaration: &Declaration) -> Document {
    let current = declaration.current_version();
    let live = (declaration.oldest_version()..=declaration.newest_version()).rev();
    let all = std::iter::once(current).chain(live.filter(|version| *version != current));
    let mut schemas: Vec<Document> = all
        .filter_map(|version| declaration.of_version(version))
        .map(|version| of_version(version, declaration.schema_version))
        .collect();
    match schemas.pop() {
        Some(only) if schemas.is_empty() => only,
        last => {
            schemas.extend(last);
            doc! { "anyOf": schemas }
        }
    }
}

/// The schema of documents of one version. Those of version 0 have no version field, or a 0 in it.
fn of_version(declaration: &Declaration, live: Option<SchemaVersion>) -> Document {
    let mut schema = document::document(declaration.shape, &mut Open::default());
    if let (None, Some(live)) = (declaration.schema_version, live)
        && let Ok(properties) = schema.get_document_mut("properties")
    {
        properties.insert(live.field, doc! { "enum": [0] });
    }
    if declaration.ownership == Ownership::Owned {
        schema.insert("additionalProperties", false);
    }
    schema
}

/// A document of none of the types: its tag is another text, and its `_id` is as theirs.
fn others(types: &[&Declaration]) -> Option<Document> {
    let known: Vec<Discriminator> = types.iter().filter_map(|one| one.discriminator).collect();
    let field = known.first()?.field;
    let tags: Vec<&str> = known.iter().map(|one| one.tag).collect();
    let id = types.first()?.shape.fields.iter().find(|field| field.managed == Managed::Id)?;
    Some(doc! {
        "required": ["_id", field],
        "properties": {
            "_id": value::value(id.shape, &id.bounds, &mut Open::default()),
            field: { "bsonType": "string", "not": { "enum": tags } },
        },
    })
}
