//! A find as it is sent. What explains one takes the same value.

use bson::{Document as BsonDocument, RawDocumentBuf};
use mongodb::{
    Collection,
    action::{Find, ImplicitSession},
};

/// A find, rendered.
#[derive(Debug, Clone)]
pub(crate) struct FindCommand {
    pub(crate) filter: BsonDocument,
    pub(crate) sort: Option<BsonDocument>,
    /// Negative: one batch, without a cursor.
    pub(crate) limit: i64,
    pub(crate) batch_size: u32,
    pub(crate) projection: Option<BsonDocument>,
}

impl FindCommand {
    /// The first document that matches, and no cursor.
    pub(crate) fn first(filter: BsonDocument) -> Self {
        Self { filter, sort: None, limit: -1, batch_size: 1, projection: None }
    }

    /// What the driver sends. All parts of the command but those of a call: its name, its time and its session.
    pub(crate) fn action<'c>(
        self,
        raw: &'c Collection<RawDocumentBuf>,
    ) -> Find<'c, RawDocumentBuf, ImplicitSession> {
        let Self { filter, sort, limit, batch_size, projection } = self;
        let mut find = raw.find(filter).limit(limit);
        if limit > 0 {
            find = find.batch_size(batch_size);
        }
        if let Some(sort) = sort {
            find = find.sort(sort);
        }
        if let Some(projection) = projection {
            find = find.projection(projection);
        }
        find
    }
}
