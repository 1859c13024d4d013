//! Everything that does I/O; the only folder that names the driver.

mod config;

mod store;

mod collection;

mod insert;

mod insert_many;

mod insert_batch;

mod find_one;

mod find;

mod cursor;

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

mod write_error;

mod duplicate;

mod validation;

mod batch;

mod link;

mod sessions;

#[cfg(feature = "admin")]
pub use self::admin::{
    Admin, AdminConfig, Census, Change, Difference, Environment, OnlyVerified, OverBound, Report,
    StoredVersion, VersionCount,
};

pub use self::{
    bulk::{BulkItem, BulkResult, BulkWrite},
    collection::Collection,
    config::StoreConfig,
    count::{Count, Exists},
    cursor::{BadDocument, Cursor},
    delete::{Delete, DeleteResult},
    driver_error::driver_error,
    find::{Find, Limited, NeedsLimit},
    find_one::FindOne,
    find_one_and_delete::FindOneAndDelete,
    find_one_and_replace::FindOneAndReplace,
    find_one_and_update::{FindOneAndUpdate, NeedsImage},
    find_one_and_upsert::{FindOneAndUpsert, UpsertedAfter, UpsertedBefore},
    image::{After, Before, Image},
    insert::InsertOne,
    insert_many::{InsertMany, InsertManyResult},
    reconcile::Reconciled,
    replace::ReplaceOne,
    retry::{ConflictRetry, UseCaseError, retry_on_conflict},
    store::Store,
    update::{UpdateCall, UpdateResult},
    upgrade::{UpgradeOne, UpgradeResult},
    upsert::{UpsertOne, Upserted},
};
