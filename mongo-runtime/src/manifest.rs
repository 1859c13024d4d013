//! Manifests: everything that an application's types want of its database, as a value and as a text to commit.

mod field;

mod text;

#[cfg(test)]
mod tests;

use std::fmt;

use bson::{Bson, Document, doc};

pub use self::field::{FieldManifest, FieldPresence};

use crate::{
    document::{Allowance, Declaration, SchemaVersion},
    shape::worst_case,
    validator::validator,
};

/// What an application's document types want of its database. Compares with `==`; its `Display` is the text to commit.
///
/// It holds stored names only. A Rust type can be renamed without a change here, and what changes here changes what is
/// stored, what is checked, or what is indexed.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    documents: Vec<DocumentManifest>,
}

/// What one document type wants of its collection.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DocumentManifest {
    /// The collection.
    pub collection: &'static str,
    /// The schema version, if the type has one: the stored one, and the oldest that is read.
    pub schema_version: Option<SchemaVersion>,
    /// The stored name of the revision, if the type has one.
    pub revision: Option<&'static str>,
    /// The largest encoded document, in bytes.
    pub max_size: usize,
    /// The largest encoding that the bounds allow, in bytes, without the parts that have no bound.
    pub worst_case: usize,
    /// The paths that have no bound.
    pub unbounded: Vec<String>,
    /// The fields, with those inside of documents and arrays, in the order in which they are written.
    pub fields: Vec<FieldManifest>,
    /// The indexes, as the server takes them.
    pub indexes: Vec<Document>,
    /// Whether the type promises that its bounds keep it below `max_size`.
    pub is_proven: bool,
    /// The rules that the type and its indexes are allowed to break.
    pub allowances: Vec<AllowanceManifest>,
    /// The validator.
    pub validator: Document,
}

/// A rule that a type, or one of its indexes, is allowed to break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowanceManifest {
    /// The index, if it is about one.
    pub index: Option<&'static str>,
    /// The rule and the reason.
    pub allowance: Allowance,
}

impl Manifest {
    /// The manifest of these types, ordered by collection. For a catalog, give its
    /// [`DOCUMENTS`](crate::catalog::Catalog::DOCUMENTS).
    #[must_use]
    pub fn of(declarations: &[&Declaration]) -> Self {
        let mut documents: Vec<_> =
            declarations.iter().map(|declaration| DocumentManifest::of(declaration)).collect();
        documents.sort_by_key(|document| document.collection);
        Self { documents }
    }

    /// The documents, by collection.
    #[must_use]
    pub fn documents(&self) -> &[DocumentManifest] {
        &self.documents
    }

    fn to_document(&self) -> Document {
        let documents = self
            .documents
            .iter()
            .map(|document| (document.collection.to_owned(), document.to_bson()));
        doc! { "manifest": FORMAT, "collections": documents.collect::<Document>() }
    }
}

/// The version of the text's form.
const FORMAT: i32 = 1;

impl DocumentManifest {
    /// The manifest of one type.
    #[must_use]
    pub fn of(declaration: &Declaration) -> Self {
        let fields = field::fields(declaration.shape);
        let of_type = declaration.allowances.iter().map(|allowance| (None, allowance));
        let of_indexes = declaration
            .indexes
            .iter()
            .flat_map(|index| index.allowances.iter().map(|it| (Some(index.name), it)));
        let allowances = of_type.chain(of_indexes);
        Self {
            collection: declaration.collection,
            schema_version: declaration.schema_version,
            revision: declaration.revision,
            max_size: declaration.max_size,
            worst_case: worst_case(declaration.shape).bytes,
            unbounded: fields
                .iter()
                .filter(|field| field.is_unbounded)
                .map(|field| field.path.clone())
                .collect(),
            indexes: declaration.indexes.iter().map(|index| index.render()).collect(),
            is_proven: declaration.is_proven,
            allowances: allowances
                .map(|(index, it)| AllowanceManifest { index, allowance: *it })
                .collect(),
            validator: validator(declaration),
            fields,
        }
    }

    fn to_bson(&self) -> Bson {
        let mut out = Document::new();
        if let Some(version) = self.schema_version {
            let found = doc! { "field": version.field, "current": version.current, "oldest": version.oldest };
            out.insert("schema_version", found);
        }
        if let Some(revision) = self.revision {
            out.insert("revision", revision);
        }
        let bytes = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        out.insert("max_size", bytes(self.max_size));
        out.insert("worst_case", bytes(self.worst_case));
        if self.is_proven {
            out.insert("proven", true);
        }
        if !self.unbounded.is_empty() {
            out.insert("unbounded", self.unbounded.as_slice());
        }
        out.insert(
            "fields",
            self.fields
                .iter()
                .map(|field| (field.path.clone(), field.to_bson()))
                .collect::<Document>(),
        );
        out.insert("indexes", self.indexes.as_slice());
        if !self.allowances.is_empty() {
            out.insert(
                "allowances",
                self.allowances.iter().map(|it| it.to_document()).collect::<Vec<_>>(),
            );
        }
        out.insert("validator", self.validator.clone());
        out.into()
    }
}

impl AllowanceManifest {
    fn to_document(self) -> Document {
        let mut out = doc! { "rule": self.allowance.rule };
        if let Some(index) = self.index {
            out.insert("index", index);
        }
        out.insert("reason", self.allowance.reason);
        out
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_document(f, &self.to_document())
    }
}
