//! Documents of the model, as seeds of mutations. Every text and key in them has the [`CANARY`], which no error may show.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, SystemTime},
};

use mongo_runtime::{
    Point, Presence, Revision,
    bson::{
        self, Binary, Bson, DateTime, DbPointer, Decimal128, JavaScriptCodeWithScope,
        RawDocumentBuf, Regex, Timestamp, Uuid, doc, oid::ObjectId, spec::BinarySubtype,
    },
    to_vec,
};

use crate::model::{
    Color, Everything, EverythingV1, Hashed, Kept, Kinds, Line, Lists, Maps, Named, Node, Optional,
    Pair, Payment, Scalars, Score, Sku, Strict, StrictInner, Widened,
};

/// Part of every text in the samples.
pub const CANARY: &str = "c7313z";

/// The number in many fields, which no error may show, too.
pub const NUMBER: i32 = 731_373_137;

/// The encoded samples.
///
/// # Panics
///
/// A sample is not encodable, which is a mistake of this module.
#[must_use]
pub fn all() -> Vec<Vec<u8>> {
    named().into_iter().map(|(_, bytes)| bytes).collect()
}

/// The same with names.
///
/// # Panics
///
/// As [`all`].
#[must_use]
pub fn named() -> Vec<(&'static str, Vec<u8>)> {
    let hashed = Hashed {
        id: text("id"),
        set: [NUMBER, -NUMBER].into(),
        map: [(text("k"), line("h"))].into(),
    };
    let encoded = [
        ("full", to_vec(&full())),
        ("empty", to_vec(&empty())),
        ("version-1", to_vec(&EverythingV1 { id: ObjectId::from_bytes([3; 12]) })),
        ("hashed", to_vec(&hashed)),
        ("strict", to_vec(&Strict { id: NUMBER.into(), inner: StrictInner { known: NUMBER } })),
    ];
    encoded.into_iter().map(|(name, bytes)| (name, bytes.expect("samples are encodable"))).collect()
}

/// A document with every field filled.
#[must_use]
pub fn full() -> Everything {
    Everything {
        id: ObjectId::from_bytes([7; 12]),
        scalars: Scalars {
            double: -0.0,
            string: text("a\0b\u{1F600}"),
            short_string: text("s").into(),
            binary: Binary { subtype: BinarySubtype::BinaryOld, bytes: text("bin").into_bytes() },
            uuid: Uuid::from_bytes([9; 16]),
            object_id: ObjectId::from_bytes([1; 12]),
            bool: true,
            date: DateTime::MIN,
            int32: i32::MIN,
            timestamp: Timestamp { time: u32::MAX, increment: 1 },
            int64: i64::MIN,
            decimal128: decimal("-9.99E+6144"),
        },
        widened: Widened { i8: i8::MIN, u8: u8::MAX, i16: i16::MIN, u16: u16::MAX, u32: u32::MAX },
        optional: Optional {
            option: Some(1),
            null: None,
            presence: Presence::Null,
            presence_of_document: Presence::Value(line("p")),
            boxed: Some(Box::new(line("b"))),
            list: Some(vec![1, 2]),
        },
        lists: Lists {
            ints: (0..101).collect(),
            lines: vec![line("1"), Line { price: None, ..line("2") }],
            nested: vec![vec![text("n")], vec![]],
            holes: vec![Some(true), None],
            deque: [DateTime::MAX].into(),
            set: [i64::MIN, 0, i64::MAX].into(),
            words: [text("w"), text("v")].into(),
            fixed: [f64::MIN_POSITIVE, f64::INFINITY, 5e-324],
            pair: (1, text("pair")),
            triple: (false, None, line("3")),
        },
        maps: Maps {
            by_text: [(text("k"), 1), (text("l"), 2)].into(),
            by_color: [(Color::Red, line("r")), (Color::Green, line("g"))].into(),
            by_sku: [(Sku(text("sku")), vec![1, 2])].into(),
        },
        named: Named {
            checked: i64::MAX.unsigned_abs(),
            decimal: -10_i128.pow(33),
            padded: u64::MAX,
            padded_wide: Some(u128::MAX),
            float: f32::MAX,
            time: SystemTime::UNIX_EPOCH - Duration::from_millis(1),
            duration: Duration::from_millis(u64::MAX / 2),
            bytes: text("bytes").into_bytes(),
            int_array: vec![0, 255],
            list: vec![0, 1],
        },
        kinds: Kinds {
            color: Color::DarkBlue,
            payment: Payment::Split { lines: vec![line("s")] },
            sku: Sku(text("k")),
            score: Score(Some(3)),
            pair: Pair { value: 1, other: Some(2) },
            pair_of_lines: Pair { value: line("v"), other: None },
        },
        kept: Kept {
            value: every_bson_type().into(),
            document: every_bson_type(),
            raw: RawDocumentBuf::from_iter([(bson::cstr!("c7313z"), "c7313z")]),
            maybe: Some(doc! { "$oid": "00112233445566778899aabb", "a.b": {}, "": [] }),
        },
        tree: node(vec![node(vec![node(vec![])]), node(vec![])]),
        place: Point::new(-180.0, 90.0).ok(),
        revision: Revision::new(i64::MAX),
    }
}

/// A document with as little as can be.
#[must_use]
pub fn empty() -> Everything {
    let full = full();
    Everything {
        optional: Optional {
            option: None,
            null: None,
            presence: Presence::Absent,
            presence_of_document: Presence::Absent,
            boxed: None,
            list: None,
        },
        lists: Lists {
            ints: vec![],
            lines: vec![],
            nested: vec![],
            holes: vec![],
            deque: [].into(),
            set: BTreeSet::new(),
            words: BTreeSet::new(),
            ..full.lists
        },
        maps: Maps { by_text: BTreeMap::new(), by_color: BTreeMap::new(), by_sku: BTreeMap::new() },
        kinds: Kinds { payment: Payment::Cash, score: Score(None), ..full.kinds },
        kept: Kept {
            value: Bson::Null,
            document: doc! {},
            raw: RawDocumentBuf::new(),
            maybe: None,
        },
        tree: node(vec![]),
        place: None,
        ..full
    }
}

/// One value of every BSON type, the retired ones too.
#[must_use]
pub fn every_bson_type() -> bson::Document {
    doc! {
        "double": f64::NAN,
        "string": text("s"),
        "document": { "a": { "b": [] } },
        "array": [1, [2], { "c": 3 }],
        "binary": Binary { subtype: BinarySubtype::UserDefined(0x80), bytes: vec![1] },
        "old": Binary { subtype: BinarySubtype::BinaryOld, bytes: vec![1, 2] },
        "undefined": Bson::Undefined,
        "id": ObjectId::from_bytes([5; 12]),
        "bool": false,
        "date": DateTime::MIN,
        "null": Bson::Null,
        "regex": Regex { pattern: bson::cstr!("^c7313z").into(), options: bson::cstr!("i").into() },
        "pointer": pointer(),
        "code": Bson::JavaScriptCode(text("return")),
        "symbol": Bson::Symbol(text("sym")),
        "scoped": JavaScriptCodeWithScope { code: text("f"), scope: doc! { "x": { "y": 1 } } },
        "int32": 1,
        "timestamp": Timestamp { time: 1, increment: 2 },
        "int64": 1_i64,
        "decimal": decimal("1.00"),
        "max": Bson::MaxKey,
        "min": Bson::MinKey,
    }
}

/// bson has no constructor for the retired pointer type, so it is read.
fn pointer() -> DbPointer {
    let bytes =
        crate::raw::write(&[crate::raw::Element::leaf(0x0C, "p", b"\x02\0\0\0n\0abcdefghijkl")]);
    let document =
        bson::Document::from_reader(bytes.as_slice()).expect("a document with a pointer");
    match document.get("p") {
        Some(Bson::DbPointer(pointer)) => pointer.clone(),
        _ => unreachable!("the document has a pointer"),
    }
}

fn text(suffix: &str) -> String {
    format!("{CANARY}{suffix}")
}

fn decimal(text: &str) -> Decimal128 {
    text.parse().expect("a decimal")
}

fn line(sku: &str) -> Line {
    Line { sku: text(sku), qty: NUMBER, price: Some(decimal("1.00")) }
}

fn node(children: Vec<Node>) -> Node {
    let next = children.first().map(|first| Box::new(first.clone()));
    Node { name: text("n"), children, next }
}
