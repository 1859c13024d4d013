//! Fallback variants: a tag that is not declared is kept, and comes back as it was.

use std::collections::BTreeMap;

use mongo_runtime::{
    Document as _,
    bson::{Document, RawDocumentBuf, doc, rawdoc},
    codec::EncodeError,
    from_slice,
    prelude::*,
    to_vec,
    validator::validator,
};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Embedded)]
#[mongo(rename_all = "snake_case")]
enum Status {
    Open,
    #[mongo(fallback, max_len = 12)]
    Other(String),
    InTransit,
}

#[derive(Debug, Clone, PartialEq, Embedded)]
enum Unbounded {
    Open,
    #[mongo(fallback)]
    Other(Box<str>),
}

#[derive(Debug, Clone, PartialEq, Embedded)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    Card {
        code: i32,
    },
    #[mongo(fallback)]
    Other(RawDocumentBuf),
}

#[derive(Debug, Clone, PartialEq, Embedded)]
#[mongo(tag = "type", deny_unknown)]
enum Refund {
    #[mongo(fallback)]
    Other(Document),
    Cash {
        code: i32,
    },
}

#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_status", keys(payment.card.code), partial(status = "lost")))]
struct Order {
    #[mongo(id)]
    id: i32,
    status: Status,
    payment: Payment,
    refund: Option<Refund>,
    #[mongo(max_items = 3)]
    counts: BTreeMap<Status, i32>,
}

#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "bounded", max_size = "64 KiB", proven)]
struct Bounded {
    #[mongo(id)]
    id: i32,
    status: Status,
}

fn order() -> Order {
    Order {
        id: 1,
        status: Status::Other("lost".to_owned()),
        payment: Payment::Other(rawdoc! { "amount": 5_i64, "type": "giro", "amount": 6 }),
        refund: Some(Refund::Other(doc! { "type": "giro", "to": { "iban": "x" } })),
        counts: [(Status::Open, 1), (Status::Other("lost".to_owned()), 2)].into(),
    }
}

#[track_caller]
fn refused(order: &Order) -> EncodeError {
    to_vec(order).expect_err("a refusal")
}

#[test]
fn what_a_fallback_keeps_comes_back_byte_for_byte() {
    let bytes = to_vec(&order()).expect("encodes");
    assert_eq!(from_slice::<Order>(&bytes).expect("decodes"), order());
    assert_eq!(to_vec(&from_slice::<Order>(&bytes).expect("decodes")).expect("encodes"), bytes);
    let raw = RawDocumentBuf::from_bytes(bytes).expect("a document");
    assert_eq!(raw.get_str("status").ok(), Some("lost"));
    assert_eq!(raw.get_document("payment").expect("stored").get_str("type").ok(), Some("giro"));
    assert_eq!(raw.get_document("counts").expect("stored").get_i32("lost").ok(), Some(2));
}

#[test]
fn a_declared_tag_is_read_as_its_variant() {
    let stored = rawdoc! {
        "_id": 1, "status": "in_transit", "payment": { "type": "card", "code": 3 }, "counts": { "in_transit": 1 },
    };
    let order: Order = from_slice(stored.as_bytes()).expect("decodes");
    assert_eq!((order.status, order.payment), (Status::InTransit, Payment::Card { code: 3 }));
    assert_eq!(order.counts, [(Status::InTransit, 1)].into());
}

#[test]
fn a_fallback_with_a_declared_tag_is_refused() {
    const TEXT: &str = "the fallback variant holds a tag that another variant has, and would be read back as that: write the \
                        other";
    let status = refused(&Order { status: Status::Other("open".to_owned()), ..order() });
    assert_eq!(status.to_string(), format!("`Order.status`: {TEXT}"));
    let payment = Payment::Other(rawdoc! { "type": "cash" });
    let payment = refused(&Order { payment, ..order() });
    assert_eq!(payment.to_string(), format!("`Order.payment`: {TEXT}"));
    let counts = [(Status::Other("open".to_owned()), 1)].into();
    let key = refused(&Order { counts, ..order() });
    assert!(key.to_string().contains("has no text that is read back as this key"), "{key}");
}

#[test]
fn a_fallback_keeps_no_document_without_a_tag() {
    for payment in [rawdoc! {}, rawdoc! { "type": 1 }] {
        let error = refused(&Order { payment: Payment::Other(payment.clone()), ..order() });
        assert_eq!(
            error.to_string(),
            "`Order.payment`: the fallback variant holds a document without its tag as text, which can't be read back"
        );
        let stored = rawdoc! { "_id": 1, "status": "open", "payment": payment, "counts": {} };
        let error = from_slice::<Order>(stored.as_bytes()).expect_err("no tag");
        assert!(error.to_string().starts_with("`Order.payment"), "{error}");
    }
}

#[test]
fn a_tag_over_the_bound_of_the_fallback_is_read_and_not_written() {
    let long = Status::Other("ü".repeat(13));
    let error = refused(&Order { status: long.clone(), ..order() });
    assert_eq!(
        error.to_string(),
        "`Order.status`: 13 code points are over the declared `max_len = 12`"
    );
    assert!(to_vec(&Order { status: Status::Other("ü".repeat(12)), ..order() }).is_ok());
    assert!(
        refused(&Order { counts: [(long, 1)].into(), ..order() })
            .to_string()
            .contains("13 code points")
    );
    let stored = rawdoc! { "_id": 1, "status": "x".repeat(100) };
    assert!(from_slice::<Bounded>(stored.as_bytes()).is_ok());
}

#[test]
fn an_enum_with_a_fallback_is_compared_as_any_other() {
    let status = Order::fields().status();
    let render = |filter: Filter<Order>| filter.render().expect("a filter");
    assert_eq!(render(status.eq(Status::Other("lost".to_owned()))), doc! { "status": "lost" });
    assert_eq!(render(status.ne(Status::Open)), doc! { "status": { "$ne": "open" } });
    let list = [Status::Open, Status::Other("lost".to_owned())];
    assert_eq!(render(status.is_in(list)), doc! { "status": { "$in": ["open", "lost"] } });
    assert!(status.eq(Status::Other("open".to_owned())).render().is_err());
    let payment = Order::fields().payment();
    assert_eq!(
        render(payment.card().code().eq(3)),
        doc! { "payment.type": "card", "payment.code": 3 }
    );
    assert_eq!(
        render(payment.eq(Payment::Other(rawdoc! { "type": "giro" }))),
        doc! { "payment": { "type": "giro" } }
    );
}

#[test]
fn the_validator_takes_any_tag_where_there_is_a_fallback() {
    let schema = validator(Order::DECLARATION);
    let properties =
        schema.get_document("$jsonSchema").expect("a schema").get_document("properties");
    let properties = properties.expect("fields");
    assert_eq!(
        properties.get_document("status").expect("a field"),
        &doc! { "bsonType": "string", "maxLength": 12 }
    );
    assert_eq!(
        properties.get_document("payment").expect("a field"),
        &doc! {
            "bsonType": "object",
            "oneOf": [
                { "required": ["type"], "properties": { "type": { "enum": ["cash"] } } },
                {
                    "required": ["type", "code"],
                    "properties": { "type": { "enum": ["card"] }, "code": { "bsonType": "int" } },
                },
                {
                    "required": ["type"],
                    "properties": { "type": { "bsonType": "string", "not": { "enum": ["cash", "card"] } } },
                },
            ],
        }
    );
}

#[test]
fn a_bound_of_the_fallback_proves_the_size_and_none_leaves_it_open() {
    #[derive(Document)]
    #[mongo(collection = "open")]
    struct Open {
        #[mongo(id)]
        id: i32,
        status: Unbounded,
        payment: Option<Payment>,
    }

    let worst = |declaration: &'static mongo_runtime::document::Declaration| {
        mongo_runtime::shape::worst_case(declaration.shape)
    };
    // Length and end of the document, `_id`, then type, name and text of at most 12 code points.
    assert_eq!(worst(Bounded::DECLARATION).bytes, 5 + 9 + 8 + 5 + 48);
    assert_eq!(worst(Bounded::DECLARATION).unbounded, None);
    assert_eq!(
        worst(Open::DECLARATION).unbounded.map(|place| (place.owner, place.field)),
        Some(("Open", "status"))
    );
    let longest = Bounded { id: 1, status: Status::Other("\u{1F600}".repeat(12)) };
    assert_eq!(to_vec(&longest).expect("encodes").len(), worst(Bounded::DECLARATION).bytes);
}
