//! `rust_decimal` 1.

use bson::Decimal128;
use rust_decimal::Decimal;

use super::{
    super::{AsIs, represent::Text},
    through,
};
use crate::{
    class,
    codec::Bounds,
    shape::{BsonType, Scalar, Shape},
};

/// Sign, 29 digits and a point at most.
const TEXT: &Shape = &Shape::Bounded(
    Bounds { max_len: 31, ..Bounds::NONE },
    &Shape::Scalar(Scalar::variable(BsonType::String).coded("string_decimal_96bit")),
);

through! {
    Decimal as AsIs => Decimal128, class::Number, &Shape::Scalar(Scalar::fixed(BsonType::Decimal128, 16).coded("decimal128_96bit")),
        "a decimal128 that `rust_decimal::Decimal` holds exactly",
        |v| v.to_string().parse().ok(), |b| exact(&b.to_string());
    Decimal as Text => String, class::Unordered, TEXT,
        "the text of a `rust_decimal::Decimal`",
        |v| Some(v.to_string()), |b| Self::from_str_exact(&b).ok();
}

/// The same number with the same digits behind the point. `NaN`, infinities and what has too many digits are none.
fn exact(text: &str) -> Option<Decimal> {
    let Some((digits, exponent)) = text.split_once('E') else {
        return Decimal::from_str_exact(text).ok();
    };
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = Decimal::from_str_exact(&format!("{whole}{fraction}")).ok()?;
    let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    match u32::try_from(scale) {
        Ok(scale) => Decimal::try_from_i128_with_scale(mantissa.mantissa(), scale).ok(),
        Err(_) => {
            let factor = 10_i128.checked_pow(scale.unsigned_abs())?;
            Decimal::try_from_i128_with_scale(mantissa.mantissa().checked_mul(factor)?, 0).ok()
        }
    }
}
