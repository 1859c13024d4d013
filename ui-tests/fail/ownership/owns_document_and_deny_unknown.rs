//! One of them says it.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "lines", owns_document, deny_unknown)]
struct Line {
    #[mongo(id)]
    id: i32,
}

fn main() {}
