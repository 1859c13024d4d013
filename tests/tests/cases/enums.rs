//! Enums with two forms, or none that can be told apart.

use mongo_runtime::{
    bson::{Bson, doc},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{collection, insert_raw, stored};

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum Role {
    #[mongo(rename = "ADMIN")]
    Admin,
    User,
}

/// What somebody wrote for logs, or for the bare driver.
impl From<Role> for Bson {
    fn from(role: Role) -> Self {
        format!("{role:?}").into()
    }
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "users")]
struct User {
    #[mongo(id)]
    id: i32,
    role: Role,
}

/// Elsewhere the insert goes by one conversion, and the filter by the other.
#[mongo_testkit::test]
async fn another_conversion_to_bson_has_no_say(db: TestDb) {
    let users = collection::<User>(&db).await;
    let admin = User { id: 1, role: Role::Admin };
    users.insert_one(&admin).await.expect("is stored");
    assert_eq!(Bson::from(Role::Admin), Bson::from("Admin"), "the other form");
    let as_stored = doc! { "_id": 1, "role": "ADMIN" };
    assert_eq!(stored::<User>(&db, 1).await, as_stored);
    let by_role = User::fields().role().eq(Role::Admin);
    assert_eq!(users.find_one(&by_role).await.expect("is read"), Some(admin));
    for role in [Role::User, Role::Admin] {
        let done = users.update_one(by_id(1), User::fields().role().set(role)).await;
        assert_eq!(done.expect("is done").modified(), 1);
    }
    assert_eq!(stored::<User>(&db, 1).await, as_stored);
}

/// What is not known is an error of its document, with all that are known. Nothing is guessed, and no other process has to
/// have stored one before.
#[mongo_testkit::test]
async fn an_unknown_tag_of_another_client_is_told_with_the_known_ones(db: TestDb) {
    let users = collection::<User>(&db).await;
    insert_raw::<User>(&db, doc! { "_id": 1, "role": "Admin" }).await;
    let error = users.find_one(by_id(1)).await.expect_err("is no tag");
    assert!(
        error
            .to_string()
            .contains("`User.role`: the tag is not a known one; known: `ADMIN`, `User`"),
        "{error}"
    );
    assert_eq!(error.document_id(), Some(&Bson::Int32(1)));
}

/// Told apart by its tag, a variant is never taken for another that has the same fields.
#[mongo_testkit::test]
async fn a_variant_is_known_by_its_tag_and_never_by_its_fields(db: TestDb) {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    #[mongo(tag = "kind")]
    enum Contact {
        Short { name: String },
        Long { name: String, email: Option<String> },
    }
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "contacts")]
    struct Holder {
        #[mongo(id)]
        id: i32,
        contact: Contact,
    }
    let holders = collection::<Holder>(&db).await;
    let name = || "a".to_owned();
    let all = [
        Holder { id: 1, contact: Contact::Short { name: name() } },
        Holder { id: 2, contact: Contact::Long { name: name(), email: None } },
        Holder { id: 3, contact: Contact::Long { name: name(), email: Some("e".to_owned()) } },
    ];
    holders.insert_many(&all).await.expect("are stored");
    assert_eq!(
        stored::<Holder>(&db, 2).await,
        doc! { "_id": 2, "contact": { "kind": "Long", "name": "a" } }
    );
    let found = holders.find(AllDocuments).sort(Holder::fields().id().asc()).limit(10).await;
    assert_eq!(found.expect("is sent").collect().await.expect("are read"), all);
}
