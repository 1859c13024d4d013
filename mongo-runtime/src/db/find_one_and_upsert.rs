//! Updates one document by its unique key, or inserts it, and gives it back.

use std::{future::IntoFuture, marker::PhantomData, pin::Pin};

use bson::{Bson, Document as BsonDocument, RawDocumentBuf};
use mongodb::action::Action;

use super::{
    After, Before, NeedsImage,
    executor::{Call, Effect},
    handle::Handle,
    image::{self, Image},
    settings::{Settings, settings},
    transaction::{transactional, within},
    upsert::{How, Rounds, hint},
};
use crate::{
    document::Document,
    error::Error,
    operation::Verb,
    refusal::Refusal,
    update::{IntoUpsert, RenderedUpsert, Upsert},
};

/// An upsert of one document, which is given back. Say which image, [`before`](Self::before) for an [`UpsertedBefore`] or
/// [`after`](Self::after) for an [`UpsertedAfter`], and await it: both tell an inserted document from an updated one.
///
/// As [`upsert_one`](crate::db::Collection::upsert_one) otherwise. `after` sends the update alone first, since the server's answer to an
/// upsert would not say which of both it did: one round trip when there is a document, two when it is inserted.
///
/// # Errors
///
/// Those of [`UpsertOne`](super::UpsertOne), and `Decode` or `SchemaVersionUnsupported` with `WriteConfirmed`: the change was
/// done, and its image can't be read as the type.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct FindOneAndUpsert<D, I> {
    collection: Handle<D>,
    upsert: Upsert<D>,
    settings: Settings,
    image: PhantomData<fn() -> I>,
}

/// What an upsert did, with the document as it was before.
#[must_use = "it says whether a document was inserted"]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpsertedBefore<D> {
    /// There was no document with the key, and now there is one.
    Inserted,
    /// The document with the key was updated, and was this before.
    Updated(Before<D>),
}

/// What an upsert did, with the document as it left it.
#[must_use = "it says whether a document was inserted"]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpsertedAfter<D> {
    /// There was no document with the key, and now there is this one.
    Inserted(After<D>),
    /// The document with the key was updated, and is this now.
    Updated(After<D>),
}

impl<D: Document> FindOneAndUpsert<D, NeedsImage> {
    pub(crate) fn new(collection: Handle<D>, recipe: impl IntoUpsert<D>) -> Self {
        let settings = Settings { own: Some(recipe.operation_name()), ..Settings::default() };
        Self { collection, upsert: recipe.into_upsert(), settings, image: PhantomData }
    }

    /// Gives the document as it was, if there was one.
    pub fn before(self) -> FindOneAndUpsert<D, Before<D>> {
        self.with_image()
    }

    /// Gives the document as the upsert left it.
    pub fn after(self) -> FindOneAndUpsert<D, After<D>> {
        self.with_image()
    }

    fn with_image<I>(self) -> FindOneAndUpsert<D, I> {
        let Self { collection, upsert, settings, image: _ } = self;
        FindOneAndUpsert { collection, upsert, settings, image: PhantomData }
    }
}

impl<D: Document, I> FindOneAndUpsert<D, I> {
    settings!();
}

/// What the server gave back, and to which command.
struct Found {
    image: Option<RawDocumentBuf>,
    how: How,
}

impl<D: Document, I: Image<D>> FindOneAndUpsert<D, I> {
    fn call(&self) -> Call {
        self.collection.call(Verb::FindOneAndUpsert, Effect::Write, self.settings)
    }

    async fn found(&self, call: &Call) -> Result<Found, Error> {
        let refuse = |refusal: Refusal| call.finish(refusal.into(), 0);
        let rendered = self.upsert.render().map_err(refuse)?;
        let rounds = Rounds::new(&self.collection, call, &rendered, I::IS_AFTER);
        rounds.run(|filter, how| self.send(call, &rendered, filter, how)).await
    }

    async fn send(
        &self,
        call: &Call,
        rendered: &RenderedUpsert,
        filter: BsonDocument,
        how: How,
    ) -> Result<Option<Found>, Error> {
        let update = self
            .collection
            .raw
            .find_one_and_update(filter, rendered.update.update.clone())
            .upsert(how == How::Upsert)
            .return_document(image::return_document::<D, I>())
            .comment(Bson::from(call.name.as_str()))
            .optional(hint(rendered), |it, hint| it.hint(hint));
        let updated = call.run(&self.collection.route, |mut lease, remaining| async move {
            let result = update.max_time(remaining).session(lease.session()).await;
            (lease, result)
        });
        let (image, _) = updated.await?;
        let is_done = image.is_some() || how == How::Upsert;
        Ok(is_done.then_some(Found { image, how }))
    }
}

impl<D: Document> FindOneAndUpsert<D, Before<D>> {
    async fn run(self) -> Result<UpsertedBefore<D>, Error> {
        let call = self.call();
        Ok(match self.found(&call).await?.image {
            None => UpsertedBefore::Inserted,
            Some(image) => UpsertedBefore::Updated(image::read::<D>(&image, &call)?.into()),
        })
    }
}

impl<D: Document> FindOneAndUpsert<D, After<D>> {
    async fn run(self) -> Result<UpsertedAfter<D>, Error> {
        let call = self.call();
        let Found { image, how } = self.found(&call).await?;
        let image = image.unwrap_or_default();
        let image = image::read::<D>(&image, &call)?.into();
        Ok(match how {
            How::Upsert => UpsertedAfter::Inserted(image),
            How::Update => UpsertedAfter::Updated(image),
        })
    }
}

transactional! { [D: Document] FindOneAndUpsert<D, Before<D>> => UpsertedBefore<D> }

impl<D: Document> FindOneAndUpsert<D, Before<D>> {
    within!();
}

impl<D: Document> IntoFuture for FindOneAndUpsert<D, Before<D>> {
    type Output = Result<UpsertedBefore<D>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

transactional! { [D: Document] FindOneAndUpsert<D, After<D>> => UpsertedAfter<D> }

impl<D: Document> FindOneAndUpsert<D, After<D>> {
    within!();
}

impl<D: Document> IntoFuture for FindOneAndUpsert<D, After<D>> {
    type Output = Result<UpsertedAfter<D>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
