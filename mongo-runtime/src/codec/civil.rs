//! What the representations of civil dates and times share.

use crate::shape::{BsonType, Scalar, Shape};

/// Ten characters.
pub(super) const CIVIL_DATE: &Shape =
    &Shape::Scalar(Scalar::fixed(BsonType::String, 5 + 10).coded("civil_date"));

/// Twenty-nine characters.
pub(super) const CIVIL_DATE_TIME: &Shape =
    &Shape::Scalar(Scalar::fixed(BsonType::String, 5 + 29).coded("civil_date_time"));

/// A day has 86,400 seconds.
pub(super) const NANOS_OF_DAY: &Shape =
    &Shape::Scalar(Scalar::integer(BsonType::Int64, 0, 86_399_999_999_999).coded("nanos_of_day"));

/// Whether a year has four digits, so that the order of the text is the order of time.
pub(super) fn civil_year(year: i32) -> bool {
    (0..=9999).contains(&year)
}
