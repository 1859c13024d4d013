//! What a failed read says: where, what was wanted, what was found.

use mongo_runtime::{
    Document, Embedded, Revision, Upgrade, UpgradeError,
    bson::{self, Bson, DateTime, Decimal128, doc, oid::ObjectId},
    codec::{DecodeReason, Segment},
    from_slice, to_vec,
};
use mongo_tests::{
    model::Strict,
    raw::{self, Element},
};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
    shipping: Option<Shipping>,
    at: DateTime,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Item {
    #[mongo(max_len = 20)]
    sku: String,
    qty: i32,
    price: Decimal128,
    #[mongo(max_items = 4)]
    tags: Vec<String>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "kind")]
enum Shipping {
    Pickup,
    Post { street: String },
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", schema_version = 1, reads(OrderV0))]
struct OrderV1 {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
}

/// As it was before versions were stored.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
struct OrderV0 {
    #[mongo(id)]
    id: ObjectId,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        if old.items.len() > 5 {
            return Err(UpgradeError::new(
                "an order of version 1 with more than 5 items has no shipping",
            ));
        }
        let at = DateTime::from_millis(0);
        Ok(Self { id: old.id, items: old.items, shipping: None, at, revision: Revision::FIRST })
    }
}

impl Upgrade<OrderV0> for OrderV1 {
    fn upgrade(old: OrderV0) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, items: vec![] })
    }
}

fn item(sku: &str) -> Item {
    Item {
        sku: sku.into(),
        qty: 1,
        price: "9.50".parse().expect("a decimal"),
        tags: vec!["a".into(), "b".into()],
    }
}

fn order() -> Order {
    Order {
        id: ObjectId::from_bytes([7; 12]),
        items: vec![item("a"), item("b")],
        shipping: Some(Shipping::Post { street: "s".into() }),
        at: DateTime::from_millis(1),
        revision: Revision::FIRST,
    }
}

const TWO: (u8, &[u8]) = (0x02, b"\x04\0\0\0two\0");

/// The order with another value under a path of keys.
fn changed(path: &[&str], (kind, payload): (u8, &[u8])) -> Vec<u8> {
    let mut elements = raw::read(&to_vec(&order()).expect("encodable")).expect("well framed");
    let (last, above) = path.split_last().expect("a path");
    let inside = raw::at(&mut elements, above);
    let element =
        inside.iter_mut().find(|element| element.key == last.as_bytes()).expect("the key");
    *element = Element::leaf(kind, last, payload);
    raw::write(&elements)
}

fn without(path: &[&str]) -> Vec<u8> {
    let mut elements = raw::read(&to_vec(&order()).expect("encodable")).expect("well framed");
    let (last, above) = path.split_last().expect("a path");
    raw::at(&mut elements, above).retain(|element| element.key != last.as_bytes());
    raw::write(&elements)
}

#[track_caller]
fn error(bytes: &[u8]) -> String {
    from_slice::<Order>(bytes).expect_err("not an order").to_string()
}

#[test]
fn another_type_is_named_with_its_path_and_both_types() {
    for (path, stranger, text) in [
        (&["items", "1", "qty"][..], TWO, "`Order.items[1].qty`: expected int32, found string"),
        (
            &["items", "0", "sku"],
            (0x0A, &[][..]),
            "`Order.items[0].sku`: expected string, found null",
        ),
        (&["items", "1"], TWO, "`Order.items[1]`: expected document, found string"),
        (&["items"], TWO, "`Order.items`: expected array, found string"),
        (
            &["items", "1", "tags", "1"],
            (0x10, &[0; 4]),
            "`Order.items[1].tags[1]`: expected string, found int32",
        ),
        (
            &["items", "0", "price"],
            TWO,
            "`Order.items[0].price`: expected decimal128, found string",
        ),
        (&["shipping"], TWO, "`Order.shipping`: expected document, found string"),
        (
            &["shipping", "street"],
            (0x08, &[1]),
            "`Order.shipping.street`: expected string, found bool",
        ),
        (
            &["shipping", "kind"],
            (0x10, &[0; 4]),
            "`Order.shipping.kind`: expected string, found int32",
        ),
        (&["at"], TWO, "`Order.at`: expected date, found string"),
        (&["_id"], TWO, "`Order._id`: expected objectId, found string"),
        (&["revision"], (0x10, &[0; 4]), "`Order.revision`: expected int64, found int32"),
    ] {
        assert_eq!(error(&changed(path, stranger)), text);
    }
}

#[test]
fn every_other_bson_type_is_named_by_the_word_of_the_manual() {
    let words = [
        (0x01, &[0; 8][..], "double"),
        (0x03, b"\x05\0\0\0\0", "document"),
        (0x04, b"\x05\0\0\0\0", "array"),
        (0x05, b"\0\0\0\0\0", "binary"),
        (0x06, b"", "undefined"),
        (0x07, &[0; 12], "objectId"),
        (0x08, &[0], "bool"),
        (0x09, &[0; 8], "date"),
        (0x0A, b"", "null"),
        (0x0B, b"\0\0", "regex"),
        (0x0C, b"\x01\0\0\0\0abcdefghijkl", "dbPointer"),
        (0x0D, b"\x01\0\0\0\0", "javascript"),
        (0x0E, b"\x01\0\0\0\0", "symbol"),
        (0x0F, b"\x0e\0\0\0\x01\0\0\0\0\x05\0\0\0\0", "javascript with scope"),
        (0x11, &[0; 8], "timestamp"),
        (0x12, &[0; 8], "int64"),
        (0x13, &[0; 16], "decimal128"),
        (0x7F, b"", "maxKey"),
        (0xFF, b"", "minKey"),
        (0x42, b"", "an unknown BSON type"),
    ];
    for (kind, payload, word) in words {
        let text = error(&changed(&["items", "1", "qty"], (kind, payload)));
        assert_eq!(text, format!("`Order.items[1].qty`: expected int32, found {word}"));
    }
}

#[test]
fn a_missing_field_is_an_error_and_never_a_default() {
    for (path, text) in [
        (&["items"][..], "`Order`: the required field `items` is missing"),
        (&["_id"], "`Order`: the required field `_id` is missing"),
        (&["at"], "`Order`: the required field `at` is missing"),
        (&["revision"], "`Order`: the required field `revision` is missing"),
        (&["items", "1", "qty"], "`Order.items[1]`: the required field `qty` is missing"),
        (&["items", "1", "tags"], "`Order.items[1]`: the required field `tags` is missing"),
        (&["shipping", "street"], "`Order.shipping`: the required field `street` is missing"),
        (&["shipping", "kind"], "`Order.shipping`: the required field `kind` is missing"),
    ] {
        assert_eq!(error(&without(path)), text);
    }
    assert_eq!(from_slice::<Order>(&without(&["shipping"])).map(|order| order.shipping), Ok(None));
}

#[test]
fn text_that_is_not_utf8_is_an_error_at_its_field() {
    let latin1 = (0x02, &b"\x02\0\0\0\xE4\0"[..]);
    assert_eq!(
        error(&changed(&["items", "0", "sku"], latin1)),
        "`Order.items[0].sku`: expected UTF-8 text, found other bytes"
    );
    let tag = changed(&["shipping", "kind"], latin1);
    assert_eq!(error(&tag), "`Order.shipping.kind`: expected UTF-8 text, found other bytes");
}

#[test]
fn a_key_that_is_not_utf8_is_an_unknown_field() {
    let mut elements = raw::read(&to_vec(&order()).expect("encodable")).expect("well framed");
    elements.push(Element { kind: 0x0A, key: vec![0xE4], value: raw::Value::Bytes(vec![]) });
    assert_eq!(from_slice(&raw::write(&elements)), Ok(order()));
    let denying = doc! { "_id": 1_i64, "inner": { "known": 1 } }.to_vec().expect("encodable");
    let mut elements = raw::read(&denying).expect("well framed");
    elements.push(Element { kind: 0x0A, key: vec![0xE4], value: raw::Value::Bytes(vec![]) });
    assert_eq!(
        strict(&raw::write(&elements)),
        "`Strict.{?}`: the type denies fields that it does not declare"
    );
}

#[test]
fn an_unknown_tag_lists_the_known_ones_and_not_itself() {
    let tag = changed(&["shipping", "kind"], TWO);
    assert_eq!(
        error(&tag),
        "`Order.shipping.kind`: the tag is not a known one; known: `Pickup`, `Post`"
    );
}

#[test]
fn the_id_of_a_bad_document_is_behind_an_accessor() {
    let bad = changed(&["items", "1", "qty"], TWO);
    let error = from_slice::<Order>(&bad).expect_err("not an order");
    assert_eq!(error.id(), Some(&Bson::ObjectId(ObjectId::from_bytes([7; 12]))));
    assert_eq!(error.type_name(), "Order");
    assert_eq!(error.reason(), DecodeReason::UnexpectedType { expected: "int32", found: 0x02 });
    assert_eq!(error.path().to_string(), "items[1].qty");
    assert!(
        matches!(error.path().segments(), [Segment::Field(items), Segment::Index(1), Segment::Field(qty)] if items == "items" && qty == "qty")
    );
    assert_eq!(from_slice::<Order>(&without(&["_id"])).expect_err("no id").id(), None);
}

#[test]
fn an_id_that_can_not_be_read_is_left_out_of_the_error() {
    for (kind, payload) in [
        (0x02, &b"\x02\0\0\0\xE4\0"[..]),
        (0x0F, b"\x05\0\0\0\0"),
        (0x42, b""),
        (0x05, b"\x02\0\0\0\x02ab"),
    ] {
        assert_eq!(
            from_slice::<Order>(&changed(&["_id"], (kind, payload))).expect_err("no order").id(),
            None
        );
    }
}

#[test]
fn a_type_that_denies_unknown_fields_knows_the_id() {
    let good = doc! { "_id": 1_i64, "inner": { "known": 1 } };
    assert!(from_slice::<Strict>(&good.to_vec().expect("encodable")).is_ok());
    let text = |document: &bson::Document| strict(&document.to_vec().expect("encodable"));
    assert_eq!(
        text(&doc! { "_id": 1_i64, "inner": { "known": 1 }, "secret": 1 }),
        "`Strict.{?}`: the type denies fields that it does not declare"
    );
    assert_eq!(
        text(&doc! { "_id": 1_i64, "inner": { "secret": 1, "known": 1 } }),
        "`Strict.inner.{?}`: the type denies fields that it does not declare"
    );
}

fn strict(bytes: &[u8]) -> String {
    from_slice::<Strict>(bytes).expect_err("a field that is not declared").to_string()
}

#[test]
fn readers_reach_every_older_version() {
    let id = ObjectId::from_bytes([9; 12]);
    let v1 = OrderV1 { id, items: vec![item("old")] };
    let from_v1: Order = from_slice(&to_vec(&v1).expect("encodable")).expect("version 1");
    assert_eq!((from_v1.id, from_v1.items), (id, vec![item("old")]));
    let from_v0: Order =
        from_slice(&to_vec(&OrderV0 { id }).expect("encodable")).expect("version 0");
    assert_eq!((from_v0.id, from_v0.items), (id, vec![]));
}

#[test]
fn a_version_of_0_that_is_stored_is_version_0() {
    let stored = doc! { "_id": ObjectId::from_bytes([9; 12]), "schemaVersion": 0 };
    assert!(from_slice::<Order>(&stored.to_vec().expect("encodable")).is_ok());
}

#[test]
fn a_version_without_a_reader_is_an_error_that_names_it() {
    for version in [3, i32::MAX, -1] {
        let document = changed(&["schemaVersion"], (0x10, &version.to_le_bytes()));
        let failed = from_slice::<Order>(&document).expect_err("no reader");
        assert_eq!(failed.reason(), DecodeReason::SchemaVersion { found: version, current: 2 });
        assert!(
            failed.to_string().contains(&format!("schema version {version} is not supported")),
            "{failed}"
        );
    }
}

#[test]
fn a_version_that_is_no_int32_is_an_error_at_its_field() {
    assert_eq!(
        error(&changed(&["schemaVersion"], TWO)),
        "`Order.schemaVersion`: expected int32, found string"
    );
    assert_eq!(
        error(&changed(&["schemaVersion"], (0x12, &[2, 0, 0, 0, 0, 0, 0, 0]))),
        "`Order.schemaVersion`: expected int32, found int64"
    );
    assert_eq!(
        error(&changed(&["schemaVersion"], (0x0A, &[]))),
        "`Order.schemaVersion`: expected int32, found null"
    );
}

#[test]
fn a_fault_in_an_older_document_is_named_in_the_older_type() {
    let mut document = doc! { "_id": ObjectId::from_bytes([9; 12]), "schemaVersion": 1, "items": [{ "sku": "a" }] };
    let text = error(&document.to_vec().expect("encodable"));
    assert_eq!(text, "`OrderV1.items[0]`: the required field `qty` is missing");
    document.insert("schemaVersion", 0);
    document.insert("_id", 1);
    assert_eq!(
        error(&document.to_vec().expect("encodable")),
        "`OrderV0._id`: expected objectId, found int32"
    );
}

#[test]
fn an_upgrade_that_fails_says_why() {
    let v1 = OrderV1 { id: ObjectId::from_bytes([9; 12]), items: vec![item("a"); 6] };
    assert_eq!(
        error(&to_vec(&v1).expect("encodable")),
        "`Order`: an order of version 1 with more than 5 items has no shipping"
    );
}

#[test]
fn every_path_that_a_mutation_gives_starts_with_a_real_one() {
    // A stranger in each place: the error is at that place or above it.
    let elements = raw::read(&to_vec(&order()).expect("encodable")).expect("well framed");
    let mut places = vec![];
    walk(&elements, &mut vec![], &mut places);
    assert!(places.len() > 20, "{}", places.len());
    for place in places {
        let keys: Vec<&str> = place.iter().map(String::as_str).collect();
        let failed = from_slice::<Order>(&changed(&keys, (0x0D, b"\x01\0\0\0\0")))
            .expect_err("JavaScript is no field of an order");
        let found: Vec<String> = failed
            .path()
            .segments()
            .iter()
            .map(|segment| match segment {
                Segment::Field(key) | Segment::Key(key) => key.clone(),
                Segment::Index(index) => index.to_string(),
                other => panic!("a new kind of segment: {other:?}"),
            })
            .collect();
        assert_eq!(found, place);
    }
}

fn walk(elements: &[Element], path: &mut Vec<String>, places: &mut Vec<Vec<String>>) {
    for element in elements {
        path.push(String::from_utf8_lossy(&element.key).into_owned());
        places.push(path.clone());
        walk(element.elements().unwrap_or_default(), path, places);
        path.pop();
    }
}
