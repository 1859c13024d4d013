//! Documents for MongoDB that the compiler checks.

extern crate self as mongo_runtime;

pub use bson;

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
