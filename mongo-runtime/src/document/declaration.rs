//! What a type declares about its collection, as a constant.

use super::Ownership;
use crate::{
    index::IndexDeclaration,
    shape::{DocumentShape, reads, reads_newer, str_eq},
};

/// Everything that `#[derive(Document)]` and its attributes declare.
#[derive(Debug)]
#[non_exhaustive]
pub struct Declaration {
    /// The name of the Rust type. It is not stored.
    pub name: &'static str,
    /// The collection.
    pub collection: &'static str,
    /// What tells the documents of this type from those of others in the collection, if it says so.
    pub discriminator: Option<Discriminator>,
    /// The types of an enum over the documents of one collection.
    pub family: Option<Family>,
    /// The fields.
    pub shape: &'static DocumentShape,
    /// The indexes.
    pub indexes: &'static [IndexDeclaration],
    /// The schema version, if the type has one.
    pub schema_version: Option<SchemaVersion>,
    /// The types of the older versions that are read. A reader may have readers of its own.
    pub readers: &'static [&'static Self],
    /// The types of the newer versions that are read, while binaries that write them run beside this one. What was read of
    /// one holds less than what is stored, so it is never written back, and a type with such readers replaces no document.
    pub newer: &'static [&'static Self],
    /// The stored name of the revision, if the type has one.
    pub revision: Option<&'static str>,
    /// The largest encoded document, in bytes.
    pub max_size: usize,
    /// Whether the type promises that `max_size` is proved from its bounds.
    pub is_proven: bool,
    /// What the server does with the validator.
    pub validation: Validation,
    /// Who writes the fields, and what becomes of those that are not declared.
    pub ownership: Ownership,
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
            discriminator: None,
            family: None,
            shape,
            indexes: &[],
            schema_version: None,
            readers: &[],
            newer: &[],
            revision: None,
            max_size: Self::DEFAULT_MAX_SIZE,
            is_proven: false,
            validation: Validation::DEFAULT,
            ownership: Ownership::Shared,
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

    /// The field that tells the types in the collection apart, if the type knows of one.
    #[must_use]
    pub const fn discriminator_field(&self) -> Option<&'static str> {
        match (self.discriminator, self.family) {
            (Some(own), _) => Some(own.field),
            (None, Some(family)) => Some(family.field),
            (None, None) => None,
        }
    }

    /// The declared index of this name.
    #[must_use]
    pub const fn index(&self, name: &str) -> Option<&'static IndexDeclaration> {
        let mut rest = self.indexes;
        while let [index, next @ ..] = rest {
            if str_eq(index.name, name) {
                return Some(index);
            }
            rest = next;
        }
        None
    }

    /// The first index by which documents expire.
    #[must_use]
    pub const fn expiry(&self) -> Option<&'static IndexDeclaration> {
        let mut rest = self.indexes;
        while let [index, next @ ..] = rest {
            if index.expire_after_seconds.is_some() {
                return Some(index);
            }
            rest = next;
        }
        None
    }

    /// The oldest schema version that can be read.
    #[must_use]
    pub const fn oldest_version(&self) -> i32 {
        match self.schema_version {
            Some(version) => version.oldest,
            None => 0,
        }
    }

    /// The newest schema version that can be read.
    #[must_use]
    pub const fn newest_version(&self) -> i32 {
        match self.schema_version {
            Some(version) => version.newest,
            None => 0,
        }
    }

    /// Whether documents of other versions than the current one are read.
    #[must_use]
    pub const fn reads_other_versions(&self) -> bool {
        self.oldest_version() < self.newest_version()
    }

    /// The type that describes documents of a version, if that version is read: this one, or one of the readers.
    #[must_use]
    pub const fn of_version(&self, version: i32) -> Option<&Self> {
        if version == self.current_version() {
            return Some(self);
        }
        let is_newer = version > self.current_version();
        let mut rest = if is_newer { self.newer } else { self.readers };
        while let [reader, next @ ..] = rest {
            let is_read =
                if is_newer { reads_newer(reader, version) } else { reads(reader, version) };
            if is_read {
                return reader.of_version(version);
            }
            rest = next;
        }
        None
    }
}

/// What tells the documents of one type from those of others in its collection: a field that holds the type's tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discriminator {
    /// The stored name of the field.
    pub field: &'static str,
    /// What it holds in each document of the type.
    pub tag: &'static str,
}

/// The document types that an enum has a variant for.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The stored name of the field that tells them apart.
    pub field: &'static str,
    /// The types, in the order of the variants.
    pub types: &'static [&'static Declaration],
    /// Whether a document of another type is kept as it is, and not an error.
    pub keeps_others: bool,
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
    /// The newest version that the readers reach; the current one, unless `reads_newer` is declared.
    pub newest: i32,
}

/// What the server does with the validator of the collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validation {
    /// Which writes it looks at.
    pub level: ValidationLevel,
    /// What it does about a document that breaks a rule.
    pub action: ValidationAction,
}

impl Validation {
    /// Every write is looked at, and refused.
    pub const DEFAULT: Self =
        Self { level: ValidationLevel::Strict, action: ValidationAction::Error };
}

/// Which writes a validator looks at: `validationLevel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValidationLevel {
    /// None.
    Off,
    /// All inserts and updates.
    Strict,
    /// Inserts, and updates of documents that broke no rule before.
    Moderate,
}

impl ValidationLevel {
    /// The server's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Strict => "strict",
            Self::Moderate => "moderate",
        }
    }
}

/// What a validator does about a document that breaks a rule: `validationAction`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValidationAction {
    /// The write is refused.
    Error,
    /// The write is done, and the server's log names the document.
    Warn,
}

impl ValidationAction {
    /// The server's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
        }
    }
}

/// A rule that a type breaks on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The name of the rule.
    pub rule: &'static str,
    /// Why.
    pub reason: &'static str,
}
