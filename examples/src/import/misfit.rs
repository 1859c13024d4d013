//! A line that did not become a stored document: where, and why.

use std::fmt;

use mongo_runtime::{
    codec::{DecodeReason, EncodeReason},
    error::Kind,
};

/// A line that did not fit. It shows no value.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit {
    /// The number of the line, from 1.
    pub line: u64,
    /// Where in the document, by stored names; empty for the whole line.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

/// Why a line did not fit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// Longer than any document.
    TooLong,
    /// Not UTF-8.
    NotText,
    /// Not JSON.
    NotJson {
        /// The byte of the line at which that shows, from 1.
        column: usize,
    },
    /// JSON, and no object.
    NotADocument,
    /// An object with a key that starts with `$`, and not a value of Extended JSON.
    NotExtendedJson,
    /// A document that the model can't hold.
    Decode(DecodeReason),
    /// A document that the model can hold and must not write: over a bound.
    Encode(EncodeReason),
    /// A document whose key another document has.
    Duplicate {
        /// The name of the unique index.
        index: String,
    },
    /// A document that the server refused for another reason.
    Refused {
        /// The kind of failure.
        kind: Kind,
        /// The server's code.
        code: i32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the line is longer than 64 MiB"),
            Self::NotText => f.write_str("the line is not UTF-8"),
            Self::NotJson { column } => write!(f, "not JSON, at byte {column} of the line"),
            Self::NotADocument => f.write_str("expected a JSON object, found another value"),
            Self::NotExtendedJson => {
                f.write_str("a key starts with `$`, and this is no value of Extended JSON")
            }
            Self::Decode(reason) => reason.fmt(f),
            Self::Encode(reason) => reason.fmt(f),
            Self::Duplicate { index } => {
                write!(f, "another document has this key in the unique index `{index}`")
            }
            Self::Refused { kind, code } => write!(f, "{kind} (server error {code})"),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "(the whole line)" } else { &self.path };
        write!(f, "line {:<5} {path:<26} {}", self.line, self.reason)
    }
}
