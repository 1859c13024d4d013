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
    document::{Declaration, Discriminator, Ownership},
};

/// The validator that refuses what the codec would not write: `{ $jsonSchema: { bsonType: "object", .. } }`.
///
/// It has integer widths and ranges, the bounds of text, arrays and maps, the tags of enums, and the required fields. A
/// field that may be absent may be null, too, since it is read so. What the server's dialect can't say is left to the
/// codec: the length of binary and of map keys, binary subtypes, and the size of the whole document. No I/O.
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
        return doc! { "$jsonSchema": form(one) };
    }
    let mut forms: Vec<Document> = collection.types.iter().map(form).collect();
    if collection.keeps_others {
        forms.extend(others(&collection.types));
    }
    doc! { "$jsonSchema": { "bsonType": "object", "oneOf": forms } }
}

fn form(declaration: &Declaration) -> Document {
    let mut form = document::document(declaration.shape, &mut Open::default());
    if declaration.ownership == Ownership::Owned {
        form.insert("additionalProperties", false);
    }
    form
}

/// A document of none of the types: its tag is another text.
fn others(types: &[&Declaration]) -> Option<Document> {
    let known: Vec<Discriminator> = types.iter().filter_map(|one| one.discriminator).collect();
    let field = known.first()?.field;
    let tags: Vec<&str> = known.iter().map(|one| one.tag).collect();
    Some(doc! {
        "required": ["_id", field],
        "properties": { field: { "bsonType": "string", "not": { "enum": tags } } },
    })
}
