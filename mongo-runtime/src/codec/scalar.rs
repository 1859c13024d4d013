//! Values of a fixed size, and binary.

use bson::{Binary, DateTime, Decimal128, Timestamp, Uuid, oid::ObjectId, spec::BinarySubtype};

use super::{AsIs, Bounds, DecodeReason, Failure, Over, Reader, Value, Writer};
use crate::{
    class,
    field::{Leaf, Path},
    shape::{BsonType, Role, Scalar, Shape},
};

pub(super) const DOUBLE: u8 = 0x01;
pub(super) const STRING: u8 = 0x02;
pub(super) const DOCUMENT: u8 = 0x03;
pub(super) const ARRAY: u8 = 0x04;
pub(super) const BINARY: u8 = 0x05;
pub(super) const OBJECT_ID: u8 = 0x07;
pub(super) const BOOL: u8 = 0x08;
pub(super) const DATE: u8 = 0x09;
pub(super) const NULL: u8 = 0x0A;
pub(super) const REGEX: u8 = 0x0B;
pub(super) const DB_POINTER: u8 = 0x0C;
pub(super) const CODE: u8 = 0x0D;
pub(super) const SYMBOL: u8 = 0x0E;
pub(super) const CODE_WITH_SCOPE: u8 = 0x0F;
pub(super) const INT32: u8 = 0x10;
pub(super) const TIMESTAMP: u8 = 0x11;
pub(super) const INT64: u8 = 0x12;
pub(super) const DECIMAL128: u8 = 0x13;

/// Implements [`Value`] for a type of a fixed size: representation, shape, class, element type, and the way to and from its
/// bytes.
macro_rules! fixed_size {
    ($($ty:ty as $codec:ty, $tag:ident, $len:literal, $class:ty, $shape:expr, $expected:literal,
       |$value:ident| $to_bytes:expr, |$bytes:ident| $from_bytes:expr;)*) => { $(
        impl Value<$codec> for $ty {
            const SHAPE: &'static Shape = &Shape::Scalar($shape);
            type Class = $class;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            #[inline]
            fn element_type(&self) -> u8 {
                $tag
            }

            #[inline]
            fn encoded_len(&self) -> usize {
                $len
            }

            #[inline]
            fn encode(&self, out: &mut Writer<'_>) {
                let $value = self;
                out.put(&$to_bytes);
            }

            #[inline]
            fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
                let $value = self;
                out.put_fixed($tag, header, $to_bytes);
            }

            #[inline]
            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                if element_type != $tag {
                    return Err(input.unexpected(element_type, $expected));
                }
                let $bytes = input.take_array::<$len>()?;
                Ok($from_bytes)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_element(slot: &mut Option<Self>, header: &[u8], input: &mut Reader<'_>) -> Result<(), Failure> {
                if let Some($bytes) = input.expect_fixed::<$len>($tag, header) {
                    *slot = Some($from_bytes);
                }
                Ok(())
            }
        }
    )* };
}
fixed_size! {
    i32 as AsIs, INT32, 4, class::Number, Scalar::integer(BsonType::Int32, i32::MIN as i64, i32::MAX as i64), "int32",
        |v| v.to_le_bytes(), |b| Self::from_le_bytes(b);
    i64 as AsIs, INT64, 8, class::Number, Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX), "int64",
        |v| v.to_le_bytes(), |b| Self::from_le_bytes(b);
    f64 as AsIs, DOUBLE, 8, class::Number, Scalar::fixed(BsonType::Double, 8), "double",
        |v| v.to_le_bytes(), |b| Self::from_le_bytes(b);
    Decimal128 as AsIs, DECIMAL128, 16, class::Number, Scalar::fixed(BsonType::Decimal128, 16), "decimal128",
        |v| v.bytes(), |b| Self::from_bytes(b);
    ObjectId as AsIs, OBJECT_ID, 12, class::Id, Scalar::fixed(BsonType::ObjectId, 12), "objectId",
        |v| v.bytes(), |b| Self::from_bytes(b);
    DateTime as AsIs, DATE, 8, class::Date, Scalar::fixed(BsonType::Date, 8), "date",
        |v| v.timestamp_millis().to_le_bytes(), |b| Self::from_millis(i64::from_le_bytes(b));
    Timestamp as AsIs, TIMESTAMP, 8, class::Timestamp, Scalar::fixed(BsonType::Timestamp, 8), "timestamp",
        |v| ((u64::from(v.time) << 32) | u64::from(v.increment)).to_le_bytes(), |b| {
            let [i0, i1, i2, i3, t0, t1, t2, t3] = b;
            Self { time: u32::from_le_bytes([t0, t1, t2, t3]), increment: u32::from_le_bytes([i0, i1, i2, i3]) }
        };
}

/// Implements [`Value`] for an integer that is widened when it is written and checked when it is read.
macro_rules! widened {
    ($($ty:ty => $wide:ty, $bson:ident, $role:ident, $name:literal;)*) => { $(
        impl Value for $ty {
            const SHAPE: &'static Shape = &Shape::Scalar(
                Scalar::integer(BsonType::$bson, <$ty>::MIN as i64, <$ty>::MAX as i64).with_role(Role::$role),
            );
            type Class = class::Number;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            #[inline]
            fn element_type(&self) -> u8 {
                <$wide as Value>::element_type(&0)
            }

            #[inline]
            fn encoded_len(&self) -> usize {
                size_of::<$wide>()
            }

            #[inline]
            fn encode(&self, out: &mut Writer<'_>) {
                <$wide as Value>::encode(&<$wide>::from(*self), out);
            }

            #[inline]
            fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
                <$wide as Value>::encode_element(&<$wide>::from(*self), header, out);
            }

            #[inline]
            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                let wide = <$wide as Value>::decode(element_type, input)?;
                Self::try_from(wide).map_err(|_| input.fail(DecodeReason::OutOfRange { expected: $name }))
            }
        }
    )* };
}

widened! {
    i8 => i32, Int32, Plain, "an int32 from -128 to 127";
    u8 => i32, Int32, Byte, "an int32 from 0 to 255";
    i16 => i32, Int32, Plain, "an int32 from -32768 to 32767";
    u16 => i32, Int32, Plain, "an int32 from 0 to 65535";
    u32 => i64, Int64, Plain, "an int64 from 0 to 4294967295";
}

impl Value for bool {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Bool, 1));
    type Class = class::Bool;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        BOOL
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        1
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        out.put_u8(u8::from(*self));
    }

    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        out.put_fixed(BOOL, header, [u8::from(*self)]);
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != BOOL {
            return Err(input.unexpected(element_type, "bool"));
        }
        match input.take_array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(input.malformed("a bool is neither 0 nor 1")),
        }
    }
}

impl Value for Uuid {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Uuid, 21));
    type Class = class::Id;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        BINARY
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        21
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        put_binary(out, BinarySubtype::Uuid, &self.bytes());
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        const EXPECTED: &str = "a UUID: binary of subtype 4 with 16 bytes";
        if element_type != BINARY {
            return Err(input.unexpected(element_type, EXPECTED));
        }
        let (subtype, bytes) = take_binary(input)?;
        match (subtype, bytes.try_into()) {
            (BinarySubtype::Uuid, Ok(bytes)) => Ok(Self::from_bytes(bytes)),
            _ => Err(input.fail(DecodeReason::OutOfRange { expected: EXPECTED })),
        }
    }
}

impl Value for Binary {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::variable(BsonType::Binary));
    type Class = class::Binary;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        BINARY
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        5 + self.bytes.len() + if is_old(self.subtype) { 4 } else { 0 }
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        put_binary(out, self.subtype, &self.bytes);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != BINARY {
            return Err(input.unexpected(element_type, "binary"));
        }
        let (subtype, bytes) = take_binary(input)?;
        Ok(Self { subtype, bytes: bytes.to_vec() })
    }

    fn over(&self, bounds: &Bounds) -> Option<Over> {
        over_bytes(self.bytes.len(), bounds)
    }
}

/// Checks a number of bytes against `max_len`.
pub(super) fn over_bytes(n_bytes: usize, bounds: &Bounds) -> Option<Over> {
    (n_bytes > bounds.max_len).then_some(Over {
        what: "bytes",
        found: n_bytes,
        max: bounds.max_len,
    })
}

/// Appends a binary. Subtype 2 has a second length inside, as its specification wants.
pub(super) fn put_binary(out: &mut Writer, subtype: BinarySubtype, bytes: &[u8]) {
    let is_old = is_old(subtype);
    out.put_len(bytes.len() + if is_old { 4 } else { 0 });
    out.put_u8(subtype.into());
    if is_old {
        out.put_len(bytes.len());
    }
    out.put(bytes);
}

/// Whether a binary has a second length, by the number of its subtype: `Reserved(2)` is written as 2, too.
fn is_old(subtype: BinarySubtype) -> bool {
    u8::from(subtype) == u8::from(BinarySubtype::BinaryOld)
}

/// Subtype and content of a binary.
pub(super) fn take_binary<'a>(
    input: &mut Reader<'a>,
) -> Result<(BinarySubtype, &'a [u8]), Failure> {
    let len = input.take_len()?;
    let [subtype] = input.take_array()?;
    let subtype = BinarySubtype::from(subtype);
    if subtype == BinarySubtype::BinaryOld {
        let inner = input.take_len()?;
        if inner.checked_add(4) != Some(len) {
            return Err(input.malformed("the lengths of an old binary disagree"));
        }
        return Ok((subtype, input.take(inner)?));
    }
    Ok((subtype, input.take(len)?))
}
