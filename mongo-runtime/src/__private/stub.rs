//! What stands in for a type whose derive has reported an error.

use crate::{
    class,
    codec::{DecodeReason, Failure, Reader, Value, Writer},
    field::{Leaf, Path},
    shape::{DocumentShape, Shape},
};

/// The path to a field of such a type.
pub type StubField<P> = Leaf<P>;

/// The table of such a type.
pub static UNKNOWN_DOCUMENT: DocumentShape = DocumentShape { id: "", name: "", fields: &[], deny_unknown: false };

/// The id of such a type.
#[derive(Debug)]
pub struct StubId;

impl Value for StubId {
    const SHAPE: &'static Shape = &Shape::Unknown;
    type Class = class::Stub;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        0x0A
    }

    fn encoded_len(&self) -> usize {
        0
    }

    fn encode(&self, _: &mut Writer) {}

    fn decode(_: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        Err(input.fail(DecodeReason::UnknownField))
    }
}
