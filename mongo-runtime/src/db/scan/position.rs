//! The place of a scan, which can be kept elsewhere.

use std::{fmt, str::FromStr};

use bson::{Bson, Document, doc};

/// A place in a scan: the `_id` behind which it goes on, and the collection.
///
/// It is kept as text ([`Display`](fmt::Display), [`FromStr`]). The text holds an `_id`: it is data, and no secret.
#[derive(Clone, PartialEq)]
pub struct ScanPosition {
    collection: String,
    last: Bson,
}

/// A text that is no place of a scan, or the place of a scan in another collection.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanPositionError {
    /// The text is none that a place was written as.
    NoPosition,
    /// It is in another collection.
    OtherCollection {
        /// The collection of the scan.
        wanted: &'static str,
    },
}

impl ScanPosition {
    pub(super) fn new(collection: &str, last: Bson) -> Self {
        Self { collection: collection.to_owned(), last }
    }

    /// The last `_id`, if the place is in this collection.
    pub(super) fn in_collection(&self, wanted: &'static str) -> Result<&Bson, ScanPositionError> {
        if self.collection == wanted {
            Ok(&self.last)
        } else {
            Err(ScanPositionError::OtherCollection { wanted })
        }
    }

    fn to_document(&self) -> Document {
        doc! { "collection": &self.collection, "last": &self.last }
    }
}

impl fmt::Display for ScanPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.to_document().to_vec().map_err(|_| fmt::Error)?;
        bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for ScanPosition {
    type Err = ScanPositionError;

    fn from_str(text: &str) -> Result<Self, ScanPositionError> {
        let mut document = bytes_of(text)
            .and_then(|bytes| Document::from_reader(bytes.as_slice()).ok())
            .ok_or(ScanPositionError::NoPosition)?;
        match (document.remove("collection"), document.remove("last")) {
            (Some(Bson::String(collection)), Some(last)) if document.is_empty() => {
                Ok(Self { collection, last })
            }
            _ => Err(ScanPositionError::NoPosition),
        }
    }
}

/// The bytes of hexadecimal digits.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    const MAX_LEN: usize = 1 << 20;
    let digits = text.as_bytes();
    if digits.len() > MAX_LEN || !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|it| u8::try_from(it).ok());
    digits.chunks_exact(2).map(|pair| Some(digit(&pair[0])? * 16 + digit(&pair[1])?)).collect()
}

impl fmt::Debug for ScanPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ScanPosition({}, ?)", self.collection)
    }
}

impl fmt::Display for ScanPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPosition => f.write_str("the text is no position of a scan"),
            Self::OtherCollection { wanted } => {
                write!(f, "the position is not one of a scan of the collection `{wanted}`")
            }
        }
    }
}

impl std::error::Error for ScanPositionError {}
