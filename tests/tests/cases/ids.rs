//! Ids that are null, change their type, or are not found again.

use mongo_runtime::{
    bson::{Bson, DateTime, Uuid, doc, oid::ObjectId},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{assert_not_sent, collection, insert_raw, stored};

/// Elsewhere an insert of an id that is no ObjectId is done, and then reported as failed.
#[mongo_testkit::test]
async fn an_id_of_any_type_is_inserted_found_changed_and_deleted_by(db: TestDb) {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct OrderId(ObjectId);

    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct Key {
        country: String,
        number: i64,
    }

    macro_rules! check {
        ($($collection:literal: $ty:ty = $id:expr;)*) => { $({
            #[derive(Document, Debug, Clone, PartialEq)]
            #[mongo(collection = $collection)]
            struct One {
                #[mongo(id)]
                id: $ty,
                n: i32,
            }
            let (ones, one) = (collection::<One>(&db).await, One { id: $id, n: 1 });
            ones.insert_one(&one).await.expect("is stored");
            assert_eq!(ones.find_one(by_id(&one.id)).await.expect("is read"), Some(one.clone()));
            let done = ones.update_one(by_id(&one.id), One::fields().n().set(2)).await;
            assert_eq!(done.expect("is done").modified(), 1);
            let again = ones.insert_one(&one).await.expect_err("is there");
            assert!(again.is_duplicate_key(), "{again}");
            assert_eq!(ones.delete_one(by_id(&one.id)).await.expect("is done").deleted(), 1);
        })* };
    }
    check! {
        "int32": i32 = 0;
        "int64": i64 = i64::MIN;
        "text": String = "0123456789abcdef01234567".to_owned();
        "empty": String = String::new();
        "object_id": ObjectId = ObjectId::from_bytes([0; 12]);
        "newtype": OrderId = OrderId(ObjectId::from_bytes([7; 12]));
        "uuid": Uuid = Uuid::from_bytes([7; 16]);
        "date": DateTime = DateTime::from_millis(-1);
        "document": Key = Key { country: "de".to_owned(), number: 1 };
    }
}

/// 24 digits become an ObjectId elsewhere, and any other text stays text: one field of two types.
#[mongo_testkit::test]
async fn the_type_decides_what_an_id_is_and_never_its_text(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "texts")]
    struct Text {
        #[mongo(id)]
        id: String,
        reference: Option<String>,
    }
    let texts = collection::<Text>(&db).await;
    let hex = "0123456789abcdef01234567";
    for id in [hex, "x"] {
        let text = Text { id: id.to_owned(), reference: Some(id.to_owned()) };
        texts.insert_one(&text).await.expect("is stored");
        assert_eq!(stored::<Text>(&db, id).await, doc! { "_id": id, "reference": id });
        assert_eq!(texts.count(Text::fields().reference().eq(id)).await.expect("is counted"), 1);
    }
    // An ObjectId of these digits is another id, and no text.
    let id = ObjectId::parse_str(hex).expect("digits");
    insert_raw::<Text>(&db, doc! { "_id": id }).await;
    insert_raw::<Text>(&db, doc! { "_id": "y", "reference": id }).await;
    assert_eq!(
        texts.find_one(by_id(hex)).await.expect("is read").map(|text| text.id),
        Some(hex.to_owned())
    );
    let error = texts.find_one(by_id("y")).await.expect_err("no text");
    assert!(
        error.to_string().contains("`Text.reference`: expected string, found objectId"),
        "{error}"
    );
}

/// The first insert without an id stores null, and the second one is a duplicate: an id is never optional here, and a null that
/// another client stored is told.
#[mongo_testkit::test]
async fn a_null_id_is_an_error_that_names_it(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "orders")]
    struct Order {
        #[mongo(id)]
        id: ObjectId,
    }
    let orders = collection::<Order>(&db).await;
    insert_raw::<Order>(&db, doc! { "_id": Bson::Null }).await;
    let find = orders.find(AllDocuments).limit(10).await;
    let error = find.expect("is sent").collect().await.expect_err("is no id");
    assert!(error.to_string().contains("`Order._id`: expected objectId, found null"), "{error}");
    assert_eq!(error.document_id(), Some(&Bson::Null));
}

/// Faults C27. The server takes no array, no key with a `$` in front and no change of an `_id`. The first and the last don't compile.
#[mongo_testkit::test]
async fn an_id_that_the_server_would_refuse_is_refused_before_it_is_sent(db: TestDb) {
    use std::collections::BTreeMap;

    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "by_map")]
    struct ByMap {
        #[mongo(id, max_items = 4)]
        id: BTreeMap<String, i32>,
        n: i32,
    }
    let maps = collection::<ByMap>(&db).await;
    let of = |key: &str| ByMap { id: BTreeMap::from([(key.to_owned(), 1)]), n: 1 };
    for key in ["$x", "a.b", "a\0b"] {
        let error = maps.insert_one(&of(key)).await.expect_err("is no key");
        assert_not_sent(&error, "_id");
    }
    maps.insert_one(&of("x")).await.expect("is stored");
    // As a condition it would match any document.
    let error = maps.delete_one(by_id(of("$gte").id)).await.expect_err("is no key");
    assert_not_sent(&error, "_id");
    assert_eq!(maps.find_one(by_id(of("x").id)).await.expect("is read"), Some(of("x")));
}
