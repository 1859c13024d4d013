//! The revision of a document.

use std::fmt;

use crate::{
    class,
    codec::{Failure, Reader, Value, Writer},
    field::{Leaf, Path},
    shape::{BsonType, Role, Scalar, Shape},
};

/// How often a document was written, as int64. A new document has revision 1, and every update adds one.
///
/// Mark the field with `#[mongo(revision)]`. The mapper counts; no update can set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Revision(i64);

impl Revision {
    /// The revision of a new document.
    pub const FIRST: Self = Self(1);

    /// A revision that was read elsewhere, for a filter.
    #[must_use]
    pub const fn new(revision: i64) -> Self {
        Self(revision)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl Default for Revision {
    fn default() -> Self {
        Self::FIRST
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Value for Revision {
    const SHAPE: &'static Shape = &Shape::Scalar(
        Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX).with_role(Role::Revision),
    );
    type Class = class::Revision;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        <i64 as Value>::element_type(&self.0)
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        <i64 as Value>::encoded_len(&self.0)
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        <i64 as Value>::encode(&self.0, out);
    }

    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        <i64 as Value>::encode_element(&self.0, header, out);
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        <i64 as Value>::decode(element_type, input).map(Self)
    }
}
