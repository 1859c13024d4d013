//! Indexes and schemas that are declared beside the types they are about.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    prelude::*,
    validator::validator,
};
use mongo_testkit::TestDb;

use crate::support::{collection, raw};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "accounts", rename_all = "camelCase")]
#[mongo(index(name = "uq_mail", keys(contact.mail_address), unique))]
#[mongo(index(name = "ix_compound", keys(state, opened_at = desc, login_count), partial(state = "open", login_count >= 5)))]
#[mongo(index(name = "ttl_opened", keys(opened_at), expire_after = "30 days"))]
#[mongo(index(name = "hashed_owner", keys(owner_id = hashed)))]
#[mongo(index(name = "geo_place", keys(last_place = "2dsphere")))]
#[mongo(index(name = "ix_tags", keys(tags), hidden))]
#[mongo(index(name = "ix_limits", keys(limits[].currency_code)))]
struct Account {
    #[mongo(id)]
    id: i32,
    contact: Contact,
    state: State,
    opened_at: DateTime,
    login_count: u32,
    owner_id: ObjectId,
    last_place: Option<Point>,
    #[mongo(max_items = 5, max_len = 10)]
    tags: Vec<String>,
    #[mongo(max_items = 5)]
    limits: Vec<Limit>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "camelCase")]
struct Contact {
    #[mongo(max_len = 64)]
    mail_address: String,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "camelCase")]
struct Limit {
    #[mongo(max_len = 3)]
    currency_code: String,
    most: Option<i64>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
#[mongo(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

/// Elsewhere an index is declared on a Rust identifier that no document has.
#[test]
fn every_kind_of_index_is_declared_by_paths_and_rendered_with_stored_names() {
    let indexes = <Account as Document>::DECLARATION.indexes;
    let rendered: Vec<BsonDocument> = indexes.iter().map(|index| index.render()).collect();
    assert_eq!(
        rendered,
        [
            doc! { "key": { "contact.mailAddress": 1 }, "name": "uq_mail", "unique": true },
            doc! {
                "key": { "state": 1, "openedAt": -1, "loginCount": 1 },
                "name": "ix_compound",
                "partialFilterExpression": { "state": "open", "loginCount": { "$gte": 5_i64 } },
            },
            doc! { "key": { "openedAt": 1 }, "name": "ttl_opened", "expireAfterSeconds": 2_592_000 },
            doc! { "key": { "ownerId": "hashed" }, "name": "hashed_owner" },
            doc! { "key": { "lastPlace": "2dsphere" }, "name": "geo_place" },
            doc! { "key": { "tags": 1 }, "name": "ix_tags", "hidden": true },
            doc! { "key": { "limits.currencyCode": 1 }, "name": "ix_limits" },
        ]
    );
}

/// A schema that is written by hand drifts from the codec: int for what is stored as long.
#[test]
fn the_schema_has_the_widths_and_bounds_of_the_codec() {
    let schema = validator(<Account as Document>::DECLARATION);
    let schema = schema.get_document("$jsonSchema").expect("a schema");
    let properties = schema.get_document("properties").expect("properties");
    let text = |most: i32| doc! { "bsonType": "string", "maxLength": most };
    let expected = doc! {
        "loginCount": { "bsonType": "long", "minimum": 0_i64, "maximum": 4_294_967_295_i64 },
        "state": { "bsonType": "string", "enum": ["open", "closed"] },
        "openedAt": { "bsonType": "date" },
        "tags": { "bsonType": "array", "maxItems": 5, "items": text(10) },
    };
    for (name, expected) in expected {
        assert_eq!(properties.get(&name), Some(&expected), "{name}");
    }
    let required = schema.get_array("required").expect("required fields");
    assert!(
        !required.contains(&"lastPlace".into()) && required.contains(&"state".into()),
        "{required:?}"
    );
}

/// An index that appears with the first write of some process is nobody's decision.
#[mongo_testkit::test]
async fn no_write_makes_an_index(db: TestDb) {
    let accounts = collection::<Account>(&db).await;
    let account = Account {
        id: 1,
        contact: Contact { mail_address: "a@b.org".to_owned() },
        state: State::Open,
        opened_at: DateTime::now(),
        login_count: 1,
        owner_id: ObjectId::from_bytes([7; 12]),
        last_place: None,
        tags: vec![],
        limits: vec![Limit { currency_code: "EUR".to_owned(), most: None }],
    };
    accounts.insert_one(&account).await.expect("is stored");
    let close = Account::fields().state().set(State::Closed);
    assert_eq!(accounts.update_one(by_id(1), close).await.expect("is done").modified(), 1);
    assert!(accounts.exists(by_id(1)).await.expect("is asked"));
    let names = raw::<Account>(&db).list_index_names().await.expect("the server runs");
    assert_eq!(names, ["_id_"]);
}
