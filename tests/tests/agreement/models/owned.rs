//! What becomes of fields that are not declared, and of documents that are too large.

use mongo_runtime::{
    bson::{Document as BsonDocument, RawDocumentBuf, doc, rawdoc},
    prelude::*,
};

/// Keeps what it does not declare, in it and inside.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "kepts")]
pub(crate) struct Kept {
    #[mongo(id)]
    id: i32,
    inside: Option<Inside>,
    #[mongo(catch_all, max_items = 4)]
    rest: BsonDocument,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Inside {
    n: i32,
    #[mongo(catch_all, max_items = 3)]
    rest: RawDocumentBuf,
}

pub(super) fn kept() -> Kept {
    let inside = Inside { n: 1, rest: rawdoc! { "b": 1 } };
    Kept { id: 1, inside: Some(inside), rest: doc! { "a": [1] } }
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "owneds", owns_document)]
pub(crate) struct Owned {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 4)]
    number: Option<String>,
}

/// As small as a document may be declared.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "smalls", max_size = 256)]
pub(crate) struct Small {
    #[mongo(id)]
    id: i32,
    text: String,
}

pub(super) fn owned() -> Owned {
    Owned { id: 1, number: Some("n".to_owned()) }
}

pub(super) fn small() -> Small {
    Small { id: 1, text: "n".to_owned() }
}
