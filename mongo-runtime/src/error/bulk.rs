//! What became of each document of a bulk write.

use std::fmt;

use super::{DuplicateIndex, Kind};

/// One status for each input of a bulk write, in the order of the inputs.
#[derive(Clone, PartialEq, Eq)]
pub struct BulkStatus {
    items: Vec<ItemStatus>,
}

/// What became of one document of a bulk write.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Why one document of a bulk write was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemFailure {
    pub(crate) kind: Kind,
    pub(crate) code: i32,
    pub(crate) duplicate: Option<DuplicateIndex>,
}

impl ItemFailure {
    /// The kind of failure.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The server's error code.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }

    /// The unique index that has the key already.
    #[must_use]
    pub fn duplicate_index(&self) -> Option<&DuplicateIndex> {
        self.duplicate.as_ref()
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
