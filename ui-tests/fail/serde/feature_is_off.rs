//! What goes through serde needs the feature.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "hosts")]
struct Host {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(with = serde)]
    address: std::net::IpAddr,
}

fn main() {}
