//! Manifests: everything that an application's types want of its database, as a value and as a text to commit.
//!
//! What is stored is decided by types, and a type is quickly changed. So that a change of what is stored is seen, an
//! application commits one file, and a test compares it with the types:
//!
//! ```
//! # use mongo_runtime::prelude::*;
//! # use mongo_runtime::{catalog, manifest::Manifest};
//! #[derive(Document)]
//! #[mongo(collection = "orders")]
//! struct Order {
//!     #[mongo(id)]
//!     id: ObjectId,
//!     #[mongo(max_len = 32)]
//!     number: String,
//!     paid_at: Option<DateTime>,
//! }
//!
//! catalog! { Shop: documents(Order) }
//!
//! # /*
//! #[test]
//! fn what_is_stored_changes_on_purpose() {
//!     assert_manifest!("mongo.manifest.json", Shop);
//! }
//! # */
//! let text = Manifest::of_catalog::<Shop>().to_string();
//! assert!(text.contains(r#""number": { "codec": "string@1", "presence": "required", "max_len": 32 }"#));
//! ```
//!
//! The file has a line a stored path: its representation with a version, whether it may lack, its bounds, what it refers to or is
//! a copy of. It tells the indexes with their owner and use, the operations of the catalog, and every rule that is broken with its
//! reason. It holds no name of a Rust type, so that renaming one changes no byte of it.
#![cfg_attr(feature = "manifest", doc = "")]
#![cfg_attr(
    feature = "manifest",
    doc = "When the types say something else, [`assert_manifest!`](crate::assert_manifest!) fails and says of each change \
           what it does to the documents that are stored, by [class](ChangeClass), and which attribute keeps the old form. \
           `MONGO_MANIFEST=bless cargo test` writes the file, but never over a change after which stored documents can't be \
           read: that takes a new `schema_version` and a reader of the old one, or an edit of the file by hand, which a \
           review sees."
)]

mod codec;

mod document;

mod field;

mod index;

mod text;

#[cfg(feature = "manifest")]
mod recorded;

#[cfg(feature = "manifest")]
mod diff;

#[cfg(feature = "manifest")]
mod check;

#[cfg(test)]
mod tests;

use std::fmt;

use bson::{Document, doc};

pub use self::{
    document::{AllowanceManifest, DocumentManifest, ReaderManifest},
    field::{FieldManifest, FieldPresence, KeysManifest},
    index::IndexManifest,
};

#[cfg(feature = "driver")]
pub(crate) use self::codec::codec as codec_text;

#[cfg(feature = "manifest")]
pub use self::{
    check::{Mismatch, Mode, check},
    diff::{Change, ChangeClass},
    recorded::Unreadable,
};

use crate::{
    catalog::{Catalog, collections},
    document::Declaration,
    operation::OperationDeclaration,
};

/// What an application's document types want of its database. Compares with `==`; its `Display` is the text to commit.
///
/// What changes in it changes what is stored, what is checked, or what is indexed.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    documents: Vec<DocumentManifest>,
    keeps_others: Vec<&'static str>,
    operations: Vec<OperationDeclaration>,
}

impl Manifest {
    /// The manifest of a catalog.
    #[must_use]
    pub fn of_catalog<C: Catalog>() -> Self {
        let mut operations = C::OPERATIONS.to_vec();
        operations.sort_by_key(|operation| operation.name);
        let mut manifest = Self { operations, ..Self::of(C::DOCUMENTS) };
        for document in &mut manifest.documents {
            for index in &mut document.indexes {
                index.add_uses(document.collection, C::OPERATIONS);
            }
        }
        manifest
    }

    /// The manifest of these types, ordered by collection and tag. An enum over document types stands for those. It has no operations.
    #[must_use]
    pub fn of(declarations: &[&Declaration]) -> Self {
        let collections = collections(declarations);
        let open = collections.iter().filter(|collection| collection.keeps_others);
        let mut keeps_others: Vec<_> = open.map(|collection| collection.name).collect();
        keeps_others.sort_unstable();
        let types = collections.iter().flat_map(|collection| &collection.types);
        let mut documents: Vec<_> = types.map(|one| DocumentManifest::of(one)).collect();
        documents.sort_by_key(|document| (document.collection, document.tag()));
        Self { documents, keeps_others, operations: Vec::new() }
    }

    /// The declared operations, by name. Plain ones are not told: their names come from those of Rust types.
    #[must_use]
    pub fn operations(&self) -> &[OperationDeclaration] {
        &self.operations
    }

    /// The collections whose documents of other types are kept as they are, by an enum over the types with a fallback.
    #[must_use]
    pub fn keeps_others(&self) -> &[&'static str] {
        &self.keeps_others
    }

    /// The documents, by collection and tag.
    #[must_use]
    pub fn documents(&self) -> &[DocumentManifest] {
        &self.documents
    }

    fn to_document(&self) -> Document {
        let documents = self.documents.iter().map(|document| (document.key(), document.to_bson()));
        let mut out = doc! { "manifest": FORMAT, "collections": documents.collect::<Document>() };
        if !self.keeps_others.is_empty() {
            out.insert("keeps_others", self.keeps_others.as_slice());
        }
        if !self.operations.is_empty() {
            let operations = self.operations.iter().map(|operation| {
                let mut told =
                    doc! { "collection": operation.collection, "kind": operation.kind.as_str() };
                told.extend(operation.upsert.map(|index| ("upsert".to_owned(), index.into())));
                told.extend(operation.card.map(|card| card.to_document()).unwrap_or_default());
                (operation.name.as_str().to_owned(), told.into())
            });
            out.insert("operations", operations.collect::<Document>());
        }
        out
    }
}

/// The version of the text's form.
const FORMAT: i32 = 1;

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_document(f, &self.to_document())
    }
}

/// Compares the committed manifest with the types, with the feature `manifest`, which is not turned on.
#[cfg(not(feature = "manifest"))]
#[macro_export]
macro_rules! assert_manifest {
    ($($arguments:tt)*) => {
        ::core::compile_error!(
            "`assert_manifest!` reads the committed file, which is in the feature `manifest` of `mongo-runtime`: turn it on for the tests, \
             `[dev-dependencies] mongo-runtime = { .., features = [\"manifest\"] }`"
        );
    };
}
