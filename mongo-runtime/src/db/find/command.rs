//! A find as it is sent. What explains one takes the same value.

use bson::{Document as BsonDocument, RawDocumentBuf, doc};
use mongodb::{
    Collection,
    action::{Action, Find, ImplicitSession},
    options::Hint,
};

use crate::{
    db::{collation::as_driver, executor::Call},
    document::Document,
    index::Collation,
    projection::ProjectionTable,
};

/// A find, rendered.
#[derive(Debug, Clone)]
pub(crate) struct FindCommand {
    pub(crate) filter: BsonDocument,
    pub(crate) sort: Option<BsonDocument>,
    pub(crate) projection: Option<BsonDocument>,
    /// The name of an index.
    pub(crate) hint: Option<&'static str>,
    pub(crate) collation: Option<&'static Collation>,
    /// How many documents are left out at the start.
    pub(crate) skip: u64,
    /// Negative: one batch, without a cursor.
    pub(crate) limit: i64,
    pub(crate) batch_size: u32,
}

impl FindCommand {
    /// The first document that matches, and no cursor.
    pub(crate) fn first(filter: BsonDocument) -> Self {
        Self {
            filter,
            sort: None,
            projection: None,
            hint: None,
            collation: None,
            skip: 0,
            limit: -1,
            batch_size: 1,
        }
    }

    /// With the order, the projection and the index of a registered query, and the collation of the filter.
    pub(crate) fn planned(self, call: &Call) -> Self {
        let found = self.found_by(call);
        let Some(query) = call.plan else { return found };
        let (sort, projection) = (query.sort(), query.projection.map(ProjectionTable::render));
        Self { sort, projection, ..found }
    }

    /// With the index of a registered query and the collation of the filter: the same documents in any order.
    pub(crate) fn found_by(self, call: &Call) -> Self {
        let of_query = call.plan.and_then(|query| query.shape.hint);
        Self { hint: self.hint.or(of_query), collation: call.collation, ..self }
    }

    /// With one document more than asked for, to know whether there is one.
    pub(crate) fn and_one_more(self) -> Self {
        let is_one_batch = i64::from(self.batch_size) == self.limit;
        let batch_size = self.batch_size.saturating_add(u32::from(is_one_batch));
        Self { limit: self.limit + 1, batch_size, ..self }
    }

    /// Only the `_id`, and the schema version of a type that has one.
    pub(crate) fn only_id<D: Document>(self) -> Self {
        let mut fields = doc! { "_id": 1 };
        if let Some(version) = D::DECLARATION.schema_version {
            fields.insert(version.field, 1);
        }
        Self { projection: Some(fields), ..self }
    }

    /// What the driver sends. All parts of the command but those of a call: its name, its time and its session.
    pub(crate) fn action(
        self,
        raw: &Collection<RawDocumentBuf>,
    ) -> Find<'_, RawDocumentBuf, ImplicitSession> {
        let Self { filter, sort, projection, hint, collation, skip, limit, batch_size } = self;
        raw.find(filter)
            .limit(limit)
            .optional((limit > 0).then_some(batch_size), Find::batch_size)
            .optional(sort, Find::sort)
            .optional(projection, Find::projection)
            .optional(hint.map(|index| Hint::Name(index.to_owned())), Find::hint)
            .optional(collation.map(as_driver), Find::collation)
            .optional((skip > 0).then_some(skip), Find::skip)
    }

    /// The same as the driver writes it.
    #[cfg(feature = "admin")]
    pub(crate) fn to_document(&self, collection: &str) -> BsonDocument {
        let Self { filter, sort, projection, hint, collation, skip, limit, batch_size } = self;
        let mut command = doc! { "find": collection, "filter": filter, "limit": limit.abs() };
        if *limit > 0 {
            command.insert("batchSize", i64::from(*batch_size));
        } else {
            command.insert("singleBatch", true);
        }
        let collation = collation.map(Collation::render);
        for (key, value) in [("sort", sort), ("projection", projection), ("collation", &collation)]
        {
            command.extend(value.iter().map(|value| (key.to_owned(), value.clone().into())));
        }
        command.extend(hint.map(|index| ("hint".to_owned(), index.into())));
        if *skip > 0 {
            command.insert("skip", i64::try_from(*skip).unwrap_or(i64::MAX));
        }
        command
    }
}
