//! Documents that come back from the operation that changes them.

use std::{collections::BTreeSet, time::Duration};

use mongo_runtime::{
    bson::doc,
    db::{Store, StoreConfig},
    error::{Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::{FailPoint, Fault, Proxy, TestDb};

use crate::support::{Person, SHORT, Shop, assert_failed, n_stored, people, person, raw};

type Done = Result<(), mongo_runtime::error::Error>;

#[mongo_testkit::test]
async fn an_update_gives_the_document_before_or_after_itself(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    let older = Person::fields().age().inc(1);
    let before = people.find_one_and_update(by_id(1), &older).before().await?.unwrap();
    assert_eq!(before.into_inner(), person(1));
    let after = people.find_one_and_update(by_id(1), &older).after().await?.unwrap();
    assert_eq!((after.age, after.into_inner()), (33, Person { age: 33, ..person(1) }));
    assert!(people.find_one_and_update(by_id(2), &older).after().await?.is_none());
    Ok(())
}

#[mongo_testkit::test]
async fn the_sort_says_which_document_is_taken(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&[person(1), person(2), person(3)]).await?;
    let age = Person::fields().age();
    let oldest = people
        .find_one_and_update(AllDocuments, age.set(1))
        .sort(age.desc())
        .before()
        .await?
        .unwrap();
    assert_eq!(oldest.id, 3);
    let next = people.find_one_and_delete(AllDocuments).sort(age.desc()).await?.unwrap();
    assert_eq!((next.id, n_stored(&db).await), (2, 2));
    assert!(people.find_one_and_delete(by_id(2)).await?.is_none());
    Ok(())
}

#[mongo_testkit::test]
async fn a_guard_refuses_a_find_and_update_as_it_does_an_update(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&Person { age: i32::MAX, ..person(1) }).await?;
    let older = Person::fields().age().inc(1);
    let error = people.find_one_and_update(by_id(1), &older).after().await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert!(matches!(error.rejection(), Some(Rejection::OutOfRange { .. })), "{error}");
    assert!(people.find_one_and_update(by_id(2), &older).after().await?.is_none());
    Ok(())
}

#[mongo_testkit::test]
async fn an_image_that_cannot_be_read_does_not_hide_that_the_change_was_done(db: TestDb) {
    let people = people(&db).await;
    let misfit = doc! { "_id": 1, "email": "p1@example.org", "age": "old", "tags": [] };
    raw(&db).insert_one(misfit).await.unwrap();
    let email = Person::fields().email();
    let error = people
        .find_one_and_update(by_id(1), email.set("new@example.org"))
        .after()
        .await
        .unwrap_err();
    assert_failed(&error, Kind::Decode, Outcome::WriteConfirmed);
    assert_eq!(error.path().unwrap().to_string(), "age");
    assert!(!error.is_retryable() && !error.is_ambiguous());
    let stored = raw(&db).find_one(doc! { "_id": 1 }).await.unwrap().unwrap();
    assert_eq!(stored.get_str("email").unwrap(), "new@example.org");
    let error = people.find_one_and_delete(by_id(1)).await.unwrap_err();
    assert_failed(&error, Kind::Decode, Outcome::WriteConfirmed);
    assert_eq!(n_stored(&db).await, 0);
}

#[mongo_testkit::test]
async fn of_eight_tasks_that_claim_jobs_no_two_get_the_same(db: TestDb) -> Done {
    let people = people(&db).await;
    let all: Vec<Person> = (0..100).map(|id| Person { age: 0, ..person(id) }).collect();
    people.insert_many(&all).await?;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let people = people.clone();
            tokio::spawn(async move {
                let age = Person::fields().age();
                let mut claimed = Vec::new();
                while let Some(job) =
                    people.find_one_and_update(age.eq(0), age.set(1)).after().await?
                {
                    claimed.push(job.id);
                }
                Ok::<_, mongo_runtime::error::Error>(claimed)
            })
        })
        .collect();
    let mut claimed = Vec::new();
    for task in tasks {
        claimed.extend(task.await.expect("no panic")?);
    }
    assert_eq!(claimed.len(), 100);
    assert_eq!(claimed.into_iter().collect::<BTreeSet<_>>(), (0..100).collect());
    Ok(())
}

#[mongo_testkit::test]
async fn a_lost_reply_of_a_find_and_update_gives_the_image_of_the_one_change(db: TestDb) -> Done {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Shop>::connect(StoreConfig::new(proxy.uri(), db.name())).await?;
    let people = store.collection::<Person>();
    people.insert_one(&person(1)).await?;
    let older = Person::fields().age().inc(1);
    proxy.add(Fault::cut_reply(0).command("findAndModify"));
    let before = people.find_one_and_update(by_id(1), &older).before().await?.unwrap();
    assert_eq!(before.age, 31);
    proxy.add(Fault::cut_reply(0).command("findAndModify"));
    let after = people.find_one_and_update(by_id(1), &older).after().await?.unwrap();
    assert_eq!(after.age, 33);
    proxy.add(Fault::cut_reply(0).command("findAndModify"));
    assert_eq!(people.find_one_and_delete(by_id(1)).await?.unwrap().age, 33);
    assert_eq!(n_stored(&db).await, 0);
    Ok(())
}

#[mongo_testkit::test]
async fn two_lost_replies_of_a_find_and_update_are_unknown(db: TestDb) {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Shop>::connect(StoreConfig::new(proxy.uri(), db.name())).await.unwrap();
    let people = store.collection::<Person>();
    people.insert_one(&person(1)).await.unwrap();
    proxy.add(Fault::cut_reply(0).command("findAndModify").times(2));
    let error = people
        .find_one_and_update(by_id(1), Person::fields().age().inc(1))
        .after()
        .await
        .unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert!(error.is_ambiguous() && !error.is_retryable());
    assert_eq!(people.find_one(by_id(1)).await.unwrap().unwrap().age, 32);
}

#[mongo_testkit::test]
async fn a_find_and_update_past_its_deadline_is_unknown_and_given_up_by_the_server(db: TestDb) {
    let people = people(&db).await;
    people.insert_one(&person(1)).await.unwrap();
    let slow = db
        .fail_point(FailPoint::command("findAndModify").block(Duration::from_secs(1)))
        .await
        .unwrap();
    let error = people
        .find_one_and_update(by_id(1), Person::fields().age().inc(1))
        .after()
        .deadline(SHORT)
        .await
        .unwrap_err();
    assert_failed(&error, Kind::Timeout, Outcome::WriteResultUnknown);
    // The server holds the command up, and gives it up afterwards: the time limit came with it.
    drop(slow);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(people.find_one(by_id(1)).await.unwrap().unwrap().age, 31);
}
