//! A cycle of types that is entered in its middle, with a declared size.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Folder {
    #[mongo(max_items = 5)]
    files: Vec<File>,
}

#[derive(Embedded)]
struct File {
    #[mongo(max_items = 5, max_depth = 3, max_bytes = "8 KiB")]
    inside: Vec<Folder>,
}

#[derive(Document)]
#[mongo(collection = "files")]
struct Stored {
    #[mongo(id)]
    id: ObjectId,
    file: File,
}

fn main() {
    assert_eq!(Stored::DECLARATION.name, "Stored");
}
