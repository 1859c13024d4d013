//! Why a page token is refused.

use std::fmt;

/// Why a page token is refused. It tells no value, neither of the token nor of what it should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenRefusal {
    /// It is no token: too long, cut, or of other letters.
    Malformed,
    /// It was made with a key that the store does not have.
    OtherKey,
    /// It is not as it was made.
    Altered,
    /// It belongs to another operation, or to another collection.
    OtherOperation,
    /// It belongs to another order of the same operation.
    OtherOrder,
    /// It was made when something else was stored at the keys of the order, or of another schema version.
    OtherVersion,
    /// It belongs to another filter of the same operation.
    OtherFilter,
}

impl fmt::Display for TokenRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the page token is cut, too long, or none at all",
            Self::OtherKey => "the page token was made with a key that this store does not have",
            Self::Altered => "the page token was altered",
            Self::OtherOperation => "the page token belongs to another operation or collection",
            Self::OtherOrder => "the page token belongs to another order of this operation",
            Self::OtherVersion => {
                "the page token is of another version of what is stored at the keys of the order"
            }
            Self::OtherFilter => "the page token belongs to another filter of this operation",
        })
    }
}
