//! What became of each document of a bulk write.

use std::fmt;

use super::{DuplicateIndex, Kind, ValidationFailure};
use crate::codec::EncodeError;

/// One status for each input of a bulk write, in the order of the inputs.
#[derive(Clone, PartialEq)]
pub struct BulkStatus {
    items: Vec<ItemStatus>,
}

/// What became of one document of a bulk write.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ItemStatus {
    /// It is stored.
    Inserted,
    /// It was refused, and is not stored.
    Failed(ItemFailure),
    /// It was not tried, and is not stored.
    NotAttempted,
    /// It may be stored or not.
    Unknown,
}

/// Why one document of a bulk write was refused, by the server or before it was sent.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemFailure {
    kind: Kind,
    code: Option<i32>,
    duplicate: Option<DuplicateIndex>,
    validation: Vec<ValidationFailure>,
    encode: Option<Box<EncodeError>>,
}

impl ItemFailure {
    /// The kind of failure.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The server's error code; none when the document was not sent.
    #[must_use]
    pub fn code(&self) -> Option<i32> {
        self.code
    }

    /// The unique index that has the key already.
    #[must_use]
    pub fn duplicate_index(&self) -> Option<&DuplicateIndex> {
        self.duplicate.as_ref()
    }

    /// The rules of the validator that the document breaks: paths and rule names, never the values.
    #[must_use]
    pub fn validation_failures(&self) -> &[ValidationFailure] {
        &self.validation
    }

    /// Why the document could not be encoded, and was not sent.
    #[must_use]
    pub fn encode_error(&self) -> Option<&EncodeError> {
        self.encode.as_deref()
    }
}

#[cfg(feature = "driver")]
impl ItemFailure {
    pub(crate) fn new(kind: Kind, code: Option<i32>) -> Self {
        Self { kind, code, duplicate: None, validation: Vec::new(), encode: None }
    }

    pub(crate) fn with_duplicate(self, duplicate: Option<DuplicateIndex>) -> Self {
        Self { duplicate, ..self }
    }

    pub(crate) fn with_validation(self, validation: Vec<ValidationFailure>) -> Self {
        Self { validation, ..self }
    }

    pub(crate) fn with_encode(self, error: EncodeError) -> Self {
        Self { encode: Some(Box::new(error)), ..self }
    }
}

/// What was refused, in words and without a value.
impl fmt::Display for ItemFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.encode {
            return error.fmt(f);
        }
        if let Some(index) = &self.duplicate {
            return write!(f, "the unique index `{}` has this key already", index.name());
        }
        self.kind.fmt(f)?;
        for (n, failure) in self.validation.iter().enumerate() {
            write!(f, "{} {failure}", if n == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

impl BulkStatus {
    #[cfg(feature = "driver")]
    pub(crate) fn new(items: Vec<ItemStatus>) -> Self {
        Self { items }
    }

    /// One status for each input, in the order of the inputs.
    #[must_use]
    pub fn items(&self) -> &[ItemStatus] {
        &self.items
    }

    /// How many are stored.
    #[must_use]
    pub fn n_inserted(&self) -> usize {
        self.count(|item| matches!(item, ItemStatus::Inserted))
    }

    /// How many were refused.
    #[must_use]
    pub fn n_failed(&self) -> usize {
        self.count(|item| matches!(item, ItemStatus::Failed(_)))
    }

    /// How many were not tried.
    #[must_use]
    pub fn n_not_attempted(&self) -> usize {
        self.count(|item| matches!(item, ItemStatus::NotAttempted))
    }

    /// How many may be stored or not.
    #[must_use]
    pub fn n_unknown(&self) -> usize {
        self.count(|item| matches!(item, ItemStatus::Unknown))
    }

    fn count(&self, is_one: impl Fn(&ItemStatus) -> bool) -> usize {
        self.items.iter().filter(|item| is_one(item)).count()
    }
}

impl fmt::Display for BulkStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stored, {} refused", self.n_inserted(), self.n_failed())?;
        write!(f, ", {} not attempted, {} unknown", self.n_not_attempted(), self.n_unknown())
    }
}

impl fmt::Debug for BulkStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BulkStatus({self})")
    }
}
