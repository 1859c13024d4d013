//! The attribute: a database for each test, on a real replica set.

use mongo_testkit::{
    TestDb,
    mongodb::{
        bson::{Document, doc},
        error::Result,
    },
};

#[mongo_testkit::test]
async fn what_is_written_can_be_read(db: TestDb) -> Result<()> {
    let items = db.database().collection::<Document>("items");
    items.insert_one(doc! { "_id": 1 }).await?;
    assert_eq!(items.find_one(doc! {}).await?, Some(doc! { "_id": 1 }));
    Ok(())
}

#[mongo_testkit::test(flavor = "current_thread")]
async fn a_transaction_commits_since_it_is_a_replica_set(db: TestDb) {
    let items = db.database().collection::<Document>("items");
    let mut session = db.client().start_session().await.unwrap();
    session.start_transaction().await.unwrap();
    items.insert_one(doc! { "_id": 1 }).session(&mut session).await.unwrap();
    session.commit_transaction().await.unwrap();
    assert_eq!(items.count_documents(doc! {}).await.unwrap(), 1);
}
