//! What the tests of the mapper share: a model with every form of field, mutations of its documents, and what must hold for
//! any bytes.

pub mod model;

pub mod samples;

pub mod raw;

pub mod mutate;

pub mod random;

pub mod probe;

pub mod one;

pub mod hostile;

#[cfg(feature = "driver")]
pub mod shop;

#[cfg(feature = "driver")]
pub mod canary;
