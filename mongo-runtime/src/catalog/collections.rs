//! The collections of a catalog, each with the types that are stored in it.

use crate::document::Declaration;
#[cfg(feature = "admin")]
use crate::{document::Validation, index::IndexDeclaration};

/// A collection, and the types that are stored in it.
pub(crate) struct Collection<'a> {
    pub(crate) name: &'static str,
    /// The types, in the order of the catalog. More than one have a discriminator.
    pub(crate) types: Vec<&'a Declaration>,
    /// The first of them, or the enum where it has none; what errors name.
    #[cfg(feature = "admin")]
    pub(crate) first: &'a Declaration,
    /// Whether documents of other types are kept there, too.
    pub(crate) keeps_others: bool,
}

/// The collections in the order of the catalog. An enum over document types stands for those.
pub(crate) fn collections<'a>(documents: &[&'a Declaration]) -> Vec<Collection<'a>> {
    let mut found: Vec<Collection<'a>> = Vec::new();
    for document in documents {
        let name = document.collection;
        let at = found.iter().position(|collection| collection.name == name).unwrap_or_else(|| {
            found.push(Collection {
                name,
                types: Vec::new(),
                #[cfg(feature = "admin")]
                first: document,
                keeps_others: false,
            });
            found.len() - 1
        });
        let Some(collection) = found.get_mut(at) else { continue };
        match document.family {
            None => collection.add(document),
            Some(family) => {
                collection.keeps_others |= family.keeps_others;
                family.types.iter().for_each(|one| collection.add(one));
            }
        }
    }
    found
}

impl<'a> Collection<'a> {
    /// How the validator is applied, which all types say alike.
    #[cfg(feature = "admin")]
    pub(crate) fn validation(&self) -> Validation {
        self.types.first().unwrap_or(&self.first).validation
    }

    /// The indexes of all types.
    #[cfg(feature = "admin")]
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &'a IndexDeclaration> {
        self.types.iter().flat_map(|one| one.indexes)
    }

    /// The same as the server takes them.
    #[cfg(feature = "admin")]
    pub(crate) fn index_specs(&self) -> Vec<bson::Document> {
        self.indexes().map(IndexDeclaration::render).collect()
    }

    fn add(&mut self, one: &'a Declaration) {
        if !self.types.iter().any(|other| other.shape.id == one.shape.id) {
            self.types.push(one);
        }
    }
}
