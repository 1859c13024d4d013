//! Projections: what is sent, and what is read of it.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    codec::{DecodeError, DecodeReason},
    prelude::*,
};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: i64,
    status: Status,
    customer: Customer,
    shipping: Option<Address>,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
    payment: Payment,
    #[mongo(max_items = 20, max_len = 10)]
    labels: Option<Vec<String>>,
    rank: Presence<i32>,
    #[mongo(max_items = [5, 5])]
    shelves: Vec<Vec<Item>>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum Status {
    Open,
    Paid,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "camelCase")]
struct Customer {
    #[mongo(max_len = 20)]
    full_name: String,
    #[mongo(max_len = 20)]
    email: Option<String>,
    home: Option<Address>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Address {
    #[mongo(max_len = 20)]
    city: String,
    zip: Option<i32>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Item {
    #[mongo(max_len = 20)]
    sku: String,
    quantity: i32,
    #[mongo(max_len = 20)]
    note: Option<String>,
    #[mongo(max_items = 5, max_len = 10)]
    tags: Vec<String>,
    origin: Option<Address>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Card {
        #[mongo(max_len = 4)]
        last4: String,
        expires: Option<i32>,
    },
    Transfer {
        last4: i32,
    },
    Cash,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Line {
    id: i64,
    status: Status,
    #[mongo(path = customer.full_name)]
    name: String,
    #[mongo(path = customer.email)]
    email: Option<String>,
    #[mongo(path = customer.home.city)]
    city: Option<String>,
    #[mongo(path = customer.home.zip)]
    zip: Option<i32>,
    #[mongo(path = shipping)]
    to: Option<Address>,
    rank: Presence<i32>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Skus {
    #[mongo(path = items[].sku)]
    skus: Vec<String>,
    #[mongo(path = items[].note)]
    notes: Vec<Option<String>>,
    #[mongo(path = items[].tags)]
    tags: Vec<Vec<String>>,
    #[mongo(path = items[].origin.city)]
    from: Vec<String>,
    #[mongo(path = items[].origin.zip)]
    zips: Vec<Option<i32>>,
    #[mongo(path = shelves[][].sku)]
    shelved: Vec<Vec<String>>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Cards {
    #[mongo(path = payment.card.last4)]
    card: Option<String>,
    #[mongo(path = payment.transfer.last4)]
    transfer: Option<i32>,
    #[mongo(path = payment.card.expires)]
    expires: Option<i32>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Some5 {
    #[mongo(slice = 2)]
    items: Vec<Item>,
    #[mongo(slice = -1)]
    labels: Option<Vec<String>>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct First {
    #[mongo(path = items, elem_match(sku = "a", quantity > 3))]
    first: Option<Item>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Customer)]
struct CustomerPart {
    full_name: String,
    home: Option<Town>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Address)]
struct Town {
    city: String,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Item)]
struct Quantity {
    quantity: i32,
    origin: Option<Town>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Parts {
    customer: CustomerPart,
    shipping: Option<Town>,
    items: Vec<Quantity>,
}

#[test]
fn a_projection_sends_what_is_read_and_nothing_else() {
    assert_eq!(
        Line::TABLE.render(),
        doc! {
            "_id": 1, "status": 1, "customer.fullName": 1, "customer.email": 1, "customer.home.city": 1,
            "customer.home.zip": 1, "shipping": 1, "rank": 1,
        }
    );
    assert_eq!(
        Skus::TABLE.render(),
        doc! {
            "items.sku": 1, "items.note": 1, "items.tags": 1, "items.origin.city": 1, "items.origin.zip": 1, "shelves.sku": 1,
            "_id": 0,
        }
    );
    assert_eq!(
        Cards::TABLE.render(),
        doc! { "payment.type": 1, "payment.last4": 1, "payment.expires": 1, "_id": 0 }
    );
    assert_eq!(
        Some5::TABLE.render(),
        doc! { "items": { "$slice": 2 }, "labels": { "$slice": -1 }, "_id": 1 }
    );
    assert_eq!(
        First::TABLE.render(),
        doc! { "items": { "$elemMatch": { "sku": "a", "quantity": { "$gt": 3 } } }, "_id": 1 }
    );
    assert_eq!(
        Parts::TABLE.render(),
        doc! {
            "customer.fullName": 1, "customer.home.city": 1, "shipping.city": 1, "items.quantity": 1, "items.origin.city": 1,
            "_id": 0,
        }
    );
}

fn read<P: Projection>(document: &BsonDocument) -> Result<P, DecodeError> {
    P::read(&document.to_vec().expect("encodable"))
}

fn refused<P: Projection + std::fmt::Debug>(document: &BsonDocument) -> String {
    read::<P>(document).expect_err("refused").to_string()
}

fn line() -> BsonDocument {
    doc! {
        "_id": 7_i64, "status": "Open",
        "customer": { "fullName": "Ada", "email": "a@b", "home": { "city": "Ulm", "zip": 89073 } },
        "shipping": { "city": "Bonn" }, "rank": null,
    }
}

#[test]
fn fields_are_read_wherever_they_stand() {
    let expected = Line {
        id: 7,
        status: Status::Open,
        name: "Ada".into(),
        email: Some("a@b".into()),
        city: Some("Ulm".into()),
        zip: Some(89073),
        to: Some(Address { city: "Bonn".into(), zip: None }),
        rank: Presence::Null,
    };
    assert_eq!(read::<Line>(&line()), Ok(expected));
    let mut turned: Vec<_> = line().into_iter().collect();
    turned.reverse();
    turned.push(("more".into(), 1.into()));
    let turned = turned.into_iter().collect();
    assert_eq!(read::<Line>(&turned), read::<Line>(&line()));
}

#[test]
fn what_is_optional_on_the_way_is_none_when_it_is_not_there() {
    for home in [None, Some(Bson::Null)] {
        let mut document = line();
        let customer = document.get_document_mut("customer").expect("a document");
        customer.remove("home");
        customer.extend(home.map(|home| ("home".to_owned(), home)));
        let read = read::<Line>(&document).expect("readable");
        assert_eq!((read.city, read.zip), (None, None));
    }
    let bare = doc! { "_id": 7_i64, "status": "Paid", "customer": { "fullName": "Ada" } };
    let read = read::<Line>(&bare).expect("readable");
    assert_eq!((read.email, read.to, read.rank), (None, None, Presence::Absent));
}

#[test]
fn a_missing_field_is_named_where_it_is_missing() {
    let without = |path: &[&str]| {
        let mut document = line();
        let (last, way) = path.split_last().expect("a path");
        let parent = way
            .iter()
            .fold(&mut document, |at, name| at.get_document_mut(name).expect("a document"));
        parent.remove(last);
        refused::<Line>(&document)
    };
    assert_eq!(without(&["_id"]), "`Order`: the required field `_id` is missing");
    assert_eq!(without(&["customer"]), "`Order`: the required field `customer` is missing");
    assert_eq!(
        without(&["customer", "fullName"]),
        "`Order.customer`: the required field `fullName` is missing"
    );
    assert_eq!(
        without(&["customer", "home", "city"]),
        "`Order.customer.home`: the required field `city` is missing"
    );
    assert_eq!(
        refused::<Skus>(
            &doc! { "items": [{ "sku": "a", "tags": [] }, { "tags": [] }], "shelves": [] }
        ),
        "`Order.items[1]`: the required field `sku` is missing"
    );
    assert_eq!(
        refused::<Skus>(&doc! { "items": [] }),
        "`Order`: the required field `shelves` is missing"
    );
    assert_eq!(
        refused::<Parts>(&doc! { "customer": {}, "items": [] }),
        "`Order.customer`: the required field `fullName` is missing"
    );
}

#[test]
fn another_type_is_an_error_with_its_path_and_without_the_value() {
    let mut document = line();
    document.insert("customer", doc! { "fullName": 77_123 });
    assert_eq!(
        refused::<Line>(&document),
        "`Order.customer.fullName`: expected string, found int32"
    );
    document.insert("customer", "77123");
    assert_eq!(refused::<Line>(&document), "`Order.customer`: expected document, found string");
    document.insert("customer", Bson::Null);
    assert_eq!(refused::<Line>(&document), "`Order.customer`: expected document, found null");
    let items = |items: Bson| refused::<Skus>(&doc! { "items": items, "shelves": [] });
    assert_eq!(items(doc! {}.into()), "`Order.items`: expected array, found document");
    assert_eq!(
        items(Bson::Array(vec![doc! { "sku": "a", "tags": ["x", 5] }.into()])),
        "`Order.items[0].tags[1]`: expected string, found int32"
    );
    assert_eq!(
        refused::<First>(&doc! { "items": [{ "sku": 5 }] }),
        "`Order.items[0].sku`: expected string, found int32"
    );
}

#[test]
fn the_id_is_known_to_an_error_where_it_is_projected() {
    let mut document = line();
    document.insert("status", "Lost");
    let error = read::<Line>(&document).expect_err("refused");
    assert_eq!(error.id(), Some(&Bson::Int64(7)));
    assert_eq!(error.type_name(), "Order");
    assert!(matches!(error.reason(), DecodeReason::UnknownTag { .. }));
    let error = read::<First>(&doc! { "items": 5 }).expect_err("refused");
    assert_eq!(error.id(), None);
}

#[test]
fn a_path_through_arrays_has_one_of_each_element() {
    let document = doc! {
        "items": [
            { "sku": "a", "note": "n", "tags": ["x", "y"], "origin": { "city": "Ulm", "zip": 5 } },
            { "sku": "b", "tags": [], "origin": null },
            { "sku": "c", "note": null, "tags": ["z"], "origin": { "city": "Bonn" } },
        ],
        "shelves": [[{ "sku": "d" }], [], [{ "sku": "e" }, { "sku": "f" }]],
    };
    assert_eq!(
        read::<Skus>(&document),
        Ok(Skus {
            skus: vec!["a".into(), "b".into(), "c".into()],
            notes: vec![Some("n".into()), None, None],
            tags: vec![vec!["x".into(), "y".into()], vec![], vec!["z".into()]],
            from: vec!["Ulm".into(), "Bonn".into()],
            zips: vec![Some(5), None, None],
            shelved: vec![vec!["d".into()], vec![], vec!["e".into(), "f".into()]],
        })
    );
}

#[test]
fn a_field_of_a_variant_is_there_in_that_variant() {
    let payment = |payment: BsonDocument| read::<Cards>(&doc! { "payment": payment });
    assert_eq!(
        payment(doc! { "expires": 5, "last4": "1234", "type": "Card" }),
        Ok(Cards { card: Some("1234".into()), transfer: None, expires: Some(5) })
    );
    assert_eq!(
        payment(doc! { "type": "Transfer", "last4": 9 }),
        Ok(Cards { card: None, transfer: Some(9), expires: None })
    );
    let none = Cards { card: None, transfer: None, expires: None };
    assert_eq!(payment(doc! { "type": "Cash" }), Ok(none));
    assert_eq!(
        payment(doc! { "type": "Card" }).expect_err("refused").to_string(),
        "`Order.payment`: the required field `last4` is missing"
    );
    assert_eq!(
        payment(doc! { "last4": "1234" }).expect_err("refused").to_string(),
        "`Order.payment`: the required field `type` is missing"
    );
}

#[test]
fn a_part_of_a_part_is_read() {
    let document = doc! {
        "customer": { "fullName": "Ada", "home": { "city": "Ulm" } },
        "shipping": null,
        "items": [{ "quantity": 1 }, { "quantity": 2, "origin": { "city": "Bonn" } }],
    };
    let town = |city: &str| Some(Town { city: city.into() });
    assert_eq!(
        read::<Parts>(&document),
        Ok(Parts {
            customer: CustomerPart { full_name: "Ada".into(), home: town("Ulm") },
            shipping: None,
            items: vec![
                Quantity { quantity: 1, origin: None },
                Quantity { quantity: 2, origin: town("Bonn") },
            ],
        })
    );
}

#[test]
fn an_element_is_found_or_none() {
    let first = |items: Option<BsonDocument>| {
        let items = items.map(|item| ("items".to_owned(), Bson::Array(vec![item.into()])));
        read::<First>(&items.into_iter().collect()).map(|it| it.first)
    };
    assert_eq!(first(None), Ok(None));
    let item = Item { sku: "a".into(), quantity: 4, note: None, tags: vec![], origin: None };
    assert_eq!(first(Some(doc! { "sku": "a", "quantity": 4, "tags": [] })), Ok(Some(item)));
    assert_eq!(read::<First>(&doc! { "items": [] }), Ok(First { first: None }));
}

#[test]
fn a_key_twice_is_refused_as_in_a_whole_document() {
    let twice = bson_with_a_key_twice();
    let error = Line::read(&twice).expect_err("refused");
    assert!(matches!(error.reason(), DecodeReason::DuplicateKey), "{error}");
}

/// `{ status: "Open", status: "Paid" }`
fn bson_with_a_key_twice() -> Vec<u8> {
    let mut bytes = vec![0; 4];
    for status in ["Open", "Paid"] {
        bytes.extend_from_slice(b"\x02status\0\x05\0\0\0");
        bytes.extend_from_slice(status.as_bytes());
        bytes.push(0);
    }
    bytes.push(0);
    let len = i32::try_from(bytes.len()).expect("short");
    bytes[..4].copy_from_slice(&len.to_le_bytes());
    bytes
}

#[test]
fn bytes_that_are_cut_or_changed_are_an_error_or_a_value_and_never_a_panic() {
    fn try_all<P: Projection>(document: &BsonDocument) {
        let bytes = document.to_vec().expect("encodable");
        for len in 0..bytes.len() {
            assert!(P::read(&bytes[..len]).is_err());
        }
        for at in 0..bytes.len() {
            for byte in [0, 1, 3, 4, 0x0A, 0x7F, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                drop(P::read(&changed));
            }
        }
    }
    try_all::<Line>(&line());
    let items = doc! { "sku": "a", "quantity": 1, "tags": ["x"], "origin": { "city": "Ulm" } };
    let all = doc! {
        "items": [items.clone()], "shelves": [[items]], "payment": { "type": "Card", "last4": "1234" },
        "customer": { "fullName": "Ada" }, "labels": ["a"],
    };
    try_all::<Skus>(&all);
    try_all::<Cards>(&all);
    try_all::<Parts>(&all);
    try_all::<Some5>(&all);
    try_all::<First>(&all);
}

#[derive(Document, Debug)]
#[mongo(collection = "notes", schema_version = 3, reads(NoteV1))]
struct Note {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 20)]
    text: String,
    #[mongo(max_len = 20)]
    title: Option<String>,
}

#[derive(Document, Debug)]
#[mongo(collection = "notes", schema_version = 2)]
struct NoteV1 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 20)]
    text: String,
}

impl Upgrade<NoteV1> for Note {
    fn upgrade(old: NoteV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, text: old.text, title: None })
    }
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Note)]
struct Text {
    text: String,
}

#[test]
fn documents_of_a_version_that_is_read_have_the_part_and_others_are_refused() {
    assert_eq!(Text::TABLE.render(), doc! { "text": 1, "schemaVersion": 1, "_id": 0 });
    for version in [2, 3] {
        let read = read::<Text>(&doc! { "schemaVersion": version, "text": "a" });
        assert_eq!(read, Ok(Text { text: "a".into() }));
    }
    assert_eq!(
        refused::<Text>(&doc! { "schemaVersion": 4, "text": "a" }),
        "`Note`: schema version 4 is not supported: the type writes version 3 and declares no reader for 4"
    );
    assert_eq!(
        refused::<Text>(&doc! { "text": "a" }),
        "`Note`: schema version 0 is not supported: the type writes version 3 and declares no reader for 0"
    );
}
