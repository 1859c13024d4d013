//! The names of representations, as the manifest shows them.

use std::fmt;

use super::{BsonType, Shape};

/// The name of a representation and its version: `int32@1`, `date_ms@1`, `lossless(int64)@1`.
///
/// The runtime's own representations are named after what `as = ".."` says, or after their BSON type. A representation of the
/// application is named after its marker, or as its shape says with [`Scalar::named`](super::Scalar::named).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodecName {
    name: &'static str,
    version: u16,
    is_lossless: bool,
    is_built_in: bool,
}

impl CodecName {
    /// The representation of a type that is stored as it is.
    pub(super) const fn of(bson: BsonType) -> Self {
        Self::built_in(match bson {
            BsonType::Double => "double",
            BsonType::String => "string",
            BsonType::Binary => "any_binary",
            BsonType::Uuid => "uuid",
            BsonType::ObjectId => "object_id",
            BsonType::Bool => "bool",
            BsonType::Date => "date",
            BsonType::Int32 => "int32",
            BsonType::Int64 => "int64",
            BsonType::Timestamp => "timestamp",
            BsonType::Decimal128 => "decimal128",
        })
    }

    /// One of the runtime.
    pub(crate) const fn built_in(name: &'static str) -> Self {
        Self { name, version: 1, is_lossless: false, is_built_in: true }
    }

    /// One of the application.
    #[must_use]
    pub const fn of_application(name: &'static str, version: u16) -> Self {
        Self { name, version, is_lossless: false, is_built_in: false }
    }

    /// The same, reading numbers of other widths.
    const fn lossless(self) -> Self {
        Self { is_lossless: true, ..self }
    }

    /// Whether it is the representation of a type that is stored as it is.
    pub(super) const fn is_plain(self, bson: BsonType) -> bool {
        super::str_eq(self.name, Self::of(bson).name)
    }

    /// Whether it is the text of a map key.
    pub(crate) const fn is_text_key(self) -> bool {
        super::str_eq(self.name, "text_key")
    }

    /// The name without its version.
    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    /// Whether the other one writes the same. One that is lossless reads more, and writes the same.
    pub(super) const fn writes_like(self, other: Self) -> bool {
        super::str_eq(self.name, other.name)
            && self.version == other.version
            && self.is_built_in == other.is_built_in
    }

    /// Whether nothing of a value is cut when it is written, as far as is known.
    pub(crate) const fn is_exact(self) -> bool {
        self.is_built_in
            && !super::str_eq(self.name, "date_ms")
            && !super::str_eq(self.name, "millis")
    }

    /// Whether it comes with the runtime.
    #[must_use]
    pub const fn is_built_in(self) -> bool {
        self.is_built_in
    }
}

impl fmt::Display for CodecName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, .. } = self;
        if self.is_lossless {
            write!(f, "lossless({name})@{version}")
        } else {
            write!(f, "{name}@{version}")
        }
    }
}

/// The shape of a number that is read from other widths, too.
pub(crate) const fn lossless(shape: &'static Shape) -> Shape {
    match shape {
        Shape::Scalar(scalar) => {
            let mut scalar = *scalar;
            scalar.codec = scalar.codec.lossless();
            Shape::Scalar(scalar)
        }
        _ => Shape::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_version_and_reader() {
        assert_eq!(CodecName::of(BsonType::Int32).to_string(), "int32@1");
        assert_eq!(CodecName::of(BsonType::Int64).lossless().to_string(), "lossless(int64)@1");
        assert_eq!(CodecName::of_application("money", 2).to_string(), "money@2");
    }
}
