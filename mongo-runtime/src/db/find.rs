//! Finds documents.

mod command;

mod rows;

mod page;

mod slice;

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::Pin, sync::Arc};

use mongodb::raw_batch_cursor::{RawBatch, SessionRawBatchCursor};

use super::{
    BadDocument, Cursor,
    consistency::{PrimaryMajority, Reads, Writes},
    cursor::{Fetched, Open},
    executor::{Call, Effect},
    guard,
    handle::Handle,
    link::Link,
    sessions::Lease,
    settings::{Settings, settings},
    transaction::{self, InSession, Transactional, Tx, Within},
};
use crate::{
    codec::DecodeError,
    document::Document,
    error::Error,
    filter::{Filter, IntoFilter},
    operation::Verb,
    projection::{Projection, ProjectionTable},
    query::{AdHoc, FilterKind, MadeHere},
    sort::Sort,
};

pub(crate) use self::command::FindCommand;

pub use self::{page::FindPage, slice::FindSlice};

/// The state of a find that has no limit yet, and can't be run: write [`.limit(n)`](Find::limit) before `.await`.
#[derive(Debug, Clone, Copy)]
pub struct NeedsLimit;

/// The state of a find that has a limit.
#[derive(Debug, Clone, Copy)]
pub struct Limited(u32);

/// A find. Give it a [`limit`](Find::limit), then await it for a [`Cursor`] over `T`: the document, or a part of it.
///
/// A [registered query](crate::query::Query) brings its order, its index and its limits. A filter that is made where it is
/// called gets them there: [`sort`](Find::sort), [`hint`](Find::hint).
///
/// # Errors
///
/// `OperationRejected` for a limit of zero, over the store's `max_limit` or over the query's `max_results`, and for a hint that
/// is no declared index; `Encode` for an operand that its field can't hold; `Connection`, `ServerSelection`, `Timeout` when
/// the first batch can't be had. All further ones come out of the cursor.
#[must_use = "an operation does nothing until it is awaited"]
pub struct Find<D, L, K = AdHoc, T = D, P = PrimaryMajority> {
    pub(crate) collection: Handle<D>,
    filter: Filter<D>,
    sort: Option<Sort<D>>,
    hint: Option<&'static str>,
    projection: Option<&'static ProjectionTable>,
    batch_size: Option<u32>,
    bad_document: BadDocument,
    settings: Settings,
    read: Read<T>,
    limit: L,
    kind: PhantomData<fn() -> (K, P)>,
}

/// How a document of a reply is read.
pub(crate) type Read<T> = fn(&[u8]) -> Result<T, DecodeError>;

/// Reads what a filter gives, and marks it as the profile says.
pub(super) fn marked<D: Document, K: FilterKind<D>, P: Reads>(
    bytes: &[u8],
) -> Result<P::Read<K::Output>, DecodeError> {
    K::read(bytes).map(P::mark)
}

/// The same of a typed part of a document.
pub(super) fn marked_view<V: Projection + 'static, P: Reads>(
    bytes: &[u8],
) -> Result<P::Read<V>, DecodeError> {
    V::read(bytes).map(P::mark)
}

impl<D: Document, K: FilterKind<D>, P: Reads> Find<D, NeedsLimit, K, P::Read<K::Output>, P> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D, Kind = K>) -> Self {
        let (settings, filter) = Settings::of(filter);
        Self {
            collection,
            filter,
            sort: None,
            hint: None,
            projection: None,
            batch_size: None,
            bad_document: BadDocument::default(),
            settings,
            read: marked::<D, K, P>,
            limit: NeedsLimit,
            kind: PhantomData,
        }
    }
}

impl<D: Document, K, T, P: Reads> Find<D, NeedsLimit, K, T, P> {
    /// How many documents it gives at most. Without it a find does not run.
    pub fn limit(self, n_documents: u32) -> Find<D, Limited, K, T, P> {
        let read = self.read;
        self.with(Limited(n_documents), read)
    }
}

impl<D: Document, L: Copy, K, T, P: Reads> Find<D, L, K, T, P> {
    settings!();

    /// The order of the results. Without one the order is not defined.
    pub fn sort(mut self, sort: impl Into<Sort<D>>) -> Self
    where
        K: MadeHere,
    {
        self.sort = Some(sort.into());
        self
    }

    /// The name of the index that the server has to use, in place of its own choice. One that the type does not declare is
    /// refused.
    pub fn hint(mut self, index: &'static str) -> Self
    where
        K: MadeHere,
    {
        self.hint = Some(index);
        self
    }

    /// Gives a typed part of the document: no more than that is sent.
    pub fn project<V: Projection<Document = D> + 'static>(self) -> Find<D, L, K, P::Read<V>, P>
    where
        K: MadeHere,
    {
        let Self { limit, .. } = self;
        Find { projection: Some(V::TABLE), ..self.with(limit, marked_view::<V, P>) }
    }

    /// How many documents are fetched at once, in place of the query's or the store's setting.
    pub fn batch_size(mut self, n_documents: u32) -> Self {
        self.batch_size = Some(n_documents);
        self
    }

    /// What the cursor does after a document that can't be read.
    pub fn on_bad_document(mut self, policy: BadDocument) -> Self {
        self.bad_document = policy;
        self
    }

    /// Without the profile in its type: what it reads is marked already.
    fn of_any_profile(self) -> Find<D, L, K, T> {
        let Self { collection, filter, sort, hint, projection, batch_size, .. } = self;
        let Self { bad_document, settings, read, limit, .. } = self;
        Find {
            collection,
            filter,
            sort,
            hint,
            projection,
            batch_size,
            bad_document,
            settings,
            read,
            limit,
            kind: PhantomData,
        }
    }

    fn with<L2, T2>(self, limit: L2, read: Read<T2>) -> Find<D, L2, K, T2, P> {
        Find {
            collection: self.collection,
            filter: self.filter,
            sort: self.sort,
            hint: self.hint,
            projection: self.projection,
            batch_size: self.batch_size,
            bad_document: self.bad_document,
            settings: self.settings,
            read,
            limit,
            kind: PhantomData,
        }
    }
}

impl<D: Document, K, T, P> Find<D, Limited, K, T, P> {
    pub(super) fn call(&self) -> Call {
        self.collection.call(Verb::Find, Effect::Read, self.settings)
    }

    async fn run(self) -> Result<Cursor<T>, Error> {
        let call = self.call();
        let command = self.command(&call)?;
        let fetched = send(&self.collection, &call, command).await?;
        let (route, Limited(limit)) = (self.collection.route.clone(), self.limit);
        Ok(Cursor::new(call, route, fetched, limit, self.read, self.bad_document))
    }

    /// The command, if it may be sent.
    pub(super) fn command(&self, call: &Call) -> Result<FindCommand, Error> {
        let limit = self.checked_limit().map_err(|error| call.finish(error, 0))?;
        let filter = guard::rendered(&self.filter, call)?;
        if let Some(index) = self.hint {
            guard::refuse_unknown_hint::<D>(index).map_err(|error| call.finish(error, 0))?;
        }
        let of_query = self.settings.plan.and_then(|plan| plan.limits.batch_size);
        let batch_size = self.batch_size.or(of_query).unwrap_or(self.collection.shared.batch_size);
        let command = FindCommand {
            sort: self.sort.as_ref().map(Sort::render),
            hint: self.hint,
            projection: self.projection.map(ProjectionTable::render),
            limit: limit.into(),
            batch_size: batch_size.clamp(1, limit),
            ..FindCommand::first(filter)
        };
        Ok(command.planned(call))
    }

    /// The limit, within those of the store and of the query.
    fn checked_limit(&self) -> Result<u32, Error> {
        let Limited(limit) = self.limit;
        let max = self.collection.shared.max_limit;
        let of_query = self.settings.plan.and_then(|plan| plan.limits.max_results);
        let (max, whose) = match of_query {
            Some(of_query) if of_query <= max => (of_query, "the query's `max_results`"),
            _ => (max, "the store's `max_limit`"),
        };
        if limit == 0 || limit > max {
            return Err(Error::rejected(format!(
                "a find needs a limit of 1 to {max} ({whose}), found {limit}"
            )));
        }
        Ok(limit)
    }
}

impl<D: Document, K: 'static, T: 'static, P: Reads> IntoFuture for Find<D, Limited, K, T, P> {
    type Output = Result<Cursor<T>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D: Document, K: 'static, T: Send + 'static, P: Reads> Transactional
    for Find<D, Limited, K, T, P>
{
}

impl<D: Document, K: 'static, T: Send + 'static, P: Reads> transaction::Sealed
    for Find<D, Limited, K, T, P>
{
    type Done = Vec<T>;

    async fn run_in(mut self, session: InSession) -> Result<Vec<T>, Error> {
        self.collection = self.collection.within(session)?;
        self.run().await?.collect().await
    }
}

impl<D: Document, K, T, P: Reads> Find<D, Limited, K, T, P> {
    /// Runs it as a part of a transaction, in the body of [`Store::transaction`](super::Store::transaction): `.within(tx).await?` gives
    /// all documents, up to the limit, so that other operations of the transaction can run while they are looked at.
    pub fn within<'t>(self, tx: &'t mut Tx<'_>) -> Within<'t, Self>
    where
        P: Writes,
    {
        Within::new(self, tx)
    }
}

/// Sends a find, and gives its first batch.
pub(crate) async fn send<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    command: FindCommand,
) -> Result<Fetched, Error> {
    send_as(collection, call, command, call.name.as_str()).await
}

/// The same with another comment than the name of the call.
pub(crate) async fn send_as<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    command: FindCommand,
    comment: &str,
) -> Result<Fetched, Error> {
    let (route, link) = (&collection.route, collection.link());
    let find = command.action(&collection.raw).comment(comment);
    let opened = call.run(route, |mut lease, remaining| async move {
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

impl<D, L: fmt::Debug, K, T, P> fmt::Debug for Find<D, L, K, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Find")
            .field("collection", &self.collection)
            .field("filter", &self.filter)
            .field("sort", &self.sort)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
