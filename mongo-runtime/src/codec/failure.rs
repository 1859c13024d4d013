//! What the codec refuses, and where.

use std::fmt;

use bson::{Bson, RawDocument, spec::ElementType};

use super::{ElementPath, Over, locate};
use crate::shape::Shape;

/// Why a value can't be read. Holds no part of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeReason {
    /// Another BSON type than the field's.
    UnexpectedType {
        /// The wanted type, in the manual's word.
        expected: &'static str,
        /// The element type byte that was found.
        found: u8,
    },
    /// The right BSON type, a value that the Rust type can't hold.
    OutOfRange {
        /// What the field holds.
        expected: &'static str,
    },
    /// A required field is not there.
    Missing {
        /// Its stored name.
        field: &'static str,
    },
    /// The same key twice in one document.
    DuplicateKey,
    /// A tag that no variant has.
    UnknownTag {
        /// The tags that are known.
        known: &'static [&'static str],
    },
    /// A field that the type does not declare, where it denies those.
    UnknownField,
    /// An array of another length than the type's.
    Length {
        /// The length of the type.
        expected: usize,
    },
    /// Nesting deeper than [`MAX_DEPTH`](super::MAX_DEPTH), or than the recursion that a field declares.
    TooDeep,
    /// A string that is not UTF-8.
    InvalidUtf8,
    /// A map key that the key type does not have.
    InvalidKey,
    /// Bytes that are not BSON.
    Malformed {
        /// What is wrong with them.
        what: &'static str,
    },
    /// A schema version that no reader is declared for.
    SchemaVersion {
        /// The stored version; 0 when the document has none.
        found: i32,
        /// The version that the type writes.
        current: i32,
    },
    /// What a codec or upgrade of the application's own says.
    Custom(&'static str),
}

impl fmt::Display for DecodeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedType { expected, found } => {
                write!(f, "expected {expected}, found {}", type_name(*found))
            }
            Self::OutOfRange { expected } => {
                write!(f, "expected {expected}, found a value out of its range")
            }
            Self::Missing { field } => write!(f, "the required field `{field}` is missing"),
            Self::DuplicateKey => f.write_str("the document has this key twice"),
            Self::UnknownTag { known } => {
                write!(f, "the tag is not a known one; known: `{}`", known.join("`, `"))
            }
            Self::UnknownField => f.write_str("the type denies fields that it does not declare"),
            Self::Length { expected } => write!(f, "expected an array of exactly {expected}"),
            Self::TooDeep => {
                write!(
                    f,
                    "nested deeper than is read ({} levels, or the `max_depth` of the field)",
                    super::MAX_DEPTH
                )
            }
            Self::InvalidUtf8 => f.write_str("expected UTF-8 text, found other bytes"),
            Self::InvalidKey => f.write_str("the key is not one of the map's key type"),
            Self::Malformed { what } => write!(f, "malformed BSON: {what}"),
            Self::SchemaVersion { found, current } => write!(
                f,
                "schema version {found} is not supported: the type writes version {current} and declares no reader for \
                 {found}"
            ),
            Self::Custom(what) => f.write_str(what),
        }
    }
}

/// A failed read, one word wide: the reason and the offset. The path is worked out from the offset by the caller that
/// has the whole document.
pub struct Failure(Box<(DecodeReason, usize)>);

impl Failure {
    /// A failure at an offset of the document being read; see [`Reader::offset`](super::Reader::offset).
    #[cold]
    #[must_use]
    pub fn new(reason: DecodeReason, at: usize) -> Self {
        Self(Box::new((reason, at)))
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> DecodeReason {
        self.0.0
    }

    pub(crate) fn at(&self) -> usize {
        self.0.1
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Failure({})", self.reason())
    }
}

/// A document that could not be read: where, why, and which one.
///
/// `Display` and `Debug` show the type, the path and the BSON types; the `_id` is behind an accessor, since it is data.
#[derive(Clone, PartialEq)]
pub struct DecodeError(Box<Undecoded>);

/// What a [`DecodeError`] says. It is boxed, so that a result is not larger than what is decoded.
#[derive(Clone, PartialEq)]
struct Undecoded {
    root: &'static str,
    path: ElementPath,
    reason: DecodeReason,
    id: Option<Bson>,
}

impl DecodeError {
    /// The name of the Rust type that was being read.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.0.root
    }

    /// Where in the document.
    #[must_use]
    pub fn path(&self) -> &ElementPath {
        &self.0.path
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> DecodeReason {
        self.0.reason
    }

    /// The `_id` of the document, where it could be read. It is data: don't log it without need.
    #[must_use]
    pub fn id(&self) -> Option<&Bson> {
        self.0.id.as_ref()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Undecoded { root, path, reason, .. } = &*self.0;
        write!(f, "`{root}{}`: {reason}", path.after_root())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError({self})")
    }
}

impl std::error::Error for DecodeError {}

/// Turns the offset of a failure into a path. Off the hot path: only a failed read pays for it.
#[cold]
pub(crate) fn decode_error(
    root: &'static str,
    shape: &'static Shape,
    bytes: &[u8],
    failure: &Failure,
) -> DecodeError {
    DecodeError(Box::new(Undecoded {
        root,
        path: locate(bytes, failure.at(), shape),
        reason: failure.reason(),
        id: document_id(bytes),
    }))
}

/// The `_id` of a raw document, when it is a plain value. A nested one is left out: it may be deep.
fn document_id(bytes: &[u8]) -> Option<Bson> {
    let id = RawDocument::from_bytes(bytes).ok()?.get("_id").ok()??;
    match id.element_type() {
        ElementType::EmbeddedDocument
        | ElementType::Array
        | ElementType::JavaScriptCodeWithScope => None,
        _ => Bson::try_from(id).ok(),
    }
}

/// Why a value can't be written. Holds no part of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeReason {
    /// Over a declared bound.
    Over(Over),
    /// A value that its representation can't hold.
    OutOfRange {
        /// What the field is stored as.
        representation: &'static str,
    },
    /// A fallback variant that holds the tag of another variant, and would be read back as that.
    DeclaredTag,
    /// A fallback variant that holds a document without a tag, or with one that is no text.
    NoTag,
    /// A map key that a document can't have.
    InvalidKey {
        /// What is wrong with it.
        what: &'static str,
    },
    /// Nesting deeper than [`MAX_DEPTH`](super::MAX_DEPTH), or than the recursion that a field declares.
    TooDeep,
    /// More bytes than a document may have.
    TooLarge,
    /// A document over its declared `max_size`.
    OverSize {
        /// Its encoded size in bytes.
        found: usize,
        /// The declared `max_size` in bytes.
        max: usize,
    },
    /// A catch-all holds a key that the type declares: a field, the schema version, the `_id`.
    DeclaredKey,
    /// What a codec of the application's own says.
    Custom(&'static str),
}

impl fmt::Display for EncodeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(over) => over.fmt(f),
            Self::OutOfRange { representation } => {
                write!(f, "the value does not fit {representation}")
            }
            Self::DeclaredTag => f.write_str(
                "the fallback variant holds a tag that another variant has, and would be read back as that: write the other",
            ),
            Self::NoTag => f.write_str("the fallback variant holds a document without its tag as text, which can't be read back"),
            Self::InvalidKey { what } => write!(f, "the map key {what}"),
            Self::TooDeep => {
                write!(
                    f,
                    "nested deeper than is written ({} levels, or the `max_depth` of the field)",
                    super::MAX_DEPTH
                )
            }
            Self::TooLarge => f.write_str("the value is larger than a BSON document can be"),
            Self::OverSize { found, max } => {
                write!(f, "the document takes {found} bytes, over its `max_size` of {max}")
            }
            Self::DeclaredKey => {
                f.write_str("the catch-all has a key that a field of the type is stored under")
            }
            Self::Custom(what) => f.write_str(what),
        }
    }
}

/// A value that the codec refuses: where and why. Nothing was sent.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodeError {
    root: &'static str,
    path: ElementPath,
    reason: EncodeReason,
}

impl EncodeError {
    pub(crate) fn new(root: &'static str, path: ElementPath, reason: EncodeReason) -> Self {
        Self { root, path, reason }
    }

    /// The name of the Rust type, or the dotted path of the operand, that was being written.
    #[must_use]
    pub fn root(&self) -> &'static str {
        self.root
    }

    /// Where below the root.
    #[must_use]
    pub fn path(&self) -> &ElementPath {
        &self.path
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> EncodeReason {
        self.reason
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}{}`: {}", self.root, self.path.after_root(), self.reason)
    }
}

impl std::error::Error for EncodeError {}

/// The manual's name of an element type byte.
pub(crate) fn type_name(element_type: u8) -> &'static str {
    match element_type {
        0x01 => "double",
        0x02 => "string",
        0x03 => "document",
        0x04 => "array",
        0x05 => "binary",
        0x06 => "undefined",
        0x07 => "objectId",
        0x08 => "bool",
        0x09 => "date",
        0x0A => "null",
        0x0B => "regex",
        0x0C => "dbPointer",
        0x0D => "javascript",
        0x0E => "symbol",
        0x0F => "javascript with scope",
        0x10 => "int32",
        0x11 => "timestamp",
        0x12 => "int64",
        0x13 => "decimal128",
        0x7F => "maxKey",
        0xFF => "minKey",
        _ => "an unknown BSON type",
    }
}
