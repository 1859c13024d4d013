//! Updates documents.

use std::{future::IntoFuture, pin::Pin, time::Duration};

use bson::Document as BsonDocument;
use mongodb::{
    action::{self, Action},
    options::UpdateModifications,
};

use super::{
    executor::{Call, Effect},
    guard,
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
    upgrade::{self, UpgradeResult},
};
use crate::{
    document::Document,
    error::{Error, Outcome},
    filter::{Filter, IntoFilter},
    operation::Verb,
    refusal::Refusal,
    update::{self, IntoUpdate, RenderedUpdate},
};

/// How often a document is upgraded and updated again that others change meanwhile.
const MAX_ROUNDS: usize = 3;

/// An update of one document, or of all that match. Await it.
///
/// An update can have guards: an array that must not be full, a number that must stay in its range, and for a type with
/// schema versions, a version that stores all that is changed as the current one does. They are part of the
/// command's filter, so that check and change are one atomic step on the server. When nothing matched, the store looks for
/// the guard that refused: one round trip for the document, and one for each guard when there are several.
///
/// # Errors
///
/// - `OperationRejected` with `NotSent`: update_many with a filter that matches everything, or an update that changes
///   nothing.
/// - `OperationRejected` with `NoWritePerformed`: a document matched and a guard refused it; see [`Error::rejection`].
/// - `DuplicateKey`, `SchemaValidation`, `DocumentTooLarge`: the changed document is refused. `NoWritePerformed` for
///   update_one; `WriteResultUnknown` for update_many, which may have changed documents before it.
/// - `Connection` or `Timeout` with `WriteResultUnknown`: the update may be done; for update_many, in part.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has done it, the majority has not confirmed it in time. With
///   `NoWritePerformed`: there was no such document on the primary, either.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct UpdateCall<D: Document> {
    collection: Handle<D>,
    filter: Filter<D>,
    update: update::Update<D>,
    verb: Verb,
    is_upgrading: bool,
    settings: Settings,
}

/// What an update did.
#[must_use = "it says whether any document matched"]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpdateResult {
    n_matched: u64,
    n_modified: u64,
    is_upgraded: bool,
}

impl UpdateResult {
    const NONE: Self = Self { n_matched: 0, n_modified: 0, is_upgraded: false };

    /// How many documents matched the filter and passed the guards.
    #[must_use]
    pub fn matched(self) -> u64 {
        self.n_matched
    }

    /// How many of them the update changed.
    #[must_use]
    pub fn modified(self) -> u64 {
        self.n_modified
    }

    /// Whether a document was rewritten in the current schema version before; see [`UpdateCall::upgrading`].
    #[must_use]
    pub fn is_upgraded(self) -> bool {
        self.is_upgraded
    }
}

impl<D: Document> UpdateCall<D> {
    pub(crate) fn new(
        collection: Handle<D>,
        filter: impl IntoFilter<D>,
        update: impl IntoUpdate<D>,
        verb: Verb,
    ) -> Self {
        let (settings, filter) = Settings::of_update(filter, &update);
        Self {
            collection,
            filter,
            update: update.into_update(),
            verb,
            is_upgrading: false,
            settings,
        }
    }

    settings!();

    /// Upgrades a document of an older schema version that the update must not touch, and applies the update then.
    ///
    /// An update of a versioned type leaves documents alone whose version stores a path that it changes in another way. With
    /// this, an update_one that finds only such a document does what
    /// [`upgrade_one`](crate::db::Collection::upgrade_one) does, and runs again: at most three times, when others write the document
    /// meanwhile. The two are not one atomic step: between them the document is of the current version and not yet
    /// updated. An error tells what became of the *update*; the document may be upgraded, which changes its form and not what
    /// it means.
    ///
    /// One round trip when a document of the current version matches. Four when one of an older version does: the update, the
    /// read and the write of the upgrade, and the update again.
    ///
    /// # Errors
    ///
    /// Those of the update and of [`UpgradeOne`](super::UpgradeOne). `OperationRejected` with `NotSent` for update_many, which
    /// upgrades nothing.
    pub fn upgrading(mut self) -> Self {
        self.is_upgrading = true;
        self
    }

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

    pub(super) fn call(&self) -> Call {
        let effect = if self.verb == Verb::UpdateMany { Effect::WriteMany } else { Effect::Write };
        self.collection.call(self.verb, effect, self.settings)
    }

    pub(super) fn rendered(&self, call: &Call) -> Result<(BsonDocument, RenderedUpdate), Error> {
        if call.effect == Effect::WriteMany {
            guard::refuse_everything(&self.filter, "update_many")
                .map_err(|error| call.finish(error, 0))?;
        }
        if self.is_upgrading && call.effect == Effect::WriteMany {
            let text = "`upgrading` is for update_one: upgrade the documents one by one, or leave the older ones out";
            return Err(call.finish(Error::rejected(text), 0));
        }
        let filter = guard::rendered(&self.filter, call)?;
        let refuse = |refusal: Refusal| call.finish(refusal.into(), 0);
        let rendered = self.update.render_beside(Some(&self.filter.term)).map_err(refuse)?;
        Ok((filter, rendered))
    }

    async fn run(self) -> Result<UpdateResult, Error> {
        let call = self.call();
        let (filter, rendered) = self.rendered(&call)?;
        if rendered.guards.is_empty() {
            return self.send(&call, filter, rendered).await;
        }
        let result = self.send_guarded(&call, filter, rendered).await?;
        if result.n_matched > 0 {
            return Ok(result);
        }
        // What was sent is gone with the command. It is rendered again here, so that an update that matches copies nothing.
        let (filter, rendered) = self.rendered(&call)?;
        if self.is_upgrading {
            return self.upgrade_and_send(&call, &filter, &rendered).await;
        }
        self.explain(&call, &filter, &rendered).await
    }

    /// Nothing matched: perhaps there is a document of an older version.
    async fn upgrade_and_send(
        &self,
        call: &Call,
        filter: &BsonDocument,
        rendered: &RenderedUpdate,
    ) -> Result<UpdateResult, Error> {
        // Each round has answered that it updated nothing, so one more can't do anything twice.
        for _ in 0..MAX_ROUNDS {
            let upgraded =
                upgrade::upgrade(&self.collection, call, filter, Outcome::NoWritePerformed).await?;
            let is_upgraded = match upgraded {
                UpgradeResult::NotFound => return Ok(UpdateResult::NONE),
                UpgradeResult::WasCurrent => break,
                UpgradeResult::ChangedMeanwhile => continue,
                UpgradeResult::Upgraded { .. } => true,
            };
            let result = self.send_guarded(call, filter.clone(), rendered.clone()).await?;
            if result.n_matched > 0 {
                return Ok(UpdateResult { is_upgraded, ..result });
            }
        }
        self.explain(call, filter, rendered).await
    }

    /// Sends the update with its guards.
    async fn send_guarded(
        &self,
        call: &Call,
        filter: BsonDocument,
        mut rendered: RenderedUpdate,
    ) -> Result<UpdateResult, Error> {
        let guarded = guard::guarded(filter, std::mem::take(&mut rendered.guards));
        self.send(call, guarded, rendered).await
    }

    async fn send(
        &self,
        call: &Call,
        filter: BsonDocument,
        rendered: RenderedUpdate,
    ) -> Result<UpdateResult, Error> {
        let raw = &self.collection.raw;
        let RenderedUpdate { update, pipeline, array_filters, .. } = rendered;
        let update = modifications(update, pipeline);
        let mut update = match call.effect {
            Effect::WriteMany => raw.update_many(filter, update),
            _ => raw.update_one(filter, update),
        };
        update = update
            .optional(call.hint(), action::Update::hint)
            .optional(call.collation(), action::Update::collation);
        if !array_filters.is_empty() {
            update = update.array_filters(array_filters);
        }
        let updated = call.run(&self.collection.route, |mut lease, _| async move {
            let result =
                update.session(lease.session()).comment(bson::Bson::from(call.name.as_str())).await;
            (lease, result)
        });
        let (result, _) = updated.await?;
        Ok(UpdateResult {
            n_matched: result.matched_count,
            n_modified: result.modified_count,
            ..UpdateResult::NONE
        })
    }

    /// Nothing matched, and there are guards: was there no document, or did a guard refuse it?
    async fn explain(
        &self,
        call: &Call,
        filter: &BsonDocument,
        rendered: &RenderedUpdate,
    ) -> Result<UpdateResult, Error> {
        let first = match guard::look(&self.collection, call, filter, &rendered.guards).await? {
            guard::Look::NoDocument => return Ok(UpdateResult::NONE),
            guard::Look::Refused(rejection) => return Err(guard::refused(call, rejection)),
            guard::Look::Passes(first) => first,
        };
        // The document changed in between. Nothing was written, so once more can't do anything twice.
        let result = self.send_guarded(call, filter.clone(), rendered.clone()).await?;
        if result.n_matched > 0 { Ok(result) } else { Err(guard::refused(call, first)) }
    }
}

/// Operators, or the stages of a pipeline.
pub(super) fn modifications(
    operators: BsonDocument,
    stages: Vec<BsonDocument>,
) -> UpdateModifications {
    if stages.is_empty() {
        UpdateModifications::Document(operators)
    } else {
        UpdateModifications::Pipeline(stages)
    }
}

transactional! { [D: Document] UpdateCall<D> => UpdateResult }

impl<D: Document> UpdateCall<D> {
    within!();
}

impl<D: Document> IntoFuture for UpdateCall<D> {
    type Output = Result<UpdateResult, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
