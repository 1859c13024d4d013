//! Inserts documents, in as few commands as the server takes.

use std::{fmt, future::IntoFuture, ops::Range, pin::Pin};

use bson::RawDocumentBuf;
use mongodb::error::{ErrorKind, InsertManyError};

use super::{
    Collection,
    driver_error::driver_error,
    executor::{Call, Effect},
    settings::{Settings, settings},
    write_error::item_failure,
};
use crate::{
    document::{self, Document},
    error::{BulkStatus, Error, ItemFailure, ItemStatus, Kind, Outcome},
    operation::Verb,
};

/// The largest number of documents that the server takes in one command.
const MAX_DOCUMENTS: usize = 100_000;

/// The largest sum of document sizes in one command: the server's limit of a message, less room for the command itself.
const MAX_BYTES: usize = 48_000_000 - (64 << 10);

/// An insert of several documents. Await it.
///
/// The documents are inserted in order, and the first that is refused ends it; [`unordered`](Self::unordered) tries all of
/// them. The deadline is for all commands together.
///
/// # Errors
///
/// - `Encode` or `DocumentTooLarge` with `NotSent`: a value of one document; its place is
///   [`Error::input_index`]. Nothing was sent, of any document.
/// - `BulkPartialFailure` with `PartialBulkWrite`: some are stored. [`Error::bulk`] has the status of each.
/// - The kind of the failure with `NoWritePerformed` or `WriteResultUnknown`, when none is known to be stored. Also with
///   [`Error::bulk`], once something was sent.
#[must_use = "an operation does nothing until it is awaited"]
pub struct InsertMany<D> {
    collection: Collection<D>,
    documents: Result<Vec<RawDocumentBuf>, Box<Error>>,
    is_ordered: bool,
    settings: Settings,
}

/// What an insert of several documents did: all of them are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InsertManyResult {
    n_inserted: usize,
}

impl InsertManyResult {
    /// How many documents were stored: as many as were given.
    #[must_use]
    pub fn inserted(self) -> usize {
        self.n_inserted
    }
}

impl<D: Document> InsertMany<D> {
    pub(crate) fn new<'d>(
        collection: Collection<D>,
        documents: impl IntoIterator<Item = &'d D>,
    ) -> Self {
        let encode = |(index, document): (usize, &D)| {
            document::to_raw(document).map_err(|error| Box::new(Error::from(error).at_input(index)))
        };
        let documents = documents.into_iter().enumerate().map(encode).collect();
        Self { collection, documents, is_ordered: true, settings: Settings::default() }
    }

    settings!();

    /// Goes on after a document that is refused, so that one bad document does not keep the others out.
    pub fn unordered(mut self) -> Self {
        self.is_ordered = false;
        self
    }

    async fn run(self) -> Result<InsertManyResult, Error> {
        let call = self.collection.call(Verb::InsertMany, Effect::Write, self.settings);
        let mut documents = self.documents.map_err(|error| call.finish(*error, 0))?;
        if documents.is_empty() {
            return Err(call.finish(Error::rejected("there are no documents to insert"), 0));
        }
        let mut report = Report::new(documents.len());
        for chunk in chunks(&documents) {
            // Each document is given back to the allocator as soon as the driver has its copy.
            let part = documents.drain(..chunk.len());
            let sent = send(&self.collection, &call, part, self.is_ordered).await;
            let must_stop = report.add(chunk, sent, self.is_ordered, &call);
            if must_stop {
                break;
            }
        }
        report.result()
    }
}

async fn send<D: Document>(
    collection: &Collection<D>,
    call: &Call,
    documents: impl Iterator<Item = RawDocumentBuf>,
    is_ordered: bool,
) -> Result<(), Error> {
    let insert = collection.raw.insert_many(documents).ordered(is_ordered);
    let inserted = call.run(collection.link(), |mut lease, _| async move {
        let result =
            insert.session(lease.session()).comment(bson::Bson::from(call.name.as_str())).await;
        (lease, result.map(drop))
    });
    inserted.await.map(|((), _)| ())
}

/// The parts of the input that one command can carry, in order.
fn chunks(documents: &[RawDocumentBuf]) -> Vec<Range<usize>> {
    let (mut chunks, mut start, mut n_bytes) = (Vec::new(), 0, 0);
    for (index, document) in documents.iter().enumerate() {
        let len = document.as_bytes().len();
        if index > start && (index - start == MAX_DOCUMENTS || n_bytes + len > MAX_BYTES) {
            chunks.push(start..index);
            (start, n_bytes) = (index, 0);
        }
        n_bytes += len;
    }
    chunks.push(start..documents.len());
    chunks
}

/// What became of each document so far. While all goes well it is a number.
struct Report {
    n_documents: usize,
    n_inserted: usize,
    items: Vec<ItemStatus>,
    last: Option<Error>,
}

impl Report {
    fn new(n_documents: usize) -> Self {
        Self { n_documents, n_inserted: 0, items: Vec::new(), last: None }
    }

    /// Notes the answer for one chunk, and says whether to stop there.
    fn add(
        &mut self,
        chunk: Range<usize>,
        sent: Result<(), Error>,
        is_ordered: bool,
        call: &Call,
    ) -> bool {
        let Err(error) = sent else {
            self.n_inserted = chunk.end;
            if let Some(items) = self.items.get_mut(chunk) {
                items.fill(ItemStatus::Inserted);
            }
            return false;
        };
        if self.items.is_empty() {
            self.items.resize(self.n_inserted, ItemStatus::Inserted);
            self.items.resize(self.n_documents, ItemStatus::NotAttempted);
        }
        let items = &mut self.items[chunk];
        let must_stop = match driver_error(&error).map(|driver| &*driver.kind) {
            Some(ErrorKind::InsertMany(many)) => {
                note_items(items, many, is_ordered, call);
                is_ordered
            }
            _ => {
                items.fill(status_of_all(&error));
                true
            }
        };
        self.last = Some(error);
        must_stop
    }

    fn result(self) -> Result<InsertManyResult, Error> {
        let n_inserted = self.n_documents;
        let Some(last) = self.last else { return Ok(InsertManyResult { n_inserted }) };
        let bulk = BulkStatus::new(self.items);
        if bulk.n_not_attempted() == n_inserted {
            return Err(last);
        }
        let (kind, outcome) = overall(&bulk, &last);
        Err(last.with_bulk(kind, outcome, bulk))
    }
}

/// The status of each document in the answer of the server.
fn note_items(items: &mut [ItemStatus], many: &InsertManyError, is_ordered: bool, call: &Call) {
    // With an unmet write concern, what was not refused is on the primary, and not proven to last.
    let done = match many.write_concern_error {
        Some(_) => ItemStatus::Unknown,
        None => ItemStatus::Inserted,
    };
    let refused = many.write_errors.as_deref().unwrap_or_default();
    let n_attempted = match refused.first() {
        Some(first) if is_ordered => first.index.min(items.len()),
        _ => items.len(),
    };
    items[..n_attempted].fill(done);
    for error in refused {
        if let Some(item) = items.get_mut(error.index) {
            *item = ItemStatus::Failed(item_failure(error, call.declaration));
        }
    }
}

/// The status of each document of a command that failed as a whole.
fn status_of_all(error: &Error) -> ItemStatus {
    match error.outcome() {
        Some(Outcome::NotSent) => ItemStatus::NotAttempted,
        Some(Outcome::NoWritePerformed) => ItemStatus::Failed(ItemFailure {
            kind: error.kind(),
            code: error.code().unwrap_or_default(),
            duplicate: None,
        }),
        _ => ItemStatus::Unknown,
    }
}

fn overall(bulk: &BulkStatus, last: &Error) -> (Kind, Outcome) {
    let mut kinds = bulk.items().iter().filter_map(|item| match item {
        ItemStatus::Failed(failure) => Some(failure.kind),
        _ => None,
    });
    let first = kinds.next();
    let of_one_kind = first.filter(|first| kinds.all(|kind| kind == *first));
    match (bulk.n_inserted(), bulk.n_unknown()) {
        (0, 0) => (of_one_kind.unwrap_or(Kind::BulkPartialFailure), Outcome::NoWritePerformed),
        (0, _) if bulk.n_failed() == 0 => (last.kind(), Outcome::WriteResultUnknown),
        (0, _) => (Kind::BulkPartialFailure, Outcome::WriteResultUnknown),
        _ => (Kind::BulkPartialFailure, Outcome::PartialBulkWrite),
    }
}

impl<D: Document> IntoFuture for InsertMany<D> {
    type Output = Result<InsertManyResult, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D> fmt::Debug for InsertMany<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InsertMany({:?})", self.collection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(sizes: &[usize]) -> Vec<RawDocumentBuf> {
        let of_size = |size: &usize| {
            let document = bson::doc! { "_": "x".repeat(size - 14) };
            RawDocumentBuf::try_from(&document).expect("encodable")
        };
        sizes.iter().map(of_size).collect()
    }

    #[test]
    fn a_chunk_ends_before_the_document_that_would_be_too_much() {
        let third = MAX_BYTES / 3;
        assert_eq!(chunks(&documents(&[third, third, third, 100])), [0..3, 3..4]);
        assert_eq!(chunks(&documents(&[100, MAX_BYTES])), [0..1, 1..2]);
        assert_eq!(
            chunks(&vec![RawDocumentBuf::new(); MAX_DOCUMENTS + 1]),
            [0..MAX_DOCUMENTS, MAX_DOCUMENTS..MAX_DOCUMENTS + 1]
        );
    }
}
