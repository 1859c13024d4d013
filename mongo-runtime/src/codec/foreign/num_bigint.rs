//! `num-bigint` 0.4.

use std::str::FromStr;

use num_bigint::{BigInt, BigUint};

use super::{
    super::{refused::refused, represent::Text},
    through,
};
use crate::{
    class,
    shape::{BsonType, Scalar, Shape},
};

through! {
    BigInt as Text => String, class::Unordered, &Shape::Scalar(Scalar::variable(BsonType::String).coded("string_integer")),
        "the decimal digits of a `BigInt`", |v| Some(v.to_string()), |b| canonical(&b);
    BigUint as Text => String, class::Unordered, &Shape::Scalar(Scalar::variable(BsonType::String).coded("string_natural")),
        "the decimal digits of a `BigUint`", |v| Some(v.to_string()), |b| canonical(&b);
}

/// One number has one text, or a filter would miss it.
fn canonical<T: FromStr + ToString>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

refused! {
    BigInt: "is `BigInt`, which has no bound in BSON: write `#[mongo(as = \"string\")]` for its digits, without order or arithmetic";
    BigUint: "is `BigUint`, which has no bound in BSON: write `#[mongo(as = \"string\")]` for its digits, without order or \
              arithmetic";
}
