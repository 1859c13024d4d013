//! A type that others write beside owns no document.

use mongo_runtime::{document::OwnsDocument, prelude::*};

#[derive(Document)]
#[mongo(collection = "lines")]
struct Line {
    #[mongo(id)]
    id: i32,
}

fn replace<D: OwnsDocument>(_: &D) {}

fn main() {
    replace(&Line { id: 1 });
}
