//! Documents that have expired, and that the server has not removed yet.

use bson::{Bson, DateTime, Document as BsonDocument, doc};

use super::{Filter, render};
use crate::{
    document::{Declaration, Document},
    index::{IndexDeclaration, conditions_of},
    refusal::Refusal,
};

impl<D: Document> Filter<D> {
    /// Documents that have expired, too, as long as the server has not removed them.
    ///
    /// A type with an index that expires documents (`expire_after = ".."`) has them until the server comes by, once a minute or later.
    /// Operations that take a filter, to read, to update or to delete, leave them out: they add the condition that
    /// [`render_at`](Self::render_at) shows. This one holds for the whole filter that it becomes a part of. A registered query says
    /// `include_expired`.
    ///
    /// What finds its document by itself looks at all: `replace_one`, upserts, `upgrade_one` and `reconcile_*`. An expired document is
    /// still there for a unique index.
    pub fn include_expired(self) -> Self {
        Self { carried: self.carried.with_expired(), ..self }
    }

    /// The BSON that an operation sends at an instant: that of [`render`](Self::render), and, for a type whose documents
    /// expire, the condition that they have not.
    ///
    /// ```
    /// use mongo_runtime::{bson::doc, prelude::*};
    ///
    /// #[derive(Document)]
    /// #[mongo(collection = "sessions")]
    /// #[mongo(index(name = "ttl_seen", keys(seen_at), expire_after = "1 hours"))]
    /// struct Session {
    ///     #[mongo(id)]
    ///     id: ObjectId,
    ///     #[mongo(max_len = 20)]
    ///     user: String,
    ///     seen_at: DateTime,
    /// }
    ///
    /// let now = DateTime::from_millis(1_700_003_600_000);
    /// let an_hour_ago = DateTime::from_millis(1_700_000_000_000);
    /// let of_ada = Session::fields().user().eq("ada");
    /// assert_eq!(of_ada.render()?, doc! { "user": "ada" });
    /// assert_eq!(of_ada.render_at(now)?, doc! { "user": "ada", "seen_at": { "$gt": an_hour_ago } });
    /// assert_eq!(of_ada.include_expired().render_at(now)?, doc! { "user": "ada" });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A date that a document may lack, or that another live version may lack, is asked for by `{ $not: { $lte: .. } }`: a document
    /// without one never expires. An index that covers a part of the documents expires no others.
    ///
    /// The instant is that of the application's clock when the command is made.
    ///
    /// # Errors
    ///
    /// Those of [`render`](Self::render).
    pub fn render_at(&self, now: DateTime) -> Result<BsonDocument, Refusal> {
        let own = self.render()?;
        if self.carried.includes_expired {
            return Ok(own);
        }
        let unexpired = unexpired(D::DECLARATION, now);
        Ok(match unexpired.is_empty() {
            true => own,
            false => render::joined(std::iter::once(own).chain(unexpired).collect()),
        })
    }
}

/// That a document has not expired, by each index that expires documents.
fn unexpired(declaration: &'static Declaration, now: DateTime) -> Vec<BsonDocument> {
    let of_parts = declaration.family.iter().flat_map(|family| family.types);
    let parts = of_parts.flat_map(|one| one.indexes).map(|index| (index, true));
    let own = declaration.indexes.iter().map(|index| (index, false));
    own.chain(parts)
        .filter_map(|(index, is_of_part)| of_index(declaration, index, is_of_part, now))
        .collect()
}

fn of_index(
    declaration: &'static Declaration,
    index: &IndexDeclaration,
    is_of_part: bool,
    now: DateTime,
) -> Option<BsonDocument> {
    let key = index.keys.first()?;
    let age = i64::from(index.expire_after_seconds?) * 1000;
    let bound = Bson::DateTime(DateTime::from_millis(now.timestamp_millis().saturating_sub(age)));
    // The filter of a type asks for its own documents already; that of an enum over types does not.
    let only = index.only.filter(|_| is_of_part);
    if only.is_some() || !index.partial.is_empty() {
        let tag = only.map(|only| doc! { only.field: only.tag });
        let covered = tag.into_iter().chain([conditions_of(index.partial)]);
        let expired =
            render::joined(covered.chain([doc! { key.path: { "$lte": bound } }]).collect());
        return Some(doc! { "$nor": [expired] });
    }
    let may_lack = key.may_lack || key.null || key.variant.is_some();
    Some(if may_lack || declaration.reads_other_versions() {
        doc! { key.path: { "$not": { "$lte": bound } } }
    } else {
        doc! { key.path: { "$gt": bound } }
    })
}
