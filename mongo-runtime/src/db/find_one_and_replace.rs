//! Replaces one whole document and gives it back.

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::Pin};

use super::{
    NeedsImage,
    executor::Effect,
    handle::Handle,
    image::{self, After, Before, Image},
    replace::Replacement,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::{OwnsDocument, Revisioned},
    error::Error,
    operation::Verb,
    refusal::Refusal,
};

/// A replacement as that of [`replace_one`](crate::db::Collection::replace_one), which gives the document back. Say which image,
/// [`before`](Self::before) or [`after`](Self::after), and await it.
///
/// The image before is what was stored at that revision, and has also what the reader of the document did not look at.
///
/// # Errors
///
/// As those of [`ReplaceOne`](super::ReplaceOne), and `Decode` or `SchemaVersionUnsupported` with `WriteConfirmed`: the document is
/// replaced, and its image can't be read as the type.
#[must_use = "an operation does nothing until it is awaited"]
pub struct FindOneAndReplace<D, I> {
    collection: Handle<D>,
    replacement: Result<Replacement<D>, Refusal>,
    settings: Settings,
    image: PhantomData<fn() -> I>,
}

impl<D: Revisioned + OwnsDocument> FindOneAndReplace<D, NeedsImage> {
    pub(crate) fn new(collection: Handle<D>, document: &D) -> Self {
        let replacement = Replacement::new(document);
        Self { collection, replacement, settings: Settings::default(), image: PhantomData }
    }

    /// Gives the document as it was.
    pub fn before(self) -> FindOneAndReplace<D, Before<D>> {
        self.with_image()
    }

    /// Gives the document as it is now, with its new revision.
    pub fn after(self) -> FindOneAndReplace<D, After<D>> {
        self.with_image()
    }

    fn with_image<I>(self) -> FindOneAndReplace<D, I> {
        let Self { collection, replacement, settings, image: _ } = self;
        FindOneAndReplace { collection, replacement, settings, image: PhantomData }
    }
}

impl<D, I> FindOneAndReplace<D, I> {
    settings!();
}

impl<D: Revisioned + OwnsDocument, I: Image<D>> FindOneAndReplace<D, I> {
    async fn run(self) -> Result<I, Error> {
        let call = self.collection.call(Verb::FindOneAndReplace, Effect::Write, self.settings);
        let refuse = |refusal: Refusal| call.finish(refusal.into(), 0);
        let replacement = self.replacement.map_err(refuse)?;
        let filter = replacement.filter().map_err(refuse)?;
        let raw = self.collection.raw.clone();
        let replace = raw
            .find_one_and_replace(filter, &replacement.document)
            .return_document(image::return_document::<D, I>())
            .comment(bson::Bson::from(call.name.as_str()));
        let replaced = call.run(&self.collection.route, |mut lease, remaining| async move {
            let result = replace.max_time(remaining).session(lease.session()).await;
            (lease, result)
        });
        match replaced.await? {
            (Some(found), _) => image::read(&found, &call).map(I::from),
            (None, _) => Err(replacement.why(&self.collection, &call).await),
        }
    }
}

transactional! { [D: Revisioned + OwnsDocument, I: Image<D>] FindOneAndReplace<D, I> => I }

impl<D: Revisioned + OwnsDocument, I: Image<D>> FindOneAndReplace<D, I> {
    within!();
}

impl<D: Revisioned + OwnsDocument, I: Image<D>> IntoFuture for FindOneAndReplace<D, I> {
    type Output = Result<I, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D, I> fmt::Debug for FindOneAndReplace<D, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FindOneAndReplace({:?})", self.collection)
    }
}
