//! serde itself writes a null.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Host {
    #[mongo(with = serde, null)]
    address: Option<std::net::IpAddr>,
}

fn main() {}
