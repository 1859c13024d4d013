//! What is told of a declared index.

use bson::Document;

use crate::{
    index::{IndexDeclaration, Owner},
    operation::{OperationDeclaration, OperationName},
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
    /// The operations of the catalog that are proven to use it: queries, and recipes that upsert by it.
    pub used_by: Vec<OperationName>,
    /// Those of `serves` of which nothing is proven: their filters are made where they are called.
    pub unproven: Vec<OperationName>,
}

impl IndexManifest {
    pub(super) fn of(index: &IndexDeclaration) -> Self {
        Self {
            spec: index.render(),
            owner: index.owner,
            serves: index.serves,
            used_by: Vec::new(),
            unproven: index.serves.to_vec(),
        }
    }

    /// Notes the operations of the collection that use it.
    pub(super) fn add_uses(&mut self, collection: &str, operations: &[OperationDeclaration]) {
        let name = self.spec.get_str("name").unwrap_or_default();
        let own = operations.iter().filter(|operation| operation.collection == collection);
        let using = own.filter(|operation| operation.uses(name));
        self.used_by = using.map(|operation| operation.name).collect();
        self.used_by.sort_unstable();
        self.unproven.retain(|name| !self.used_by.contains(name));
    }

    pub(super) fn to_document(&self) -> Document {
        let mut out = self.spec.clone();
        if self.owner != Owner::Application {
            out.insert("owner", self.owner.as_str());
        }
        if !self.serves.is_empty() {
            out.insert("serves", self.serves.iter().map(|name| name.as_str()).collect::<Vec<_>>());
        }
        for (key, names) in [("used_by", &self.used_by), ("unproven", &self.unproven)] {
            if !names.is_empty() {
                out.insert(key, names.iter().map(|name| name.as_str()).collect::<Vec<_>>());
            }
        }
        out
    }
}
