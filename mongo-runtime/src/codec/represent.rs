//! Named representations of types that have none of their own: `#[mongo(as = "..")]`.

use std::time::{Duration, SystemTime};

use bson::{DateTime, Decimal128, Uuid, UuidRepresentation, spec::BinarySubtype};

use super::{
    Bounds, DecodeReason, EncodeReason, Failure, Over, Reader, Value, Writer,
    scalar::{
        ARRAY, BINARY, DATE, DECIMAL128, DOUBLE, INT32, INT64, STRING, over_bytes, put_binary,
        take_binary,
    },
    writer::array_keys_len,
};
use crate::{
    class,
    field::{ArrayField, Leaf, Path},
    shape::{BsonType, Role, Scalar, Shape},
};

/// `as = "int64_checked"`: an int64; a value that does not fit is refused when it is written.
#[derive(Debug, Clone, Copy)]
pub struct Int64Checked;

/// `as = "decimal128"`: an integer as Decimal128; one of more than 34 digits is refused when it is written.
#[derive(Debug, Clone, Copy)]
pub struct DecimalInt;

/// `as = "string_padded"`: decimal digits, padded with zeros on the left, so that text order is number order.
#[derive(Debug, Clone, Copy)]
pub struct StringPadded;

/// `as = "double"`: a double. Reading one that `f32` can't hold exactly is an error.
#[derive(Debug, Clone, Copy)]
pub struct Double;

/// `as = "date_ms"`: a date. The part below a millisecond is cut, towards the past, in documents and in filters alike.
#[derive(Debug, Clone, Copy)]
pub struct DateMs;

/// `as = "millis"`: whole milliseconds as int64. The part below a millisecond is cut.
#[derive(Debug, Clone, Copy)]
pub struct Millis;

/// `as = "binary"`: binary of subtype 0.
#[derive(Debug, Clone, Copy)]
pub struct BinaryBytes;

/// `as = "int_array"`: an array of int32, one a byte.
#[derive(Debug, Clone, Copy)]
pub struct IntArray;

/// `as = "civil_date"`: `yyyy-mm-dd` as a string. Its order is that of the days.
#[derive(Debug, Clone, Copy)]
pub struct CivilDate;

/// `as = "civil_date_time"`: `yyyy-mm-ddThh:mm:ss.nnnnnnnnn` as a string, without a zone. Its order is that of the times.
#[derive(Debug, Clone, Copy)]
pub struct CivilDateTime;

/// `as = "nanos_of_day"`: nanoseconds since midnight as int64.
#[derive(Debug, Clone, Copy)]
pub struct NanosOfDay;

/// `as = "string"`: the digits of a number, for equality only.
#[derive(Debug, Clone, Copy)]
pub struct Text;

/// `as = "uuid_python_legacy"`: binary of subtype 3, bytes in order.
#[derive(Debug, Clone, Copy)]
pub struct UuidPythonLegacy;

/// `as = "uuid_java_legacy"`: binary of subtype 3, each half in reverse.
#[derive(Debug, Clone, Copy)]
pub struct UuidJavaLegacy;

/// `as = "uuid_csharp_legacy"`: binary of subtype 3, the first three groups in reverse.
#[derive(Debug, Clone, Copy)]
pub struct UuidCSharpLegacy;

impl Value<Double> for f32 {
    const SHAPE: &'static Shape =
        &Shape::Scalar(Scalar::fixed(BsonType::Double, 8).coded("double_f32"));
    type Class = class::Narrowed;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        DOUBLE
    }

    fn encoded_len(&self) -> usize {
        8
    }

    fn encode(&self, out: &mut Writer<'_>) {
        out.put(&f64::from(*self).to_le_bytes());
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let wide = <f64 as Value>::decode(element_type, input)?;
        narrow(wide).ok_or_else(|| {
            input.fail(DecodeReason::OutOfRange { expected: "a double that `f32` holds exactly" })
        })
    }
}

/// The same number as `f32`, if there is one. NaN stays NaN.
pub(super) fn narrow(wide: f64) -> Option<f32> {
    #[expect(clippy::cast_possible_truncation, reason = "the next line refuses what was cut")]
    let narrow = wide as f32;
    (wide.is_nan() || f64::from(narrow) == wide).then_some(narrow)
}

macro_rules! int64_checked {
    ($($ty:ty)*) => { $(
        impl Value<Int64Checked> for $ty {
            const SHAPE: &'static Shape = &Shape::Scalar(
                Scalar::integer(BsonType::Int64, if <$ty>::MIN == 0 { 0 } else { i64::MIN }, i64::MAX).coded("int64_checked"),
            );
            type Class = class::Number;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            fn element_type(&self) -> u8 {
                INT64
            }

            fn encoded_len(&self) -> usize {
                8
            }

            fn encode(&self, out: &mut Writer<'_>) {
                let wide = i64::try_from(*self).unwrap_or_else(|_| {
                    out.refuse(EncodeReason::OutOfRange { representation: "int64" });
                    0
                });
                out.put(&wide.to_le_bytes());
            }

            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                let wide = <i64 as Value>::decode(element_type, input)?;
                Self::try_from(wide).map_err(|_| {
                    input.fail(DecodeReason::OutOfRange { expected: concat!("an int64 that `", stringify!($ty), "` holds") })
                })
            }
        }
    )* };
}

int64_checked! { u64 usize isize }

macro_rules! decimal_int {
    ($($ty:ty)*) => { $(
        impl Value<DecimalInt> for $ty {
            const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Decimal128, 16).coded("decimal128_int"));
            type Class = class::Narrowed;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            fn element_type(&self) -> u8 {
                DECIMAL128
            }

            fn encoded_len(&self) -> usize {
                16
            }

            fn encode(&self, out: &mut Writer<'_>) {
                let text = self.to_string();
                let exact = text.parse::<Decimal128>().ok().filter(|decimal| decimal.to_string() == text);
                match exact {
                    Some(decimal) => out.put(&decimal.bytes()),
                    None => out.refuse(EncodeReason::OutOfRange { representation: "decimal128, which has 34 digits" }),
                }
            }

            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                let decimal = <Decimal128 as Value>::decode(element_type, input)?;
                decimal.to_string().parse().map_err(|_| {
                    input.fail(DecodeReason::OutOfRange { expected: concat!("a whole decimal128 that `", stringify!($ty), "` holds") })
                })
            }
        }
    )* };
}

decimal_int! { u64 usize u128 i128 }

macro_rules! string_padded {
    ($($ty:ty: $width:literal;)*) => { $(
        impl Value<StringPadded> for $ty {
            const SHAPE: &'static Shape = &Shape::Scalar(
                Scalar::fixed(BsonType::String, 5 + $width).coded(concat!("string_padded_", $width)),
            );
            type Class = class::Text;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            fn element_type(&self) -> u8 {
                STRING
            }

            fn encoded_len(&self) -> usize {
                5 + $width
            }

            fn encode(&self, out: &mut Writer<'_>) {
                out.put_str(&format!("{self:0width$}", width = $width));
            }

            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                const EXPECTED: &str = concat!("a string of ", $width, " decimal digits");
                if element_type != STRING {
                    return Err(input.unexpected(element_type, EXPECTED));
                }
                let text = input.take_str()?;
                let is_digits = text.len() == $width && text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|_| is_digits)
                    .ok_or_else(|| input.fail(DecodeReason::OutOfRange { expected: EXPECTED }))
            }
        }
    )* };
}

string_padded! { u64: 20; usize: 20; u128: 39; }

impl Value<DateMs> for SystemTime {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Date, 8).coded("date_ms"));
    type Class = class::Date;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        DATE
    }

    fn encoded_len(&self) -> usize {
        8
    }

    fn encode(&self, out: &mut Writer<'_>) {
        let millis = match self.duration_since(Self::UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()).ok(),
            // Before 1970, cutting towards the past rounds the distance up.
            Err(before) => {
                let distance = i128::try_from(before.duration().as_nanos().div_ceil(1_000_000));
                distance.ok().and_then(|millis| i64::try_from(-millis).ok())
            }
        };
        match millis {
            Some(millis) => out.put(&millis.to_le_bytes()),
            None => out.refuse(EncodeReason::OutOfRange { representation: "a date" }),
        }
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let millis = <DateTime as Value>::decode(element_type, input)?.timestamp_millis();
        let distance = Duration::from_millis(millis.unsigned_abs());
        let time = if millis < 0 {
            Self::UNIX_EPOCH.checked_sub(distance)
        } else {
            Self::UNIX_EPOCH.checked_add(distance)
        };
        time.ok_or_else(|| {
            input.fail(DecodeReason::OutOfRange { expected: "a date that `SystemTime` holds" })
        })
    }
}

impl Value<Millis> for Duration {
    const SHAPE: &'static Shape =
        &Shape::Scalar(Scalar::integer(BsonType::Int64, 0, i64::MAX).coded("millis"));
    type Class = class::Duration;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        INT64
    }

    fn encoded_len(&self) -> usize {
        8
    }

    fn encode(&self, out: &mut Writer<'_>) {
        match i64::try_from(self.as_millis()) {
            Ok(millis) => out.put(&millis.to_le_bytes()),
            Err(_) => out.refuse(EncodeReason::OutOfRange { representation: "int64 milliseconds" }),
        }
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let millis = <i64 as Value>::decode(element_type, input)?;
        u64::try_from(millis).map(Self::from_millis).map_err(|_| {
            input.fail(DecodeReason::OutOfRange {
                expected: "an int64 of zero or more milliseconds",
            })
        })
    }
}

const BINARY_0: &str = "binary of subtype 0";

impl Value<BinaryBytes> for Vec<u8> {
    const SHAPE: &'static Shape =
        &Shape::Scalar(Scalar::variable(BsonType::Binary).coded("binary"));
    type Class = class::Binary;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        BINARY
    }

    fn encoded_len(&self) -> usize {
        5 + self.len()
    }

    fn encode(&self, out: &mut Writer<'_>) {
        put_binary(out, BinarySubtype::Generic, self);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != BINARY {
            return Err(input.unexpected(element_type, BINARY_0));
        }
        match take_binary(input)? {
            (BinarySubtype::Generic, bytes) => Ok(bytes.to_vec()),
            _ => Err(input.fail(DecodeReason::OutOfRange { expected: BINARY_0 })),
        }
    }

    fn over(&self, bounds: &Bounds) -> Option<Over> {
        over_bytes(self.len(), bounds)
    }
}

impl<const N: usize> Value<BinaryBytes> for [u8; N] {
    const SHAPE: &'static Shape =
        &Shape::Scalar(Scalar::fixed(BsonType::Binary, 5 + N).coded("binary"));
    type Class = class::Binary;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        BINARY
    }

    fn encoded_len(&self) -> usize {
        5 + N
    }

    fn encode(&self, out: &mut Writer<'_>) {
        put_binary(out, BinarySubtype::Generic, self);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != BINARY {
            return Err(input.unexpected(element_type, BINARY_0));
        }
        match take_binary(input)? {
            (BinarySubtype::Generic, bytes) => {
                bytes.try_into().map_err(|_| input.fail(DecodeReason::Length { expected: N }))
            }
            _ => Err(input.fail(DecodeReason::OutOfRange { expected: BINARY_0 })),
        }
    }
}

impl<const N: usize> Value<IntArray> for [u8; N] {
    const SHAPE: &'static Shape = &Shape::Fixed(&[BYTE_AS_INT; N]);
    type Class = class::Fixed;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        ARRAY
    }

    fn encoded_len(&self) -> usize {
        <Self as Value>::encoded_len(self)
    }

    fn encode(&self, out: &mut Writer<'_>) {
        <Self as Value>::encode(self, out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        <Self as Value>::decode(element_type, input)
    }
}

/// A byte as one of an `int_array`.
const BYTE_AS_INT: &Shape = &Shape::Scalar(Scalar {
    role: Role::Plain,
    ..Scalar::integer(BsonType::Int32, 0, u8::MAX as i64).coded("int_array")
});

impl Value<IntArray> for Vec<u8> {
    const SHAPE: &'static Shape = &Shape::Array(BYTE_AS_INT);
    type Class = class::Array<u8, super::AsIs>;
    type Inner = Self;
    type Fields<P: Path> = ArrayField<P, u8, super::AsIs>;

    fn element_type(&self) -> u8 {
        ARRAY
    }

    fn encoded_len(&self) -> usize {
        4 + array_keys_len(self.len()) + 4 * self.len() + 1
    }

    fn encode(&self, out: &mut Writer<'_>) {
        let slot = out.open();
        for (index, byte) in self.iter().enumerate() {
            out.put_index(INT32, index);
            out.put_i32(i32::from(*byte));
        }
        out.close(slot);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        <Self as Value<super::AsIs>>::decode(element_type, input)
    }

    fn over(&self, bounds: &Bounds) -> Option<Over> {
        bounds.over_items(self.len())
    }
}

macro_rules! legacy_uuid {
    ($($codec:ty: $name:literal, $representation:ident, $expected:literal;)*) => { $(
        impl Value<$codec> for Uuid {
            const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Binary, 21).coded($name));
            type Class = class::Id;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            fn element_type(&self) -> u8 {
                BINARY
            }

            fn encoded_len(&self) -> usize {
                21
            }

            fn encode(&self, out: &mut Writer<'_>) {
                let binary = bson::Binary::from_uuid_with_representation(*self, UuidRepresentation::$representation);
                put_binary(out, binary.subtype, &binary.bytes);
            }

            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                if element_type != BINARY {
                    return Err(input.unexpected(element_type, $expected));
                }
                let (subtype, bytes) = take_binary(input)?;
                let binary = bson::Binary { subtype, bytes: bytes.to_vec() };
                binary
                    .to_uuid_with_representation(UuidRepresentation::$representation)
                    .map_err(|_| input.fail(DecodeReason::OutOfRange { expected: $expected }))
            }
        }
    )* };
}

legacy_uuid! {
    UuidPythonLegacy: "uuid_python_legacy", PythonLegacy, "a legacy UUID: binary of subtype 3 with 16 bytes";
    UuidJavaLegacy: "uuid_java_legacy", JavaLegacy, "a legacy UUID: binary of subtype 3 with 16 bytes";
    UuidCSharpLegacy: "uuid_csharp_legacy", CSharpLegacy, "a legacy UUID: binary of subtype 3 with 16 bytes";
}
