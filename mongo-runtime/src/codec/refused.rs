//! Known types that must not be stored as they are. Their shape carries what to write instead.

use std::time::{Duration, Instant, SystemTime};

pub(super) const NOT_STORED: &str = "this type has no representation of its own";

macro_rules! refused {
    ($($ty:ty: $why:expr;)*) => { $(
        impl $crate::codec::Value for $ty {
            const SHAPE: &'static $crate::shape::Shape = &$crate::shape::Shape::Refused($why);
            type Class = $crate::class::Refused;
            type Inner = Self;
            type Fields<P: $crate::field::Path> = $crate::field::Leaf<P>;

            fn element_type(&self) -> u8 {
                $crate::codec::scalar::NULL
            }

            fn encoded_len(&self) -> usize {
                0
            }

            fn encode(&self, out: &mut $crate::codec::Writer<'_>) {
                out.refuse($crate::codec::EncodeReason::Custom($crate::codec::refused::NOT_STORED));
            }

            fn decode(_: u8, input: &mut $crate::codec::Reader<'_>) -> Result<Self, $crate::codec::Failure> {
                Err(input.fail($crate::codec::DecodeReason::Custom($crate::codec::refused::NOT_STORED)))
            }
        }
    )* };
}
#[cfg(any(feature = "_civil", feature = "num-bigint-0_4"))]
pub(super) use refused;

refused! {
    u64: "is `u64`, which may not fit int64: write `#[mongo(as = \"int64_checked\")]` (a value over int64 is refused), \
          `#[mongo(as = \"decimal128\")]` (all values, as a number of 34 digits) or `#[mongo(as = \"string_padded\")]` (all values, as text \
          in the order of the numbers)";
    usize: "is `usize`, which may not fit int64: write `#[mongo(as = \"int64_checked\")]` (a value over int64 is refused), \
            `#[mongo(as = \"decimal128\")]` (all values, as a number of 34 digits) or `#[mongo(as = \"string_padded\")]` (all values, as \
            text in the order of the numbers)";
    isize: "is `isize`, whose width depends on the machine: use `i64`, or write `#[mongo(as = \"int64_checked\")]`";
    u128: "is `u128`, which does not fit int64: write `#[mongo(as = \"decimal128\")]` (a value over 34 digits is refused) or \
           `#[mongo(as = \"string_padded\")]` (all values, as text in the order of the numbers)";
    i128: "is `i128`, which does not fit int64: write `#[mongo(as = \"decimal128\")]` (a value over 34 digits is refused)";
    f32: "is `f32`, which BSON does not have: use `f64`, or write `#[mongo(as = \"double\")]`";
    char: "is `char`, which BSON does not have: use `String` with `#[mongo(max_len = 1)]`";
    SystemTime: "is `SystemTime`, which a date holds to the millisecond only: use `DateTime`, or write \
                 `#[mongo(as = \"date_ms\")]` to cut the rest";
    Duration: "is `Duration`, which BSON does not have: write `#[mongo(as = \"millis\")]` to store whole milliseconds as int64";
    Instant: "is `Instant`, which means nothing outside of its process: use `DateTime`";
    bson::Bson: "is `Bson`, which can be anything: name the type, or write `#[mongo(opaque)]` to keep it without looking into it";
    bson::Document: "is `Document`, which can be anything: derive `Embedded` for a type of its own, or write \
                     `#[mongo(opaque)]` to keep it without looking into it";
    bson::RawDocumentBuf: "is `RawDocumentBuf`, which can be anything: derive `Embedded` for a type of its own, or write \
                           `#[mongo(opaque)]` to keep it without looking into it";
}
