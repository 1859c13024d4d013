//! The zone of this machine is not that of the next.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::{DateTime, Local};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: DateTime<Local>,
}

fn main() {}
