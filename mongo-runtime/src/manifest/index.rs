//! What is told of a declared index.

use bson::Document;

use crate::{
    index::{IndexDeclaration, Owner},
    operation::OperationName,
};

/// A declared index.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct IndexManifest {
    /// What the server is told.
    pub spec: Document,
    /// Who may change it.
    pub owner: Owner,
    /// The operations that it is there for.
    pub serves: &'static [OperationName],
}

impl IndexManifest {
    pub(super) fn of(index: &IndexDeclaration) -> Self {
        Self { spec: index.render(), owner: index.owner, serves: index.serves }
    }

    pub(super) fn to_document(&self) -> Document {
        let mut out = self.spec.clone();
        if self.owner != Owner::Application {
            out.insert("owner", self.owner.as_str());
        }
        if !self.serves.is_empty() {
            out.insert("serves", self.serves.iter().map(|name| name.as_str()).collect::<Vec<_>>());
        }
        out
    }
}
