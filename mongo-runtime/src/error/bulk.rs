//! What became of each item of a bulk write.

use std::fmt;

use super::{DuplicateIndex, Kind, ValidationFailure};
#[cfg(feature = "driver")]
use super::{Error, Outcome};
use crate::{codec::EncodeError, revision::Revision, update::Rejection};

/// One status for each input of a bulk write, in the order of the inputs.
#[derive(Clone, PartialEq)]
pub struct BulkStatus {
    items: Vec<ItemStatus>,
}

/// What became of one item of a bulk write.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ItemStatus {
    /// The document is stored.
    Inserted,
    /// The update was carried out.
    Updated {
        /// How many documents matched.
        matched: u64,
        /// How many of them it changed.
        modified: u64,
    },
    /// The document was replaced.
    Replaced {
        /// Its revision now.
        revision: Revision,
    },
    /// The delete was carried out.
    Deleted {
        /// How many documents were deleted.
        deleted: u64,
    },
    /// It was refused, and nothing of it was written.
    Failed(ItemFailure),
    /// It was not tried, and nothing of it was written.
    NotAttempted,
    /// It may be done or not, or in part.
    Unknown,
}

impl ItemStatus {
    /// Whether the item was carried out; it may have found nothing to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        !matches!(self, Self::Failed(_) | Self::NotAttempted | Self::Unknown)
    }

    /// Whether the item has written something.
    #[must_use]
    pub fn has_written(&self) -> bool {
        match self {
            Self::Inserted | Self::Replaced { .. } => true,
            Self::Updated { modified, .. } => *modified > 0,
            Self::Deleted { deleted } => *deleted > 0,
            Self::Failed(_) | Self::NotAttempted | Self::Unknown => false,
        }
    }
}

/// Why one document of a bulk write was refused, by the server or before it was sent.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemFailure {
    kind: Kind,
    code: Option<i32>,
    duplicate: Option<DuplicateIndex>,
    validation: Vec<ValidationFailure>,
    encode: Option<Box<EncodeError>>,
    rejection: Option<Rejection>,
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

    /// Which guard of an update refused.
    #[must_use]
    pub fn rejection(&self) -> Option<&Rejection> {
        self.rejection.as_ref()
    }
}

#[cfg(feature = "driver")]
impl ItemFailure {
    pub(crate) fn new(kind: Kind, code: Option<i32>) -> Self {
        Self { kind, code, duplicate: None, validation: Vec::new(), encode: None, rejection: None }
    }

    /// What an operation that failed by itself says.
    pub(crate) fn of(error: &Error) -> Self {
        Self {
            duplicate: error.duplicate_index().cloned(),
            validation: error.validation_failures().to_vec(),
            encode: error.encode_error().cloned().map(Box::new),
            rejection: error.rejection().copied(),
            ..Self::new(error.kind(), error.code())
        }
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
        if let Some(rejection) = &self.rejection {
            return rejection.fmt(f);
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

    /// How many were carried out, of any kind. They may have found nothing to do.
    #[must_use]
    pub fn n_done(&self) -> usize {
        self.count(ItemStatus::is_done)
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

    /// Kind and outcome of the whole, of which `last` was the last failure.
    #[cfg(feature = "driver")]
    pub(crate) fn overall(&self, last: &Error) -> (Kind, Outcome) {
        let mut kinds = self.items.iter().filter_map(|item| match item {
            ItemStatus::Failed(failure) => Some(failure.kind()),
            _ => None,
        });
        let first = kinds.next();
        let of_one_kind = first.filter(|first| kinds.all(|kind| kind == *first));
        match (self.count(ItemStatus::has_written), self.n_unknown()) {
            // The last command did not leave, and what failed before was not sent either.
            (0, 0) if self.n_not_attempted() > 0 && last.outcome() == Some(Outcome::NotSent) => {
                (last.kind(), Outcome::NotSent)
            }
            (0, 0) => (of_one_kind.unwrap_or(Kind::BulkPartialFailure), Outcome::NoWritePerformed),
            (0, _) if self.n_failed() == 0 => (last.kind(), Outcome::WriteResultUnknown),
            (0, _) => (Kind::BulkPartialFailure, Outcome::WriteResultUnknown),
            _ => (Kind::BulkPartialFailure, Outcome::PartialBulkWrite),
        }
    }

    fn count(&self, is_one: impl Fn(&ItemStatus) -> bool) -> usize {
        self.items.iter().filter(|item| is_one(item)).count()
    }
}

impl fmt::Display for BulkStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = if self.n_done() == self.n_inserted() { "stored" } else { "done" };
        write!(f, "{} {done}, {} refused", self.n_done(), self.n_failed())?;
        write!(f, ", {} not attempted, {} unknown", self.n_not_attempted(), self.n_unknown())
    }
}

impl fmt::Debug for BulkStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BulkStatus({self})")
    }
}
