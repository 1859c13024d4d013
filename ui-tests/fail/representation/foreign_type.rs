//! A type of another crate needs a representation.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::net::IpAddr;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    address: IpAddr,
}

fn main() {}
