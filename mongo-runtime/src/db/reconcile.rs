//! Finds out what became of a write whose outcome is unknown.

use bson::{Document as BsonDocument, RawDocumentBuf};

use super::{
    Collection,
    consistency::Writes,
    count::exists,
    executor::{Call, Effect},
    find::{self, FindCommand},
    find_one, guard,
    replace::Replacement,
    settings::Settings,
};
use crate::{
    document::{self, Document, OwnsDocument, Revisioned},
    error::{Detail, Error, Kind},
    filter::{Filter, IntoFilter, by_id},
    operation::Verb,
    refusal::Refusal,
};

/// What a look at the stored document says of a write whose outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "it says whether the write may be repeated"]
#[non_exhaustive]
pub enum Reconciled {
    /// The document shows the write: it was done.
    Applied,
    /// The document does not show the write. It was not done *so far*: a command that was lost on its way may still be at work
    /// on the server, for as long as the server lets it run.
    NotSeen,
    /// There is a document, and it is neither as it was before the write nor as the write would have left it: somebody has
    /// changed it since, or it is somebody else's.
    Changed,
}

impl<D: Document, P: Writes> Collection<D, P> {
    /// Whether an insert with an unknown outcome was done: looks for the document by its `_id`. One round trip.
    ///
    /// It is [`Applied`](Reconciled::Applied) when every field is stored as it would be written now; fields that the type does not
    /// declare are not looked at. With an `_id` that was made for this document, such as `ObjectId::new()`, also
    /// [`Changed`](Reconciled::Changed) says that the insert was done.
    ///
    /// # Errors
    ///
    /// Those of [`find_one`](Self::find_one); `Encode` for a document that can't be stored, which an insert has refused.
    pub async fn reconcile_insert(&self, document: &D) -> Result<Reconciled, Error> {
        let call = self.look();
        let written = document::to_raw(document).map_err(|error| call.finish(error.into(), 0))?;
        Ok(match self.stored(by_id(document.id()).into_filter(), &call).await? {
            None => Reconciled::NotSeen,
            Some(stored) if shows(&stored, &written) => Reconciled::Applied,
            Some(_) => Reconciled::Changed,
        })
    }

    /// Whether an update with an unknown outcome was done, by its effect: `key` finds the document (by its `_id` or a unique
    /// key), and `effect` is what is true of it after the update and was not before, such as its revision being greater.
    ///
    /// A `key` that is a registered query brings its name and its index. How either compares text holds for both.
    ///
    /// [`Changed`](Reconciled::Changed) is not told apart here: it is [`Applied`](Reconciled::Applied) as long as the effect shows.
    /// Up to one round trip.
    ///
    /// # Errors
    ///
    /// Those of [`exists`](Self::exists); `OperationRejected` for a key or an effect that every document meets.
    pub async fn reconcile_update(
        &self,
        key: impl IntoFilter<D>,
        effect: impl IntoFilter<D>,
    ) -> Result<Reconciled, Error> {
        let (settings, key) = Settings::of(key);
        let effect = effect.into_filter();
        let are_empty = key.term.is_everything() || effect.term.is_everything();
        let filter = key.and(effect);
        let settings = Settings { collation: filter.carried.collation(), ..settings };
        let call = self.handle().call(Verb::FindOne, Effect::Read, settings);
        if are_empty {
            let text = "`reconcile_update` needs a key that finds one document, and an effect that only the update has: every \
                        document meets what was given";
            return Err(call.finish(Error::rejected(text), 0));
        }
        let filter = filter.render().map_err(|refusal| call.finish(refusal.into(), 0))?;
        Ok(match exists(&self.handle(), &call, filter).await? {
            true => Reconciled::Applied,
            false => Reconciled::NotSeen,
        })
    }

    fn look(&self) -> Call {
        self.handle().call(Verb::FindOne, Effect::Read, Settings::default())
    }

    async fn stored(&self, filter: Filter<D>, call: &Call) -> Result<Option<BsonDocument>, Error> {
        let filter = guard::rendered_of_any_age(&filter, call)?;
        let fetched = find::send(&self.handle(), call, FindCommand::first(filter)).await?;
        // A document that is there and can't be read is not one that was not seen.
        find_one::first(fetched, call, |bytes| {
            BsonDocument::from_reader(bytes).map_err(|_| {
                let text = Detail::Text("the stored document can't be read".into());
                call.finish(Error::new(Kind::Decode, None, text), 1)
            })
        })
    }
}

impl<D: Revisioned + OwnsDocument, P: Writes> Collection<D, P> {
    /// Whether a replacement with an unknown outcome was done. Give it the document as it was given to
    /// [`replace_one`](Self::replace_one), with the revision that was read. One round trip.
    ///
    /// # Errors
    ///
    /// Those of [`find_one`](Self::find_one).
    pub async fn reconcile_replace(&self, document: &D) -> Result<Reconciled, Error> {
        let call = self.look();
        let refuse = |refusal: Refusal| call.finish(refusal.into(), 0);
        let replacement = Replacement::new(document).map_err(refuse)?;
        let Some(stored) = self.stored(by_id(document.id()).into_filter(), &call).await? else {
            return Ok(Reconciled::Changed);
        };
        let field = D::DECLARATION.revision.unwrap_or_default();
        if stored.get_i64(field).is_ok_and(|found| found == replacement.expected.get()) {
            return Ok(Reconciled::NotSeen);
        }
        let is_applied = shows(&stored, &replacement.document);
        Ok(if is_applied { Reconciled::Applied } else { Reconciled::Changed })
    }
}

/// Whether the stored document has every field that was written.
fn shows(stored: &BsonDocument, written: &RawDocumentBuf) -> bool {
    BsonDocument::try_from(&**written).is_ok_and(|written| {
        written.iter().all(|(key, value)| stored.get(key).is_some_and(|found| same(found, value)))
    })
}

/// Whether two values have the same bytes: NaN is itself, and 1 is not 1.0.
fn same(one: &bson::Bson, other: &bson::Bson) -> bool {
    let bytes = |value: &bson::Bson| bson::doc! { "": value }.to_vec().ok();
    one.element_type() == other.element_type() && bytes(one) == bytes(other)
}
