//! Rewrites a document of an older schema version in the current one.

mod difference;

use std::{future::IntoFuture, pin::Pin};

use bson::{Bson, Document as BsonDocument};

use self::difference::Difference;
use super::{
    executor::{Call, Effect},
    find::{self, FindCommand},
    find_one::first,
    guard,
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::{self, Document, stored_version},
    error::{Detail, Error, Kind, Outcome},
    filter::{Filter, IntoFilter},
    operation::Verb,
    update::Rejection,
};

/// How often a document is read again that others change meanwhile.
const MAX_ROUNDS: usize = 3;

/// A rewrite of one document in the current schema version. Await it.
///
/// The document is read, goes through the readers of its type, and what differs is written back by one `update_one`: `$set` of
/// the fields that the current version declares, `$unset` of those that only the older one declared. Fields that neither
/// declares are somebody else's and stay, also inside of documents; an element of an array, the value of a map and an enum with data
/// are written as a whole. What an `Upgrade` does to the fields of a `catch_all` is not written, since they stay as they are. The update
/// has in its filter the `_id`, the old version, and that the document is unchanged: the revision where both versions have it
/// under one name, which is counted up, and else the old value of each field that the older version declares. A document that
/// others changed meanwhile is read and upgraded again, up to three times.
///
/// Two round trips, and two more for each time that the document was changed meanwhile.
///
/// # Errors
///
/// - `Decode`, `SchemaVersionUnsupported` with `NotSent`: the document can't be read or upgraded.
/// - `Encode`, `DocumentTooLarge` with `NotSent`: the upgraded document is over a bound or over `max_size`.
/// - `OperationRejected` with `NotSent` and [`Rejection::NewerVersion`]: the document is of a newer version, and is never
///   written back in an older one.
/// - `Connection` or `Timeout` with `NotSent` while it reads, with `WriteResultUnknown` while it writes: the document may be
///   upgraded, and doing it again does no harm.
/// - `SchemaValidation`, `DuplicateKey`: the server refuses the upgraded document. `NoWritePerformed`.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has done it, the majority has not confirmed it in time. With
///   `NoWritePerformed`: there was no such document on the primary, either.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct UpgradeOne<D> {
    collection: Handle<D>,
    filter: Filter<D>,
    settings: Settings,
}

/// What became of a document that was to be upgraded.
#[must_use = "it says whether the document is of the current version now"]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum UpgradeResult {
    /// It is of the current version now.
    Upgraded {
        /// The version that it had.
        from: i32,
    },
    /// It was of the current version already, and nothing was written.
    WasCurrent,
    /// No document matches the filter.
    NotFound,
    /// Others changed it each time between the read and the write. It is as they left it.
    ChangedMeanwhile,
}

impl<D: Document> UpgradeOne<D> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D>) -> Self {
        let (settings, filter) = Settings::of(filter);
        Self { collection, filter, settings }
    }

    settings!();

    async fn run(self) -> Result<UpgradeResult, Error> {
        let call = self.collection.call(Verb::UpgradeOne, Effect::Write, self.settings);
        if let Some(family) = D::DECLARATION.family {
            let name = family.types.first().map_or("", |one| one.name);
            let text = format!(
                "a document is upgraded by its own type: use the collection of `{name}` or another of them"
            );
            return Err(call.finish(Error::rejected(text), 0));
        }
        let filter = guard::rendered_of_any_age(&self.filter, &call)?;
        upgrade(&self.collection, &call, &filter, Outcome::NotSent).await
    }
}

transactional! { [D: Document] UpgradeOne<D> => UpgradeResult }

impl<D: Document> UpgradeOne<D> {
    within!();
}

impl<D: Document> IntoFuture for UpgradeOne<D> {
    type Output = Result<UpgradeResult, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// Upgrades one document that matches. `so_far` is what the call has done to the data before.
pub(super) async fn upgrade<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    filter: &BsonDocument,
    so_far: Outcome,
) -> Result<UpgradeResult, Error> {
    let Some(version) = D::DECLARATION.schema_version else {
        let found =
            read(collection, call, filter).await.map_err(|error| error.with_outcome(so_far))?;
        return Ok(found.map_or(UpgradeResult::NotFound, |_| UpgradeResult::WasCurrent));
    };
    let mut outcome = so_far;
    for _ in 0..MAX_ROUNDS {
        let not_done = |error: Error| error.with_outcome(outcome);
        let found = read(collection, call, filter).await.map_err(not_done)?;
        let Some(found) = found else { return Ok(UpgradeResult::NotFound) };
        // What is no version is told by the reader.
        let stored = stored_version(version.field, &found).unwrap_or(version.current - 1);
        if stored == version.current {
            return Ok(UpgradeResult::WasCurrent);
        }
        if stored > version.current {
            let rejection = Rejection::NewerVersion { current: version.current };
            let detail = Detail::Rejection(rejection);
            return Err(call.finish(Error::new(Kind::OperationRejected, Some(outcome), detail), 1));
        }
        let difference = difference::<D>(&found, stored)
            .map_err(|error| call.finish(error.with_outcome(outcome), 1))?;
        if write(collection, call, difference).await? {
            return Ok(UpgradeResult::Upgraded { from: stored });
        }
        outcome = Outcome::NoWritePerformed;
    }
    Ok(UpgradeResult::ChangedMeanwhile)
}

async fn read<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    filter: &BsonDocument,
) -> Result<Option<Vec<u8>>, Error> {
    let read = Call { effect: Effect::Read, ..*call };
    let command = FindCommand::first(filter.clone()).found_by(call);
    let fetched = find::send(collection, &read, command).await?;
    first(fetched, call, |bytes| Ok(bytes.to_vec()))
}

/// What is to be written, and of which document.
fn difference<D: Document>(found: &[u8], stored: i32) -> Result<Difference, Error> {
    let upgraded: D = document::from_slice(found)?;
    let new = document::to_vec(&upgraded)?;
    let parsed = |bytes: &[u8]| {
        BsonDocument::from_reader(bytes).map_err(|_| {
            let text = "the bytes of the document are not BSON";
            Error::new(Kind::Decode, None, Detail::Text(text.into()))
        })
    };
    let older = D::DECLARATION.of_version(stored).unwrap_or(D::DECLARATION);
    Ok(Difference::new(&parsed(found)?, &parsed(&new)?, older, D::DECLARATION))
}

async fn write<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    difference: Difference,
) -> Result<bool, Error> {
    let Difference { filter, update } = difference;
    let update = collection.raw.update_one(filter, update);
    let updated = call.run(&collection.route, |mut lease, _| async move {
        let result = update.session(lease.session()).comment(Bson::from(call.name.as_str())).await;
        (lease, result)
    });
    updated.await.map(|(result, _)| result.matched_count > 0)
}

impl UpgradeResult {
    /// Whether the document is of the current version now.
    #[must_use]
    pub fn is_current(self) -> bool {
        matches!(self, Self::Upgraded { .. } | Self::WasCurrent)
    }
}
