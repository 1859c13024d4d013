//! Who may change an index: provisioning creates those of the application, and leaves all others alone.

use mongo_runtime::{bson::doc, catalog, db::Difference, error::Error, index::Owner, prelude::*};
use mongo_testkit::TestDb;

use super::admin;

#[derive(Document)]
#[mongo(collection = "secrets")]
#[mongo(index(name = "ix_number", keys(number), owner = "application"))]
#[mongo(index(name = "by_encryption", keys(tag), owner = "encryption"))]
#[mongo(index(name = "by_search", keys(text), owner = "search"))]
#[allow(dead_code, reason = "only the declaration is read")]
struct Secret {
    #[mongo(id)]
    id: i32,
    number: i32,
    tag: i32,
    text: String,
}

catalog! { Secrets: documents(Secret) }

#[mongo_testkit::test]
async fn an_index_of_another_owner_is_looked_for_and_not_created(db: TestDb) -> Result<(), Error> {
    let admin = admin(&db).await;
    let awaited = Difference::AwaitedIndex {
        collection: "secrets",
        index: "by_encryption",
        owner: Owner::Encryption,
    };
    let report = admin.provision::<Secrets>().await?;
    assert_eq!(report.differences(), std::slice::from_ref(&awaited), "{report}");
    assert!(!report.is_as_declared());
    assert!(report.to_string().contains("is missing, and `encryption` creates it"), "{report}");
    assert_eq!(admin.verify::<Secrets>().await?.differences(), [awaited]);

    let create = doc! { "createIndexes": "secrets", "indexes": [{ "key": { "tag": 1 }, "name": "by_encryption" }] };
    db.database().run_command(create).await.expect("the server runs");
    assert_eq!(admin.verify::<Secrets>().await?.to_string(), "everything is as declared");
    admin.close().await;
    Ok(())
}
