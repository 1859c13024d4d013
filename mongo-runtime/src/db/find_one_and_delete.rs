//! Deletes one document and gives it back.

use std::{future::IntoFuture, pin::Pin};

use mongodb::action::{self, Action};

use super::{
    executor::Effect,
    guard,
    handle::Handle,
    image,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::Document,
    error::Error,
    filter::{Filter, IntoFilter},
    operation::Verb,
    sort::Sort,
};

/// A delete of one document, which is given back as it was. Await it for an `Option`: `None` when nothing matched.
///
/// # Errors
///
/// - `Decode` or `SchemaVersionUnsupported` with `WriteConfirmed`: the document is deleted, and can't be read as the type.
/// - `Connection` or `Timeout` with `WriteResultUnknown`: the document may be gone, and nobody has it.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has done it, the majority has not confirmed it in time. With
///   `NoWritePerformed`: there was no such document on the primary, either.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct FindOneAndDelete<D> {
    collection: Handle<D>,
    filter: Filter<D>,
    sort: Option<Sort<D>>,
    settings: Settings,
}

impl<D: Document> FindOneAndDelete<D> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D>) -> Self {
        let (settings, filter) = Settings::of(filter);
        Self { collection, filter, sort: None, settings }
    }

    settings!();

    /// Which of the documents that match is taken: the first in this order, in place of the order of a registered query.
    pub fn sort(mut self, sort: impl Into<Sort<D>>) -> Self {
        self.sort = Some(sort.into());
        self
    }

    async fn run(self) -> Result<Option<D>, Error> {
        let call = self.collection.call(Verb::FindOneAndDelete, Effect::Write, self.settings);
        let filter = guard::rendered(&self.filter, &call)?;
        let delete = self
            .collection
            .raw
            .find_one_and_delete(filter)
            .optional(call.hint(), action::FindOneAndDelete::hint)
            .optional(call.collation(), action::FindOneAndDelete::collation)
            .optional(call.order(self.sort.as_ref()), action::FindOneAndDelete::sort)
            .comment(bson::Bson::from(call.name.as_str()));
        let deleted = call.run(&self.collection.route, |mut lease, remaining| async move {
            let result = delete.max_time(remaining).session(lease.session()).await;
            (lease, result)
        });
        let (found, _) = deleted.await?;
        found.map(|found| image::read(&found, &call)).transpose()
    }
}

transactional! { [D: Document] FindOneAndDelete<D> => Option<D> }

impl<D: Document> FindOneAndDelete<D> {
    within!();
}

impl<D: Document> IntoFuture for FindOneAndDelete<D> {
    type Output = Result<Option<D>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
