//! Values of the model for property tests. What shrinks, shrinks to the smallest that still fails.

use std::{
    collections::VecDeque,
    time::{Duration, SystemTime},
};

use mongo_runtime::{
    Point, Presence, Revision,
    bson::{
        Binary, Bson, DateTime, Decimal128, Document, RawDocumentBuf, Timestamp, Uuid,
        oid::ObjectId, spec::BinarySubtype,
    },
};
use mongo_tests::model::{
    Color, Everything, Hashed, Kept, Kinds, Line, Lists, Maps, Named, Node, Optional, Pair,
    Payment, Scalars, Score, Sku, Widened,
};
use proptest::{
    collection::{btree_map, btree_set, hash_map, hash_set, vec},
    prelude::*,
};

/// A strategy of a struct from one a field.
macro_rules! of {
    ($name:ident { $($field:ident: $strategy:expr),* $(,)? }) => {
        ($($strategy,)*).prop_map(|($($field,)*)| $name { $($field),* })
    };
}

pub(crate) fn everything() -> impl Strategy<Value = Everything> {
    of!(Everything {
        id: object_id(),
        scalars: scalars(),
        widened: widened(),
        optional: optional(),
        lists: lists(),
        maps: maps(),
        named: named(),
        kinds: kinds(),
        kept: kept(),
        tree: node(),
        place: proptest::option::of(point()),
        revision: any::<i64>().prop_map(Revision::new),
    })
}

pub(crate) fn hashed() -> impl Strategy<Value = Hashed> {
    of!(Hashed {
        id: text(),
        set: hash_set(any::<i32>(), 0..16),
        map: hash_map(key(), line(), 0..16),
    })
}

pub(crate) fn scalars() -> impl Strategy<Value = Scalars> {
    of!(Scalars {
        double: double(),
        string: text(),
        short_string: short_text().prop_map(Into::into),
        binary: binary(),
        uuid: any::<[u8; 16]>().prop_map(Uuid::from_bytes),
        object_id: object_id(),
        bool: any::<bool>(),
        date: date(),
        int32: edges32(),
        timestamp: any::<(u32, u32)>().prop_map(|(time, increment)| Timestamp { time, increment }),
        int64: edges64(),
        decimal128: decimal(),
    })
}

pub(crate) fn widened() -> impl Strategy<Value = Widened> {
    of!(Widened {
        i8: any::<i8>(),
        u8: any::<u8>(),
        i16: any::<i16>(),
        u16: any::<u16>(),
        u32: any::<u32>()
    })
}

fn optional() -> impl Strategy<Value = Optional> {
    of!(Optional {
        option: any::<Option<i32>>(),
        null: proptest::option::of(text()),
        presence: presence(edges64()),
        presence_of_document: presence(line()),
        boxed: proptest::option::of(line().prop_map(Box::new)),
        list: proptest::option::of(vec(any::<i32>(), 0..=4)),
    })
}

fn lists() -> impl Strategy<Value = Lists> {
    of!(Lists {
        // Over 10 and 100, where the keys of an array get longer.
        ints: prop_oneof![vec(edges32(), 0..5), vec(edges32(), 9..12), vec(edges32(), 99..103)],
        lines: vec(line(), 0..5),
        nested: vec(vec(short_text(), 0..=6), 0..=5),
        holes: vec(any::<Option<bool>>(), 0..=8),
        deque: vec(date(), 0..=8).prop_map(VecDeque::from),
        set: btree_set(edges64(), 0..=8),
        words: btree_set(short_text(), 0..=8),
        fixed: [double(), double(), double()],
        pair: (edges32(), text()),
        triple: (any::<bool>(), any::<Option<i64>>(), line()),
    })
}

fn maps() -> impl Strategy<Value = Maps> {
    of!(Maps {
        by_text: btree_map(key(), edges32(), 0..=8),
        by_color: btree_map(color(), line(), 0..=3),
        by_sku: btree_map(key().prop_map(Sku), vec(edges64(), 0..=5), 0..=4),
    })
}

pub(crate) fn named() -> impl Strategy<Value = Named> {
    of!(Named {
        checked: 0..=i64::MAX.unsigned_abs(),
        decimal: -10_i128.pow(34) + 1..10_i128.pow(34),
        padded: any::<u64>(),
        padded_wide: any::<Option<u128>>(),
        float: prop_oneof![
            proptest::num::f32::ANY,
            Just(-0.0),
            Just(f32::NAN),
            Just(f32::MIN_POSITIVE / 2.0)
        ],
        time: time(),
        duration: (0..=i64::MAX.unsigned_abs()).prop_map(Duration::from_millis),
        bytes: vec(any::<u8>(), 0..40),
        int_array: vec(any::<u8>(), 0..=40),
        list: vec(0..=i64::MAX.unsigned_abs(), 0..=5),
    })
}

pub(crate) fn kinds() -> impl Strategy<Value = Kinds> {
    of!(Kinds {
        color: color(),
        payment: payment(),
        sku: short_text().prop_map(Sku),
        score: any::<Option<i32>>().prop_map(Score),
        pair: (edges32(), any::<Option<i32>>()).prop_map(|(value, other)| Pair { value, other }),
        pair_of_lines: (line(), proptest::option::of(line()))
            .prop_map(|(value, other)| Pair { value, other }),
    })
}

fn kept() -> impl Strategy<Value = Kept> {
    of!(Kept {
        value: bson(),
        document: document(),
        raw: document()
            .prop_map(|document| RawDocumentBuf::try_from(&document).expect("no NUL in keys")),
        maybe: proptest::option::of(document()),
    })
}

pub(crate) fn line() -> impl Strategy<Value = Line> {
    of!(Line { sku: short_text(), qty: edges32(), price: proptest::option::of(decimal()) })
}

/// Three levels below the first, as declared.
fn node() -> impl Strategy<Value = Node> {
    let leaf = "[a-z]{0,10}".prop_map(|name| Node { name, children: vec![], next: None });
    leaf.prop_recursive(3, 20, 3, |inner| {
        ("[a-z]{0,10}", vec(inner.clone(), 0..=3), proptest::option::of(inner))
            .prop_map(|(name, children, next)| Node { name, children, next: next.map(Box::new) })
    })
}

fn color() -> impl Strategy<Value = Color> {
    proptest::sample::select(vec![Color::Red, Color::DarkBlue, Color::Green])
}

fn payment() -> impl Strategy<Value = Payment> {
    prop_oneof![
        Just(Payment::Cash),
        ("[0-9]{4}", any::<Option<i64>>()).prop_map(|(last4, fee)| Payment::Card { last4, fee }),
        vec(line(), 0..=4).prop_map(|lines| Payment::Split { lines }),
    ]
}

fn presence<T: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Presence<T>> {
    prop_oneof![Just(Presence::Absent), Just(Presence::Null), value.prop_map(Presence::Value)]
}

/// Any bits: infinities, zeros of both signs, numbers below the normal, and NaN with any content.
pub(crate) fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        Just(-0.0),
        Just(f64::NAN),
        Just(f64::NEG_INFINITY),
        Just(5e-324)
    ]
}

/// Any bits: NaN of both signs, infinities, forms that are not canonical.
pub(crate) fn decimal() -> impl Strategy<Value = Decimal128> {
    let special = [
        "NaN",
        "-Infinity",
        "9.999999999999999999999999999999999E+6144",
        "1E-6176",
        "-0",
        "1.0",
        "1.00",
    ];
    let special: Vec<Decimal128> =
        special.iter().map(|text| text.parse().expect("a decimal")).collect();
    prop_oneof![
        any::<[u8; 16]>().prop_map(Decimal128::from_bytes),
        proptest::sample::select(special)
    ]
}

pub(crate) fn binary() -> impl Strategy<Value = Binary> {
    let subtype = prop_oneof![0_u8..10, any::<u8>()].prop_map(BinarySubtype::from);
    (subtype, vec(any::<u8>(), 0..40)).prop_map(|(subtype, bytes)| Binary { subtype, bytes })
}

pub(crate) fn date() -> impl Strategy<Value = DateTime> {
    edges64().prop_map(DateTime::from_millis)
}

fn time() -> impl Strategy<Value = SystemTime> {
    const LIMIT: u64 = 1 << 55;
    (0..LIMIT, any::<bool>()).prop_map(|(millis, is_past)| {
        let distance = Duration::from_millis(millis);
        if is_past { SystemTime::UNIX_EPOCH - distance } else { SystemTime::UNIX_EPOCH + distance }
    })
}

pub(crate) fn edges32() -> impl Strategy<Value = i32> {
    prop_oneof![4 => any::<i32>(), 1 => proptest::sample::select(vec![i32::MIN, -1, 0, 1, i32::MAX])]
}

pub(crate) fn edges64() -> impl Strategy<Value = i64> {
    prop_oneof![4 => any::<i64>(), 1 => proptest::sample::select(vec![i64::MIN, -1, 0, 1, (1 << 53) + 1, i64::MAX])]
}

pub(crate) fn object_id() -> impl Strategy<Value = ObjectId> {
    any::<[u8; 12]>().prop_map(ObjectId::from_bytes)
}

pub(crate) fn point() -> impl Strategy<Value = Point> {
    (-180.0..=180.0, -90.0..=90.0)
        .prop_map(|(longitude, latitude)| Point::new(longitude, latitude).expect("in range"))
}

/// Any text, NUL too: a BSON string has a length.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[\0-~]{0,80}", Just("a\0b".to_owned())]
}

/// At most 20 code points, which can be 80 bytes.
pub(crate) fn short_text() -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..=20).prop_map(|chars| chars.into_iter().collect())
}

/// Keys that a map may have.
fn key() -> impl Strategy<Value = String> {
    short_text()
        .prop_map(|text| text.replace(['\0', '.', '$'], "_"))
        .prop_filter("not empty", |key| !key.is_empty())
}

fn document() -> impl Strategy<Value = Document> {
    vec((any::<String>().prop_map(|key| key.replace('\0', "")), bson()), 0..4)
        .prop_map(|entries| entries.into_iter().collect())
}

fn bson() -> impl Strategy<Value = Bson> {
    let every: Vec<Bson> =
        mongo_tests::samples::every_bson_type().into_iter().map(|(_, value)| value).collect();
    let leaf = prop_oneof![
        proptest::sample::select(every),
        text().prop_map(Bson::String),
        binary().prop_map(Bson::Binary)
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Bson::Array),
            btree_map("[a-z$.]{0,3}", inner, 0..4)
                .prop_map(|entries| Bson::Document(entries.into_iter().collect())),
        ]
    })
}
