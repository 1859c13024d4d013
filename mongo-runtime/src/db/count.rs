//! Counts documents, and asks whether there is one.

use std::{future::IntoFuture, marker::PhantomData, pin::Pin};

use bson::Document as BsonDocument;
use mongodb::action::{Action, CountDocuments};

use super::{
    consistency::{PrimaryMajority, Reads, Writes},
    executor::{Call, Effect},
    find::{self, FindCommand},
    find_one::first,
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

/// A count of the documents that match. Await it for a number.
///
/// # Errors
///
/// `OperationRejected` for a filter with `near`, which the server can't count; `Encode` for an operand that its field can't
/// hold; `Connection`, `ServerSelection`, `Timeout` as with all reads.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct Count<D, P = PrimaryMajority> {
    pub(super) collection: Handle<D>,
    filter: Filter<D>,
    settings: Settings,
    profile: PhantomData<fn() -> P>,
}

impl<D: Document, P: Reads> Count<D, P> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D>) -> Self {
        let (settings, filter) = Settings::of(filter);
        Self { collection, filter, settings, profile: PhantomData }
    }

    settings!();

    pub(super) fn call(&self) -> Call {
        self.collection.call(Verb::Count, Effect::Read, self.settings)
    }

    /// The filter, if documents that meet it can be counted.
    pub(super) fn rendered(&self, call: &Call) -> Result<BsonDocument, Error> {
        if self.filter.has_near() {
            return Err(call.finish(
                Error::rejected("`near` can't be counted: find the documents instead"),
                0,
            ));
        }
        guard::rendered(&self.filter, call)
    }

    async fn run(self) -> Result<P::Read<u64>, Error> {
        let call = self.call();
        let filter = self.rendered(&call)?;
        let count = self
            .collection
            .raw
            .count_documents(filter)
            .optional(call.hint(), CountDocuments::hint)
            .optional(call.collation(), CountDocuments::collation)
            .comment(bson::Bson::from(call.name.as_str()));
        let counted = call.run(&self.collection.route, |mut lease, remaining| async move {
            let result = count.max_time(remaining).session(lease.session()).await;
            (lease, result)
        });
        counted.await.map(|(n_documents, _)| P::mark(n_documents))
    }
}

transactional! { [D: Document, P: Reads] Count<D, P> => P::Read<u64> }

impl<D: Document, P: Reads> Count<D, P> {
    within!(where P: Writes);
}

impl<D: Document, P: Reads> IntoFuture for Count<D, P> {
    type Output = Result<P::Read<u64>, Error>;
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
pub struct Exists<D, P = PrimaryMajority> {
    pub(super) collection: Handle<D>,
    filter: Filter<D>,
    settings: Settings,
    profile: PhantomData<fn() -> P>,
}

impl<D: Document, P: Reads> Exists<D, P> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D>) -> Self {
        let (settings, filter) = Settings::of(filter);
        Self { collection, filter, settings, profile: PhantomData }
    }

    settings!();

    pub(super) fn call(&self) -> Call {
        self.collection.call(Verb::Exists, Effect::Read, self.settings)
    }

    /// The command, if it may be sent.
    pub(super) fn command(&self, call: &Call) -> Result<FindCommand, Error> {
        Ok(id_and_version_of::<D>(call, guard::rendered(&self.filter, call)?))
    }

    async fn run(self) -> Result<P::Read<bool>, Error> {
        let call = self.call();
        let command = self.command(&call)?;
        let fetched = find::send(&self.collection, &call, command).await?;
        first(fetched, &call, |_| Ok(())).map(|found| P::mark(found.is_some()))
    }
}

transactional! { [D: Document, P: Reads] Exists<D, P> => P::Read<bool> }

impl<D: Document, P: Reads> Exists<D, P> {
    within!(where P: Writes);
}

impl<D: Document, P: Reads> IntoFuture for Exists<D, P> {
    type Output = Result<P::Read<bool>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// Whether a document matches a rendered filter. Its `_id` is all that travels.
pub(crate) async fn exists<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    filter: BsonDocument,
) -> Result<bool, Error> {
    id_and_version(collection, call, filter).await.map(|found| found.is_some())
}

/// The `_id` and the schema version of a document that matches a rendered filter.
pub(crate) async fn id_and_version<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    filter: BsonDocument,
) -> Result<Option<Vec<u8>>, Error> {
    let command = id_and_version_of::<D>(call, filter);
    let fetched = find::send(collection, call, command).await?;
    first(fetched, call, |bytes| Ok(bytes.to_vec()))
}

fn id_and_version_of<D: Document>(call: &Call, filter: BsonDocument) -> FindCommand {
    FindCommand::first(filter).only_id::<D>().found_by(call)
}
