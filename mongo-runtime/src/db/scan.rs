//! Reads a whole collection, batch by batch.

mod position;

use std::{
    fmt,
    time::{Duration, Instant},
};

use bson::{Bson, Document as BsonDocument, RawDocument, doc};

use super::{
    BadDocument,
    batch::{Batch, Malformed},
    executor::{Call, Effect},
    find::{self, FindCommand},
    handle::Handle,
    settings::{Settings, settings},
    transaction::{Transactional, Tx, Within},
};
use crate::{
    document::{self, Document},
    error::{Detail, Error, Kind},
    filter::Filter,
    operation::Verb,
};

pub use self::position::{ScanPosition, ScanPositionError};

/// A scan: every document of a type, in batches, in the order of `_id`. Call [`next_batch`](Self::next_batch) until it gives `None`.
///
/// ```no_run
/// # use mongo_runtime::{db::Collection, prelude::*};
/// # #[derive(Document)]
/// # #[mongo(collection = "orders")]
/// # struct Order {
/// #     #[mongo(id)]
/// #     id: ObjectId,
/// # }
/// # async fn scan(orders: Collection<Order>) -> Result<(), mongo_runtime::Error> {
/// let mut scan = orders.scan("count the orders without an invoice").batch_size(500).at_most(2_000);
/// while let Some(batch) = scan.next_batch().await? {
///     for order in &batch.documents {
///         // ..
///     }
///     // Whoever is to go on after a crash keeps this, and gives it to `resume_from`.
///     let _text = batch.position.to_string();
/// }
/// # Ok(())
/// # }
/// ```
///
/// Each batch is a command of its own, `{ _id: { $gt: last } }` sorted by `_id`, so no cursor stays open, and a scan can take days and
/// stop between any two batches. It sees each document once that is there from the start to the end. One that is inserted meanwhile is seen if
/// its `_id` is greater than those that were read.
///
/// It is about the documents of the type alone, in every schema version that is read, and those whose declared expiry is over are among
/// them. The `_id`s of a type are of one BSON type; the server compares no others with them.
#[must_use = "a scan does nothing until `next_batch` is awaited"]
pub struct Scan<D> {
    collection: Handle<D>,
    reason: &'static str,
    settings: Settings,
    batch_size: u32,
    bad_document: BadDocument,
    per_second: Option<u32>,
    last: Option<Bson>,
    /// When the next batch may be read.
    due: Option<Instant>,
    is_done: bool,
}

/// One batch of a scan.
#[derive(Debug)]
#[non_exhaustive]
pub struct ScanBatch<D> {
    /// Its documents, in the order of `_id`.
    pub documents: Vec<D>,
    /// Those that could not be read, with [`BadDocument::Continue`].
    pub unread: Vec<Error>,
    /// The place behind this batch.
    pub position: ScanPosition,
}

impl<D: Document> Scan<D> {
    pub(crate) fn new(collection: Handle<D>, reason: &'static str) -> Self {
        let batch_size = collection.shared.batch_size;
        Self {
            collection,
            reason,
            settings: Settings::default(),
            batch_size,
            bad_document: BadDocument::default(),
            per_second: None,
            last: None,
            due: None,
            is_done: false,
        }
    }

    settings!();

    /// Does not compile, and says why: a scan takes longer than the server lets a transaction be.
    #[doc(hidden)]
    pub fn within<'t>(self, tx: &'t mut Tx<'_>) -> Within<'t, Self>
    where
        Self: Transactional,
    {
        Within::new(self, tx)
    }

    /// How many documents a batch has at most, in place of the store's setting. It has fewer when they are large.
    pub fn batch_size(mut self, n_documents: u32) -> Self {
        self.batch_size = n_documents;
        self
    }

    /// Reads at most so many documents a second: each batch waits until those before it are paid for.
    pub fn at_most(mut self, documents_per_second: u32) -> Self {
        self.per_second = Some(documents_per_second);
        self
    }

    /// What becomes of a batch with a document that can't be read: by default it is an error, and the same batch comes again; with
    /// [`BadDocument::Continue`] the document is among [`unread`](ScanBatch::unread).
    pub fn on_bad_document(mut self, policy: BadDocument) -> Self {
        self.bad_document = policy;
        self
    }

    /// Goes on behind a place that another scan of the same collection has told.
    ///
    /// # Errors
    ///
    /// The place is in another collection.
    pub fn resume_from(mut self, position: &ScanPosition) -> Result<Self, ScanPositionError> {
        self.last = Some(position.in_collection(D::DECLARATION.collection)?.clone());
        Ok(self)
    }

    /// The place behind the last batch; none before the first.
    #[must_use]
    pub fn position(&self) -> Option<ScanPosition> {
        let last = self.last.clone()?;
        Some(ScanPosition::new(D::DECLARATION.collection, last))
    }

    /// The next batch; `None` behind the last one. One round trip.
    ///
    /// # Errors
    ///
    /// `OperationRejected` for a scan without a reason, and for a batch size or a rate of zero; `Decode` for a document that
    /// can't be read; `Connection`, `ServerSelection`, `Timeout` as with all reads. The scan stays where it was: call again, or keep its
    /// [`position`](Self::position).
    pub async fn next_batch(&mut self) -> Result<Option<ScanBatch<D>>, Error> {
        if self.is_done {
            return Ok(None);
        }
        self.wait().await;
        let call = self.collection.call(Verb::Scan, Effect::Read, self.settings);
        let command = self.command(&call)?;
        let comment = format!("{}: {}", call.name, self.reason);
        let fetched = find::send_as(&self.collection, &call, command, &comment).await?;
        let Some(reply) = fetched.batch else { return Ok(self.end()) };
        let unreadable = |Malformed| {
            let text = Detail::Text("the server's answer can't be read".into());
            call.finish(Error::new(Kind::Connection, None, text), 1)
        };
        let mut batch = Batch::new(reply).map_err(unreadable)?;
        let (mut documents, mut unread, mut last) = (Vec::new(), Vec::new(), None);
        while let Some(bytes) = batch.next() {
            let bytes = bytes.map_err(unreadable)?;
            last = Some(id_of(bytes).ok_or(Malformed).map_err(unreadable)?);
            match document::from_slice::<D>(bytes).map_err(|error| call.finish(error.into(), 1)) {
                Ok(document) => documents.push(document),
                Err(error) if self.bad_document == BadDocument::Continue => unread.push(error),
                Err(error) => return Err(error),
            }
        }
        // A batch of large documents ends before it is full, so only an empty one is the end.
        let Some(last) = last else { return Ok(self.end()) };
        self.pay(documents.len() + unread.len());
        self.last = Some(last.clone());
        let position = ScanPosition::new(D::DECLARATION.collection, last);
        Ok(Some(ScanBatch { documents, unread, position }))
    }

    fn command(&self, call: &Call) -> Result<FindCommand, Error> {
        let refuse = |text: &'static str| Err(call.finish(Error::rejected(text), 0));
        if self.reason.trim().is_empty() {
            return refuse(
                "a scan reads the whole collection: give it the reason, which the server's log shows",
            );
        }
        if self.batch_size == 0 || self.per_second == Some(0) {
            return refuse("a scan with a batch size or a rate of zero reads nothing");
        }
        let all = Filter::<D>::all_of([] as [Filter<D>; 0]);
        let mut filter = all.render().map_err(|refusal| call.finish(refusal.into(), 0))?;
        if let Some(last) = &self.last {
            filter.insert("_id", doc! { "$gt": last.clone() });
        }
        let sort: BsonDocument = doc! { "_id": 1 };
        let limit = -i64::from(self.batch_size);
        Ok(FindCommand { sort: Some(sort), limit, ..FindCommand::first(filter) })
    }

    async fn wait(&mut self) {
        if let Some(due) = self.due {
            tokio::time::sleep_until(due.into()).await;
        }
    }

    /// Puts the next batch off by the time that this one is worth.
    fn pay(&mut self, n_documents: usize) {
        let Some(per_second) = self.per_second else { return };
        let n_documents = u32::try_from(n_documents).unwrap_or(u32::MAX);
        let worth = Duration::from_secs(n_documents.into()) / per_second.max(1);
        let now = Instant::now();
        self.due = self.due.map_or(now, |due| due.max(now)).checked_add(worth);
    }

    fn end(&mut self) -> Option<ScanBatch<D>> {
        self.is_done = true;
        None
    }
}

fn id_of(bytes: &[u8]) -> Option<Bson> {
    let id = RawDocument::from_bytes(bytes).ok()?.get("_id").ok()??;
    Bson::try_from(id).ok()
}

impl<D> fmt::Debug for Scan<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("collection", &self.collection)
            .field("reason", &self.reason)
            .field("batch_size", &self.batch_size)
            .finish_non_exhaustive()
    }
}
