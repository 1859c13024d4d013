//! Each operation when nothing goes wrong.

use mongo_runtime::{
    bson::doc,
    db::BadDocument,
    error::{Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{Person, assert_failed, email, n_stored, people, person, raw};

type Done = Result<(), mongo_runtime::error::Error>;

#[mongo_testkit::test]
async fn what_is_inserted_is_found(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    assert_eq!(people.find_one(by_id(1)).await?, Some(person(1)));
    assert_eq!(people.find_one(by_id(2)).await?, None);
    let stored = raw(&db).find_one(doc! {}).await.unwrap().unwrap();
    assert_eq!(stored, doc! { "_id": 1, "email": email(1), "age": 31, "tags": [] });
    Ok(())
}

#[mongo_testkit::test]
async fn a_find_gives_all_batches_in_order(db: TestDb) -> Done {
    let people = people(&db).await;
    let all: Vec<Person> = (0..250).map(person).collect();
    let result = people.insert_many(&all).await?;
    assert_eq!(result.inserted(), 250);
    for batch_size in [1, 7, 100, 249, 250, 1000] {
        let by_age = Person::fields().age().asc();
        let found = people
            .find(AllDocuments)
            .sort(by_age)
            .limit(1000)
            .batch_size(batch_size)
            .await?
            .collect()
            .await?;
        assert_eq!(found, all, "batches of {batch_size}");
    }
    let some = people
        .find(AllDocuments)
        .sort(Person::fields().age().desc())
        .limit(10)
        .batch_size(3)
        .await?;
    let ids: Vec<i32> = some.collect().await?.iter().map(|person| person.id).collect();
    assert_eq!(ids, (240..250).rev().collect::<Vec<_>>());
    Ok(())
}

#[mongo_testkit::test]
async fn documents_are_counted_and_asked_for(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&(0..10).map(person).collect::<Vec<_>>()).await?;
    let grown = Person::fields().age().gte(35);
    assert_eq!(people.count(&grown).await?, 5);
    assert_eq!(people.count(AllDocuments).await?, 10);
    assert!(people.exists(&grown).await?);
    assert!(!people.exists(Person::fields().age().gt(100)).await?);
    Ok(())
}

#[mongo_testkit::test]
async fn updates_and_deletes_say_how_many(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&(0..10).map(person).collect::<Vec<_>>()).await?;
    let one = people.update_one(by_id(3), Person::fields().age().set(99)).await?;
    assert_eq!((one.matched(), one.modified()), (1, 1));
    let same = people.update_one(by_id(3), Person::fields().age().set(99)).await?;
    assert_eq!((same.matched(), same.modified()), (1, 0));
    let none = people.update_one(by_id(77), Person::fields().age().set(99)).await?;
    assert_eq!(none.matched(), 0);
    let young = Person::fields().age().lt(35);
    let many = people.update_many(&young, Person::fields().email().set("young")).await?;
    assert_eq!((many.matched(), many.modified()), (4, 4));
    assert_eq!(people.delete_one(by_id(3)).await?.deleted(), 1);
    assert_eq!(people.delete_one(by_id(3)).await?.deleted(), 0);
    assert_eq!(people.delete_many(&young).await?.deleted(), 4);
    assert_eq!(n_stored(&db).await, 5);
    assert_eq!(people.delete_many(AllDocuments).await?.deleted(), 5);
    Ok(())
}

#[mongo_testkit::test]
async fn a_filter_that_matches_everything_does_not_reach_many_documents(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&(0..3).map(person).collect::<Vec<_>>()).await?;
    let nobody: [i32; 0] = [];
    let everything = [
        Filter::all_of(Vec::<Filter<Person>>::new()),
        Person::fields().age().not_in(nobody),
        Filter::none_of(Vec::<Filter<Person>>::new()),
    ];
    for filter in everything {
        let error = people.delete_many(&filter).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
        assert!(error.to_string().contains("write `AllDocuments` if that is meant"), "{error}");
        let error = people.update_many(&filter, Person::fields().age().set(1)).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
        assert_eq!(error.attempts(), 0);
    }
    assert_eq!(n_stored(&db).await, 3);
    Ok(())
}

#[mongo_testkit::test]
async fn a_find_has_a_limit_within_that_of_the_store(db: TestDb) {
    let people = people(&db).await;
    for limit in [0, 10_001, u32::MAX] {
        let error = people.find(AllDocuments).limit(limit).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, None);
        assert!(error.to_string().contains("a limit of 1 to 10000"), "{error}");
    }
}

#[mongo_testkit::test]
async fn a_bad_document_stops_a_cursor_unless_it_may_go_on(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&[person(1), person(3)]).await?;
    raw(&db)
        .insert_one(doc! { "_id": 2, "email": "b@example.org", "age": "two", "tags": [] })
        .await
        .unwrap();
    let by_id = Person::fields().id().asc();

    let mut cursor = people.find(AllDocuments).sort(by_id.clone()).limit(10).await?;
    assert_eq!(cursor.next().await.unwrap()?, person(1));
    let error = cursor.next().await.unwrap().unwrap_err();
    assert_failed(&error, Kind::Decode, None);
    assert_eq!(error.path().unwrap().to_string(), "age");
    assert_eq!(error.document_id(), Some(&2.into()));
    assert_eq!(error.delivered(), Some(1));
    assert!(cursor.next().await.is_none());

    let lenient =
        people.find(AllDocuments).sort(by_id).limit(10).on_bad_document(BadDocument::Continue);
    let mut cursor = lenient.await?;
    assert_eq!(cursor.next().await.unwrap()?, person(1));
    assert!(cursor.next().await.unwrap().unwrap_err().is_decode());
    assert_eq!(cursor.next().await.unwrap()?, person(3));
    assert!(cursor.next().await.is_none());

    let error = people.find_one(mongo_runtime::filter::by_id(2)).await.unwrap_err();
    assert_failed(&error, Kind::Decode, None);
    Ok(())
}

#[mongo_testkit::test]
async fn a_schema_version_without_a_reader_is_its_own_kind(db: TestDb) {
    let store = crate::support::store(&db).await;
    db.database()
        .collection("versioned")
        .insert_one(doc! { "_id": 1, "schemaVersion": 9 })
        .await
        .unwrap();
    let error =
        store.collection::<crate::support::Versioned>().find_one(by_id(1)).await.unwrap_err();
    assert_failed(&error, Kind::SchemaVersionUnsupported, None);
}

#[mongo_testkit::test]
async fn every_operation_can_be_spawned(db: TestDb) -> Done {
    let people = people(&db).await;
    let spawned = people.clone();
    let task = tokio::spawn(async move {
        spawned.insert_one(&person(1)).await?;
        spawned.insert_many(&[person(2), person(3)]).unordered().await?;
        let _ = spawned.update_one(by_id(1), Person::fields().age().inc(1)).await?;
        let _ = spawned.update_many(AllDocuments, Person::fields().age().inc(1)).await?;
        assert!(spawned.exists(by_id(1)).await?);
        assert_eq!(spawned.count(AllDocuments).await?, 3);
        let mut cursor = spawned.find(AllDocuments).limit(3).batch_size(1).await?;
        while let Some(person) = cursor.next().await {
            person?;
        }
        let _ = spawned.delete_one(by_id(1)).await?;
        spawned.delete_many(AllDocuments).await
    });
    assert_eq!(task.await.unwrap()?.deleted(), 2);
    Ok(())
}

#[mongo_testkit::test]
async fn a_cursor_is_a_stream(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&(0..5).map(person).collect::<Vec<_>>()).await?;
    let mut cursor = people.find(AllDocuments).limit(5).batch_size(2).await?;
    let mut n_found = 0;
    while let Some(person) = std::future::poll_fn(|context| {
        futures_core::Stream::poll_next(std::pin::pin!(&mut cursor), context)
    })
    .await
    {
        person?;
        n_found += 1;
    }
    assert_eq!(n_found, 5);
    Ok(())
}

#[mongo_testkit::test]
async fn a_closed_store_refuses_and_closes_its_connections(db: TestDb) -> Done {
    let store = crate::support::store(&db).await;
    let people = store.collection::<Person>();
    let work: Vec<_> = (0..100)
        .map(|id| {
            let people = people.clone();
            tokio::spawn(async move { people.insert_one(&person(id)).await })
        })
        .collect();
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    store.clone().close().await;
    let mut n_done = 0;
    for task in work {
        match task.await.unwrap() {
            Ok(()) => n_done += 1,
            Err(error) => assert_failed(&error, Kind::OperationRejected, Outcome::NotSent),
        }
    }
    assert_eq!(n_stored(&db).await, n_done);
    let error = people.insert_one(&person(1000)).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    assert!(error.to_string().contains("the store is closed"), "{error}");
    store.close().await;
    Ok(())
}
