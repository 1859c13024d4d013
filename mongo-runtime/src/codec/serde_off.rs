//! What stands for `#[mongo(with = serde)]` without the feature: an error that names it.

use std::marker::PhantomData;

use super::{
    DecodeReason, EncodeReason, Failure, Reader, Value, Writer, refused::NOT_STORED, scalar::NULL,
};
use crate::{
    class,
    field::{Leaf, Path},
    shape::Shape,
};

/// A value that would be stored through serde.
#[derive(Debug)]
pub struct Serde<T>(PhantomData<fn() -> T>);

const WHY: &str =
    "is stored through serde, which is off: turn on the feature `serde-1` of `mongo-runtime`";

impl<T> Value for Serde<T> {
    const SHAPE: &'static Shape = &Shape::Refused(WHY);
    type Class = class::Refused;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        NULL
    }

    fn encoded_len(&self) -> usize {
        0
    }

    fn encode(&self, out: &mut Writer<'_>) {
        out.refuse(EncodeReason::Custom(NOT_STORED));
    }

    fn decode(_: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        Err(input.fail(DecodeReason::Custom(NOT_STORED)))
    }
}

/// What stands for the value of a field.
#[must_use]
pub const fn as_serde<T>(_: &T) -> &Serde<T> {
    &Serde(PhantomData)
}

/// There is never one that was read.
#[must_use]
pub fn inside_serde<T>(_: Option<Serde<T>>) -> Option<T> {
    None
}
