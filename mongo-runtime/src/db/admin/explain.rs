//! How the server answers a command, asked of the server itself: a tool for tests.

mod calls;

mod plan;

mod served;

mod stage;

#[cfg(test)]
mod tests;

use bson::{Document as BsonDocument, doc};

use super::Admin;
use crate::{
    db::executor::{Call, Effect},
    document::Declaration,
    error::{Detail, Error, Kind},
    operation::OperationName,
    query::QueryPlan,
};

pub use self::{
    calls::Explain,
    plan::Plan,
    served::{MAX_RATIO, NotServed, Unserved, UnservedPlan},
    stage::Stage,
};

/// A command to be explained, and whose it is.
#[doc(hidden)]
#[derive(Debug)]
pub struct Explained {
    name: OperationName,
    declaration: &'static Declaration,
    query: Option<&'static QueryPlan>,
    /// The database that it would be sent to, if that is known.
    database: Option<String>,
    command: BsonDocument,
}

impl Explained {
    fn new(call: &Call, database: &str, command: BsonDocument) -> Self {
        let Call { name, declaration, plan: query, .. } = *call;
        Self { name, declaration, query, database: Some(database.to_owned()), command }
    }
}

impl Admin {
    /// Asks the server how it answers an operation, without doing it: the plan that it chooses, and what that costs on the documents
    /// that are there. The operation is what it is without this, up to where it would be awaited:
    ///
    /// ```no_run
    /// # use mongo_runtime::{catalog, db::{Admin, Store}, prelude::*};
    /// # #[derive(Document)]
    /// # #[mongo(collection = "orders", index(name = "ix_state", keys(state)))]
    /// # struct Order { #[mongo(id)] id: ObjectId, #[mongo(max_len = 8)] state: String }
    /// # catalog! { Shop: documents(Order) }
    /// # async fn explain(admin: Admin, store: Store<Shop>) -> Result<(), mongo_runtime::Error> {
    /// let orders = store.collection::<Order>();
    /// let plan = admin.explain(orders.find(Order::fields().state().eq("open")).limit(20)).await?;
    /// assert_eq!(plan.indexes(), ["ix_state"]);
    /// assert!(!plan.has_collection_scan() && !plan.has_blocking_sort());
    /// println!("{plan}");
    /// # Ok(()) }
    /// ```
    ///
    /// What is explained is the command that the operation would send: with the conditions of schema versions, tags and guards,
    /// its order, limit and projection, and under the same version of the server's API, which leaves out some indexes. An update
    /// or a delete changes nothing.
    ///
    /// The server runs the query to its end for the counts, and tries all plans that it knows, so the choice does not come from
    /// its cache. It depends on the documents that are there: a test seeds some thousands that are like those to come. One round
    /// trip, and it needs a privilege to explain, which an administrator has.
    ///
    /// # Errors
    ///
    /// Those that the operation has before it is sent; `OperationRejected` for one of another database; `Connection` and the like.
    pub async fn explain(&self, operation: impl Explain) -> Result<Plan, Error> {
        let Explained { name, declaration, query, database, command } = operation.explained()?;
        let explain = OperationName::new("admin.explain");
        let refuse = |error: Error| self.call(explain, declaration, Effect::Read).finish(error, 0);
        let own = self.database.name();
        if let Some(database) = database.filter(|database| database != own) {
            return Err(refuse(Error::rejected(format!(
                "the operation is one of the database `{database}`, and the administrator of `{own}` can't explain it"
            ))));
        }
        // A store speaks the strict API, under which the planner takes fewer indexes.
        let command = doc! {
            "explain": command, "verbosity": "executionStats", "apiVersion": "1", "apiStrict": true,
        };
        let reply = self.run_as(explain, declaration, Effect::Read, command).await?;
        let card = query.map(|query| query.card);
        Plan::read(name, declaration.collection, card, &reply).ok_or_else(|| {
            let text = "the server's explanation can't be read".into();
            refuse(Error::new(Kind::Connection, None, Detail::Text(text)))
        })
    }
}
