//! How numbers are read is up to serde.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Host {
    #[mongo(with = serde, lossless)]
    port: u16,
}

fn main() {}
