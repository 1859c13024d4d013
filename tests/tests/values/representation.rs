//! What each Rust type is stored as, byte for byte, and what else is not read as it. One module a kind of type.

mod scalars;

mod numbers;

mod times;

mod bytes;

mod absent;

mod containers;

mod kinds;

mod opaque;

use crate::support::read_error;

/// An element of each BSON type. Each is refused by fields of the other types.
const OTHERS: [&str; 8] = [
    "01 000000000000f03f",
    "02 0200000031 00",
    "03 0500000000",
    "04 0500000000",
    "07 000102030405060708090a0b",
    "08 01",
    "10 01000000",
    "12 0100000000000000",
];

#[track_caller]
fn refuses_other_types<D: mongo_runtime::Document + std::fmt::Debug>(own: &str, expected: &str) {
    for other in OTHERS.iter().filter(|other| other[..2] != own[..2]) {
        let error = read_error::<D>(other);
        assert!(error.starts_with(&format!("`One.v`: expected {expected}, found ")), "{error}");
    }
}
