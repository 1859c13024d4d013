//! Golden BSON: the bytes of every representation, committed, so that none changes unseen.

mod cases;

mod extjson;

mod snapshots;

mod known;

#[cfg(feature = "driver")]
mod server;
