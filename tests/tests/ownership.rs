//! Who owns a document: what becomes of the fields that a type does not declare.

use std::collections::BTreeMap;

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, RawDocumentBuf, doc},
    codec::EncodeError,
    document::{Ownership, OwnsDocument},
    from_slice,
    prelude::*,
    to_vec,
    validator::validator,
};
use proptest::prelude::*;

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders")]
struct Shared {
    #[mongo(id)]
    id: i32,
    number: Option<String>,
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders", owns_document)]
struct Owned {
    #[mongo(id)]
    id: i32,
    number: Option<String>,
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders", deny_unknown)]
struct Denied {
    #[mongo(id)]
    id: i32,
    number: Option<String>,
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders", schema_version = 3)]
struct Kept {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 9)]
    number: Option<String>,
    inside: Option<Inside>,
    #[mongo(catch_all, max_items = 100, max_bytes = "4 KiB")]
    rest: BsonDocument,
}

#[derive(Embedded, Debug, PartialEq)]
struct Inside {
    n: i32,
    #[mongo(catch_all, max_items = 100)]
    rest: RawDocumentBuf,
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders", proven)]
struct Sorted {
    #[mongo(id)]
    id: i32,
    #[mongo(catch_all, max_bytes = 1000)]
    rest: BTreeMap<String, Bson>,
}

fn kept(rest: BsonDocument) -> Kept {
    Kept { id: 1, number: None, inside: None, rest }
}

fn refused(rest: BsonDocument) -> EncodeError {
    to_vec(&kept(rest)).expect_err("refused")
}

/// A later command asks for it.
fn replaces<D: OwnsDocument>() -> Ownership {
    D::DECLARATION.ownership
}

#[test]
fn a_declaration_says_who_owns_the_document() {
    assert_eq!(Shared::DECLARATION.ownership, Ownership::Shared);
    assert_eq!(replaces::<Owned>(), Ownership::Owned);
    assert_eq!(replaces::<Denied>(), Ownership::Denied);
    assert_eq!(replaces::<Kept>(), Ownership::Kept);
    assert!(!Ownership::Shared.is_whole() && Ownership::Owned.is_whole());
}

#[test]
fn the_validator_refuses_unknown_fields_of_a_document_that_is_owned_or_denies_them() {
    let closed = |declaration| {
        let validator = validator(declaration);
        let schema = validator.get_document("$jsonSchema").expect("a schema");
        schema.get("additionalProperties").cloned()
    };
    assert_eq!(closed(Shared::DECLARATION), None);
    assert_eq!(closed(Owned::DECLARATION), Some(Bson::Boolean(false)));
    assert_eq!(closed(Denied::DECLARATION), Some(Bson::Boolean(false)));
    assert_eq!(closed(Kept::DECLARATION), None);
}

#[test]
fn an_unknown_field_is_read_over_refused_or_kept() {
    let bytes = doc! { "_id": 1, "other": true }.to_vec().expect("encodes");
    assert_eq!(from_slice::<Shared>(&bytes).expect("decodes").id, 1);
    assert_eq!(from_slice::<Owned>(&bytes).expect("decodes").id, 1);
    assert!(from_slice::<Denied>(&bytes).is_err());
    let sorted: Sorted = from_slice(&bytes).expect("decodes");
    assert_eq!(sorted.rest, BTreeMap::from([("other".to_owned(), Bson::Boolean(true))]));
}

#[test]
fn what_is_kept_is_written_behind_the_declared_fields_in_its_order() {
    let stored = doc! {
        "z": 1, "_id": 1, "inside": { "b": { "$odd.key": [1, null] }, "n": 2, "a": "x" }, "schemaVersion": 3, "a": 2.5,
    };
    let value: Kept = from_slice(&stored.to_vec().expect("encodes")).expect("decodes");
    assert_eq!(value.rest, doc! { "z": 1, "a": 2.5 });
    let written = to_vec(&value).expect("encodes");
    let expected = doc! {
        "_id": 1, "schemaVersion": 3, "inside": { "n": 2, "b": { "$odd.key": [1, null] }, "a": "x" }, "z": 1, "a": 2.5,
    };
    assert_eq!(written, expected.to_vec().expect("encodes"));
    assert_eq!(from_slice::<Kept>(&written).expect("decodes"), value);
}

#[test]
fn a_key_of_a_declared_field_is_refused() {
    for key in ["_id", "number", "schemaVersion", "inside"] {
        let error = refused(doc! { "other": 1, key: 1 }).to_string();
        assert_eq!(
            error,
            "`Kept`: the catch-all has a key that a field of the type is stored under"
        );
    }
}

#[test]
fn its_bounds_are_checked_when_it_is_written() {
    let many: BsonDocument = (0..101).map(|n| (n.to_string(), Bson::Int32(n))).collect();
    let error = refused(many).to_string();
    assert_eq!(error, "`Kept`: 101 items are over the declared `max_items = 100`");
    let error = refused(doc! { "a": "x".repeat(5000) }).to_string();
    assert_eq!(error, "`Kept`: 5008 encoded bytes are over the declared `max_bytes = 4096`");
}

#[test]
fn what_is_nested_too_deep_or_there_twice_is_refused() {
    let deep = (0..120).fold(doc! {}, |inner, _| doc! { "n": inner });
    assert!(to_vec(&kept(doc! { "deep": &deep })).is_err());
    let bytes = doc! { "_id": 1, "deep": deep }.to_vec().expect("encodes");
    let error = from_slice::<Sorted>(&bytes).expect_err("too deep").to_string();
    assert!(error.contains("nested deeper than is read"), "{error}");
    let twice = b"\x18\0\0\0\x10_id\0\x01\0\0\0\x10a\0\x01\0\0\0\x0aa\0\0";
    let error = from_slice::<Sorted>(twice).expect_err("twice").to_string();
    assert!(error.contains("has this key twice"), "{error}");
}

#[test]
fn the_worst_case_counts_it() {
    assert_eq!(Sorted::DECLARATION.shape.worst.bytes, 5 + 9 + 1000);
    assert_eq!(Sorted::DECLARATION.shape.worst.unbounded, None);
    let unbounded = Kept::DECLARATION.shape.worst.unbounded;
    assert_eq!(unbounded.map(|place| (place.owner, place.field)), Some(("Inside", "rest")));
}

/// Any value that a document can hold, nested a little.
fn value() -> impl Strategy<Value = Bson> {
    let leaf = prop_oneof![
        Just(Bson::Null),
        any::<bool>().prop_map(Bson::Boolean),
        any::<i32>().prop_map(Bson::Int32),
        any::<i64>().prop_map(Bson::Int64),
        any::<f64>().prop_map(Bson::Double),
        ".{0,8}".prop_map(Bson::String),
        Just(Bson::MaxKey),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Bson::Array),
            document(inner).prop_map(Bson::Document),
        ]
    })
}

fn document(value: impl Strategy<Value = Bson> + 'static) -> impl Strategy<Value = BsonDocument> {
    proptest::collection::btree_map("[a-z$.]{0,4}", value, 0..5)
        .prop_shuffle_keys()
        .prop_map(|entries| entries.into_iter().collect())
}

/// Entries in any order.
trait Shuffled: Strategy<Value = BTreeMap<String, Bson>> + Sized {
    fn prop_shuffle_keys(self) -> impl Strategy<Value = Vec<(String, Bson)>> {
        self.prop_map(|map| map.into_iter().collect::<Vec<_>>()).prop_shuffle()
    }
}

impl<S: Strategy<Value = BTreeMap<String, Bson>>> Shuffled for S {}

proptest! {
    #[test]
    fn any_other_fields_come_back_as_they_were(rest in document(value()), inside in document(value())) {
        let rest: BsonDocument = rest.into_iter().map(|(key, value)| (format!("x{key}"), value)).collect();
        let mut inner = doc! { "n": 1 };
        inner.extend(inside.into_iter().filter(|(key, _)| key != "n"));
        let mut stored = doc! { "_id": 1, "schemaVersion": 3, "number": "n", "inside": inner };
        stored.extend(rest);
        let bytes = stored.to_vec().expect("encodes");
        let value: Kept = from_slice(&bytes).expect("decodes");
        prop_assert_eq!(to_vec(&value).expect("encodes"), bytes);
    }
}
