//! Manifests as values and as exact text.

#![expect(clippy::use_self, reason = "recursive types say their name, as most users write them")]

use std::collections::BTreeMap;

use bson::{DateTime, Uuid, oid::ObjectId};

use super::{DocumentManifest, FieldPresence, Manifest};
use crate::{Document, Embedded, sample::Account};

#[derive(Embedded)]
#[mongo(rename_all = "lowercase")]
enum Status {
    Open,
    Closed,
}

#[derive(Embedded)]
struct Line {
    #[mongo(max_len = 40)]
    sku: String,
    qty: u16,
}

#[derive(Embedded)]
#[mongo(tag = "kind", rename_all = "lowercase")]
enum Payment {
    Cash,
    Card {
        #[mongo(max_len = 4)]
        last4: String,
    },
}

#[derive(Embedded)]
struct Comment {
    #[mongo(max_len = 10)]
    text: String,
    #[mongo(max_depth = 2, max_items = 3)]
    replies: Vec<Comment>,
}

#[derive(Document)]
#[mongo(collection = "orders", max_size = "32 KiB")]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_open", keys(created_at = desc, id = desc), partial(status = "open")))]
#[mongo(index(name = "ix_number_status", keys(status = asc, number = asc)))]
#[mongo(index(
    name = "ix_status",
    keys(status),
    allow(prefix, reason = "smaller, for the \"queue\"")
))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    status: Status,
    #[mongo(max_items = 20)]
    lines: Vec<Line>,
    #[mongo(rename = "createdAt")]
    created_at: DateTime,
    paid_at: Option<DateTime>,
    #[mongo(null)]
    note: Option<String>,
    hint: crate::Presence<i32>,
    token: Uuid,
    #[mongo(max_items = [4, 2], max_len = 8)]
    labels: BTreeMap<String, Vec<Option<i64>>>,
    payment: Payment,
    comment: Comment,
    place: (f64, f64),
}

#[test]
fn the_text_has_a_row_a_path() {
    let text = Manifest::of(&[Order::DECLARATION]).to_string();
    let fields =
        text.split("\"fields\": {\n").nth(1).and_then(|rest| rest.split("\n      },").next());
    let expected = r#"        "_id": { "codec": "object_id@1", "presence": "required" },
        "number": { "codec": "string@1", "presence": "required", "max_len": 32 },
        "status": { "codec": "tag@1", "presence": "required", "tags": ["open", "closed"] },
        "lines": { "codec": "array(document@1)", "presence": "required", "max_items": 20 },
        "lines[].sku": { "codec": "string@1", "presence": "required", "max_len": 40 },
        "lines[].qty": { "codec": "int32@1", "presence": "required", "min": 0, "max": 65535 },
        "createdAt": { "codec": "date@1", "presence": "required" },
        "paid_at": { "codec": "date@1", "presence": "absent if none" },
        "note": { "codec": "string@1", "presence": "null if none" },
        "hint": { "codec": "int32@1", "presence": "absent, null or a value" },
        "token": { "codec": "uuid@1", "presence": "required" },
        "labels": { "codec": "map(array(int64@1 or null))", "presence": "required", "max_items": [4, 2], "max_len": 8 },
        "payment": { "codec": "union@1", "tag": "kind", "presence": "required", "tags": ["cash", "card"] },
        "payment<card>.last4": { "codec": "string@1", "presence": "required", "max_len": 4 },
        "comment": { "codec": "document@1", "presence": "required" },
        "comment.text": { "codec": "string@1", "presence": "required", "max_len": 10 },
        "comment.replies": { "codec": "array(document@1)", "presence": "required", "max_items": 3, "max_depth": 2 },
        "place": { "codec": "tuple(double@1; 2)", "presence": "required" }"#;
    assert_eq!(fields, Some(expected), "{text}");
}

#[test]
fn sizes_indexes_and_escapes_are_part_of_it() {
    let text = Manifest::of(&[Order::DECLARATION]).to_string();
    for expected in [
        "      \"max_size\": 32768,\n",
        "      \"unbounded\": [\"note\"],\n",
        "        {\n          \"key\": { \"number\": 1 },\n          \"name\": \"uq_number\",\n          \"unique\": true\n        }",
        "          \"partialFilterExpression\": { \"status\": \"open\" }\n",
        "{ \"rule\": \"prefix\", \"index\": \"ix_status\", \"reason\": \"smaller, for the \\\"queue\\\"\" }",
        "          \"bsonType\": \"object\",\n",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let worst = crate::shape::worst_case(Order::DECLARATION.shape).bytes;
    assert!(text.contains(&format!("      \"worst_case\": {worst},\n")));
}

#[test]
fn collections_are_in_order_and_manifests_compare() {
    let both = Manifest::of(&[Order::DECLARATION, Account::DECLARATION]);
    assert_eq!(both, Manifest::of(&[Account::DECLARATION, Order::DECLARATION]));
    assert_eq!(
        both.to_string(),
        Manifest::of(&[Account::DECLARATION, Order::DECLARATION]).to_string()
    );
    assert_ne!(both, Manifest::of(&[Order::DECLARATION]));
    let collections: Vec<_> = both.documents().iter().map(|document| document.collection).collect();
    assert_eq!(collections, ["accounts", "orders"]);
    let text = both.to_string();
    assert!(
        text.contains(
            r#""schema_version": { "field": "schemaVersion", "current": 2, "oldest": 1 }"#
        ),
        "{text}"
    );
    assert!(text.contains(r#""revision": "revision""#), "{text}");
}

#[test]
fn a_row_is_a_value() {
    let order = DocumentManifest::of(Order::DECLARATION);
    let note = order.fields.iter().find(|field| field.path == "note").expect("a row");
    assert_eq!(
        (note.presence, note.max_len, note.stored.as_str(), note.rust_name),
        (FieldPresence::Null, None, "string", "note")
    );
}
