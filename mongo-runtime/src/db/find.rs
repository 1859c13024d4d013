//! Finds documents.

mod command;

use std::{future::IntoFuture, pin::Pin, sync::Arc};

use bson::Document as BsonDocument;
use mongodb::raw_batch_cursor::{RawBatch, SessionRawBatchCursor};

use super::{
    BadDocument, Collection, Cursor,
    cursor::{Fetched, Open},
    executor::{Call, Effect},
    guard,
    link::Link,
    sessions::Lease,
    settings::{Settings, settings},
};
use crate::{
    document::Document,
    error::Error,
    filter::{Filter, IntoFilter},
    operation::Verb,
    sort::Sort,
};

pub(crate) use self::command::FindCommand;

/// The state of a find that has no limit yet, and can't be run: write [`.limit(n)`](Find::limit) before `.await`.
#[derive(Debug, Clone, Copy)]
pub struct NeedsLimit;

/// The state of a find that has a limit.
#[derive(Debug, Clone, Copy)]
pub struct Limited(u32);

/// A find. Give it a [`limit`](Find::limit), then await it for a [`Cursor`].
///
/// # Errors
///
/// `OperationRejected` for a limit of zero or over the store's `max_limit`; `Encode` for an operand that its field can't hold;
/// `Connection`, `ServerSelection`, `Timeout` when the first batch can't be had. All further ones come out of the cursor.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct Find<D, L> {
    collection: Collection<D>,
    filter: Filter<D>,
    sort: Option<Sort<D>>,
    batch_size: Option<u32>,
    bad_document: BadDocument,
    settings: Settings,
    limit: L,
}

impl<D: Document> Find<D, NeedsLimit> {
    pub(crate) fn new(collection: Collection<D>, filter: impl IntoFilter<D>) -> Self {
        let settings = Settings { own: filter.operation_name(), ..Settings::default() };
        Self {
            collection,
            filter: filter.into_filter(),
            sort: None,
            batch_size: None,
            bad_document: BadDocument::default(),
            settings,
            limit: NeedsLimit,
        }
    }

    /// How many documents it gives at most. Without it a find does not run.
    pub fn limit(self, n_documents: u32) -> Find<D, Limited> {
        let Self { collection, filter, sort, batch_size, bad_document, settings, limit: _ } = self;
        Find {
            collection,
            filter,
            sort,
            batch_size,
            bad_document,
            settings,
            limit: Limited(n_documents),
        }
    }
}

impl<D: Document, L> Find<D, L> {
    settings!();

    /// The order of the results. Without one the order is not defined.
    pub fn sort(mut self, sort: impl Into<Sort<D>>) -> Self {
        self.sort = Some(sort.into());
        self
    }

    /// How many documents are fetched at once, in place of the store's setting.
    pub fn batch_size(mut self, n_documents: u32) -> Self {
        self.batch_size = Some(n_documents);
        self
    }

    /// What the cursor does after a document that can't be read.
    pub fn on_bad_document(mut self, policy: BadDocument) -> Self {
        self.bad_document = policy;
        self
    }
}

impl<D: Document> Find<D, Limited> {
    fn call(&self) -> Call {
        self.collection.call(Verb::Find, Effect::Read, self.settings)
    }

    /// The command, if it may be sent.
    fn command(self, call: &Call) -> Result<FindCommand, Error> {
        let Limited(limit) = self.limit;
        let max = self.collection.shared.max_limit;
        if limit == 0 || limit > max {
            let text = format!(
                "a find needs a limit of 1 to {max} (the store's `max_limit`), found {limit}"
            );
            return Err(call.finish(Error::rejected(text), 0));
        }
        let batch_size =
            self.batch_size.unwrap_or(self.collection.shared.batch_size).clamp(1, limit);
        let command = FindCommand::first(rendered(&self.filter, call)?);
        let sort = self.sort.map(|sort| sort.render());
        Ok(FindCommand { sort, limit: limit.into(), batch_size, ..command })
    }

    async fn run(self) -> Result<Cursor<D>, Error> {
        let call = self.call();
        let (collection, bad_document) = (self.collection.clone(), self.bad_document);
        let Limited(limit) = self.limit;
        let command = self.command(&call)?;
        let fetched = send(&collection, &call, command).await?;
        Ok(Cursor::new(call, collection.link().clone(), fetched, limit, bad_document))
    }
}

impl<D: Document> IntoFuture for Find<D, Limited> {
    type Output = Result<Cursor<D>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// The filter of a read, if the server can be asked it.
pub(crate) fn rendered<D: Document>(
    filter: &Filter<D>,
    call: &Call,
) -> Result<BsonDocument, Error> {
    guard::refuse_unserved_near(filter).map_err(|error| call.finish(error, 0))?;
    filter.render().map_err(|refusal| call.finish(refusal.into(), 0))
}

/// Sends a find, and gives its first batch.
pub(crate) async fn send<D: Document>(
    collection: &Collection<D>,
    call: &Call,
    command: FindCommand,
) -> Result<Fetched, Error> {
    let link = collection.link();
    let find = command.action(&collection.raw).comment(call.name.as_str());
    let opened = call.run(link, |mut lease, remaining| async move {
        let opened = find.max_time(remaining).session(lease.session()).batch().await;
        match opened {
            Ok(cursor) => first_batch(cursor, lease, link.clone()).await,
            Err(error) => (lease, Err(error)),
        }
    });
    let ((batch, mut open), lease) = opened.await?;
    open.keep(lease);
    Ok(Fetched { batch, open, took: call.started.elapsed() })
}

type First = (Lease, Result<(Option<RawBatch>, Open), mongodb::error::Error>);

/// Takes the batch that came with the reply; no I/O.
async fn first_batch(cursor: SessionRawBatchCursor, mut lease: Lease, link: Arc<Link>) -> First {
    let mut open = Open::new(cursor, link);
    let batch = open.next(&mut lease).await;
    (lease, batch.map(|batch| (batch, open)))
}
