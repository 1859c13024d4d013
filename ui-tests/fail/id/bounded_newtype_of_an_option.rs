//! An `_id` is never optional, behind a newtype, too.

use mongo_runtime::{Document, Embedded};

#[derive(Embedded)]
struct Name(#[mongo(max_len = 3)] Option<String>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Name,
}

fn main() {}
