//! A cycle that is entered in its middle can't be summed up.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Folder {
    #[mongo(max_items = 5)]
    files: Vec<File>,
}

#[derive(Embedded)]
struct File {
    #[mongo(max_items = 5, max_depth = 3)]
    inside: Vec<Folder>,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    file: File,
}

fn main() {}
