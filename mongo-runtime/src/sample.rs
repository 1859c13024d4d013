//! Documents for the tests of filters, updates and sorts; most are from the server's manual.

use std::collections::{BTreeMap, BTreeSet};

use bson::{DateTime, Decimal128, Document as BsonDocument, Timestamp, oid::ObjectId};

use crate::{Document, Embedded, Point, Presence, Revision};

#[derive(Debug, Clone, Copy, PartialEq, Embedded)]
#[mongo(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    A,
    D,
}

#[derive(Debug, Clone, PartialEq, Embedded)]
pub(crate) struct Size {
    pub(crate) h: i32,
    #[mongo(max_len = 8)]
    pub(crate) uom: String,
}

#[derive(Debug, Clone, PartialEq, Embedded)]
pub(crate) struct Stock {
    #[mongo(max_len = 8)]
    pub(crate) warehouse: String,
    pub(crate) qty: i32,
}

#[derive(Debug, Clone, PartialEq, Embedded)]
pub(crate) struct Visits {
    pub(crate) count: u32,
}

/// One field of each kind.
#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "inventory")]
pub(crate) struct Item {
    #[mongo(id)]
    pub(crate) id: ObjectId,
    #[mongo(max_len = 20)]
    pub(crate) sku: String,
    pub(crate) status: Status,
    pub(crate) sale: bool,
    pub(crate) qty: i32,
    pub(crate) sold: i64,
    pub(crate) left: u32,
    pub(crate) level: Option<i16>,
    pub(crate) rest: Option<u16>,
    #[mongo(null)]
    pub(crate) bonus: Option<u16>,
    pub(crate) malus: Presence<i64>,
    pub(crate) price: f64,
    pub(crate) cost: Decimal128,
    #[mongo(max_items = 5, max_len = 10)]
    pub(crate) tags: Vec<String>,
    #[mongo(max_items = 100)]
    pub(crate) scores: Vec<i32>,
    #[mongo(max_items = 3, max_len = 10)]
    pub(crate) colors: BTreeSet<String>,
    #[mongo(max_items = 4)]
    pub(crate) instock: Vec<Stock>,
    #[mongo(max_items = [3, 4], max_len = 10)]
    pub(crate) labels: Vec<BTreeMap<String, i32>>,
    #[mongo(max_items = [5, 6])]
    pub(crate) rows: Vec<Vec<i32>>,
    #[mongo(max_items = [2, 2])]
    pub(crate) shelves: Vec<Vec<Stock>>,
    pub(crate) size: Size,
    pub(crate) box_size: Option<Size>,
    pub(crate) visits: Option<Visits>,
    #[mongo(max_len = 20)]
    pub(crate) note: Option<String>,
    #[mongo(null, max_len = 20)]
    pub(crate) remark: Option<String>,
    #[mongo(max_len = 20)]
    pub(crate) hint: Presence<String>,
    #[mongo(rename = "lastModified")]
    pub(crate) last_modified: DateTime,
    pub(crate) clock: Option<Timestamp>,
    pub(crate) location: Point,
    #[mongo(max_items = 10, max_len = 10)]
    pub(crate) map: BTreeMap<String, i32>,
    #[mongo(opaque)]
    pub(crate) extra: Option<BsonDocument>,
    #[mongo(opaque, max_items = 10)]
    pub(crate) extras: Vec<BsonDocument>,
}

/// A type with a revision and an older version.
#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "accounts", schema_version = 2, reads(AccountV1))]
pub(crate) struct Account {
    #[mongo(id)]
    pub(crate) id: i64,
    pub(crate) balance: i64,
    #[mongo(revision)]
    pub(crate) revision: Revision,
}

#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "accounts", schema_version = 1)]
pub(crate) struct AccountV1 {
    #[mongo(id)]
    pub(crate) id: i64,
}

impl crate::Upgrade<AccountV1> for Account {
    fn upgrade(old: AccountV1) -> Result<Self, crate::UpgradeError> {
        Ok(Self { id: old.id, balance: 0, revision: Revision::FIRST })
    }
}

/// Text that must never be seen in an error or a `Debug`.
pub(crate) const CANARY: &str = "canary-7313";
