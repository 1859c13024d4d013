//! Upserts: the update of one document, or its insert where it is not there yet.

use std::fmt;

use bson::{Bson, Document as BsonDocument, doc};

use super::{RenderedUpdate, Update};
use crate::{
    document::Document,
    filter::{Filter, Masked, Values, render_document, stored_alike},
    operation::OperationName,
    refusal::Refusal,
};

/// The change of the one document that has the keys of a unique index, or the insert of it. Comes from a recipe with
/// `upsert = ".."`; see [`macro@crate::Update`].
///
/// It compares with `==`, its `Debug` shows its form with `?` for values, and [`render`](Self::render) gives the BSON.
#[must_use = "an upsert does nothing by itself; give it to an operation"]
pub struct Upsert<D> {
    pub(crate) index: &'static str,
    pub(crate) key: Filter<D>,
    pub(crate) update: Update<D>,
}

/// An upsert as it is sent, and the conditions under which it is safe.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct RenderedUpsert {
    /// The name of the unique index.
    pub index: &'static str,
    /// The filter: equality with each key, and the tag of the type where several share the collection.
    pub filter: BsonDocument,
    /// The update. What the mapper itself writes into a document that is inserted is in its `$setOnInsert`.
    pub update: RenderedUpdate,
}

impl<D: Document> Upsert<D> {
    pub(super) const fn new(index: &'static str, key: Filter<D>, update: Update<D>) -> Self {
        Self { index, key, update }
    }

    /// The BSON of filter and update, and the guards. A type with a revision has it counted up, which makes the first of an
    /// inserted document 1; the schema version is set on insert.
    ///
    /// # Errors
    ///
    /// Those of [`Update::render`]; and a key that documents of another live schema version lack or store in another form,
    /// beside which an upsert would insert a twin.
    pub fn render(&self) -> Result<RenderedUpsert, Refusal> {
        let declaration = D::DECLARATION;
        for version in declaration.oldest_version()..=declaration.newest_version() {
            if !stored_alike(&self.key.term, declaration, version) {
                return Err(Refusal::Rule(format!(
                    "documents of version {version}, which `{}` still reads, lack a key of the index `{}` or store it in \
                     another form, so an upsert would insert a second document beside one of them: upgrade them first \
                     (`upgrade_one`)",
                    declaration.name, self.index,
                )));
            }
        }
        let filter = self.key.clone().as_stored().render()?;
        let mut update = self.update.render_inserting()?;
        if let Some(version) = declaration.schema_version {
            let first = Bson::Int32(version.current);
            match update.update.get_mut("$setOnInsert") {
                Some(Bson::Document(fields)) => {
                    fields.insert(version.field, first);
                }
                _ => {
                    update.update.insert("$setOnInsert", doc! { version.field: first });
                }
            }
        }
        Ok(RenderedUpsert { index: self.index, filter, update })
    }
}

impl<D> Clone for Upsert<D> {
    fn clone(&self) -> Self {
        Self { index: self.index, key: self.key.clone(), update: self.update.clone() }
    }
}

impl<D> PartialEq for Upsert<D> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && self.key == other.key && self.update == other.update
    }
}

impl<D> fmt::Debug for Upsert<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match render_document(&self.key.term, Values::Masked) {
            Ok(key) => write!(f, "Upsert(by {} {}, {:?})", self.index, Masked(&key), self.update),
            Err(refusal) => write!(f, "Upsert(invalid: {refusal})"),
        }
    }
}

impl fmt::Debug for RenderedUpsert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RenderedUpsert")
            .field("index", &self.index)
            .field("update", &self.update)
            .finish_non_exhaustive()
    }
}

/// What an upsert operation takes: a recipe with `upsert = ".."`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an upsert of `{D}`",
    label = "expected a recipe of an upsert of `{D}`",
    note = "an upsert finds its document by a unique index: `#[derive(Update)] #[mongo(document = {D}, operation = \"..\", upsert = \"..\")]`"
)]
pub trait IntoUpsert<D> {
    /// The upsert.
    fn into_upsert(self) -> Upsert<D>;

    /// The name of the operation.
    fn operation_name(&self) -> OperationName;
}
