//! Types of other crates, each behind a feature that names its major version.

#[cfg(feature = "chrono-0_4")]
mod chrono;

#[cfg(feature = "jiff-0_2")]
mod jiff;

#[cfg(feature = "time-0_3")]
mod time;

#[cfg(feature = "uuid-1")]
mod uuid;

#[cfg(feature = "rust_decimal-1")]
mod rust_decimal;

#[cfg(feature = "bigdecimal-0_4")]
mod bigdecimal;

#[cfg(feature = "num-bigint-0_4")]
mod num_bigint;

/// Implements [`Value`](super::Value) for a type through one that has a representation: the marker, the stored type, the
/// class, the shape, the way there (`None`: it does not fit) and the way back (`None`: no such value).
macro_rules! through {
    ($($ty:ty as $codec:ty => $stored:ty, $class:ty, $shape:expr, $expected:literal,
       |$value:ident| $to:expr, |$back:ident| $from:expr;)*) => { $(
        impl $crate::codec::Value<$codec> for $ty {
            const SHAPE: &'static $crate::shape::Shape = $shape;
            type Class = $class;
            type Inner = Self;
            type Fields<P: $crate::field::Path> = $crate::field::Leaf<P>;

            fn element_type(&self) -> u8 {
                <$stored as $crate::codec::foreign::ElementType>::ELEMENT_TYPE
            }

            fn encoded_len(&self) -> usize {
                let $value = self;
                let stored: Option<$stored> = $to;
                stored.map_or(0, |stored| <$stored as $crate::codec::Value>::encoded_len(&stored))
            }

            fn encode(&self, out: &mut $crate::codec::Writer<'_>) {
                let $value = self;
                let stored: Option<$stored> = $to;
                match stored {
                    Some(stored) => <$stored as $crate::codec::Value>::encode(&stored, out),
                    None => out.refuse($crate::codec::EncodeReason::OutOfRange { representation: $expected }),
                }
            }

            fn decode(
                element_type: u8,
                input: &mut $crate::codec::Reader<'_>,
            ) -> Result<Self, $crate::codec::Failure> {
                let $back = <$stored as $crate::codec::Value>::decode(element_type, input)?;
                let value: Option<Self> = $from;
                value.ok_or_else(|| input.fail($crate::codec::DecodeReason::OutOfRange { expected: $expected }))
            }
        }
    )* };
}
use through;

/// The element type of a stored type whose values all have one.
trait ElementType {
    const ELEMENT_TYPE: u8;
}

impl ElementType for bson::DateTime {
    const ELEMENT_TYPE: u8 = super::scalar::DATE;
}

impl ElementType for i64 {
    const ELEMENT_TYPE: u8 = super::scalar::INT64;
}

impl ElementType for String {
    const ELEMENT_TYPE: u8 = super::scalar::STRING;
}

impl ElementType for bson::Decimal128 {
    const ELEMENT_TYPE: u8 = super::scalar::DECIMAL128;
}

impl ElementType for bson::Uuid {
    const ELEMENT_TYPE: u8 = super::scalar::BINARY;
}
