//! What a file of domain types and queries needs, in one line: `use mongo_runtime::prelude::*;`.

#[cfg(feature = "driver")]
pub use crate::db::{Store, StoreConfig};

pub use bson::{DateTime, Decimal128, Uuid, oid::ObjectId};

pub use crate::{
    Document, Downgrade, DowngradeError, Embedded, Id, OtherDocument, Point, Presence, Projection,
    Revision, TextKey, Upgrade, UpgradeError, catalog,
    field::Field,
    filter::{AllDocuments, Filter, FilterField, by_id},
    operation,
    sort::{Sort, SortField},
    update::{ComputeField, Expression, Recipe, Update, UpdateElements, UpdateField},
};

// The derives, beside the types of the same names.
pub use mongo_derive::{Filter, Update};
