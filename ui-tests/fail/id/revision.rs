//! An `_id` never changes, and a revision does.

use mongo_runtime::{Document, Revision};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Revision,
}

fn main() {}
