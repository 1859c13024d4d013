//! What a filter or an update is refused for before anything is sent.

use std::fmt;

use crate::codec::EncodeError;

/// Why a composed filter or update can't be sent. Nothing was sent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// An operand that its field can't hold.
    Encode(EncodeError),
    /// A rule of filters and updates is broken. The text names paths, never values.
    Rule(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Rule(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<EncodeError> for Refusal {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
