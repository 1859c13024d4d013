//! One insert command of several documents: what fits into it, and what its answer says of each.

use std::ops::Range;

use bson::RawDocumentBuf;
use mongodb::error::{ErrorKind, InsertManyError};

use super::{driver_error::driver_error, executor::Call, route::Route, write_error::item_status};
use crate::error::{Error, ItemFailure, ItemStatus, Outcome};

/// The largest number of documents that the server takes in one command.
const MAX_DOCUMENTS: usize = 100_000;

/// The largest sum of document sizes in one command: the server's limit of a message, less room for the command itself.
const MAX_BYTES: usize = 48_000_000 - (64 << 10);

/// The parts of the input that one command can carry, in order.
pub(super) fn chunks(documents: &[RawDocumentBuf]) -> Vec<Range<usize>> {
    let (mut chunks, mut start, mut n_bytes) = (Vec::new(), 0, 0);
    for (index, document) in documents.iter().enumerate() {
        let len = document.as_bytes().len();
        if index > start && (index - start == MAX_DOCUMENTS || n_bytes + len > MAX_BYTES) {
            chunks.push(start..index);
            (start, n_bytes) = (index, 0);
        }
        n_bytes += len;
    }
    if start < documents.len() {
        chunks.push(start..documents.len());
    }
    chunks
}

/// Sends one command.
pub(super) async fn send(
    raw: &mongodb::Collection<RawDocumentBuf>,
    route: &Route,
    call: &Call,
    documents: impl Iterator<Item = RawDocumentBuf>,
    is_ordered: bool,
) -> Result<(), Error> {
    let insert = raw.insert_many(documents).ordered(is_ordered);
    let inserted = call.run(route, |mut lease, _| async move {
        let result =
            insert.session(lease.session()).comment(bson::Bson::from(call.name.as_str())).await;
        (lease, result.map(drop))
    });
    inserted.await.map(|((), _)| ())
}

/// Notes what a failed command says of each of its documents, and says whether to send no other one.
pub(super) fn note(items: &mut [ItemStatus], error: &Error, is_ordered: bool, call: &Call) -> bool {
    match driver_error(error).map(|driver| &*driver.kind) {
        Some(ErrorKind::InsertMany(many)) => {
            note_items(items, many, is_ordered, call);
            is_ordered
        }
        _ => {
            items.fill(status_of_all(error));
            true
        }
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
            *item = item_status(error, call.declaration);
        }
    }
}

/// The status of each document of a command that failed as a whole.
fn status_of_all(error: &Error) -> ItemStatus {
    match error.outcome() {
        Some(Outcome::NotSent) => ItemStatus::NotAttempted,
        Some(Outcome::NoWritePerformed) => {
            ItemStatus::Failed(ItemFailure::new(error.kind(), error.code()))
        }
        _ => ItemStatus::Unknown,
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
