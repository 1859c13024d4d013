//! Provisioning: what is declared comes to be, once, and nothing is dropped.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{Admin, AdminConfig, Change, Difference, Environment, OnlyVerified},
    error::{Error, Kind, Outcome},
};
use mongo_testkit::TestDb;

use crate::support::{Person, Shop, assert_failed, people, person, raw};

type Done = Result<(), Error>;

fn config(db: &TestDb) -> AdminConfig {
    AdminConfig::new(db.uri(), db.name()).environment(Environment::Test)
}

#[mongo_testkit::test]
async fn the_first_run_creates_everything_and_the_second_has_nothing_to_do(db: TestDb) -> Done {
    let admin = Admin::connect(config(&db)).await?;
    let report = admin.provision::<Shop>().await?;
    let index = Change::IndexCreated { collection: "people", index: "uq_email" };
    assert_eq!(report.changes()[..2], [Change::CollectionCreated { collection: "people" }, index]);
    assert!(report.is_as_declared());
    assert!(report.to_string().contains("created the index `uq_email` of `people`"), "{report}");
    let second = admin.provision::<Shop>().await?;
    assert_eq!((second.changes().len(), second.differences().len()), (0, 0), "{second}");
    assert_eq!(second.to_string(), "everything is as declared");
    assert_eq!(admin.verify::<Shop>().await?, second);
    admin.close().await;

    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    let twin = people.insert_one(&Person { id: 2, ..person(1) }).await.unwrap_err();
    assert_failed(&twin, Kind::DuplicateKey, Outcome::NoWritePerformed);
    let untyped = raw(&db).insert_one(doc! { "_id": 3, "email": 1 }).await.unwrap_err();
    assert!(untyped.to_string().contains("121"), "{untyped}");
    Ok(())
}

#[mongo_testkit::test]
async fn where_it_may_not_change_anything_it_only_reports(db: TestDb) -> Done {
    for environment in [Environment::Unknown, Environment::Production] {
        let admin = Admin::connect(config(&db).environment(environment)).await?;
        let report = admin.provision::<Shop>().await?;
        assert!(report.changes().is_empty() && !report.is_as_declared());
        assert!(
            report.differences().contains(&Difference::MissingCollection { collection: "people" })
        );
        let missing = Difference::MissingIndex { collection: "people", index: "uq_email" };
        assert!(report.differences().contains(&missing), "{report}");
        assert_eq!(report.only_verified(), Some(OnlyVerified::Environment(environment)));
        let first = format!("nothing was changed: the environment is `{environment:?}`");
        assert!(report.to_string().starts_with(&first), "{report}");
        assert_eq!(admin.verify::<Shop>().await?.only_verified(), None);
        admin.close().await;
    }
    assert!(db.database().list_collection_names().await.unwrap().is_empty());
    Ok(())
}

#[mongo_testkit::test]
async fn an_index_that_nobody_declared_or_that_differs_is_left_alone_and_named(db: TestDb) -> Done {
    let index = |keys, name: &str, unique| {
        let options =
            mongodb::options::IndexOptions::builder().name(name.to_owned()).unique(unique).build();
        mongodb::IndexModel::builder().keys(keys).options(options).build()
    };
    raw(&db).create_index(index(doc! { "age": 1 }, "by_hand", false)).await.unwrap();
    raw(&db).create_index(index(doc! { "email": 1 }, "email_1", false)).await.unwrap();
    let admin = Admin::connect(config(&db)).await?;
    for _ in 0..2 {
        let report = admin.provision::<Shop>().await?;
        let differs = Difference::IndexDiffers {
            collection: "people",
            index: "uq_email",
            live: "email_1".to_owned(),
            options: vec!["name".to_owned(), "unique".to_owned()],
        };
        let unmanaged =
            Difference::UnmanagedIndex { collection: "people", live: "by_hand".to_owned() };
        assert_eq!(report.differences(), [differs, unmanaged], "{report}");
    }
    admin.close().await;
    let names = raw(&db).list_index_names().await.unwrap();
    assert_eq!(names, ["_id_", "by_hand", "email_1"]);
    Ok(())
}

#[mongo_testkit::test]
async fn a_collection_that_is_there_gets_the_declared_validator(db: TestDb) -> Done {
    raw(&db).insert_one(doc! { "_id": 1 }).await.unwrap();
    let admin = Admin::connect(config(&db)).await?;
    let looked = admin.verify::<Shop>().await?;
    assert!(looked.differences().contains(&Difference::ValidatorDiffers { collection: "people" }));
    let report = admin.provision::<Shop>().await?;
    assert_eq!(report.changes()[0], Change::ValidatorSet { collection: "people" });
    assert!(report.is_as_declared());
    admin.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn data_against_a_unique_index_are_an_error_and_the_rest_is_done(db: TestDb) -> Done {
    let twins = (0..2).map(|id| doc! { "_id": id, "email": "same", "age": 1, "tags": [] });
    raw(&db).insert_many(twins.collect::<Vec<BsonDocument>>()).await.unwrap();
    let admin = Admin::connect(config(&db)).await?;
    let error = admin.provision::<Shop>().await.unwrap_err();
    assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
    assert!(!format!("{error} {error:?}").contains("same"), "{error:?}");
    raw(&db).delete_one(doc! { "_id": 0 }).await.unwrap();
    assert!(admin.provision::<Shop>().await?.is_as_declared());
    admin.close().await;
    Ok(())
}
