//! The operations that can be explained, each as the command that it sends.

use std::time::{Duration, Instant};

use bson::{Bson, Document as BsonDocument, doc};

use super::Explained;
use crate::{
    db::{
        Count, Delete, Exists, Find, FindOne, FindPage, FindSlice, Limited, UpdateCall,
        consistency::Reads,
        executor::{Call, Effect},
        find::FindCommand,
        guard,
        handle::Handle,
    },
    document::Document,
    error::Error,
    filter::IntoFilter,
    index::Collation,
    query::{FilterKind, Query},
};

/// An operation whose plan the server can be asked for; see [`Admin::explain`](crate::db::Admin::explain).
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be explained",
    label = "no operation with a plan",
    note = "give the operation itself, before it is awaited, `orders.find(..).limit(20)`, or a registered query; a find needs its limit"
)]
pub trait Explain: sealed::Sealed {
    /// The command.
    #[doc(hidden)]
    fn explained(self) -> Result<Explained, Error>;
}

mod sealed {
    pub trait Sealed {}
}

/// A registered query is explained as the find of as many documents as it gives at most, or a hundred.
impl<Q, K> Explain for Q
where
    Q: Query + IntoFilter<Q::Document, Kind = K>,
    K: FilterKind<Q::Document>,
{
    fn explained(self) -> Result<Explained, Error> {
        let filter = self.into_filter();
        let call = Call {
            name: Q::OPERATION,
            declaration: <Q::Document as Document>::DECLARATION,
            plan: K::PLAN,
            collation: filter.carried.collation(),
            effect: Effect::Read,
            started: Instant::now(),
            deadline: Duration::ZERO,
        };
        let limit = Q::LIMITS.max_results.unwrap_or(N_DOCUMENTS);
        let filter = guard::rendered(&filter, &call)?;
        let command = FindCommand {
            limit: limit.into(),
            batch_size: Q::LIMITS.batch_size.unwrap_or(limit),
            ..FindCommand::first(filter)
        };
        let command = command.planned(&call).to_document(Q::Document::COLLECTION);
        Ok(Explained { database: None, ..Explained::new(&call, "", command) })
    }
}

impl<Q: Query> sealed::Sealed for Q {}

/// How many documents a query without a limit is explained for.
const N_DOCUMENTS: u32 = 100;

impl<D: Document, K, T, P> Explain for Find<D, Limited, K, T, P> {
    fn explained(self) -> Result<Explained, Error> {
        let call = self.call();
        Ok(find(&call, &self.collection, &self.command(&call)?))
    }
}

impl<D, K, T, P> sealed::Sealed for Find<D, Limited, K, T, P> {}

impl<D: Document, K, T, P: Reads> Explain for FindOne<D, K, T, P> {
    fn explained(self) -> Result<Explained, Error> {
        let call = self.call();
        Ok(find(&call, &self.collection, &self.command(&call)?))
    }
}

impl<D, K, T, P> sealed::Sealed for FindOne<D, K, T, P> {}

impl<D: Document, P: Reads> Explain for Exists<D, P> {
    fn explained(self) -> Result<Explained, Error> {
        let call = self.call();
        Ok(find(&call, &self.collection, &self.command(&call)?))
    }
}

impl<D, P> sealed::Sealed for Exists<D, P> {}

impl<D: Document, K, T> Explain for FindPage<D, K, T> {
    fn explained(self) -> Result<Explained, Error> {
        let (call, command) = self.command()?;
        Ok(find(&call, &self.find.collection, &command))
    }
}

impl<D, K, T> sealed::Sealed for FindPage<D, K, T> {}

impl<D: Document, K, T> Explain for FindSlice<D, K, T> {
    fn explained(self) -> Result<Explained, Error> {
        let (call, command) = self.command()?;
        Ok(find(&call, &self.find.collection, &command))
    }
}

impl<D, K, T> sealed::Sealed for FindSlice<D, K, T> {}

fn find<D>(call: &Call, collection: &Handle<D>, command: &FindCommand) -> Explained {
    explained(call, collection, command.to_document(collection.raw.name()))
}

impl<D: Document, P: Reads> Explain for Count<D, P> {
    fn explained(self) -> Result<Explained, Error> {
        let call = self.call();
        let filter = self.rendered(&call)?;
        let mut command = doc! {
            "aggregate": self.collection.raw.name(),
            "pipeline": [{ "$match": filter }, { "$group": { "_id": 1, "n": { "$sum": 1 } } }],
            "cursor": {},
        };
        command.extend(of_query(&call));
        Ok(explained(&call, &self.collection, command))
    }
}

impl<D, P> sealed::Sealed for Count<D, P> {}

impl<D: Document> Explain for UpdateCall<D> {
    fn explained(self) -> Result<Explained, Error> {
        let call = self.call();
        let (filter, rendered) = self.rendered(&call)?;
        let update = if rendered.pipeline.is_empty() {
            Bson::Document(rendered.update)
        } else {
            Bson::from(rendered.pipeline)
        };
        let filter = guard::with_guards(filter, &rendered.guards);
        let is_many = call.effect == Effect::WriteMany;
        let mut one = doc! { "q": filter, "u": update, "multi": is_many };
        if !rendered.array_filters.is_empty() {
            one.insert("arrayFilters", rendered.array_filters);
        }
        one.extend(of_query(&call));
        let command = doc! { "update": self.collection().raw.name(), "updates": [one] };
        Ok(explained(&call, self.collection(), command))
    }
}

impl<D: Document> sealed::Sealed for UpdateCall<D> {}

impl<D: Document> Explain for Delete<D> {
    fn explained(self) -> Result<Explained, Error> {
        let call = self.call();
        let is_one = call.effect != Effect::WriteMany;
        let mut one = doc! { "q": self.rendered(&call)?, "limit": i32::from(is_one) };
        one.extend(of_query(&call));
        let command = doc! { "delete": self.collection().raw.name(), "deletes": [one] };
        Ok(explained(&call, self.collection(), command))
    }
}

impl<D> sealed::Sealed for Delete<D> {}

fn explained<D>(call: &Call, collection: &Handle<D>, command: BsonDocument) -> Explained {
    Explained::new(call, &collection.raw.namespace().db, command)
}

/// The index of a registered query, and the collation of the filter.
fn of_query(call: &Call) -> BsonDocument {
    let hint = call.plan.and_then(|query| query.shape.hint).map(Bson::from);
    let collation = call.collation.map(Collation::render);
    let parts = [("hint", hint), ("collation", collation.map(Bson::from))];
    parts.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}
