//! Golden BSON: the bytes of every representation, committed, so that none changes unseen.

mod cases;

mod extjson;

mod snapshots;

#[cfg(feature = "driver")]
mod server;
