//! Counts what is stored: schema versions, and arrays over their bounds.

mod pipeline;

mod tally;

use std::fmt;

use super::Admin;
use crate::{document::Document, error::Error, operation::OperationName};

/// How many documents of each schema version a collection has, and how many are over a declared bound. `Display` gives a line
/// for each. It holds counts and declared paths, and no value of a document.
#[must_use = "it says what is stored"]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    pub(super) collection: &'static str,
    pub(super) versions: Vec<VersionCount>,
    pub(super) over_bounds: Vec<OverBound>,
    pub(super) is_cut: bool,
}

/// How many documents have a schema version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct VersionCount {
    /// What is stored as the version.
    pub version: StoredVersion,
    /// The number of documents.
    pub n_documents: u64,
    /// Whether the type reads them.
    pub is_read: bool,
}

/// What a document has as its schema version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum StoredVersion {
    /// Nothing, which counts as version 0.
    Absent,
    /// An int32.
    Number(i32),
    /// A value of another BSON type, by the server's name of the type: no version.
    OtherType(String),
}

/// How many documents have more elements in an array or map than it declares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OverBound {
    /// The dotted path of the array or map.
    pub path: String,
    /// Its declared `max_items`.
    pub max_items: usize,
    /// The number of documents.
    pub n_documents: u64,
}

impl Census {
    /// The collection.
    #[must_use]
    pub fn collection(&self) -> &'static str {
        self.collection
    }

    /// How many documents there are.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.versions.iter().map(|version| version.n_documents).sum()
    }

    /// What is stored as the version, and in how many documents: absent first, then by number.
    #[must_use]
    pub fn versions(&self) -> &[VersionCount] {
        &self.versions
    }

    /// What is stored as the version and can't be read.
    pub fn unread(&self) -> impl Iterator<Item = &VersionCount> {
        self.versions.iter().filter(|version| !version.is_read)
    }

    /// How many documents are of a version; absent counts as 0. When there are none of an older version, its reader can go.
    #[must_use]
    pub fn of_version(&self, version: i32) -> u64 {
        let is_it = |stored: &StoredVersion| match stored {
            StoredVersion::Absent => version == 0,
            StoredVersion::Number(number) => *number == version,
            StoredVersion::OtherType(_) => false,
        };
        let counts = self.versions.iter().filter(|it| is_it(&it.version));
        counts.map(|it| it.n_documents).sum()
    }

    /// The arrays and maps that are over their `max_items` in some documents, in the order of their declaration.
    #[must_use]
    pub fn over_bounds(&self) -> &[OverBound] {
        &self.over_bounds
    }

    /// Whether the collection has more different versions than a census counts (1000), and the rest is not in it.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl Admin {
    /// Counts the documents of a type by their schema version, and those that have more elements in an array or map than it
    /// declares, such as other clients wrote.
    ///
    /// It looks at fields of the current version, at the top and inside of embedded documents; what is inside of the elements
    /// of an array is not counted. Nothing is changed. One round trip, and the server reads the whole collection for it,
    /// within the deadline of the administrator's configuration.
    ///
    /// # Errors
    ///
    /// `Timeout` when the deadline passes; `Auth` without the privilege; `Connection` and the like.
    pub async fn census<D: Document>(&self) -> Result<Census, Error> {
        let declaration = D::DECLARATION;
        let name = OperationName::new("admin.census");
        let (command, bounds) = pipeline::command(declaration);
        let rows = self.list_as(name, declaration, command).await?;
        Ok(tally::tally(declaration, &bounds, &rows))
    }
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` has {} documents", self.collection, self.n_documents())?;
        for it in &self.versions {
            let unread = if it.is_read { "" } else { ", which nothing reads" };
            write!(f, "\n{}: {}{unread}", it.version, it.n_documents)?;
        }
        for it in &self.over_bounds {
            write!(
                f,
                "\n`{}` is over its {} elements in {}",
                it.path, it.max_items, it.n_documents
            )?;
        }
        if self.is_cut {
            f.write_str("\nand more versions, which are not counted")?;
        }
        Ok(())
    }
}

impl fmt::Display for StoredVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("without a version"),
            Self::Number(number) => write!(f, "version {number}"),
            Self::OtherType(name) => write!(f, "a version of type {}", name.escape_debug()),
        }
    }
}
