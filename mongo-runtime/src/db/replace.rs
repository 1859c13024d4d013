//! Replaces whole documents, if nobody else has changed them since they were read.

use std::{fmt, future::IntoFuture, pin::Pin, time::Duration};

use bson::{Document as BsonDocument, RawDocumentBuf, doc};

use super::{
    count::exists,
    executor::{Call, Effect},
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::{self, OwnsDocument, Revisioned},
    error::{Detail, Error, Kind, Outcome},
    filter::{Filter, IntoFilter, by_id},
    operation::Verb,
    refusal::Refusal,
    revision::Revision,
    update::Rejection,
};

/// A replacement of one whole document, on the condition that its stored revision is still the one that was read. Await it
/// for the new revision.
///
/// It exists for types that own their whole document ([`OwnsDocument`]) and have a revision ([`Revisioned`]): a type that knows a
/// part of a document changes that part by operators.
///
/// One round trip; when nothing was replaced, one or two more to tell why.
///
/// # Errors
///
/// - `Encode` or `DocumentTooLarge` with `NotSent`: the codec refused a value; nothing was sent.
/// - `OptimisticConflict` with `NoWritePerformed`: somebody has changed the document since. Read it again and decide anew;
///   [`retry_on_conflict`](super::retry_on_conflict) does that for a whole use case.
/// - `NotFound` with `NoWritePerformed`: there is no document with this `_id`.
/// - `OperationRejected` with `NoWritePerformed` and [`Rejection::NewerVersion`]: it has been written in a newer schema version,
///   of which this binary knows only a part.
/// - `DuplicateKey`, `SchemaValidation` with `NoWritePerformed`: the new document is refused.
/// - `Connection` or `Timeout` with `WriteResultUnknown`: it may be done; [`Collection::reconcile_replace`](crate::db::Collection::reconcile_replace) finds out.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has done it, the majority has not confirmed it in time. With
///   `NoWritePerformed`: there was no such document on the primary, either.
#[must_use = "an operation does nothing until it is awaited"]
pub struct ReplaceOne<D> {
    collection: Handle<D>,
    replacement: Result<Replacement<D>, Refusal>,
    settings: Settings,
}

/// A new document, and what it takes the place of.
pub(super) struct Replacement<D> {
    pub(super) document: RawDocumentBuf,
    pub(super) expected: Revision,
    pub(super) revision: Revision,
    id: Filter<D>,
}

impl<D: Revisioned + OwnsDocument> Replacement<D> {
    pub(super) fn new(document: &D) -> Result<Self, Refusal> {
        let expected = document.revision();
        let no_next = || Refusal::Rule("the revision can't be counted up any further".to_owned());
        let revision = expected.get().checked_add(1).map(Revision::new).ok_or_else(no_next)?;
        let mut bytes = document::to_vec(document)?;
        let not_bson =
            || Refusal::Rule("the codec of a field wrote bytes that are not BSON".to_owned());
        document::set_revision::<D>(&mut bytes, revision).map_err(|_| not_bson())?;
        let raw = RawDocumentBuf::from_bytes(bytes).map_err(|_| not_bson())?;
        Ok(Self { document: raw, expected, revision, id: by_id(document.id()).into_filter() })
    }

    /// The filter that the stored document must meet.
    pub(super) fn filter(&self) -> Result<BsonDocument, Refusal> {
        let mut filter = self.id.render()?;
        let declaration = D::DECLARATION;
        if let Some(field) = declaration.revision {
            filter.insert(field, self.expected.get());
        }
        if let Some(version) = declaration.schema_version {
            filter.insert(version.field, doc! { "$not": { "$gt": version.current } });
        }
        Ok(filter)
    }

    /// Nothing was replaced: why? One or two round trips.
    pub(super) async fn why(&self, collection: &Handle<D>, call: &Call) -> Error {
        let look = Call { effect: Effect::Read, ..*call };
        match self.look(collection, &look).await {
            Ok(error) => call.finish(error, 1),
            // The replacement has answered that it wrote nothing, whatever becomes of the look.
            Err(error) => error.with_outcome(Outcome::NoWritePerformed),
        }
    }

    async fn look(&self, collection: &Handle<D>, look: &Call) -> Result<Error, Error> {
        let refuse = |refusal: Refusal| look.finish(refusal.into(), 0);
        let nothing = |kind, detail| Error::new(kind, Some(Outcome::NoWritePerformed), detail);
        let filter = self.id.render().map_err(refuse)?;
        if let Some(version) = D::DECLARATION.schema_version {
            let mut newer = filter.clone();
            newer.insert(version.field, doc! { "$gt": version.current });
            if exists(collection, look, newer).await? {
                let rejection = Rejection::NewerVersion { current: version.current };
                return Ok(nothing(Kind::OperationRejected, Detail::Rejection(rejection)));
            }
        }
        let kind = match exists(collection, look, filter).await? {
            true => Kind::OptimisticConflict,
            false => Kind::NotFound,
        };
        Ok(nothing(kind, Detail::None))
    }
}

impl<D: Revisioned + OwnsDocument> ReplaceOne<D> {
    pub(crate) fn new(collection: Handle<D>, document: &D) -> Self {
        let replacement = Replacement::new(document);
        Self { collection, replacement, settings: Settings::default() }
    }

    settings!();

    pub(crate) fn collection(&self) -> &Handle<D> {
        &self.collection
    }

    /// Checks what can be known before anything is sent.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match &self.replacement {
            Ok(_) => Ok(()),
            Err(refusal) => Err(self.call().finish(refusal.clone().into(), 0)),
        }
    }

    /// The same operation within what is left of a deadline over several.
    pub(crate) fn at_most(mut self, remaining: Duration) -> Self {
        self.settings = self.settings.at_most(remaining);
        self
    }

    fn call(&self) -> Call {
        self.collection.call(Verb::ReplaceOne, Effect::Write, self.settings)
    }

    async fn run(self) -> Result<Revision, Error> {
        let call = self.call();
        let refuse = |refusal: Refusal| call.finish(refusal.into(), 0);
        let replacement = self.replacement.map_err(refuse)?;
        let filter = replacement.filter().map_err(refuse)?;
        let raw = self.collection.raw.clone();
        let replace = raw.replace_one(filter, &replacement.document);
        let replaced = call.run(&self.collection.route, |mut lease, _| async move {
            let result = replace
                .session(lease.session())
                .comment(bson::Bson::from(call.name.as_str()))
                .await;
            (lease, result)
        });
        let (result, _) = replaced.await?;
        if result.matched_count == 0 {
            return Err(replacement.why(&self.collection, &call).await);
        }
        Ok(replacement.revision)
    }
}

transactional! { [D: Revisioned + OwnsDocument] ReplaceOne<D> => Revision }

impl<D: Revisioned + OwnsDocument> ReplaceOne<D> {
    within!();
}

impl<D: Revisioned + OwnsDocument> IntoFuture for ReplaceOne<D> {
    type Output = Result<Revision, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D> fmt::Debug for ReplaceOne<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplaceOne({:?})", self.collection)
    }
}
