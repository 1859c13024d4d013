//! The bytes are those that `bson` writes through serde for the same shape, and either reads the other's.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mongo_runtime::{
    Document, Embedded,
    bson::{self, Binary, DateTime, Decimal128, Timestamp, Uuid, oid::ObjectId},
    from_slice, to_vec,
};
use proptest::{
    collection::{btree_map, btree_set, vec},
    prelude::*,
};
use serde::{Deserialize, Serialize};

use crate::strategies;

/// Every form that both have, in one type with both derives.
#[derive(Document, Serialize, Deserialize, Debug, Clone)]
#[mongo(collection = "twins", rename_all = "camelCase", max_size = "15 MiB")]
#[serde(rename_all = "camelCase")]
struct Twin {
    #[mongo(id)]
    #[serde(rename = "_id")]
    id: ObjectId,
    double: f64,
    string: String,
    binary: Binary,
    uuid: Uuid,
    is_true: bool,
    date: DateTime,
    int32: i32,
    timestamp: Timestamp,
    int64: i64,
    decimal: Decimal128,
    numbers: Numbers,
    parts: Parts,
    lists: Lists,
}

#[derive(Embedded, Serialize, Deserialize, Debug, Clone)]
struct Numbers {
    tiny: i8,
    byte: u8,
    short: i16,
    unsigned_short: u16,
    unsigned: u32,
    #[mongo(as = "int64_checked")]
    checked: u64,
    #[mongo(as = "double")]
    float: f32,
}

#[derive(Embedded, Serialize, Deserialize, Debug, Clone)]
struct Parts {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    absent: Option<i32>,
    #[mongo(null)]
    null: Option<i32>,
    color: Color,
    payment: Payment,
    sku: Sku,
    boxed: Box<Sku>,
}

#[derive(Embedded, Serialize, Deserialize, Debug, Clone)]
struct Lists {
    #[mongo(max_items = 200)]
    ints: Vec<i32>,
    #[mongo(max_items = [4, 4])]
    nested: Vec<Vec<String>>,
    #[mongo(max_items = 4)]
    holes: Vec<Option<i64>>,
    #[mongo(max_items = 4)]
    deque: VecDeque<Sku>,
    #[mongo(max_items = 4)]
    set: BTreeSet<i32>,
    #[mongo(max_items = 4)]
    map: BTreeMap<String, Color>,
    #[mongo(max_items = 4)]
    by_color: BTreeMap<Color, i32>,
    fixed: [i32; 3],
    pair: (i32, String),
    #[mongo(as = "int_array", max_items = 20)]
    bytes: Vec<u8>,
}

#[derive(Embedded, Serialize, Deserialize, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Sku(String);

#[derive(Embedded, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[mongo(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
enum Color {
    Red,
    DarkBlue,
}

#[derive(Embedded, Serialize, Deserialize, Debug, Clone)]
#[mongo(tag = "type")]
#[serde(tag = "type")]
enum Payment {
    Cash,
    Card { last4: String, fee: i64 },
}

proptest! {
    #[test]
    fn the_bytes_are_those_of_bson_with_serde(twin in twin()) {
        let ours = to_vec(&twin).expect("in bounds");
        let theirs = bson::serialize_to_vec(&twin).expect("serializable");
        prop_assert_eq!(hex(&ours), hex(&theirs));
        prop_assert_eq!(theirs.len(), mongo_runtime::Value::encoded_len(&twin));
    }

    #[test]
    fn either_reads_what_the_other_wrote(twin in twin()) {
        let bytes = to_vec(&twin).expect("in bounds");
        let theirs: Twin = bson::deserialize_from_slice(&bytes).expect("serde reads ours");
        let ours: Twin = from_slice(&bson::serialize_to_vec(&twin).expect("serializable")).expect("we read theirs");
        prop_assert_eq!(format!("{theirs:?}"), format!("{ours:?}"));
        prop_assert_eq!(format!("{theirs:?}"), format!("{twin:?}"));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn twin() -> impl Strategy<Value = Twin> {
    (strategies::scalars(), strategies::object_id(), numbers(), parts(), lists()).prop_map(
        |(it, id, numbers, parts, lists)| Twin {
            id,
            double: it.double,
            string: it.string,
            binary: it.binary,
            uuid: it.uuid,
            is_true: it.bool,
            date: it.date,
            int32: it.int32,
            timestamp: it.timestamp,
            int64: it.int64,
            decimal: it.decimal128,
            numbers,
            parts,
            lists,
        },
    )
}

fn numbers() -> impl Strategy<Value = Numbers> {
    (strategies::widened(), strategies::named()).prop_map(|(widened, named)| Numbers {
        tiny: widened.i8,
        byte: widened.u8,
        short: widened.i16,
        unsigned_short: widened.u16,
        unsigned: widened.u32,
        checked: named.checked,
        float: named.float,
    })
}

fn parts() -> impl Strategy<Value = Parts> {
    (any::<[Option<i32>; 2]>(), color(), any::<Option<i64>>(), sku()).prop_map(
        |([absent, null], color, fee, sku)| Parts {
            absent,
            null,
            color,
            payment: fee.map_or(Payment::Cash, |fee| Payment::Card { last4: sku.0.clone(), fee }),
            boxed: Box::new(sku.clone()),
            sku,
        },
    )
}

fn lists() -> impl Strategy<Value = Lists> {
    (
        vec(strategies::edges32(), 0..120),
        vec(vec(strategies::text(), 0..=4), 0..=4),
        vec(any::<Option<i64>>(), 0..=4),
        vec(sku(), 0..=4),
        btree_set(strategies::edges32(), 0..=4),
        btree_map("[a-z]{1,5}", color(), 0..=4),
        btree_map(color(), strategies::edges32(), 0..=2),
        any::<[i32; 3]>(),
        (any::<i32>(), strategies::text()),
        vec(any::<u8>(), 0..=20),
    )
        .prop_map(|(ints, nested, holes, deque, set, map, by_color, fixed, pair, bytes)| {
            Lists {
                ints,
                nested,
                holes,
                deque: deque.into(),
                set,
                map,
                by_color,
                fixed,
                pair,
                bytes,
            }
        })
}

fn color() -> impl Strategy<Value = Color> {
    proptest::sample::select(vec![Color::Red, Color::DarkBlue])
}

fn sku() -> impl Strategy<Value = Sku> {
    strategies::text().prop_map(Sku)
}
