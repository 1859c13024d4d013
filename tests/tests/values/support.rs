//! One value in a document of its own.

pub(crate) use mongo_tests::{
    one,
    one::{golden, hex, read, read_error, stored, write_error},
};
