//! `deny_unknown` has the name of this mapper.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", deny_unknown_fields)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
