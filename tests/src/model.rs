//! A model with every form of field, each form under the name of what it is.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    time::{Duration, SystemTime},
};

use mongo_runtime::{
    Document, Embedded, Point, Presence, Revision, Upgrade, UpgradeError,
    bson::{
        Binary, Bson, DateTime, Decimal128, Document as BsonDocument, RawDocumentBuf, Timestamp,
        Uuid, oid::ObjectId,
    },
};

/// Every form of field but the hashed collections, whose order differs from value to value.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "everything", schema_version = 2, reads(EverythingV1), max_size = "15 MiB")]
pub struct Everything {
    /// Written first, wherever it is declared.
    #[mongo(id)]
    pub id: ObjectId,
    /// Scalars.
    pub scalars: Scalars,
    /// Widened integers.
    pub widened: Widened,
    /// Fields that may lack a value.
    pub optional: Optional,
    /// Arrays.
    pub lists: Lists,
    /// Maps.
    pub maps: Maps,
    /// Named representations.
    pub named: Named,
    /// Enums and newtypes.
    pub kinds: Kinds,
    /// Values that are kept and not looked into.
    pub kept: Kept,
    /// A recursive type.
    pub tree: Node,
    /// GeoJSON.
    pub place: Option<Point>,
    /// The revision.
    #[mongo(revision)]
    pub revision: Revision,
}

/// Version 1, which knew the id only.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "everything", schema_version = 1)]
pub struct EverythingV1 {
    /// The id.
    #[mongo(id)]
    pub id: ObjectId,
}

impl Upgrade<EverythingV1> for Everything {
    fn upgrade(old: EverythingV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, ..crate::samples::full() })
    }
}

/// One field for each BSON type that has a Rust type of its own.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "camelCase")]
pub struct Scalars {
    /// Double.
    pub double: f64,
    /// String.
    pub string: String,
    /// Boxed string with a bound.
    #[mongo(max_len = 20)]
    pub short_string: Box<str>,
    /// Any binary.
    pub binary: Binary,
    /// Binary of subtype 4.
    pub uuid: Uuid,
    /// ObjectId.
    pub object_id: ObjectId,
    /// Bool.
    pub bool: bool,
    /// Date.
    pub date: DateTime,
    /// Int32.
    pub int32: i32,
    /// Timestamp.
    pub timestamp: Timestamp,
    /// Int64.
    pub int64: i64,
    /// Decimal128.
    pub decimal128: Decimal128,
}

/// Integers that are stored wider than they are.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Widened {
    /// As int32.
    pub i8: i8,
    /// As int32.
    pub u8: u8,
    /// As int32.
    pub i16: i16,
    /// As int32.
    pub u16: u16,
    /// As int64.
    pub u32: u32,
}

/// Absent, null and value.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Optional {
    /// Absent when there is none.
    pub option: Option<i32>,
    /// Null when there is none.
    #[mongo(null)]
    pub null: Option<String>,
    /// Three states.
    pub presence: Presence<i64>,
    /// Three states of a document.
    pub presence_of_document: Presence<Line>,
    /// A boxed document.
    pub boxed: Option<Box<Line>>,
    /// A bounded array.
    #[mongo(max_items = 4)]
    pub list: Option<Vec<i32>>,
}

/// Arrays.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Lists {
    /// Scalars.
    #[mongo(max_items = 200)]
    pub ints: Vec<i32>,
    /// Documents.
    #[mongo(max_items = 20)]
    pub lines: Vec<Line>,
    /// Arrays in an array.
    #[mongo(max_items = [5, 6], max_len = 20)]
    pub nested: Vec<Vec<String>>,
    /// Elements that can be null.
    #[mongo(max_items = 8)]
    pub holes: Vec<Option<bool>>,
    /// A ring buffer.
    #[mongo(max_items = 8)]
    pub deque: VecDeque<DateTime>,
    /// A set of numbers.
    #[mongo(max_items = 8)]
    pub set: BTreeSet<i64>,
    /// A set of text.
    #[mongo(max_items = 8, max_len = 20)]
    pub words: BTreeSet<String>,
    /// Exactly three.
    pub fixed: [f64; 3],
    /// A pair of two types.
    pub pair: (i32, String),
    /// Three of three types.
    pub triple: (bool, Option<i64>, Line),
}

/// Maps.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Maps {
    /// Text to number.
    #[mongo(max_items = 8, max_len = 20)]
    pub by_text: BTreeMap<String, i32>,
    /// Unit enum to document.
    #[mongo(max_items = 3)]
    pub by_color: BTreeMap<Color, Line>,
    /// Newtype to array.
    #[mongo(max_items = [4, 5], max_len = 20)]
    pub by_sku: BTreeMap<Sku, Vec<i64>>,
}

/// Types that need the name of a representation.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Named {
    /// Int64.
    #[mongo(as = "int64_checked")]
    pub checked: u64,
    /// Decimal128.
    #[mongo(as = "decimal128")]
    pub decimal: i128,
    /// Digits.
    #[mongo(as = "string_padded")]
    pub padded: u64,
    /// More digits.
    #[mongo(as = "string_padded")]
    pub padded_wide: Option<u128>,
    /// Double.
    #[mongo(as = "double")]
    pub float: f32,
    /// Date.
    #[mongo(as = "date_ms")]
    pub time: SystemTime,
    /// Milliseconds.
    #[mongo(as = "millis")]
    pub duration: Duration,
    /// Binary.
    #[mongo(as = "binary")]
    pub bytes: Vec<u8>,
    /// Array of int32.
    #[mongo(as = "int_array", max_items = 40)]
    pub int_array: Vec<u8>,
    /// An array of a named representation.
    #[mongo(as = "int64_checked", max_items = 5)]
    pub list: Vec<u64>,
}

/// Enums and newtypes.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Kinds {
    /// A string.
    pub color: Color,
    /// A document with a tag.
    pub payment: Payment,
    /// A text newtype.
    #[mongo(max_len = 20)]
    pub sku: Sku,
    /// A newtype of an optional number.
    pub score: Score,
    /// A generic type.
    pub pair: Pair<i32>,
    /// The same with another type.
    pub pair_of_lines: Pair<Line>,
}

/// Values that are kept.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Kept {
    /// Any value.
    #[mongo(opaque)]
    pub value: Bson,
    /// Any document.
    #[mongo(opaque)]
    pub document: BsonDocument,
    /// Any document, in bytes.
    #[mongo(opaque)]
    pub raw: RawDocumentBuf,
    /// Perhaps a document.
    #[mongo(opaque)]
    pub maybe: Option<BsonDocument>,
}

/// A nested document.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Line {
    /// Text.
    #[mongo(max_len = 20)]
    pub sku: String,
    /// Number.
    pub qty: i32,
    /// An optional field.
    pub price: Option<Decimal128>,
}

/// A recursive type, through an array and through a box.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Node {
    /// Text.
    #[mongo(max_len = 10)]
    pub name: String,
    /// Below.
    #[mongo(max_items = 3, max_depth = 3)]
    pub children: Vec<Self>,
    /// Behind.
    #[mongo(max_depth = 3)]
    pub next: Option<Box<Self>>,
}

/// A unit enum.
#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[mongo(rename_all = "snake_case")]
pub enum Color {
    /// `red`
    Red,
    /// `dark_blue`
    DarkBlue,
    /// `GRN`
    #[mongo(rename = "GRN")]
    Green,
}

/// A data enum.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", rename_all = "snake_case")]
pub enum Payment {
    /// No data.
    Cash,
    /// Data of its own.
    Card {
        /// Text.
        #[mongo(max_len = 4)]
        last4: String,
        /// An optional field.
        fee: Option<i64>,
    },
    /// Nested data.
    Split {
        /// Documents.
        #[mongo(max_items = 4)]
        lines: Vec<Line>,
    },
}

/// A text newtype.
#[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sku(pub String);

/// A newtype that may be absent.
#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
pub struct Score(pub Option<i32>);

/// A generic type.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Pair<T> {
    /// A value.
    pub value: T,
    /// Perhaps another.
    pub other: Option<T>,
}

/// The hashed collections, whose order in bytes is any.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "hashed")]
pub struct Hashed {
    /// Any text is an id.
    #[mongo(id)]
    pub id: String,
    /// A set.
    #[mongo(max_items = 16)]
    pub set: HashSet<i32>,
    /// A map.
    #[mongo(max_items = 16)]
    pub map: HashMap<String, Line>,
}

/// A document that denies what it does not declare, at both levels.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "strict", deny_unknown)]
pub struct Strict {
    /// The id.
    #[mongo(id)]
    pub id: i64,
    /// Denies unknown fields, too.
    pub inner: StrictInner,
}

/// Denies what it does not declare.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(deny_unknown)]
pub struct StrictInner {
    /// The only field.
    pub known: i32,
}
