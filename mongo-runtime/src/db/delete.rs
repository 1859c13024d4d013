//! Deletes documents.

use std::{future::IntoFuture, pin::Pin, time::Duration};

use bson::Document as BsonDocument;

use mongodb::action::{self, Action};

use super::{
    executor::{Call, Effect},
    guard,
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::Document,
    error::Error,
    filter::{Filter, IntoFilter},
    operation::Verb,
};

/// A delete of one document, or of all that match. Await it.
///
/// # Errors
///
/// - `OperationRejected` with `NotSent`: delete_many with a filter that matches everything.
/// - `Connection` or `Timeout` with `WriteResultUnknown`: the documents may be gone; for delete_many, some of them.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has done it, the majority has not confirmed it in time. With
///   `NoWritePerformed`: there was no such document on the primary, either.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct Delete<D> {
    collection: Handle<D>,
    filter: Filter<D>,
    verb: Verb,
    settings: Settings,
}

/// What a delete did.
#[must_use = "it says whether anything was deleted"]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeleteResult {
    n_deleted: u64,
}

impl DeleteResult {
    /// How many documents were deleted.
    #[must_use]
    pub fn deleted(self) -> u64 {
        self.n_deleted
    }
}

impl<D: Document> Delete<D> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D>, verb: Verb) -> Self {
        let (settings, filter) = Settings::of(filter);
        Self { collection, filter, verb, settings }
    }

    settings!();

    pub(crate) fn collection(&self) -> &Handle<D> {
        &self.collection
    }

    /// Checks what can be known before anything is sent.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.rendered(&self.call()).map(drop)
    }

    /// The same operation within what is left of a deadline over several.
    pub(crate) fn at_most(mut self, remaining: Duration) -> Self {
        self.settings = self.settings.at_most(remaining);
        self
    }

    pub(super) fn call(&self) -> Call {
        let is_many = self.verb == Verb::DeleteMany;
        let effect = if is_many { Effect::WriteMany } else { Effect::Write };
        self.collection.call(self.verb, effect, self.settings)
    }

    pub(super) fn rendered(&self, call: &Call) -> Result<BsonDocument, Error> {
        if call.effect == Effect::WriteMany {
            guard::refuse_everything(&self.filter, "delete_many")
                .map_err(|error| call.finish(error, 0))?;
        }
        guard::rendered(&self.filter, call)
    }

    async fn run(self) -> Result<DeleteResult, Error> {
        let call = self.call();
        let filter = self.rendered(&call)?;
        let raw = &self.collection.raw;
        let is_many = call.effect == Effect::WriteMany;
        let delete = if is_many { raw.delete_many(filter) } else { raw.delete_one(filter) }
            .optional(call.hint(), action::Delete::hint)
            .optional(call.collation(), action::Delete::collation);
        let deleted = call.run(&self.collection.route, |mut lease, _| async move {
            let result =
                delete.session(lease.session()).comment(bson::Bson::from(call.name.as_str())).await;
            (lease, result)
        });
        deleted.await.map(|(result, _)| DeleteResult { n_deleted: result.deleted_count })
    }
}

transactional! { [D: Document] Delete<D> => DeleteResult }

impl<D: Document> Delete<D> {
    within!();
}

impl<D: Document> IntoFuture for Delete<D> {
    type Output = Result<DeleteResult, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
