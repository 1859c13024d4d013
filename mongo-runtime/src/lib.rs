//! Documents for MongoDB that the compiler checks.

extern crate self as mongo_runtime;

#[doc(hidden)]
pub mod __private;

pub use bson;

pub use mongo_derive::{Document, Embedded};

pub use crate::{
    codec::Value,
    document::{Document, Upgrade, UpgradeError, from_slice, to_buffer, to_raw, to_vec},
    geo::Point,
    presence::Presence,
    revision::Revision,
};

pub mod prelude;

pub mod class;

pub mod codec;

pub mod document;

pub mod field;

pub mod shape;

pub mod index;

pub mod presence;

pub mod geo;

pub mod revision;

pub mod refusal;

pub mod operation;

pub mod filter;

pub mod update;

pub mod sort;

pub mod validator;

pub mod manifest;

pub mod error;

pub mod catalog;

#[cfg(feature = "driver")]
pub mod db;

#[cfg(test)]
mod sample;
