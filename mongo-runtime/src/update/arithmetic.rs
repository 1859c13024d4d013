//! Arithmetic that leaves every number in the range of its Rust type.

use bson::{Bson, Decimal128};

use super::{
    Guard,
    change::{Argument, Change, refused},
    guard::{self, Range},
};
use crate::{
    codec::{ElementPath, EncodeError, EncodeReason},
    field::Path,
    filter::OperandValue,
    shape::{Scalar, Shape},
};

/// `$inc` by a value.
pub(super) fn inc<P: Path>(operand: OperandValue) -> Change {
    let range = operand.as_ref().ok().and_then(|value| range_for_sum::<P>(value));
    Change::making::<P>("$inc", Argument::Value(operand))
        .with_guards(guard::not_null::<P>().into_iter().chain(range))
}

/// `$inc` by the negative of a value: what an unsigned field is counted down by.
pub(super) fn dec<P: Path>(operand: OperandValue) -> Change {
    inc::<P>(operand.and_then(|value| negative(&value).ok_or_else(|| no_negative::<P>().into())))
}

/// `$mul` by a value.
pub(super) fn mul<P: Path>(operand: OperandValue) -> Change {
    let range = operand.as_ref().ok().and_then(|value| range_for_product::<P>(value));
    Change::making::<P>("$mul", Argument::Value(operand))
        .with_guards(guard::not_null::<P>().into_iter().chain(range))
}

/// `$bit` with a value. The bits of two integers in the range of a type make one in that range: those above are all equal.
pub(super) fn bit<P: Path>(operation: &'static str, operand: OperandValue) -> Change {
    let argument = match integer::<P>() {
        Some(_) => Argument::Modifiers(vec![(operation, Argument::Value(operand))]),
        None => refused(P::NAME, "is no integer, and only integers have bits"),
    };
    Change::making::<P>("$bit", argument).with_guards(guard::not_null::<P>())
}

/// The field must be in a range from which the sum stays in the range of its type.
fn range_for_sum<P: Path>(value: &Bson) -> Option<Guard> {
    let (scalar, (min, max)) = integer::<P>()?;
    let by = whole(value)?;
    let low = (by < 0).then(|| min - by);
    let high = (by > 0).then(|| max - by);
    let range = Range {
        low: narrow(low, min, i64::MIN),
        high: narrow(high, max, i64::MAX),
        takes_absent: (min..=max).contains(&by),
    };
    guard::in_range::<P>(scalar, &range)
}

/// The same for the product. A negative factor turns the range around; zero is in every range.
fn range_for_product<P: Path>(value: &Bson) -> Option<Guard> {
    let (scalar, (min, max)) = integer::<P>()?;
    let by = whole(value)?;
    let (low, high) = match by {
        0 => (None, None),
        1.. => (
            narrow(Some(ceil_div(min, by)), min, i64::MIN),
            narrow(Some(floor_div(max, by)), max, i64::MAX),
        ),
        _ => {
            let low = (max != i128::from(i64::MAX)).then(|| ceil_div(max, by));
            let high = (min != i128::from(i64::MIN)).then(|| floor_div(min, by));
            (clamp(low.filter(|low| *low > min)), clamp(high.filter(|high| *high < max)))
        }
    };
    let range = Range { low, high, takes_absent: (min..=max).contains(&0) };
    guard::in_range::<P>(scalar, &range)
}

/// Drops a bound that changes nothing, and one at the end of int64: there, the server itself refuses to overflow.
fn narrow(bound: Option<i128>, end: i128, end_of_int64: i64) -> Option<i64> {
    clamp(bound.filter(|bound| *bound != end && end != i128::from(end_of_int64)))
}

fn clamp(bound: Option<i128>) -> Option<i64> {
    bound.and_then(|bound| i64::try_from(bound).ok())
}

/// The scalar at `P` and its range, when it is an integer.
fn integer<P: Path>() -> Option<(&'static Scalar, (i128, i128))> {
    match P::SHAPE.inner() {
        Shape::Scalar(scalar) => scalar.range.map(|(min, max)| (scalar, (min.into(), max.into()))),
        _ => None,
    }
}

fn whole(value: &Bson) -> Option<i128> {
    match value {
        Bson::Int32(value) => Some((*value).into()),
        Bson::Int64(value) => Some((*value).into()),
        _ => None,
    }
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil_div(a: i128, b: i128) -> i128 {
    -floor_div(-a, b)
}

/// The negative in the same BSON type; none for the smallest integer.
fn negative(value: &Bson) -> Option<Bson> {
    Some(match value {
        Bson::Int32(value) => Bson::Int32(value.checked_neg()?),
        Bson::Int64(value) => Bson::Int64(value.checked_neg()?),
        Bson::Double(value) => Bson::Double(-value),
        Bson::Decimal128(value) => {
            // The sign is the highest bit, in little-endian order that of the last byte.
            let mut bytes = value.bytes();
            if let Some(last) = bytes.last_mut() {
                *last ^= 0x80;
            }
            Bson::Decimal128(Decimal128::from_bytes(bytes))
        }
        _ => return None,
    })
}

fn no_negative<P: Path>() -> EncodeError {
    let reason =
        EncodeReason::OutOfRange { representation: "the negative of a number of this type" };
    EncodeError::new(P::NAME, ElementPath::default(), reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_towards_the_inside_of_a_range() {
        for (a, b, floor, ceil) in
            [(7, 2, 3, 4), (-7, 2, -4, -3), (7, -2, -4, -3), (-7, -2, 3, 4), (6, -2, -3, -3)]
        {
            assert_eq!((floor_div(a, b), ceil_div(a, b)), (floor, ceil), "{a} / {b}");
        }
    }

    #[test]
    fn a_negative_keeps_its_bson_type() {
        assert_eq!(negative(&Bson::Int32(5)), Some(Bson::Int32(-5)));
        assert_eq!(negative(&Bson::Int64(5)), Some(Bson::Int64(-5)));
        assert_eq!(negative(&Bson::Int32(i32::MIN)), None);
        let decimal = |text: &str| Bson::Decimal128(text.parse().expect("a decimal"));
        assert_eq!(negative(&decimal("9.50")), Some(decimal("-9.50")));
        assert_eq!(negative(&decimal("-9.50")), Some(decimal("9.50")));
    }
}
