//! Inserts documents, in as few commands as the server takes.

use std::{fmt, future::IntoFuture, ops::Range, pin::Pin};

use bson::RawDocumentBuf;

use super::{
    executor::{Call, Effect},
    handle::Handle,
    insert_batch::{self, chunks},
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    codec::EncodeError,
    document::{self, Document},
    error::{BulkStatus, Error, ItemFailure, ItemStatus, Kind, Outcome},
    operation::Verb,
};

/// An insert of several documents. Await it.
///
/// The documents are inserted in order, and the first that is refused ends it; [`unordered`](Self::unordered) tries all of
/// them. The deadline is for all commands together.
///
/// # Errors
///
/// - `Encode` or `DocumentTooLarge` with `NotSent`: a value of one document; its place is
///   [`Error::input_index`]. Nothing was sent, of any document. An [`unordered`](Self::unordered) insert sends the others,
///   and the document is a failed one in [`Error::bulk`].
/// - `BulkPartialFailure` with `PartialBulkWrite`: some are stored. [`Error::bulk`] has the status of each.
/// - The kind of the failure with `NoWritePerformed` or `WriteResultUnknown`, when none is known to be stored. Also with
///   [`Error::bulk`], once something was sent.
#[must_use = "an operation does nothing until it is awaited"]
pub struct InsertMany<D> {
    collection: Handle<D>,
    documents: Vec<RawDocumentBuf>,
    unencodable: Vec<Unencodable>,
    is_ordered: bool,
    settings: Settings,
}

/// A document that can't be stored, by its place in the input.
struct Unencodable {
    index: usize,
    error: EncodeError,
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
        collection: Handle<D>,
        documents: impl IntoIterator<Item = &'d D>,
    ) -> Self {
        let given = documents.into_iter();
        let mut documents = Vec::with_capacity(given.size_hint().0);
        let mut unencodable = Vec::new();
        for (index, document) in given.enumerate() {
            match document::to_raw(document) {
                Ok(raw) => documents.push(raw),
                Err(error) => unencodable.push(Unencodable { index, error }),
            }
        }
        Self { collection, documents, unencodable, is_ordered: true, settings: Settings::default() }
    }

    settings!();

    /// Goes on after a document that is refused, so that one bad document does not keep the others out: neither one that the
    /// server refuses nor one that can't be encoded.
    pub fn unordered(mut self) -> Self {
        self.is_ordered = false;
        self
    }

    async fn run(self) -> Result<InsertManyResult, Error> {
        let call = self.collection.call(Verb::InsertMany, Effect::Write, self.settings);
        let (mut documents, unencodable) = (self.documents, self.unencodable);
        match unencodable.first() {
            Some(first) if self.is_ordered => {
                let error = Error::from(first.error.clone()).at_input(first.index);
                return Err(call.finish(error, 0));
            }
            None if documents.is_empty() => {
                return Err(call.finish(Error::rejected("there are no documents to insert"), 0));
            }
            _ => {}
        }
        let mut report = Report::new(documents.len());
        for chunk in chunks(&documents) {
            // Each document is given back to the allocator as soon as the driver has its copy.
            let part = documents.drain(..chunk.len());
            let (raw, route) = (&self.collection.raw, &self.collection.route);
            let sent = insert_batch::send(raw, route, &call, part, self.is_ordered).await;
            let must_stop = report.add(chunk, sent, self.is_ordered, &call);
            if must_stop {
                break;
            }
        }
        report.result(unencodable, &call)
    }
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
        let must_stop = insert_batch::note(&mut self.items[chunk], &error, is_ordered, call);
        self.last = Some(error);
        must_stop
    }

    fn result(self, unencodable: Vec<Unencodable>, call: &Call) -> Result<InsertManyResult, Error> {
        let n_inserted = self.n_documents;
        let (last, n_attempts) = match (self.last, unencodable.first()) {
            (None, None) => return Ok(InsertManyResult { n_inserted }),
            (Some(last), _) => (last, None),
            (None, Some(first)) => (Error::from(first.error.clone()), Some(n_inserted.min(1))),
        };
        let mut sent = self.items;
        sent.resize(n_inserted, ItemStatus::Inserted);
        let is_nothing_sent = sent.iter().all(|item| *item == ItemStatus::NotAttempted);
        if is_nothing_sent && unencodable.is_empty() {
            return Err(last);
        }
        let bulk = BulkStatus::new(with_unencodable(sent, unencodable));
        let (kind, mut outcome) = bulk.overall(&last);
        if is_nothing_sent {
            outcome = Outcome::NotSent;
        }
        let error = last.with_bulk(kind, outcome, bulk);
        Err(match n_attempts {
            Some(n_attempts) => call.finish(error, n_attempts as u32),
            None => error,
        })
    }
}

/// The statuses of all inputs: those that were to be sent, and those that could not be.
fn with_unencodable(sent: Vec<ItemStatus>, unencodable: Vec<Unencodable>) -> Vec<ItemStatus> {
    let n_inputs = sent.len() + unencodable.len();
    let (mut sent, mut unencodable) = (sent.into_iter(), unencodable.into_iter().peekable());
    let mut items = Vec::with_capacity(n_inputs);
    for index in 0..n_inputs {
        match unencodable.next_if(|one| one.index == index) {
            Some(Unencodable { error, .. }) => {
                let failure = ItemFailure::new(Kind::of_encode(&error), None).with_encode(error);
                items.push(ItemStatus::Failed(failure));
            }
            None => items.extend(sent.next()),
        }
    }
    items
}

transactional! { [D: Document] InsertMany<D> => InsertManyResult }

impl<D: Document> InsertMany<D> {
    within!();
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

    #[test]
    fn each_input_has_its_status_in_order() {
        let error = EncodeError::new("_", Default::default(), crate::codec::EncodeReason::TooLarge);
        let at = |index| Unencodable { index, error: error.clone() };
        let sent = vec![ItemStatus::Inserted, ItemStatus::Unknown];
        let items = with_unencodable(sent, vec![at(0), at(2), at(4)]);
        let shown: Vec<bool> =
            items.iter().map(|item| matches!(item, ItemStatus::Failed(_))).collect();
        assert_eq!(shown, [true, false, true, false, true]);
        assert_eq!((&items[1], &items[3]), (&ItemStatus::Inserted, &ItemStatus::Unknown));
    }
}
