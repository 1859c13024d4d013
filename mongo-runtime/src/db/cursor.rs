//! The typed results of a find, decoded straight out of the server's replies.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use futures_core::Stream;
use mongodb::raw_batch_cursor::{RawBatch, SessionRawBatchCursor};

use super::{
    batch::{Batch, Malformed},
    executor::{Call, Effect},
    find::Read,
    link::Link,
    route::Route,
    sessions::Lease,
};
use crate::error::{Detail, Error, Kind};

/// What a cursor does after a document that can't be read as the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BadDocument {
    /// It gives the error and ends.
    #[default]
    Stop,
    /// It gives the error and goes on with the next document.
    Continue,
}

/// The results of a find, one document at a time, or the parts of it that the find reads.
///
/// A failure is given once and is followed by `None`; so `None` after an error does not mean that all was read. The error
/// says how many documents came before it ([`Error::delivered`]).
///
/// The deadline of the find is a budget for waiting: opening and all batches together. Time between two calls of
/// [`next`](Self::next) does not count; a cursor that is left alone for ten minutes is closed by the server.
///
/// A cursor that is dropped before its end is closed on the server by the next operation of the store.
pub struct Cursor<T> {
    call: Call,
    route: Route,
    batch: Option<Batch>,
    source: Source,
    budget: Duration,
    n_left: u64,
    n_delivered: u64,
    bad_document: BadDocument,
    read: Read<T>,
}

/// Where the next batch comes from.
enum Source {
    Open(Box<Open>),
    Fetching(Fetching),
    Done,
}

type Fetching = Pin<Box<dyn Future<Output = Result<Fetched, Error>> + Send>>;

/// A batch, what is left to read on from, and how long it took.
pub(crate) struct Fetched {
    pub(crate) batch: Option<RawBatch>,
    pub(crate) open: Open,
    pub(crate) took: Duration,
}

/// A driver cursor with its session. Dropped before its end, it is kept for the next call to close.
pub(crate) struct Open {
    cursor: Option<SessionRawBatchCursor>,
    lease: Option<Lease>,
    link: Arc<Link>,
}

impl Open {
    pub(crate) fn new(cursor: SessionRawBatchCursor, link: Arc<Link>) -> Self {
        Self { cursor: Some(cursor), lease: None, link }
    }

    /// The next batch. The first one came with the reply that opened the cursor.
    pub(crate) async fn next(
        &mut self,
        lease: &mut Lease,
    ) -> Result<Option<RawBatch>, mongodb::error::Error> {
        let Some(cursor) = &mut self.cursor else { return Ok(None) };
        let mut stream = cursor.stream(lease.session());
        let batch =
            poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await.transpose()?;
        drop(stream);
        if batch.is_none() {
            self.cursor = None;
        }
        Ok(batch)
    }

    pub(crate) fn keep(&mut self, lease: Lease) {
        self.lease = Some(lease);
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(cursor) = self.cursor.take() {
            self.link.abandon(cursor);
        }
    }
}

impl<T> Cursor<T> {
    pub(crate) fn new(
        call: Call,
        route: Route,
        fetched: Fetched,
        limit: u32,
        read: Read<T>,
        bad_document: BadDocument,
    ) -> Self {
        let mut cursor = Self {
            call: Call { effect: Effect::ReadOn, ..call },
            route,
            batch: None,
            source: Source::Done,
            budget: call.deadline,
            n_left: limit.into(),
            n_delivered: 0,
            bad_document,
            read,
        };
        cursor.take(fetched);
        cursor
    }

    /// The next document, or why there is none. `None` at the end, and after a failure.
    ///
    /// # Errors
    ///
    /// `Decode` or `SchemaVersionUnsupported` for a document that can't be read, with its path and, behind
    /// [`Error::document_id`], its `_id`. `Cursor` when the rest can't be fetched, `Timeout` when the time ran out: what came
    /// before is not the whole result.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        poll_fn(|context| self.poll(context)).await
    }

    /// All documents that are left. The first failure ends it, a document that can't be read too.
    ///
    /// # Errors
    ///
    /// As [`next`](Self::next).
    pub async fn collect(mut self) -> Result<Vec<T>, Error> {
        let mut documents = Vec::new();
        while let Some(document) = self.next().await {
            documents.push(document?);
        }
        Ok(documents)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        loop {
            if let Some(document) = self.decode_next() {
                return Poll::Ready(Some(document));
            }
            match ready!(self.poll_batch(context)) {
                Ok(true) => {}
                Ok(false) => return Poll::Ready(None),
                Err(error) => return Poll::Ready(Some(Err(self.fail(error)))),
            }
        }
    }

    /// The next document of the batch at hand.
    fn decode_next(&mut self) -> Option<Result<T, Error>> {
        let decoded = match self.batch.as_mut()?.next()? {
            Ok(bytes) => (self.read)(bytes).map_err(Error::from),
            Err(Malformed) => return Some(Err(self.malformed())),
        };
        self.n_left = self.n_left.saturating_sub(1);
        Some(match decoded {
            Ok(document) => {
                self.n_delivered += 1;
                Ok(document)
            }
            Err(error) => {
                let error = self.call.finish(error, 0).with_delivered(self.n_delivered);
                if self.bad_document == BadDocument::Stop {
                    self.end();
                }
                Err(error)
            }
        })
    }

    /// Fetches a batch; `false` when there is none.
    fn poll_batch(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, Error>> {
        if matches!(self.source, Source::Open(_)) {
            self.start_fetch();
        }
        let Source::Fetching(fetching) = &mut self.source else {
            self.batch = None;
            return Poll::Ready(Ok(false));
        };
        let fetched = ready!(fetching.as_mut().poll(context));
        self.source = Source::Done;
        Poll::Ready(fetched.and_then(|fetched| {
            let has_more = fetched.batch.is_some();
            self.take(fetched);
            // A reply that can't be read has ended the cursor.
            if has_more && self.batch.is_none() { Err(self.malformed()) } else { Ok(has_more) }
        }))
    }

    fn start_fetch(&mut self) {
        let Source::Open(open) = std::mem::replace(&mut self.source, Source::Done) else { return };
        let call = Call { started: Instant::now(), deadline: self.budget, ..self.call };
        let route = self.route.clone();
        self.source = Source::Fetching(Box::pin(async move {
            let mut open = *open;
            let lease = open.lease.take();
            let fetch = call.run_in(&route, lease, |mut lease, _| async move {
                let batch = open.next(&mut lease).await;
                (lease, batch.map(|batch| (batch, open)))
            });
            let ((batch, mut open), lease) = fetch.await?;
            open.keep(lease);
            Ok(Fetched { batch, open, took: call.started.elapsed() })
        }));
    }

    /// Makes a fetched batch the current one.
    fn take(&mut self, fetched: Fetched) {
        self.budget = self.budget.saturating_sub(fetched.took);
        self.batch = fetched.batch.and_then(|batch| Batch::new(batch).ok());
        let is_at_end = self.batch.is_none() || fetched.open.cursor.is_none();
        self.source = if is_at_end { Source::Done } else { Source::Open(Box::new(fetched.open)) };
    }

    fn fail(&mut self, error: Error) -> Error {
        self.end();
        error.with_delivered(self.n_delivered)
    }

    fn malformed(&mut self) -> Error {
        self.end();
        let error =
            Error::new(Kind::Cursor, None, Detail::Text("the server's reply can't be read".into()));
        self.call.finish(error, 1).with_delivered(self.n_delivered)
    }

    fn end(&mut self) {
        self.batch = None;
        self.source = Source::Done;
    }
}

impl<T> Stream for Cursor<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll(context)
    }
}

impl<T> std::fmt::Debug for Cursor<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cursor({}, {} delivered)", self.call.name, self.n_delivered)
    }
}
