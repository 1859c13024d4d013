//! What goes through serde can't be looked for.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "hosts")]
struct Host {
    #[mongo(id, with = serde)]
    address: std::net::IpAddr,
}

fn main() {}
