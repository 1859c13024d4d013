//! `bigdecimal` 0.4.

use bigdecimal::BigDecimal;
use bson::Decimal128;

use super::{
    super::{AsIs, represent::Text},
    through,
};
use crate::{
    class,
    shape::{BsonType, Scalar, Shape},
};

through! {
    BigDecimal as AsIs => Decimal128, class::Number, &Shape::Scalar(Scalar::fixed(BsonType::Decimal128, 16).coded("decimal128_finite")),
        "a decimal128, which has 34 digits and exponents from -6176 to 6111",
        |v| exact(v), |b| parse(&b.to_string());
    BigDecimal as Text => String, class::Unordered, &Shape::Scalar(Scalar::variable(BsonType::String).coded("string_decimal")),
        "the text of a `BigDecimal`",
        |v| Some(text(v)), |b| parse(&b);
}

/// Digits and exponent, as they are.
fn text(value: &BigDecimal) -> String {
    let (digits, scale) = value.as_bigint_and_exponent();
    if scale == 0 { digits.to_string() } else { format!("{digits}E{}", scale.saturating_neg()) }
}

/// The same number, or `None` when it has too many digits or is too large or small.
fn exact(value: &BigDecimal) -> Option<Decimal128> {
    let decimal: Decimal128 = text(value).parse().ok()?;
    parse(&decimal.to_string()).filter(|back| back == value).map(|_| decimal)
}

/// A number. `NaN` and the infinities are none.
fn parse(text: &str) -> Option<BigDecimal> {
    text.parse().ok()
}
