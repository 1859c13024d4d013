//! Updates one document and gives it back.

use std::{future::IntoFuture, marker::PhantomData, pin::Pin};

use bson::{Document as BsonDocument, RawDocumentBuf};

use mongodb::action::{self, Action};

use super::{
    executor::{Call, Effect},
    guard,
    handle::Handle,
    image::{self, After, Before, Image},
    settings::{Settings, settings},
    transaction::{transactional, within},
    update::modifications,
};
use crate::{
    document::Document,
    error::Error,
    filter::{Filter, IntoFilter},
    operation::Verb,
    refusal::Refusal,
    sort::Sort,
    update::{self, IntoUpdate, RenderedUpdate},
};

/// The state of an operation that gives a document back, and has not been told which image of it: write `.before()` or `.after()` before
/// `.await`.
#[derive(Debug, Clone, Copy)]
pub struct NeedsImage;

/// An update of one document, which is given back. Say which image, [`before`](Self::before) or [`after`](Self::after), and
/// await it for an `Option<Before<D>>` or `Option<After<D>>`, whose `into_inner` is the document: `None` when nothing matched.
///
/// Finding and changing are one atomic step, so that of many that ask at once, each gets another document: this is how a job
/// is claimed. The guards of the update are part of it, as those of
/// [`update_one`](crate::db::Collection::update_one).
///
/// # Errors
///
/// As those of [`UpdateCall`](super::UpdateCall) for one document, and
///
/// - `Decode` or `SchemaVersionUnsupported` with `WriteConfirmed`: the change was done, and its image can't be read as the type.
/// - `Connection` or `Timeout` with `WriteResultUnknown`: the change may be done. What was claimed so is found by what the
///   update has set.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct FindOneAndUpdate<D, I> {
    collection: Handle<D>,
    filter: Filter<D>,
    update: update::Update<D>,
    sort: Option<Sort<D>>,
    settings: Settings,
    image: PhantomData<fn() -> I>,
}

impl<D: Document> FindOneAndUpdate<D, NeedsImage> {
    pub(crate) fn new(
        collection: Handle<D>,
        filter: impl IntoFilter<D>,
        update: impl IntoUpdate<D>,
    ) -> Self {
        let (settings, filter) = Settings::of_update(filter, &update);
        Self {
            collection,
            filter,
            update: update.into_update(),
            sort: None,
            settings,
            image: PhantomData,
        }
    }

    /// Gives the document as it was.
    pub fn before(self) -> FindOneAndUpdate<D, Before<D>> {
        self.with_image()
    }

    /// Gives the document as the update left it.
    pub fn after(self) -> FindOneAndUpdate<D, After<D>> {
        self.with_image()
    }

    fn with_image<I>(self) -> FindOneAndUpdate<D, I> {
        let Self { collection, filter, update, sort, settings, image: _ } = self;
        FindOneAndUpdate { collection, filter, update, sort, settings, image: PhantomData }
    }
}

impl<D: Document, I> FindOneAndUpdate<D, I> {
    settings!();

    /// Which of the documents that match is taken: the first in this order, in place of the order of a registered query.
    pub fn sort(mut self, sort: impl Into<Sort<D>>) -> Self {
        self.sort = Some(sort.into());
        self
    }
}

impl<D: Document, I: Image<D>> FindOneAndUpdate<D, I> {
    async fn run(self) -> Result<Option<I>, Error> {
        let call = self.collection.call(Verb::FindOneAndUpdate, Effect::Write, self.settings);
        let filter = guard::rendered(&self.filter, &call)?;
        let refuse = |refusal: Refusal| call.finish(refusal.into(), 0);
        let rendered = self.update.render_beside(Some(&self.filter.term)).map_err(refuse)?;
        let mut found = self.send(&call, &filter, &rendered).await?;
        if found.is_none() && !rendered.guards.is_empty() {
            found = self.explain(&call, &filter, &rendered).await?;
        }
        found.map(|found| image::read(&found, &call).map(I::from)).transpose()
    }

    async fn send(
        &self,
        call: &Call,
        filter: &BsonDocument,
        rendered: &RenderedUpdate,
    ) -> Result<Option<RawDocumentBuf>, Error> {
        let guarded = guard::with_guards(filter.clone(), &rendered.guards);
        let mut update = self
            .collection
            .raw
            .find_one_and_update(
                guarded,
                modifications(rendered.update.clone(), rendered.pipeline.clone()),
            )
            .return_document(image::return_document::<D, I>())
            .optional(call.hint(), action::FindOneAndUpdate::hint)
            .optional(call.collation(), action::FindOneAndUpdate::collation)
            .optional(call.order(self.sort.as_ref()), action::FindOneAndUpdate::sort)
            .comment(bson::Bson::from(call.name.as_str()));
        if !rendered.array_filters.is_empty() {
            update = update.array_filters(rendered.array_filters.clone());
        }
        let updated = call.run(&self.collection.route, |mut lease, remaining| async move {
            let result = update.max_time(remaining).session(lease.session()).await;
            (lease, result)
        });
        updated.await.map(|(found, _)| found)
    }

    /// Nothing matched, and there are guards: was there no document, or did a guard refuse it?
    async fn explain(
        &self,
        call: &Call,
        filter: &BsonDocument,
        rendered: &RenderedUpdate,
    ) -> Result<Option<RawDocumentBuf>, Error> {
        let first = match guard::look(&self.collection, call, filter, &rendered.guards).await? {
            guard::Look::NoDocument => return Ok(None),
            guard::Look::Refused(rejection) => return Err(guard::refused(call, rejection)),
            guard::Look::Passes(first) => first,
        };
        // The document changed in between. Nothing was written, so once more can't do anything twice.
        match self.send(call, filter, rendered).await? {
            Some(found) => Ok(Some(found)),
            None => Err(guard::refused(call, first)),
        }
    }
}

transactional! { [D: Document, I: Image<D>] FindOneAndUpdate<D, I> => Option<I> }

impl<D: Document, I: Image<D>> FindOneAndUpdate<D, I> {
    within!();
}

impl<D: Document, I: Image<D>> IntoFuture for FindOneAndUpdate<D, I> {
    type Output = Result<Option<I>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
