//! Everything that does I/O; the only folder that names the driver.
//!
//! A [`Store`] has a [`Collection`] for each document type of its catalog. Each operation is a builder that does nothing until it is
//! awaited, with `.deadline(..)` and `.named(..)`:
//!
//! | call | gives |
//! |---|---|
//! | [`insert_one`](Collection::insert_one), [`insert_many`](Collection::insert_many) | nothing, or how many; a status for each document when some fail |
//! | [`find_one`](Collection::find_one), [`find`](Collection::find)`.limit(n)` | an `Option`, a [`Cursor`] |
//! | [`scan`](Collection::scan) | every document of the type, batch by batch, with a place to go on from |
//! | `find(..).limit(n)`[`.page(token)`](Find::page), [`.slice(n)`](Find::slice) | a [`Page`], for registered queries; a [`Slice`] |
//! | [`count`](Collection::count), [`exists`](Collection::exists) | a number, a `bool` |
//! | [`update_one`](Collection::update_one), [`update_many`](Collection::update_many) | how many matched and changed |
//! | [`upsert_one`](Collection::upsert_one), [`find_one_and_upsert`](Collection::find_one_and_upsert) | inserted, or updated; for recipes with `upsert = ".."` |
//! | [`find_one_and_update`](Collection::find_one_and_update), [`find_one_and_delete`](Collection::find_one_and_delete) | the document, before or after |
//! | [`replace_one`](Collection::replace_one), [`find_one_and_replace`](Collection::find_one_and_replace) | the new revision, or the document; for types that own theirs and count revisions |
//! | [`delete_one`](Collection::delete_one), [`delete_many`](Collection::delete_many) | how many were deleted |
//! | [`upgrade_one`](Collection::upgrade_one) | whether a document of an older schema version was rewritten |
//! | [`Store::transaction`] | several operations as one, with `.within(tx)` on each |
//! | [`Store::bulk_write`] | a status for each of several writes, over several collections |
//! | [`reconcile_insert`](Collection::reconcile_insert), [`reconcile_update`](Collection::reconcile_update), [`reconcile_replace`](Collection::reconcile_replace) | what became of a write whose outcome is unknown |
//! | [`retry_on_conflict`] | runs a whole use case again when somebody else was first |
//!
//! `Admin`, behind the feature `admin`, provisions local and test stores, verifies any, counts schema versions, and explains operations for
//! `assert_served!`.
//!
//! With `StoreConfig::environment(Environment::Production)`, a store checks what it starts on; see [`Store::connect`].
//!
//! No event has a value, a key or a credential. The driver's own events do: with its feature `tracing-unstable`, which any crate of a build
//! turns on for all of it, it logs whole commands at level `DEBUG`. Leave the feature off, or filter the targets that start with `mongodb`.
//!
//! A certificate that was revoked is trusted until it ends: the driver asks for no revocation list.

mod config;

mod environment;

mod secret;

mod startup;

mod store;

pub mod consistency;

mod route;

mod causal;

mod handle;

mod transaction;

mod collection;

mod insert;

mod insert_many;

mod insert_batch;

mod find_one;

mod find;

mod cursor;

mod page;

mod scan;

mod count;

mod update;

mod upsert;

mod upgrade;

mod delete;

mod replace;

mod retry;

mod reconcile;

mod bulk;

mod image;

mod find_one_and_update;

mod find_one_and_replace;

mod find_one_and_delete;

mod find_one_and_upsert;

mod guard;

#[cfg(feature = "admin")]
mod admin;

mod settings;

mod executor;

mod attempts;

mod driver_error;

mod tls_error;

mod write_error;

mod duplicate;

mod validation;

mod batch;

mod collation;

mod link;

mod sessions;

#[cfg(feature = "admin")]
pub use self::admin::{
    Admin, AdminConfig, Census, Change, Difference, Explain, MAX_RATIO, NotServed, OnlyVerified,
    OverBound, Plan, PlanGate, PlanMismatch, Report, Stage, StoredVersion, Unserved, UnservedPlan,
    VersionCount,
};

pub use self::{
    bulk::{BulkItem, BulkResult, BulkWrite},
    collection::Collection,
    config::StoreConfig,
    consistency::Stale,
    count::{Count, Exists},
    cursor::{BadDocument, Cursor},
    delete::{Delete, DeleteResult},
    driver_error::driver_error,
    environment::Environment,
    find::{Find, FindPage, FindSlice, Limited, NeedsLimit},
    find_one::FindOne,
    find_one_and_delete::FindOneAndDelete,
    find_one_and_replace::FindOneAndReplace,
    find_one_and_update::{FindOneAndUpdate, NeedsImage},
    find_one_and_upsert::{FindOneAndUpsert, UpsertedAfter, UpsertedBefore},
    image::{After, Before, Image},
    insert::InsertOne,
    insert_many::{InsertMany, InsertManyResult},
    page::{Page, PageToken, Slice},
    reconcile::Reconciled,
    replace::ReplaceOne,
    retry::{Retry, UseCaseError, retry_on_conflict},
    scan::{Scan, ScanBatch, ScanPosition, ScanPositionError},
    secret::Secret,
    store::Store,
    transaction::{Transaction, Transactional, Tx, TxFuture, Within},
    update::{UpdateCall, UpdateResult},
    upgrade::{UpgradeOne, UpgradeResult},
    upsert::{UpsertOne, Upserted},
};
