//! The typed collection of one document type.

use std::{fmt, marker::PhantomData, sync::Arc};

use super::{
    Count, Delete, Exists, Find, FindOne, FindOneAndDelete, FindOneAndReplace, FindOneAndUpdate,
    FindOneAndUpsert, InsertMany, InsertOne, NeedsImage, NeedsLimit, ReplaceOne, Scan, UpdateCall,
    UpgradeOne, UpsertOne,
    consistency::{CausalMajority, PrimaryMajority, Reads, Writes},
    handle::Handle,
    route::Route,
    store::Shared,
};
use crate::{
    document::{Document, OwnsDocument, Revisioned},
    filter::IntoFilter,
    operation::Verb,
    query::FilterKind,
    update::{IntoUpdate, IntoUpsert},
};

/// The documents of type `D` in a store. A handle: clones are cheap.
///
/// Each operation is a builder that does nothing until it is awaited. All have `.deadline(..)` and `.named(..)`; the name
/// is that of the filter or recipe when it has one, and else the type's and the operation's: `order.insert-one`. It is
/// the `comment` of the command, in the server's log and profiler.
///
/// **Dropping** the future of a write, in a `select!` or a time-out of your own, stops waiting and not the server: the
/// write counts as unknown. The deadline of the operation does the same and says so.
///
/// The server is told how long it may work (`maxTimeMS`) for reads, and for writes that give a document back. The driver has no
/// such option for the other inserts, updates and deletes, so a slow one goes on after its deadline.
///
/// What reads see and what confirms a write is up to its [profile](super::consistency) `P`.
pub struct Collection<D, P = PrimaryMajority> {
    handle: Handle<D>,
    profile: PhantomData<fn() -> P>,
}

/// What a find with the filter `F` reads of a document, with the profile `P`.
type Found<D, F, P> = <P as Reads>::Read<<<F as IntoFilter<D>>::Kind as FilterKind<D>>::Output>;

impl<D: Document, P: Reads> Collection<D, P> {
    pub(crate) fn new(shared: Arc<Shared>, route: Route) -> Self {
        Self { handle: Handle::new(shared, route), profile: PhantomData }
    }

    /// The same documents with another profile. No I/O.
    ///
    /// With [`CausalMajority`] it is a session of its own; take the collections of one
    /// [store](super::Store::consistency) to have them in one session.
    #[must_use]
    pub fn consistency<Q: Reads>(&self, profile: Q) -> Collection<D, Q> {
        let shared = self.handle.shared.clone();
        Collection::new(shared, Route::of(self.handle.link().clone(), profile))
    }

    /// What an operation holds of it.
    pub(crate) fn handle(&self) -> Handle<D> {
        self.handle.clone()
    }

    /// Finds one document, any of those that match. One round trip.
    pub fn find_one<F: IntoFilter<D>>(&self, filter: F) -> FindOne<D, F::Kind, Found<D, F, P>, P> {
        FindOne::new(self.handle(), filter)
    }

    /// Finds documents. It needs a [`limit`](Find::limit) to run. One round trip for each batch.
    pub fn find<F: IntoFilter<D>>(
        &self,
        filter: F,
    ) -> Find<D, NeedsLimit, F::Kind, Found<D, F, P>, P> {
        Find::new(self.handle(), filter)
    }

    /// Counts the documents that match, by looking at each of them. One round trip.
    pub fn count(&self, filter: impl IntoFilter<D>) -> Count<D, P> {
        Count::new(self.handle(), filter)
    }

    /// Whether a document matches. One round trip, which stops at the first.
    pub fn exists(&self, filter: impl IntoFilter<D>) -> Exists<D, P> {
        Exists::new(self.handle(), filter)
    }
}

impl<D: Document> Collection<D, CausalMajority> {
    /// Reads from a secondary if there is one. It still sees all that the session has written and read before: the server waits until
    /// that member has caught up, and the read fails with `Timeout` when it does not in time.
    #[must_use]
    pub fn secondary_preferred(&self) -> Self {
        let Handle { shared, route, .. } = self.handle();
        let options = route.profile.secondary_preferred();
        Self { handle: Handle::with_options(shared, route, options), profile: PhantomData }
    }
}

impl<D: Document, P: Reads> Collection<D, P> {
    /// Inserts one document. One round trip.
    pub fn insert_one(&self, document: &D) -> InsertOne<D>
    where
        P: Writes,
    {
        InsertOne::new(self.handle(), document)
    }

    /// Inserts documents. All are encoded and checked before the first is sent; one round trip for each 100,000 documents
    /// or 48 MB.
    pub fn insert_many<'d>(&self, documents: impl IntoIterator<Item = &'d D>) -> InsertMany<D>
    where
        P: Writes,
    {
        InsertMany::new(self.handle(), documents)
    }

    /// Updates the document with the keys of the recipe, or inserts it: a recipe with `upsert = ".."`, which names a unique
    /// index. One round trip, and more when somebody else inserts it at the same time or a guard refuses; see [`UpsertOne`].
    pub fn upsert_one(&self, recipe: impl IntoUpsert<D>) -> UpsertOne<D>
    where
        P: Writes,
    {
        UpsertOne::new(self.handle(), recipe)
    }

    /// Does what [`upsert_one`](Self::upsert_one) does and gives the document back: say which image,
    /// [`before`](FindOneAndUpsert::before) or [`after`](FindOneAndUpsert::after). One round trip; two for an insert with
    /// `after`.
    pub fn find_one_and_upsert(&self, recipe: impl IntoUpsert<D>) -> FindOneAndUpsert<D, NeedsImage>
    where
        P: Writes,
    {
        FindOneAndUpsert::new(self.handle(), recipe)
    }

    /// Reads every document of the type, in batches by `_id`: resumable, and as slow as it is told to be. The reason is in the server's
    /// log. One round trip for each batch; see [`Scan`].
    pub fn scan(&self, reason: &'static str) -> Scan<D>
    where
        P: Writes,
    {
        Scan::new(self.handle(), reason)
    }

    /// Updates one of the documents that match. One round trip; when none matched and the update has guards, one or more to
    /// find out which of them refused.
    pub fn update_one(
        &self,
        filter: impl IntoFilter<D>,
        update: impl IntoUpdate<D>,
    ) -> UpdateCall<D>
    where
        P: Writes,
    {
        UpdateCall::new(self.handle(), filter, update, Verb::UpdateOne)
    }

    /// Replaces the document with this `_id`, on the condition that its stored revision is the one of `document`, which was read
    /// before. Gives the new revision. One round trip, and up to two more to tell why nothing was replaced.
    pub fn replace_one(&self, document: &D) -> ReplaceOne<D>
    where
        P: Writes,
        D: Revisioned + OwnsDocument,
    {
        ReplaceOne::new(self.handle(), document)
    }

    /// Replaces a document as [`replace_one`](Self::replace_one) does and gives it back: say which image,
    /// [`before`](FindOneAndReplace::before) or [`after`](FindOneAndReplace::after).
    pub fn find_one_and_replace(&self, document: &D) -> FindOneAndReplace<D, NeedsImage>
    where
        P: Writes,
        D: Revisioned + OwnsDocument,
    {
        FindOneAndReplace::new(self.handle(), document)
    }

    /// Updates all documents that match, one after the other: it is not atomic, and is never repeated by the driver. A
    /// filter that matches everything is refused, except for `AllDocuments`.
    ///
    /// Documents that a guard of the update refuses are left as they are and not counted as matched.
    pub fn update_many(
        &self,
        filter: impl IntoFilter<D>,
        update: impl IntoUpdate<D>,
    ) -> UpdateCall<D>
    where
        P: Writes,
    {
        UpdateCall::new(self.handle(), filter, update, Verb::UpdateMany)
    }

    /// Updates one of the documents that match and gives it back: say which image, [`before`](FindOneAndUpdate::before) or
    /// [`after`](FindOneAndUpdate::after). One round trip, and those of [`update_one`](Self::update_one) when nothing matched.
    pub fn find_one_and_update(
        &self,
        filter: impl IntoFilter<D>,
        update: impl IntoUpdate<D>,
    ) -> FindOneAndUpdate<D, NeedsImage>
    where
        P: Writes,
    {
        FindOneAndUpdate::new(self.handle(), filter, update)
    }

    /// Deletes one of the documents that match and gives it back. One round trip.
    pub fn find_one_and_delete(&self, filter: impl IntoFilter<D>) -> FindOneAndDelete<D>
    where
        P: Writes,
    {
        FindOneAndDelete::new(self.handle(), filter)
    }

    /// Rewrites one document of an older schema version in the current one: `orders.upgrade_one(by_id(id))`. Two round
    /// trips; see [`UpgradeOne`].
    pub fn upgrade_one(&self, filter: impl IntoFilter<D>) -> UpgradeOne<D>
    where
        P: Writes,
    {
        UpgradeOne::new(self.handle(), filter)
    }

    /// Deletes one of the documents that match. One round trip.
    pub fn delete_one(&self, filter: impl IntoFilter<D>) -> Delete<D>
    where
        P: Writes,
    {
        Delete::new(self.handle(), filter, Verb::DeleteOne)
    }

    /// Deletes all documents that match, one after the other: it is not atomic, and is never repeated by the driver. A
    /// filter that matches everything is refused, except for `AllDocuments`.
    pub fn delete_many(&self, filter: impl IntoFilter<D>) -> Delete<D>
    where
        P: Writes,
    {
        Delete::new(self.handle(), filter, Verb::DeleteMany)
    }
}

impl<D, P> Clone for Collection<D, P> {
    fn clone(&self) -> Self {
        Self { handle: self.handle.clone(), profile: PhantomData }
    }
}

impl<D, P> fmt::Debug for Collection<D, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handle.fmt(f)
    }
}
