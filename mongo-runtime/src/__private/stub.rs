//! What stands in for a type whose derive has reported an error.

use std::marker::PhantomData;

use crate::{
    class,
    codec::{DecodeReason, Failure, Reader, Value, Writer},
    field::{Free, Goto, Leaf, Member, Path},
    shape::{DocumentShape, Shape},
};

/// A field of such a type.
pub trait StubName: 'static {
    /// Its Rust name.
    const NAME: &'static str;
}

/// The same, with its type and representation.
#[derive(Debug)]
pub struct StubMember<F, T, C>(PhantomData<(F, T, C)>);

impl<F: StubName, T: Value<C> + 'static, C: 'static> Member for StubMember<F, T, C> {
    type Codec = C;
    type Access = Free;
    type Ty = T;
    const NAME: &'static str = F::NAME;
    const HEADER: &'static [u8] = &[];
}

/// Where the path of a field leads. Nothing is asked of the field's type until the path is used.
pub trait StubGoto<P, F, C> {
    /// The handle.
    type To;
    /// The handle of the field below `P`.
    fn to() -> Self::To;
}

impl<P: Path, F: StubName, T: Value<C> + 'static, C: 'static> StubGoto<P, F, C> for T {
    type To = <StubMember<F, T, C> as Goto<P>>::To;

    fn to() -> Self::To {
        <StubMember<F, T, C> as Goto<P>>::to()
    }
}

/// The table of such a type.
pub static UNKNOWN_DOCUMENT: DocumentShape = DocumentShape::new("", "", &[], false);

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

    fn encode(&self, _: &mut Writer<'_>) {}

    fn decode(_: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        Err(input.fail(DecodeReason::UnknownField))
    }
}
