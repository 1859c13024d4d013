//! What a type declares about its collection, as a constant.

use crate::{index::IndexDeclaration, shape::DocumentShape};

/// Everything that `#[derive(Document)]` and its attributes declare.
#[derive(Debug)]
#[non_exhaustive]
pub struct Declaration {
    /// The name of the Rust type. It is not stored.
    pub name: &'static str,
    /// The collection.
    pub collection: &'static str,
    /// The fields.
    pub shape: &'static DocumentShape,
    /// The indexes.
    pub indexes: &'static [IndexDeclaration],
    /// The schema version, if the type has one.
    pub schema_version: Option<SchemaVersion>,
    /// The types of the older versions that are read. A reader may have readers of its own.
    pub readers: &'static [&'static Self],
    /// The stored name of the revision, if the type has one.
    pub revision: Option<&'static str>,
    /// The largest encoded document, in bytes.
    pub max_size: usize,
    /// Whether the type promises that `max_size` is proved from its bounds.
    pub is_proven: bool,
    /// The rules that the type is allowed to break.
    pub allowances: &'static [Allowance],
}

impl Declaration {
    /// A declaration with the defaults; the derive sets the rest.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        collection: &'static str,
        shape: &'static DocumentShape,
    ) -> Self {
        Self {
            name,
            collection,
            shape,
            indexes: &[],
            schema_version: None,
            readers: &[],
            revision: None,
            max_size: Self::DEFAULT_MAX_SIZE,
            is_proven: false,
            allowances: &[],
        }
    }

    /// The `max_size` of a type that declares none: 1 MiB.
    pub const DEFAULT_MAX_SIZE: usize = 1 << 20;

    /// The largest `max_size` that can be declared: 15 MiB. The server's own limit is 16 MiB with all overhead.
    pub const LARGEST_MAX_SIZE: usize = 15 << 20;

    /// The schema version that is written; 0 for a type without versions.
    #[must_use]
    pub const fn current_version(&self) -> i32 {
        match self.schema_version {
            Some(version) => version.current,
            None => 0,
        }
    }

    /// The oldest schema version that can be read.
    #[must_use]
    pub const fn oldest_version(&self) -> i32 {
        match self.schema_version {
            Some(version) => version.oldest,
            None => 0,
        }
    }
}

/// The schema version of a document type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaVersion {
    /// The stored name of the version field. A document without it is of version 0.
    pub field: &'static str,
    /// The version that is written.
    pub current: i32,
    /// The oldest version that the readers reach.
    pub oldest: i32,
}

/// A rule that a type breaks on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The name of the rule.
    pub rule: &'static str,
    /// Why.
    pub reason: &'static str,
}
