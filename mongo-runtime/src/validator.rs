//! The `$jsonSchema` validator of a collection, from the declaration of its documents.

mod document;

mod recursion;

mod scalar;

mod value;

#[cfg(test)]
mod tests;

use bson::{Document, doc};

use self::recursion::Open;
use crate::document::Declaration;

/// The validator that refuses what the codec would not write: `{ $jsonSchema: { bsonType: "object", .. } }`.
///
/// It has integer widths and ranges, the bounds of text, arrays and maps, the tags of enums, and the required fields. A
/// field that may be absent may be null, too, since it is read so. What the server's dialect can't say is left to the
/// codec: the length of binary and of map keys, binary subtypes, and the size of the whole document. No I/O.
#[must_use]
pub fn validator(declaration: &Declaration) -> Document {
    doc! { "$jsonSchema": document::document(declaration.shape, &mut Open::default()) }
}
