//! Mistakes of one type are reported together, each under its token.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", max_size = "16 MiB")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "$number")]
    number: String,
    #[mongo(rename = "sum.total")]
    total: i64,
}

fn main() {}
