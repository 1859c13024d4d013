//! Documents that are not as expected, among those that are.

use mongo_runtime::{
    bson::{Bson, RawArrayBuf, RawDocumentBuf, cstr, doc},
    db::BadDocument,
    error::Kind,
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::{
    raw::{self as elements, Element},
    samples,
};

use crate::support::{collection, insert_raw, raw};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", deny_unknown)]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 5)]
    items: Vec<Item>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Item {
    sku: String,
    qty: i32,
}

fn order(id: i32) -> Order {
    Order {
        id,
        items: vec![Item { sku: "a".to_owned(), qty: 1 }, Item { sku: "b".to_owned(), qty: 2 }],
    }
}

/// The good documents in order, and the texts of the bad ones.
async fn read_all(db: &TestDb) -> (Vec<i32>, Vec<String>) {
    let orders = collection::<Order>(db).await;
    let find = orders.find(AllDocuments).sort(Order::fields().id().asc()).limit(100);
    let mut cursor = find.on_bad_document(BadDocument::Continue).await.expect("is sent");
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    while let Some(next) = cursor.next().await {
        match next {
            Ok(order) => good.push(order.id),
            Err(error) => {
                assert_eq!(error.kind(), Kind::Decode);
                bad.push(format!("{:?}: {error}", error.document_id()));
            }
        }
    }
    (good, bad)
}

/// The server stores text that is not UTF-8; a driver's cursor ends there, or drops the document unseen.
#[mongo_testkit::test]
async fn bytes_that_are_no_utf8_are_told_and_the_documents_behind_are_read(db: TestDb) {
    let orders = collection::<Order>(&db).await;
    orders.insert_many(&[order(1), order(3), order(5)]).await.expect("are stored");
    let bytes = |id: i32| mongo_runtime::to_vec(&order(id)).expect("encodable");
    let mut text = elements::read(&bytes(2)).expect("well framed");
    elements::at(&mut text, &["items", "1"])[0] = Element::leaf(0x02, "sku", b"\x02\0\0\0\xE4\0");
    let mut key = elements::read(&bytes(4)).expect("well framed");
    key.push(Element { kind: 0x0A, key: vec![0xE4], value: elements::Value::Bytes(vec![]) });
    for document in [text, key] {
        let document = RawDocumentBuf::from_bytes(elements::write(&document)).expect("a frame");
        let mut documents = RawArrayBuf::new();
        documents.push(document);
        let mut insert = RawDocumentBuf::new();
        insert.append(cstr!("insert"), "orders");
        insert.append(cstr!("documents"), documents);
        db.database().run_raw_command(insert).await.expect("the server takes any bytes");
    }
    let (good, bad) = read_all(&db).await;
    assert_eq!(good, [1, 3, 5]);
    assert_eq!(bad.len(), 2, "{bad:?}");
    assert!(
        bad[0].contains("`Order.items[1].sku`: expected UTF-8 text, found other bytes"),
        "{bad:?}"
    );
    assert!(
        bad[1].contains("`Order.{?}`: the type denies fields that it does not declare"),
        "{bad:?}"
    );
}

/// A text without a path: which of a thousand fields was it?
#[mongo_testkit::test]
async fn an_error_says_which_field_of_which_document(db: TestDb) {
    let orders = collection::<Order>(&db).await;
    orders.insert_many(&[order(1), order(3)]).await.expect("are stored");
    let item = |qty: Bson| doc! { "sku": "a", "qty": qty };
    insert_raw::<Order>(&db, doc! { "_id": 2, "items": [item(1.into()), item("two".into())] })
        .await;
    let (good, bad) = read_all(&db).await;
    assert_eq!(good, [1, 3]);
    assert!(
        bad[0].starts_with("Some(Int32(2))")
            && bad[0].contains("`Order.items[1].qty`: expected int32, found string"),
        "{bad:?}"
    );
}

/// Types that a library does not know become null, a default, or a panic.
#[mongo_testkit::test]
async fn every_other_type_in_a_field_is_an_error_and_never_null(db: TestDb) {
    let n_types = i32::try_from(samples::every_bson_type().len()).expect("few");
    for (id, (_, value)) in (1..).zip(samples::every_bson_type()) {
        insert_raw::<Order>(&db, doc! { "_id": id, "items": [{ "sku": "a", "qty": value }] }).await;
    }
    insert_raw::<Order>(&db, doc! { "_id": 0, "items": [{ "sku": "a" }] }).await;
    insert_raw::<Order>(&db, doc! { "_id": n_types + 1, "items": [] }).await;
    let (good, bad) = read_all(&db).await;
    assert_eq!(good.len(), 2, "the int32 and the empty array");
    assert_eq!(
        bad.len(),
        usize::try_from(n_types).expect("few"),
        "all others, and the missing field"
    );
    for text in &bad[1..] {
        assert!(text.contains("`Order.items[0].qty`: expected int32, found "), "{text}");
    }
    assert!(bad[0].contains("`Order.items[0]`: the required field `qty` is missing"), "{}", bad[0]);
}

/// Elsewhere the last one wins, and the other is gone at the next save.
#[mongo_testkit::test]
async fn a_key_that_stands_twice_is_an_error(db: TestDb) {
    let items =
        Element { kind: 0x04, key: b"items".to_vec(), value: elements::Value::Elements(vec![]) };
    let twice = elements::write(&[Element::leaf(0x10, "_id", &[1, 0, 0, 0]), items.clone(), items]);
    let twice = RawDocumentBuf::from_bytes(twice).expect("a frame");
    raw::<Order>(&db).insert_one(twice).await.expect("the server takes it");
    let (good, bad) = read_all(&db).await;
    assert!(good.is_empty() && bad.len() == 1, "{good:?} {bad:?}");
    assert!(bad[0].contains("`Order.items`: the document has this key twice"), "{bad:?}");
}
