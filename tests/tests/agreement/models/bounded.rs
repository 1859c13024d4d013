//! Bounds, keys, references, and tags beside declared ones.

use std::collections::{BTreeMap, BTreeSet};

use mongo_runtime::{
    TextKey,
    bson::{Bson, Document as BsonDocument, RawDocumentBuf, Uuid, doc, rawdoc},
    geo::{Geometry, LineString},
    prelude::*,
};
use mongo_tests::model::{Color, Strict};

/// Bounds of every kind, newtypes that have their own, and references.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "shops")]
pub(crate) struct Shop {
    #[mongo(id)]
    id: Id<Self, Uuid>,
    #[mongo(reference = Strict)]
    owner: i64,
    #[mongo(as = "binary", max_len = 4)]
    key: Vec<u8>,
    code: Code,
    #[mongo(max_items = 3)]
    codes: BTreeSet<Code>,
    few: Few,
    #[mongo(max_items = 2, max_len = 6)]
    by_text: BTreeMap<TextKey<String>, i32>,
    #[mongo(max_items = 2, max_len = 3)]
    by_name: BTreeMap<String, Option<i32>>,
    #[mongo(max_items = 2)]
    by_code: BTreeMap<Code, i32>,
    #[mongo(max_items = 3)]
    by_color: BTreeMap<Color, i32>,
    #[mongo(max_items = 2)]
    lines: BTreeSet<Part>,
    method: Option<Method>,
    #[mongo(max_items = 2)]
    methods: Vec<Method>,
    #[mongo(max_items = [2, 6])]
    areas: Option<Vec<Geometry>>,
    #[mongo(opaque, max_bytes = 40)]
    note: Option<Bson>,
    #[mongo(lossless)]
    count: Presence<i64>,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Code(#[mongo(max_len = 3)] String);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Few(#[mongo(max_items = 2)] Vec<i32>);

#[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[mongo(deny_unknown)]
struct Part {
    n: u8,
    of: Option<i32>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "kind", deny_unknown)]
enum Method {
    Cash,
    Card {
        #[mongo(max_len = 4)]
        number: String,
        part: Option<Part>,
    },
    Check {
        #[mongo(max_len = 4)]
        number: String,
    },
}

pub(super) fn shop() -> Shop {
    let code = |text: &str| Code(text.to_owned());
    let card = Method::Card { number: "4242".to_owned(), part: Some(Part { n: 1, of: Some(1) }) };
    Shop {
        id: Uuid::from_bytes([7; 16]).into(),
        owner: 1,
        key: vec![1, 2, 3],
        code: code("a"),
        codes: [code("a"), code("b")].into(),
        few: Few(vec![1]),
        by_text: [("a.b".to_owned().into(), 1)].into(),
        by_name: [("a".to_owned(), Some(1)), ("b".to_owned(), None)].into(),
        by_code: [(code("a"), 1)].into(),
        by_color: [(Color::Red, 1)].into(),
        lines: [Part { n: 1, of: None }].into(),
        method: Some(card.clone()),
        methods: vec![card, Method::Cash],
        areas: Some(vec![LineString::new([[1.0, 2.0], [3.0, 4.0]]).expect("a line").into()]),
        note: Some(doc! { "a": 1 }.into()),
        count: Presence::Value(1),
        revision: Revision::new(1),
    }
}

/// What is kept of tags that are not declared.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "opens")]
pub(crate) struct Open {
    #[mongo(id)]
    id: i32,
    status: Status,
    maybe: Option<Status>,
    #[mongo(max_items = 3)]
    by_status: BTreeMap<Status, i32>,
    payment: Option<Payment>,
    closed: Refund,
}

#[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Open,
    #[mongo(fallback, max_len = 6)]
    Other(String),
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Cash,
    Card {
        code: i32,
    },
    #[mongo(fallback)]
    Other(RawDocumentBuf),
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", deny_unknown)]
enum Refund {
    Cash {
        code: i32,
    },
    #[mongo(fallback)]
    Other(BsonDocument),
}

/// Declared tags beside others, in turn.
pub(super) fn open(is_known: bool) -> Open {
    let status = |is_known| if is_known { Status::Open } else { Status::Other("lost".to_owned()) };
    let (payment, closed) = if is_known {
        (Payment::Card { code: 1 }, Refund::Cash { code: 1 })
    } else {
        let giro = rawdoc! { "type": "giro", "to": 1 };
        (Payment::Other(giro), Refund::Other(doc! { "type": "giro", "to": 1 }))
    };
    Open {
        id: 1,
        status: status(is_known),
        maybe: Some(status(!is_known)),
        by_status: [(status(is_known), 1)].into(),
        payment: Some(payment),
        closed,
    }
}
