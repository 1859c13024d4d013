//! `#[mongo(lossless)]`: reads numbers that other clients wrote in another width, when nothing of the value is lost.

use std::marker::PhantomData;

use bson::Decimal128;

use super::{
    AsIs, DecodeReason, Double, Failure, Int64Checked, Reader, Value, Writer,
    scalar::{DECIMAL128, DOUBLE, INT32, INT64},
};
use crate::{
    field::{Leaf, Path},
    shape::{self, Shape},
};

/// `lossless`: written as `C`, read from int32, int64, double and decimal128 alike, when the value survives exactly.
///
/// `21010.0` is read into an integer, `5.5` is not; 2.5 is read into `f64` from a decimal, and 0.1 and 2^53 + 1 are not. Filters and updates write `C`, and the
/// server compares numbers across widths.
#[derive(Debug, Clone, Copy)]
pub struct Lossless<C>(PhantomData<C>);

const EXPECTED: &str = "a number that the field holds exactly";

/// A number as it is stored.
enum Number {
    Int(i64),
    Double(f64),
    Decimal(Decimal128),
}

impl Number {
    #[cold]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        match element_type {
            INT32 => {
                <i32 as Value>::decode(element_type, input).map(|value| Self::Int(value.into()))
            }
            INT64 => <i64 as Value>::decode(element_type, input).map(Self::Int),
            DOUBLE => <f64 as Value>::decode(element_type, input).map(Self::Double),
            DECIMAL128 => <Decimal128 as Value>::decode(element_type, input).map(Self::Decimal),
            _ => Err(input.unexpected(element_type, "a number")),
        }
    }

    /// The same as an integer. A negative zero is none: its sign would be lost.
    fn to_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Double(value) => int_of_double(*value),
            Self::Decimal(value) => int_of_text(&value.to_string()),
        }
    }

    /// The same as a double.
    fn to_double(&self) -> Option<f64> {
        match self {
            Self::Double(value) => Some(*value),
            Self::Int(value) => double_of_int(*value),
            Self::Decimal(value) => double_of_text(&value.to_string()),
        }
    }

    /// The same as a decimal.
    fn to_decimal(&self) -> Option<Decimal128> {
        match self {
            Self::Decimal(value) => Some(*value),
            Self::Int(value) => value.to_string().parse().ok(),
            Self::Double(value) => match int_of_double(*value) {
                Some(whole) => whole.to_string().parse().ok(),
                None => decimal_of_double(*value),
            },
        }
    }
}

fn int_of_double(value: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let is_whole = value.fract() == 0.0 && (-LIMIT..LIMIT).contains(&value);
    if !is_whole || (value == 0.0 && value.is_sign_negative()) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and in range")]
    Some(value as i64)
}

fn double_of_int(value: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "the next line refuses what was rounded")]
    let double = value as f64;
    (int_of_double(double) == Some(value)).then_some(double)
}

/// The double that is exactly the number of a decimal's text, if there is one.
fn double_of_text(text: &str) -> Option<f64> {
    let double: f64 = text.parse().ok()?;
    let is_exact = !double.is_finite() || Digits::of(text)? == Digits::of(&exact_text(double))?;
    // A number that is too large for a double is parsed as infinity.
    (is_exact && (double.is_finite() || !text.bytes().any(|byte| byte.is_ascii_digit())))
        .then_some(double)
}

/// The decimal that is exactly this double, if 34 digits do.
fn decimal_of_double(value: f64) -> Option<Decimal128> {
    /// The digits of a decimal.
    const MAX_DIGITS: usize = 34;
    if value.is_nan() {
        return "NaN".parse().ok();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.parse().ok();
    }
    let Digits { is_negative, digits, exponent } = Digits::of(&exact_text(value))?;
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let (sign, digits) =
        (if is_negative { "-" } else { "" }, if digits.is_empty() { "0" } else { &digits });
    format!("{sign}{digits}E{exponent}").parse().ok()
}

/// All digits of a double: no double has more behind the point.
fn exact_text(value: f64) -> String {
    format!("{value:.1074}")
}

/// A number as its sign, its digits without zeros around them, and the power of ten that they are multiplied by.
#[derive(PartialEq)]
struct Digits {
    is_negative: bool,
    digits: String,
    exponent: i32,
}

impl Digits {
    /// Of digits, maybe with a point, maybe with an exponent.
    fn of(text: &str) -> Option<Self> {
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (digits, exponent) = text.split_once('E').unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let n_zeros = all.len() - digits.len();
        let digits = digits.trim_start_matches('0');
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if digits.is_empty() {
            return Some(Self { is_negative, digits: String::new(), exponent: 0 });
        }
        let exponent: i32 = exponent.parse().ok()?;
        let moved =
            i32::try_from(n_zeros).ok()?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        Some(Self {
            is_negative,
            digits: digits.to_owned(),
            exponent: exponent.checked_add(moved)?,
        })
    }
}

/// The integer that a decimal's text stands for: digits, maybe a point, maybe an exponent.
fn int_of_text(text: &str) -> Option<i64> {
    let (digits, exponent) = text.split_once('E').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa: i128 = format!("{whole}{fraction}").parse().ok()?;
    if mantissa == 0 && text.starts_with('-') {
        return None;
    }
    let scale = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let factor = 10_i128.checked_pow(scale.unsigned_abs().min(38))?;
    let value = match scale {
        _ if mantissa == 0 => 0,
        0.. => mantissa.checked_mul(factor)?,
        _ if mantissa % factor == 0 => mantissa / factor,
        _ => return None,
    };
    i64::try_from(value).ok()
}

macro_rules! lossless {
    ($($ty:ty as $codec:ty, |$number:ident| $from:expr;)*) => { $(
        impl Value<Lossless<$codec>> for $ty {
            const SHAPE: &'static Shape = &shape::lossless(<Self as Value<$codec>>::SHAPE);
            type Class = <Self as Value<$codec>>::Class;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            #[inline]
            fn element_type(&self) -> u8 {
                <Self as Value<$codec>>::element_type(self)
            }

            #[inline]
            fn encoded_len(&self) -> usize {
                <Self as Value<$codec>>::encoded_len(self)
            }

            #[inline]
            fn encode(&self, out: &mut Writer<'_>) {
                <Self as Value<$codec>>::encode(self, out);
            }

            #[inline]
            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                // What the mapper wrote itself takes the exact reader's way.
                if element_type == <Self as Value<$codec>>::element_type(&Self::default()) {
                    return <Self as Value<$codec>>::decode(element_type, input);
                }
                let $number = Number::decode(element_type, input)?;
                let value: Option<Self> = $from;
                value.ok_or_else(|| input.fail(DecodeReason::OutOfRange { expected: EXPECTED }))
            }
        }
    )* };
}

lossless! {
    i8 as AsIs, |n| n.to_int().and_then(|n| n.try_into().ok());
    u8 as AsIs, |n| n.to_int().and_then(|n| n.try_into().ok());
    i16 as AsIs, |n| n.to_int().and_then(|n| n.try_into().ok());
    u16 as AsIs, |n| n.to_int().and_then(|n| n.try_into().ok());
    i32 as AsIs, |n| n.to_int().and_then(|n| n.try_into().ok());
    u32 as AsIs, |n| n.to_int().and_then(|n| n.try_into().ok());
    i64 as AsIs, |n| n.to_int();
    f64 as AsIs, |n| n.to_double();
    u64 as Int64Checked, |n| n.to_int().and_then(|n| n.try_into().ok());
    usize as Int64Checked, |n| n.to_int().and_then(|n| n.try_into().ok());
    f32 as Double, |n| n.to_double().and_then(super::represent::narrow);
}

impl Value<Lossless<AsIs>> for Decimal128 {
    const SHAPE: &'static Shape = &shape::lossless(<Self as Value>::SHAPE);
    type Class = <Self as Value>::Class;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        DECIMAL128
    }

    fn encoded_len(&self) -> usize {
        <Self as Value>::encoded_len(self)
    }

    fn encode(&self, out: &mut Writer<'_>) {
        <Self as Value>::encode(self, out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type == DECIMAL128 {
            return <Self as Value>::decode(element_type, input);
        }
        let number = Number::decode(element_type, input)?;
        number
            .to_decimal()
            .ok_or_else(|| input.fail(DecodeReason::OutOfRange { expected: EXPECTED }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_an_integer_when_nothing_is_lost() {
        let cases = [
            ("12", Some(12)),
            ("1.20E+1", Some(12)),
            ("12.0", Some(12)),
            ("1E+3", Some(1000)),
            ("0E+6000", Some(0)),
            ("12.5", None),
            ("1E-1", None),
            ("1E+30", None),
            ("-0", None),
            ("NaN", None),
            ("Infinity", None),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
        ];
        for (text, expected) in cases {
            assert_eq!(int_of_text(text), expected, "{text}");
        }
    }

    #[test]
    fn a_decimal_and_a_double_are_one_number_when_nothing_is_lost() {
        let both = [
            ("2.5", 2.5),
            ("-0.375", -0.375),
            ("0", 0.0),
            ("-0", -0.0),
            ("1E+20", 1e20),
            ("Infinity", f64::INFINITY),
        ];
        for (text, double) in both {
            assert_eq!(double_of_text(text).map(f64::to_bits), Some(double.to_bits()), "{text}");
            let decimal = Number::Double(double)
                .to_decimal()
                .map(|decimal| double_of_text(&decimal.to_string()).map(f64::to_bits));
            assert_eq!(decimal, Some(Some(double.to_bits())), "{text}");
        }
        assert!(double_of_text("NaN").is_some_and(f64::is_nan));
        assert_eq!(
            decimal_of_double(f64::NAN).map(|decimal| decimal.to_string()).as_deref(),
            Some("NaN")
        );
        for lossy in ["0.1", "1E+400", "9007199254740993", "1E-400"] {
            assert_eq!(double_of_text(lossy), None, "{lossy}");
        }
        assert!(decimal_of_double(0.1).is_none());
    }

    #[test]
    fn a_double_is_an_integer_when_nothing_is_lost() {
        let cases = [
            (21010.0, Some(21010)),
            (5.5, None),
            (-0.0, None),
            (f64::NAN, None),
            (1e19, None),
            (-9_223_372_036_854_775_808.0, Some(i64::MIN)),
        ];
        for (double, expected) in cases {
            assert_eq!(int_of_double(double), expected, "{double}");
        }
        assert_eq!(double_of_int(9_007_199_254_740_993), None);
        assert_eq!(double_of_int(9_007_199_254_740_992), Some(9_007_199_254_740_992.0));
        assert_eq!(double_of_int(i64::MAX), None);
    }
}
