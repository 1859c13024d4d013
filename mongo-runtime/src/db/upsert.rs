//! Updates one document by its unique key, or inserts it.

mod inserted;

mod rounds;

use std::{future::IntoFuture, pin::Pin, time::Duration};

use bson::{Bson, Document as BsonDocument};
use mongodb::{action::Action, options::Hint};

use super::{
    executor::{Call, Effect},
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::Document,
    error::{Error, ItemStatus},
    operation::Verb,
    refusal::Refusal,
    update::{IntoUpsert, RenderedUpsert, Upsert},
};

pub(super) use self::rounds::{How, Rounds};

/// An upsert of one document: an update of the document that has the keys of a unique index, or an insert where there is
/// none. Await it for an [`Upserted`].
///
/// The filter is equality with the keys and nothing else, and the command carries the name of the index as its `hint`: a server
/// that lacks the index refuses the command instead of inserting a twin. That it is unique there, too, is what `provision`
/// and `verify` of the feature `admin` look at. `_id_` is always there.
///
/// One round trip. Of two upserts that insert at once, the index lets one through; the other answers with a duplicate key, wrote
/// nothing, and is sent again, at most twice: now it updates. A duplicate on another unique index is an error.
///
/// The guards of the update (a full array, a number at the end of its range, a document of an older schema version) are asked of
/// a document that is there. They stand beside the key in the filter, so a document that a guard refuses is answered by a
/// duplicate key, too; then the update alone is sent, and the store looks for the guard that refused: three round trips, and one
/// for each guard when there are several. A guard that the server takes in no upsert (`$expr`: room for several elements of a
/// set) is asked by the update alone, which is sent first: one round trip when there is a document, two when it is inserted.
///
/// # Errors
///
/// - `Encode` with `NotSent`: an operand, or a key, that its field can't hold.
/// - `OperationRejected` with `NotSent`: a change that [`Upsert::render`] refuses.
/// - `OperationRejected` with `NoWritePerformed`: there is a document, and a guard refused it, see [`Error::rejection`]; or the
///   server lacks the index.
/// - `DuplicateKey` with `NoWritePerformed`: another unique index has a key of the document already; see
///   [`Error::duplicate_index`].
/// - `SchemaValidation`, `DocumentTooLarge` with `NoWritePerformed`: the changed or inserted document is refused.
/// - `Decode` with `WriteConfirmed`: the document is inserted, and the `_id` that the server made can't be read as that type.
/// - `Connection` or `Timeout` with `WriteResultUnknown`: it may be done;
///   [`Collection::reconcile_update`](crate::db::Collection::reconcile_update) finds out by the effect. A reply that is lost once is made good by the driver, and tells what
///   the first attempt did.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has done it, the majority has not confirmed it in time.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct UpsertOne<D> {
    collection: Handle<D>,
    upsert: Upsert<D>,
    settings: Settings,
}

/// What an upsert did. That nothing matched is no case of it: a document that a guard refuses is an error.
#[must_use = "it says whether a document was inserted"]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upserted<Id> {
    /// There was no document with the key, and now there is one with this `_id`.
    Inserted(Id),
    /// The document with the key was updated.
    Updated {
        /// Whether the update changed anything in it.
        is_modified: bool,
    },
}

impl<Id> Upserted<Id> {
    /// Whether the document was inserted.
    #[must_use]
    pub const fn is_inserted(&self) -> bool {
        matches!(self, Self::Inserted(_))
    }

    /// The `_id` of the document, if it was inserted.
    #[must_use]
    pub fn inserted_id(self) -> Option<Id> {
        match self {
            Self::Inserted(id) => Some(id),
            Self::Updated { .. } => None,
        }
    }
}

impl<D: Document> UpsertOne<D> {
    pub(crate) fn new(collection: Handle<D>, recipe: impl IntoUpsert<D>) -> Self {
        let settings = Settings { own: Some(recipe.operation_name()), ..Settings::default() };
        Self { collection, upsert: recipe.into_upsert(), settings }
    }

    settings!();

    pub(crate) fn collection(&self) -> &Handle<D> {
        &self.collection
    }

    /// Checks what can be known before anything is sent.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.rendered(&self.call()).map(drop)
    }

    /// The same operation within what is left of a deadline over several.
    pub(crate) fn at_most(mut self, remaining: Duration) -> Self {
        self.settings = self.settings.at_most(remaining);
        self
    }

    fn call(&self) -> Call {
        self.collection.call(Verb::UpsertOne, Effect::Write, self.settings)
    }

    fn rendered(&self, call: &Call) -> Result<RenderedUpsert, Error> {
        self.upsert.render().map_err(|refusal: Refusal| call.finish(refusal.into(), 0))
    }

    /// The same as an item of a bulk write, which tells no `_id`.
    pub(crate) async fn status(self) -> Result<ItemStatus, Error> {
        Ok(match self.done(&self.call()).await? {
            Done::Inserted(_) => ItemStatus::Inserted,
            Done::Updated { is_modified } => {
                ItemStatus::Updated { matched: 1, modified: is_modified.into() }
            }
        })
    }

    async fn done(&self, call: &Call) -> Result<Done, Error> {
        let rendered = self.rendered(call)?;
        let rounds = Rounds::new(&self.collection, call, &rendered, false);
        rounds.run(|filter, how| self.send(call, &rendered, filter, how)).await
    }

    async fn run(self) -> Result<Upserted<D::Id>, Error> {
        let call = self.call();
        match self.done(&call).await? {
            Done::Inserted(id) => inserted::id::<D>(id, &call).map(Upserted::Inserted),
            Done::Updated { is_modified } => Ok(Upserted::Updated { is_modified }),
        }
    }

    async fn send(
        &self,
        call: &Call,
        rendered: &RenderedUpsert,
        filter: BsonDocument,
        how: How,
    ) -> Result<Option<Done>, Error> {
        let update = self.collection.raw.update_one(filter, rendered.update.update.clone());
        let update =
            update.upsert(how == How::Upsert).optional(hint(rendered), |it, hint| it.hint(hint));
        let updated = call.run(&self.collection.route, |mut lease, _| async move {
            let result =
                update.session(lease.session()).comment(Bson::from(call.name.as_str())).await;
            (lease, result)
        });
        let (result, _) = updated.await?;
        Ok(match result.upserted_id {
            Some(id) => Some(Done::Inserted(id)),
            None if result.matched_count == 0 => None,
            None => Some(Done::Updated { is_modified: result.modified_count > 0 }),
        })
    }
}

/// What the server says of one upsert.
enum Done {
    Inserted(Bson),
    Updated { is_modified: bool },
}

/// The index that the command names. That of the `_id` is always there.
pub(super) fn hint(rendered: &RenderedUpsert) -> Option<Hint> {
    (rendered.index != "_id_").then(|| Hint::Name(rendered.index.to_owned()))
}

transactional! { [D: Document] UpsertOne<D> => Upserted<D::Id> }

impl<D: Document> UpsertOne<D> {
    within!();
}

impl<D: Document> IntoFuture for UpsertOne<D> {
    type Output = Result<Upserted<D::Id>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
