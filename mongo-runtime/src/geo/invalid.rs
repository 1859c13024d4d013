//! What is wrong with a geometry.

use std::fmt;

use crate::codec::DecodeReason;

/// What is wrong with a geometry. It holds no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidGeometry {
    /// A longitude out of -180 to 180, or a latitude out of -90 to 90.
    OutOfRange,
    /// A geometry of nothing.
    Empty,
    /// A line of less than two different positions.
    ShortLine,
    /// A ring whose last position is not its first.
    OpenRing,
    /// A ring of less than four positions, or less than three different ones.
    ShortRing,
    /// A ring that comes back to one of its positions before its end.
    RepeatedPosition,
    /// A collection inside of a collection.
    NestedCollection,
}

pub(super) const RANGES: &str =
    "a longitude from -180 to 180 and a latitude from -90 to 90 degrees, longitude first";

impl InvalidGeometry {
    const fn text(self) -> &'static str {
        match self {
            Self::OutOfRange => {
                "expected a longitude from -180 to 180 and a latitude from -90 to 90 degrees, longitude first"
            }
            Self::Empty => "expected a geometry of at least one position, found none",
            Self::ShortLine => "expected a line of at least two different positions, found less",
            Self::OpenRing => "expected a ring whose last position is its first, found an open one",
            Self::ShortRing => {
                "expected a ring of at least four positions, three of them different, found less"
            }
            Self::RepeatedPosition => {
                "expected a ring that meets each position once but for its ends, found one twice"
            }
            Self::NestedCollection => {
                "expected no `GeometryCollection` inside of another, found one"
            }
        }
    }

    pub(super) const fn reason(self) -> DecodeReason {
        match self {
            Self::OutOfRange => DecodeReason::OutOfRange { expected: RANGES },
            other => DecodeReason::Custom(other.text()),
        }
    }
}

impl fmt::Display for InvalidGeometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for InvalidGeometry {}
