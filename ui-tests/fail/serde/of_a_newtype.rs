//! A newtype names the wrapper, since its inside is reached by what holds it.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Address(#[mongo(with = serde)] std::net::IpAddr);

fn main() {}
