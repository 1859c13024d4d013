//! Counts documents, and asks whether there is one.

use std::{future::IntoFuture, pin::Pin};

use mongodb::action::{Action, CountDocuments};

use super::{
    Collection,
    executor::{Call, Effect},
    find::{self, FindCommand},
    find_one::first,
    guard,
    settings::{Settings, settings},
};
use crate::{
    document::Document,
    error::Error,
    filter::{Filter, IntoFilter},
    operation::Verb,
};

/// A count of the documents that match. Await it for a number.
///
/// # Errors
///
/// `OperationRejected` for a filter with `near`, which the server can't count; `Encode` for an operand that its field can't
/// hold; `Connection`, `ServerSelection`, `Timeout` as with all reads.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct Count<D> {
    collection: Collection<D>,
    filter: Filter<D>,
    settings: Settings,
}

impl<D: Document> Count<D> {
    pub(crate) fn new(collection: Collection<D>, filter: impl IntoFilter<D>) -> Self {
        let settings = Settings::of(&filter);
        Self { collection, filter: filter.into_filter(), settings }
    }

    settings!();

    async fn run(self) -> Result<u64, Error> {
        let call = self.collection.call(Verb::Count, Effect::Read, self.settings);
        if self.filter.has_near() {
            return Err(call.finish(
                Error::rejected("`near` can't be counted: find the documents instead"),
                0,
            ));
        }
        let filter = self.filter.render().map_err(|refusal| call.finish(refusal.into(), 0))?;
        let count = self
            .collection
            .raw
            .count_documents(filter)
            .optional(call.hint(), CountDocuments::hint)
            .optional(call.collation(), CountDocuments::collation)
            .comment(bson::Bson::from(call.name.as_str()));
        let counted = call.run(self.collection.link(), |mut lease, remaining| async move {
            let result = count.max_time(remaining).session(lease.session()).await;
            (lease, result)
        });
        counted.await.map(|(n_documents, _)| n_documents)
    }
}

impl<D: Document> IntoFuture for Count<D> {
    type Output = Result<u64, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// The question whether a document matches. Await it for a `bool`.
///
/// # Errors
///
/// `Encode` for an operand that its field can't hold; `Connection`, `ServerSelection`, `Timeout` as with all reads.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct Exists<D> {
    collection: Collection<D>,
    filter: Filter<D>,
    settings: Settings,
}

impl<D: Document> Exists<D> {
    pub(crate) fn new(collection: Collection<D>, filter: impl IntoFilter<D>) -> Self {
        let settings = Settings::of(&filter);
        Self { collection, filter: filter.into_filter(), settings }
    }

    settings!();

    async fn run(self) -> Result<bool, Error> {
        let call = self.collection.call(Verb::Exists, Effect::Read, self.settings);
        let filter = guard::rendered(&self.filter, &call)?;
        exists(&self.collection, &call, filter).await
    }
}

impl<D: Document> IntoFuture for Exists<D> {
    type Output = Result<bool, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// Whether a document matches a rendered filter. Its `_id` is all that travels.
pub(crate) async fn exists<D: Document>(
    collection: &Collection<D>,
    call: &Call,
    filter: bson::Document,
) -> Result<bool, Error> {
    id_and_version(collection, call, filter).await.map(|found| found.is_some())
}

/// The `_id` and the schema version of a document that matches a rendered filter.
pub(crate) async fn id_and_version<D: Document>(
    collection: &Collection<D>,
    call: &Call,
    filter: bson::Document,
) -> Result<Option<Vec<u8>>, Error> {
    let command = FindCommand::first(filter).only_id::<D>().found_by(call.plan);
    let fetched = find::send(collection, call, command).await?;
    first(fetched, call, |bytes| Ok(bytes.to_vec()))
}
