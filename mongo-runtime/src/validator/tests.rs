//! Validators as exact documents.

#![expect(clippy::use_self, reason = "recursive types say their name, as most users write them")]

use std::collections::{BTreeMap, BTreeSet};

use bson::{Document as BsonDocument, Uuid, doc, oid::ObjectId};

use super::validator;
use crate::{
    Document, Embedded, Point, Presence,
    geo::{Geometry, Polygon},
    sample::{Account, AccountV1},
};

fn schema<D: Document>() -> BsonDocument {
    validator(D::DECLARATION).get_document("$jsonSchema").expect("a schema").clone()
}

#[derive(Embedded)]
#[mongo(rename_all = "lowercase")]
enum Status {
    Open,
    Closed,
}

#[derive(Embedded)]
#[mongo(tag = "type", rename_all = "lowercase")]
enum Payment {
    Cash,
    Card {
        #[mongo(max_len = 4)]
        last4: String,
    },
}

#[derive(Embedded)]
#[mongo(deny_unknown)]
struct Line {
    qty: u16,
    note: Option<i32>,
}

#[derive(Document)]
#[mongo(collection = "wide", deny_unknown)]
struct Wide {
    #[mongo(id)]
    id: ObjectId,
    byte: u8,
    int: i32,
    long: i64,
    count: u32,
    #[mongo(as = "string_padded")]
    padded: u64,
    #[mongo(max_len = 32)]
    name: Option<String>,
    free: String,
    status: Status,
    next: Option<Status>,
    flag: Presence<bool>,
    uuid: Uuid,
    #[mongo(max_items = [4, 2])]
    matrix: Vec<Vec<f64>>,
    #[mongo(max_items = 5, max_len = 8)]
    tags: BTreeSet<String>,
    #[mongo(max_items = 6)]
    lines: Option<Vec<Line>>,
    pair: [i32; 2],
    mixed: (i32, bool),
    #[mongo(max_items = 3, max_len = 9)]
    map: BTreeMap<String, i64>,
    payment: Payment,
    refund: Option<Payment>,
    place: Option<Point>,
    #[mongo(opaque)]
    extra: Option<BsonDocument>,
}

#[test]
fn each_shape_has_its_schema() {
    let degrees = |most: f64| doc! { "bsonType": "double", "minimum": -most, "maximum": most };
    let forms = vec![
        doc! { "required": ["type"], "properties": { "type": { "enum": ["cash"] } } },
        doc! {
            "required": ["type", "last4"],
            "properties": { "type": { "enum": ["card"] }, "last4": { "bsonType": "string", "maxLength": 4 } },
        },
    ];
    let expected = doc! {
        "bsonType": "object",
        "required": [
            "_id", "byte", "int", "long", "count", "padded", "free", "status", "uuid", "matrix", "tags", "pair", "mixed",
            "map", "payment",
        ],
        "properties": {
            "_id": { "bsonType": "objectId" },
            "byte": { "bsonType": "int", "minimum": 0, "maximum": 255 },
            "int": { "bsonType": "int" },
            "long": { "bsonType": "long" },
            "count": { "bsonType": "long", "minimum": 0_i64, "maximum": 4_294_967_295_i64 },
            "padded": { "bsonType": "string", "minLength": 20, "maxLength": 20 },
            "name": { "bsonType": ["string", "null"], "maxLength": 32 },
            "free": { "bsonType": "string" },
            "status": { "bsonType": "string", "enum": ["open", "closed"] },
            "next": { "bsonType": ["string", "null"], "enum": ["open", "closed", null] },
            "flag": { "bsonType": ["bool", "null"] },
            "uuid": { "bsonType": "binData" },
            "matrix": {
                "bsonType": "array", "maxItems": 4,
                "items": { "bsonType": "array", "maxItems": 2, "items": { "bsonType": "double" } },
            },
            "tags": {
                "bsonType": "array", "maxItems": 5, "items": { "bsonType": "string", "maxLength": 8 },
                "uniqueItems": true,
            },
            "lines": {
                "bsonType": ["array", "null"], "maxItems": 6,
                "items": {
                    "bsonType": "object", "required": ["qty"],
                    "properties": {
                        "qty": { "bsonType": "int", "minimum": 0, "maximum": 65535 },
                        "note": { "bsonType": ["int", "null"] },
                    },
                    "additionalProperties": false,
                },
            },
            "pair": { "bsonType": "array", "minItems": 2, "maxItems": 2, "items": { "bsonType": "int" } },
            "mixed": {
                "bsonType": "array", "minItems": 2, "maxItems": 2, "items": [{ "bsonType": "int" }, { "bsonType": "bool" }],
            },
            "map": { "bsonType": "object", "maxProperties": 3, "additionalProperties": { "bsonType": "long" } },
            "payment": { "bsonType": "object", "oneOf": &forms },
            "refund": { "oneOf": [{ "bsonType": "null" }, { "bsonType": "object", "oneOf": &forms }] },
            "place": {
                "bsonType": ["object", "null"], "required": ["type", "coordinates"],
                "properties": {
                    "type": { "enum": ["Point"] },
                    "coordinates": {
                        "bsonType": "array", "minItems": 2, "maxItems": 2, "items": [degrees(180.0), degrees(90.0)],
                    },
                },
                "additionalProperties": false,
            },
            "extra": {},
        },
        "additionalProperties": false,
    };
    let found = schema::<Wide>();
    let properties =
        |schema: &BsonDocument| schema.get_document("properties").expect("fields").clone();
    for (name, value) in &properties(&expected) {
        assert_eq!(properties(&found).get(name), Some(value), "{name}");
    }
    assert_eq!(found, expected);
}

#[derive(Document)]
#[mongo(collection = "zones")]
struct Zone {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 9)]
    area: Polygon,
    #[mongo(max_items = [2, 9])]
    forms: Vec<Geometry>,
}

#[test]
fn a_bound_on_all_positions_is_one_on_each_array_of_them() {
    let found = schema::<Zone>();
    let fields = found.get_document("properties").expect("fields");
    let degrees = |most: f64| doc! { "bsonType": "double", "minimum": -most, "maximum": most };
    let position = doc! {
        "bsonType": "array", "minItems": 2, "maxItems": 2, "items": [degrees(180.0), degrees(90.0)],
    };
    let ring = doc! { "bsonType": "array", "minItems": 4, "maxItems": 9, "items": &position };
    let area = doc! {
        "bsonType": "object", "required": ["type", "coordinates"],
        "properties": {
            "type": { "enum": ["Polygon"] },
            // Nine positions are two rings at most.
            "coordinates": { "bsonType": "array", "minItems": 1, "maxItems": 2, "items": ring },
        },
        "additionalProperties": false,
    };
    assert_eq!(fields.get("area"), Some(&area.clone().into()));
    let forms = fields.get_document("forms").and_then(|forms| forms.get_document("items"));
    let one_of = forms.and_then(|form| form.get_array("oneOf")).expect("a form a type");
    assert_eq!((one_of.len(), one_of.get(4)), (7, Some(&area.into())));
}

#[test]
fn version_and_revision_are_part_of_a_document_and_each_live_version_has_a_schema() {
    let current = doc! {
        "bsonType": "object",
        "required": ["_id", "schemaVersion", "balance", "revision"],
        "properties": {
            "_id": { "bsonType": "long" },
            "schemaVersion": { "bsonType": "int", "enum": [2] },
            "balance": { "bsonType": "long" },
            "revision": { "bsonType": "long" },
        },
    };
    let older = doc! {
        "bsonType": "object",
        "required": ["_id", "schemaVersion"],
        "properties": {
            "_id": { "bsonType": "long" },
            "schemaVersion": { "bsonType": "int", "enum": [1] },
        },
    };
    assert_eq!(schema::<Account>(), doc! { "anyOf": [current, &older] });
    assert_eq!(schema::<AccountV1>(), older);
}

#[derive(Document)]
#[mongo(collection = "accounts", schema_version = 1, reads(Unversioned))]
struct Versioned {
    #[mongo(id)]
    id: i64,
}

#[derive(Document)]
#[mongo(collection = "accounts", deny_unknown)]
struct Unversioned {
    #[mongo(id)]
    id: i64,
}

impl crate::Upgrade<Unversioned> for Versioned {
    fn upgrade(old: Unversioned) -> Result<Self, crate::UpgradeError> {
        Ok(Self { id: old.id })
    }
}

#[test]
fn a_document_of_version_0_has_no_version_or_a_0() {
    let older = doc! {
        "bsonType": "object",
        "required": ["_id"],
        "properties": { "_id": { "bsonType": "long" }, "schemaVersion": { "enum": [0] } },
        "additionalProperties": false,
    };
    let all = schema::<Versioned>();
    let all = all.get_array("anyOf").expect("two versions");
    assert_eq!((all.len(), &all[1]), (2, &older.into()));
}

#[derive(Embedded)]
struct Comment {
    up: i32,
    #[mongo(max_depth = 1, max_items = 3)]
    replies: Vec<Comment>,
}

#[derive(Embedded)]
struct Node {
    #[mongo(max_depth = 1)]
    next: Option<Box<Node>>,
}

#[derive(Document)]
#[mongo(collection = "posts")]
struct Post {
    #[mongo(id)]
    id: i32,
    comment: Comment,
    node: Node,
}

#[test]
fn a_recursion_is_unrolled_to_its_declared_depth() {
    let found = schema::<Post>();
    let fields = found.get_document("properties").expect("fields");
    let level = |replies: BsonDocument| {
        doc! {
            "bsonType": "object", "required": ["up", "replies"],
            "properties": { "up": { "bsonType": "int" }, "replies": replies },
        }
    };
    let last = level(doc! { "bsonType": "array", "maxItems": 0 });
    let first = level(doc! { "bsonType": "array", "maxItems": 3, "items": last });
    assert_eq!(fields.get("comment"), Some(&first.into()));
    let last = doc! { "bsonType": ["object", "null"], "maxProperties": 0 };
    let next = doc! { "bsonType": ["object", "null"], "properties": { "next": last } };
    assert_eq!(
        fields.get("node"),
        Some(&doc! { "bsonType": "object", "properties": { "next": next } }.into())
    );
}

#[derive(Embedded)]
struct Tree {
    #[mongo(max_depth = 14, max_bytes = "1 KiB")]
    left: Option<Box<Tree>>,
    #[mongo(max_depth = 14, max_bytes = "1 KiB")]
    right: Option<Box<Tree>>,
}

#[derive(Document)]
#[mongo(collection = "trees")]
struct Forest {
    #[mongo(id)]
    id: i32,
    tree: Tree,
}

#[test]
fn a_schema_does_not_grow_without_end() {
    let bytes = schema::<Forest>().to_vec().expect("encodable").len();
    assert!(bytes < 200_000, "{bytes} bytes");
}
