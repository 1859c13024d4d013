//! An operation as an item of a bulk write.

use std::{pin::Pin, sync::Arc, time::Duration};

use bson::RawDocumentBuf;

use crate::{
    db::{
        Delete, InsertOne, ReplaceOne, UpdateCall, UpsertOne, executor::Call, handle::Handle,
        route::Route, store::Shared,
    },
    document::{Declaration, Document, OwnsDocument, Revisioned},
    error::{Error, ItemStatus},
    operation::OperationName,
};

/// An operation that a [`BulkWrite`](super::BulkWrite) takes: the inserts, updates, upserts, replacements and deletes of a
/// [`Collection`](crate::db::Collection).
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a part of a bulk write",
    label = "not an operation that only writes",
    note = "a bulk write takes `insert_one`, `update_one`, `update_many`, `upsert_one`, `replace_one`, `delete_one`, `delete_many` of a collection, not awaited"
)]
pub trait BulkItem: Sealed {}

/// Nobody else makes operations.
pub trait Sealed {
    #[doc(hidden)]
    fn erase(self) -> Box<dyn Erased>;
}

/// The bulk write that an operation is a part of.
#[expect(missing_debug_implementations, reason = "it is named in no public path")]
pub struct Context<'b> {
    pub(super) shared: &'b Arc<Shared>,
    pub(super) call: &'b Call,
}

/// An operation whose types are not known any more.
pub trait Erased: Send {
    /// Checks what can be known before anything is sent.
    fn prepare(self: Box<Self>, cx: &Context<'_>) -> Result<Task, Error>;
}

/// An operation that can be sent.
#[expect(missing_debug_implementations, reason = "it is named in no public path")]
pub enum Task {
    /// A document to insert, which can travel with others.
    Insert(Insert),
    /// Any other operation, within the time that is left.
    Single(Single),
}

/// An operation as a function of the time that is left for it.
pub(super) type Single = Box<dyn FnOnce(Duration) -> Running + Send>;

type Running = Pin<Box<dyn Future<Output = Result<ItemStatus, Error>> + Send>>;

/// A document to insert.
#[expect(missing_debug_implementations, reason = "it is named in no public path")]
pub struct Insert {
    pub(crate) raw: mongodb::Collection<RawDocumentBuf>,
    pub(crate) route: Route,
    pub(crate) declaration: &'static Declaration,
    pub(crate) name: OperationName,
    pub(crate) document: RawDocumentBuf,
}

impl Insert {
    /// Whether the two can travel in one command.
    pub(super) fn goes_with(&self, other: &Self) -> bool {
        self.raw.namespace() == other.raw.namespace()
            && std::ptr::eq(self.route.profile, other.route.profile)
    }
}

macro_rules! items {
    ($($operation:ident: $bound:path $(, $more:path)?;)*) => { $(
        impl<D: $bound $(+ $more)?> BulkItem for $operation<D> {}

        impl<D: $bound $(+ $more)?> Sealed for $operation<D> {
            fn erase(self) -> Box<dyn Erased> {
                Box::new(self)
            }
        }
    )* };
}

items! {
    InsertOne: Document;
    UpdateCall: Document;
    UpsertOne: Document;
    ReplaceOne: Revisioned, OwnsDocument;
    Delete: Document;
}

impl<D: Document> Erased for InsertOne<D> {
    fn prepare(self: Box<Self>, cx: &Context<'_>) -> Result<Task, Error> {
        cx.check_store(self.collection())?;
        self.encoded().map(Task::Insert)
    }
}

impl<D: Document> Erased for UpdateCall<D> {
    fn prepare(self: Box<Self>, cx: &Context<'_>) -> Result<Task, Error> {
        cx.check_store(self.collection())?;
        self.check()?;
        Ok(Task::Single(Box::new(|remaining| {
            Box::pin(async move {
                let done = self.at_most(remaining).await?;
                Ok(ItemStatus::Updated { matched: done.matched(), modified: done.modified() })
            })
        })))
    }
}

impl<D: Document> Erased for UpsertOne<D> {
    fn prepare(self: Box<Self>, cx: &Context<'_>) -> Result<Task, Error> {
        cx.check_store(self.collection())?;
        self.check()?;
        Ok(Task::Single(Box::new(|remaining| Box::pin(self.at_most(remaining).status()))))
    }
}

impl<D: Revisioned + OwnsDocument> Erased for ReplaceOne<D> {
    fn prepare(self: Box<Self>, cx: &Context<'_>) -> Result<Task, Error> {
        cx.check_store(self.collection())?;
        self.check()?;
        Ok(Task::Single(Box::new(|remaining| {
            Box::pin(async move {
                let revision = self.at_most(remaining).await?;
                Ok(ItemStatus::Replaced { revision })
            })
        })))
    }
}

impl<D: Document> Erased for Delete<D> {
    fn prepare(self: Box<Self>, cx: &Context<'_>) -> Result<Task, Error> {
        cx.check_store(self.collection())?;
        self.check()?;
        Ok(Task::Single(Box::new(|remaining| {
            Box::pin(async move {
                let done = self.at_most(remaining).await?;
                Ok(ItemStatus::Deleted { deleted: done.deleted() })
            })
        })))
    }
}

impl Context<'_> {
    /// An operation of another store would go to another database.
    fn check_store<D: Document>(&self, collection: &Handle<D>) -> Result<(), Error> {
        if Arc::ptr_eq(&collection.shared, self.shared) {
            return Ok(());
        }
        let text =
            "an operation of another store is in the bulk write: give each store one of its own";
        Err(self.call.finish(Error::rejected(text), 0))
    }
}
