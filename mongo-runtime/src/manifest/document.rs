//! What one document type wants of its collection.

use std::collections::BTreeMap;

use bson::{Bson, Document, doc};

use super::{
    field::{self, FieldManifest},
    index::IndexManifest,
};
use crate::{
    document::{Allowance, Declaration, Discriminator, Ownership, SchemaVersion, Validation},
    shape::{RestShape, worst_case},
    validator::validator,
};

/// What one document type wants of its collection.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DocumentManifest {
    /// The collection.
    pub collection: &'static str,
    /// The field and the tag that tell its documents from others in the collection, if the type has one.
    pub discriminator: Option<Discriminator>,
    /// The schema version, if the type has one: the stored one, and the oldest that is read.
    pub schema_version: Option<SchemaVersion>,
    /// The stored name of the revision, if the type has one.
    pub revision: Option<&'static str>,
    /// Whether fields that are not declared are an error.
    pub deny_unknown: bool,
    /// Who writes the fields, and what becomes of those that are not declared.
    pub ownership: Ownership,
    /// The bounds of those that are kept, if the type keeps them.
    pub rest: Option<RestShape>,
    /// The largest encoded document, in bytes.
    pub max_size: usize,
    /// The largest encoding that the bounds allow, in bytes, without the parts that have no bound.
    pub worst_case: usize,
    /// Whether the type promises that its bounds keep it below `max_size`.
    pub is_proven: bool,
    /// The paths that have no bound.
    pub unbounded: Vec<String>,
    /// The fields, with those inside of documents and arrays, in the order in which they are written.
    pub fields: Vec<FieldManifest>,
    /// The fields that each older version had, for the versions that are read. The newest comes first.
    pub readers: Vec<ReaderManifest>,
    /// The fields that each newer version has, for the versions that are read (`reads_newer`). The oldest comes first.
    pub newer_readers: Vec<ReaderManifest>,
    /// The indexes.
    pub indexes: Vec<IndexManifest>,
    /// The rules that the type and its indexes are allowed to break.
    pub allowances: Vec<AllowanceManifest>,
    /// What the server does with the validator.
    pub validation: Validation,
    /// The validator.
    pub validator: Document,
}

/// What documents of another version look like.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ReaderManifest {
    /// The version.
    pub version: i32,
    /// The fields, as those of the document.
    pub fields: Vec<FieldManifest>,
}

/// A rule that a type, one of its fields, or one of its indexes is allowed to break.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowanceManifest {
    /// The stored path of the field, if it is about one.
    pub field: Option<String>,
    /// The index, if it is about one.
    pub index: Option<&'static str>,
    /// The rule and the reason.
    pub allowance: Allowance,
}

impl DocumentManifest {
    /// The manifest of one type.
    #[must_use]
    pub fn of(declaration: &Declaration) -> Self {
        let fields = field::fields(declaration.shape);
        let of_type = declaration.allowances.iter().map(AllowanceManifest::new);
        let of_fields = fields.iter().flat_map(|field| {
            let of_field = field.allowances.iter().map(AllowanceManifest::new);
            of_field.map(|it| AllowanceManifest { field: Some(field.path.clone()), ..it })
        });
        let of_indexes = declaration.indexes.iter().flat_map(|index| {
            let of_index = index.allowances.iter().map(AllowanceManifest::new);
            of_index.map(|it| AllowanceManifest { index: Some(index.name), ..it })
        });
        let allowances = of_type.chain(of_fields).chain(of_indexes).collect();
        let unbounded = fields.iter().filter(|field| field.is_unbounded);
        let unbounded_rest = declaration.shape.rest.filter(|rest| rest.max_bytes.is_none());
        let mut readers = BTreeMap::new();
        add_readers(&mut readers, declaration.readers, |reader| reader.readers);
        let mut newer_readers = BTreeMap::new();
        add_readers(&mut newer_readers, declaration.newer, |reader| reader.newer);
        Self {
            collection: declaration.collection,
            discriminator: declaration.discriminator,
            schema_version: declaration.schema_version,
            revision: declaration.revision,
            deny_unknown: declaration.shape.deny_unknown,
            ownership: declaration.ownership,
            rest: declaration.shape.rest,
            max_size: declaration.max_size,
            worst_case: worst_case(declaration.shape).bytes,
            is_proven: declaration.is_proven,
            unbounded: unbounded
                .map(|field| field.path.clone())
                .chain(unbounded_rest.map(|rest| rest.rust_name.to_owned()))
                .collect(),
            readers: readers.into_values().rev().collect(),
            newer_readers: newer_readers.into_values().collect(),
            indexes: declaration.indexes.iter().map(IndexManifest::of).collect(),
            allowances,
            validation: declaration.validation,
            validator: validator(declaration),
            fields,
        }
    }

    pub(super) fn tag(&self) -> Option<&'static str> {
        self.discriminator.map(|own| own.tag)
    }

    /// The name of the type in the text: `orders`, or `vehicles<car>` where it has a tag.
    pub(super) fn key(&self) -> String {
        match self.tag() {
            None => self.collection.to_owned(),
            Some(tag) => format!("{}<{tag}>", self.collection),
        }
    }

    pub(super) fn to_bson(&self) -> Bson {
        let mut out = Document::new();
        if let Some(own) = self.discriminator {
            out.insert("discriminator", doc! { "field": own.field, "tag": own.tag });
        }
        if let Some(version) = self.schema_version {
            let mut found = doc! { "field": version.field, "current": version.current, "oldest": version.oldest };
            if version.newest > version.current {
                found.insert("newest", version.newest);
            }
            out.insert("schema_version", found);
        }
        if let Some(revision) = self.revision {
            out.insert("revision", revision);
        }
        if self.deny_unknown {
            out.insert("deny_unknown", true);
        }
        let bytes = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        match self.ownership {
            // What is the rule without a word, and what has a word of its own.
            Ownership::Shared | Ownership::Denied => {}
            Ownership::Owned | Ownership::Kept => {
                out.insert("ownership", self.ownership.as_str());
            }
        }
        if let Some(rest) = self.rest {
            out.insert("catch_all", field::rest_to_document(rest));
        }
        out.insert("max_size", bytes(self.max_size));
        out.insert("worst_case", bytes(self.worst_case));
        if self.is_proven {
            out.insert("proven", true);
        }
        if !self.unbounded.is_empty() {
            out.insert("unbounded", self.unbounded.as_slice());
        }
        out.insert("fields", rows(&self.fields));
        for (key, readers) in [("readers", &self.readers), ("newer_readers", &self.newer_readers)] {
            let of_versions = readers
                .iter()
                .map(|reader| (reader.version.to_string(), rows(&reader.fields).into()));
            if !readers.is_empty() {
                out.insert(key, of_versions.collect::<Document>());
            }
        }
        let indexes = self.indexes.iter().map(IndexManifest::to_document);
        out.insert("indexes", indexes.collect::<Vec<_>>());
        if !self.allowances.is_empty() {
            let allowances = self.allowances.iter().map(|it| it.to_document());
            out.insert("allowances", allowances.collect::<Vec<_>>());
        }
        if self.validation != Validation::DEFAULT {
            let Validation { level, action } = self.validation;
            out.insert("validation", doc! { "level": level.as_str(), "action": action.as_str() });
        }
        out.insert("validator", self.validator.clone());
        out.into()
    }
}

/// Adds the readers and theirs. The reader that is nearest to the document is the one that reads a version.
fn add_readers(
    found: &mut BTreeMap<i32, ReaderManifest>,
    readers: &[&'static Declaration],
    next: fn(&Declaration) -> &'static [&'static Declaration],
) {
    for reader in readers {
        let version = reader.current_version();
        found
            .entry(version)
            .or_insert_with(|| ReaderManifest { version, fields: field::fields(reader.shape) });
    }
    for reader in readers {
        add_readers(found, next(reader), next);
    }
}

fn rows(fields: &[FieldManifest]) -> Document {
    fields.iter().map(|field| (field.path.clone(), field.to_bson())).collect()
}

impl AllowanceManifest {
    fn new(allowance: &Allowance) -> Self {
        Self { field: None, index: None, allowance: *allowance }
    }

    fn to_document(&self) -> Document {
        let mut out = doc! { "rule": self.allowance.rule };
        if let Some(field) = &self.field {
            out.insert("field", field.as_str());
        }
        if let Some(index) = self.index {
            out.insert("index", index);
        }
        out.insert("reason", self.allowance.reason);
        out
    }
}
