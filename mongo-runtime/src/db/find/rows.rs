//! The documents of a find that is fetched whole, as they are stored, and then what is read of them.

use super::{Find, FindCommand, Limited, send};
use crate::{
    db::{BadDocument, Cursor, executor::Call},
    document::Document,
    error::Error,
};

/// Stored documents.
pub(super) type Rows = Vec<Vec<u8>>;

/// What was read of them, and why some can't be read.
pub(super) type ReadRows<T> = (Vec<T>, Vec<Error>);

impl<D: Document, K, T, P> Find<D, Limited, K, T, P> {
    /// Fetches all documents of a command, up to one more than the limit.
    pub(super) async fn rows(&self, call: &Call, command: FindCommand) -> Result<Rows, Error> {
        let Limited(limit) = self.limit;
        let all = limit.saturating_add(1);
        let fetched = send(&self.collection, call, command).await?;
        let route = self.collection.route.clone();
        let copy = |bytes: &[u8]| Ok(bytes.to_vec());
        Cursor::new(*call, route, fetched, all, copy, BadDocument::Stop).collect().await
    }

    /// Reads them. The first one that can't be read ends it, unless the find goes on behind such a document.
    pub(super) fn read_rows(&self, call: &Call, rows: &Rows) -> Result<ReadRows<T>, Error> {
        let mut items = Vec::with_capacity(rows.len());
        let mut unreadable = Vec::new();
        for row in rows {
            match (self.read)(row).map_err(|error| call.finish(error.into(), 1)) {
                Ok(item) => items.push(item),
                Err(error) if self.bad_document == BadDocument::Continue => unreadable.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok((items, unreadable))
    }
}
