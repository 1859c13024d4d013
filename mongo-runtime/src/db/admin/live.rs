//! What is on the server, for one collection.

use bson::{Document as BsonDocument, doc};

use super::{
    Admin, Difference, Report,
    indexes::{self, LiveIndex, Match},
};
use crate::{
    catalog::Collection, document::Validation, error::Error, index::Owner,
    validator::collection_validator,
};

/// One collection as it is.
pub(super) struct Live {
    /// Its options; `None` when there is no such collection.
    pub(super) options: Option<BsonDocument>,
    pub(super) indexes: Vec<LiveIndex>,
}

impl Live {
    pub(super) async fn load(
        admin: &Admin,
        collection: &Collection<'static>,
    ) -> Result<Self, Error> {
        let (name, declaration) = (collection.name, collection.first);
        let list = doc! { "listCollections": 1, "filter": { "name": name } };
        let found = admin.list(declaration, list).await?;
        let options =
            found.first().map(|info| info.get_document("options").cloned().unwrap_or_default());
        let indexes = match options {
            Some(_) => admin.list(declaration, doc! { "listIndexes": name }).await?,
            None => Vec::new(),
        };
        let indexes = indexes.into_iter().filter_map(LiveIndex::new).collect();
        Ok(Self { options, indexes })
    }

    /// Whether the validator is the declared one, with its level and action.
    pub(super) fn has_validator(&self, collection: &Collection<'_>) -> bool {
        let Some(options) = &self.options else { return false };
        let is = |key, default, declared| options.get_str(key).unwrap_or(default) == declared;
        let Validation { level, action } = collection.validation();
        options
            .get_document("validator")
            .is_ok_and(|live| *live == collection_validator(collection))
            && is("validationLevel", Validation::DEFAULT.level.as_str(), level.as_str())
            && is("validationAction", Validation::DEFAULT.action.as_str(), action.as_str())
    }

    /// Notes everything that is not as declared.
    pub(super) fn compare(&self, declared: &Collection<'_>, report: &mut Report) {
        let collection = declared.name;
        if self.options.is_none() {
            report.differences.push(Difference::MissingCollection { collection });
        } else if !self.has_validator(declared) {
            report.differences.push(Difference::ValidatorDiffers { collection });
        }
        for index in declared.indexes().filter(|index| index.owner != Owner::Search) {
            match indexes::look_for(&index.render(), &self.indexes) {
                Match::Same => {}
                Match::Missing => {
                    report.differences.push(indexes::missing(collection, index));
                }
                Match::Differs { live, options } => {
                    let index = index.name;
                    report.differences.push(Difference::IndexDiffers {
                        collection,
                        index,
                        live,
                        options,
                    });
                }
            }
        }
        self.compare_unmanaged(declared, report);
    }

    /// Notes the indexes that no declaration has.
    pub(super) fn compare_unmanaged(&self, collection: &Collection<'_>, report: &mut Report) {
        let declared = collection.index_specs();
        for live in
            self.indexes.iter().filter(|live| !live.is_of_id() && !live.is_one_of(&declared))
        {
            let (collection, live) = (collection.name, live.name().to_owned());
            report.differences.push(Difference::UnmanagedIndex { collection, live });
        }
    }
}
