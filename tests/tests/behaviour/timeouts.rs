//! Deadlines: what they bound, and what they say about the write.

use std::time::{Duration, Instant};

use mongo_runtime::{
    bson::doc,
    db::{Store, StoreConfig},
    error::{Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{Person, SHORT, Shop, assert_failed, config, n_stored, people, person};

type Done = Result<(), mongo_runtime::error::Error>;

#[mongo_testkit::test]
async fn a_write_that_passes_its_deadline_is_unknown_and_may_appear_later(db: TestDb) {
    let people = people(&db).await;
    let _fault = db
        .fail_point(FailPoint::command("insert").block(Duration::from_millis(1000)))
        .await
        .unwrap();
    let started = Instant::now();
    let error = people.insert_one(&person(1)).deadline(SHORT).await.unwrap_err();
    assert!(started.elapsed() < SHORT + Duration::from_millis(150), "{:?}", started.elapsed());
    assert_failed(&error, Kind::Timeout, Outcome::WriteResultUnknown);
    assert!(error.is_timeout() && error.is_ambiguous() && !error.is_retryable());
    assert_eq!(error.attempts(), 1);
    assert_eq!(n_stored(&db).await, 0);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(n_stored(&db).await, 1, "a deadline does not stop the server");
}

#[mongo_testkit::test]
async fn a_read_that_passes_its_deadline_is_a_timeout_and_the_next_one_works(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    let _fault =
        db.fail_point(FailPoint::command("find").block(Duration::from_millis(800))).await.unwrap();
    let error = people.find_one(by_id(1)).deadline(SHORT).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, None);
    assert!(error.is_retryable());
    assert_eq!(people.find_one(by_id(1)).await?, Some(person(1)));
    Ok(())
}

#[mongo_testkit::test]
async fn a_deadline_of_nothing_sends_nothing(db: TestDb) {
    let people = people(&db).await;
    let error = people.insert_one(&person(1)).deadline(Duration::ZERO).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, Outcome::NotSent);
    assert_eq!(error.attempts(), 0);
    assert_eq!(n_stored(&db).await, 0);
    let error = people.find(AllDocuments).limit(1).deadline(Duration::ZERO).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, None);
}

#[mongo_testkit::test]
async fn a_deadline_beyond_what_the_server_takes_is_one(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&[person(1), person(2), person(3)]).await?;
    for long in [Duration::from_secs(100 * 86_400), Duration::MAX] {
        assert_eq!(people.count(AllDocuments).deadline(long).await?, 3);
        let found = people.find(AllDocuments).limit(3).batch_size(1).deadline(long).await?;
        assert_eq!(found.collect().await?.len(), 3);
        let older =
            people.update_one(by_id(1), Person::fields().age().inc(1)).deadline(long).await?;
        assert_eq!(older.matched(), 1);
    }
    Ok(())
}

#[mongo_testkit::test]
async fn waiting_for_a_connection_is_within_the_deadline_and_sends_nothing(db: TestDb) {
    let store = Store::<Shop>::connect(config(&db).pool_size(0, 1)).await.unwrap();
    let people = store.collection::<Person>();
    let _fault = db
        .fail_point(FailPoint::command("insert").block(Duration::from_millis(1000)))
        .await
        .unwrap();
    let slow = people.clone();
    let slow = tokio::spawn(async move { slow.insert_one(&person(1)).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let started = Instant::now();
    let error = people.insert_one(&person(2)).deadline(SHORT).await.unwrap_err();
    assert!(started.elapsed() < SHORT + Duration::from_millis(150), "{:?}", started.elapsed());
    assert_failed(&error, Kind::Timeout, Outcome::NotSent);
    assert_eq!(error.attempts(), 0);
    slow.await.unwrap().expect("the slow one is done");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(n_stored(&db).await, 1);
}

#[mongo_testkit::test]
async fn the_time_limit_of_the_server_is_a_timeout_and_unknown_for_a_write(db: TestDb) {
    let people = people(&db).await;
    let fault = db.fail_point(FailPoint::command("insert").error_code(50)).await.unwrap();
    let error = people.insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, Outcome::WriteResultUnknown);
    assert_eq!(error.code(), Some(50));
    fault.off().await.unwrap();
    let _fault = db.fail_point(FailPoint::command("find").error_code(50)).await.unwrap();
    let error = people.find_one(by_id(1)).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, None);
}

#[mongo_testkit::test]
async fn a_slow_read_is_stopped_on_the_server_too(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&(0..50).map(person).collect::<Vec<_>>()).await?;
    let name = mongo_runtime::operation!("person.slow");
    // The filter is cheap; the server is made slow.
    let _fault =
        db.fail_point(FailPoint::command("find").block(Duration::from_millis(400))).await.unwrap();
    let error = people.find(AllDocuments).limit(10).named(name).deadline(SHORT).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, None);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let admin = db.client().database("admin");
    let running = admin.run_command(doc! { "currentOp": 1, "command.comment": name.as_str() });
    assert_eq!(running.await.unwrap().get_array("inprog").unwrap().len(), 0);
    Ok(())
}

#[mongo_testkit::test]
async fn a_server_that_is_not_there_is_found_out_within_the_deadline(_: TestDb) {
    let nowhere =
        StoreConfig::new("mongodb://user:secret-password@127.0.0.1:1/?replicaSet=rs", "db");
    let started = Instant::now();
    let quick = nowhere.clone().selection_timeout(SHORT);
    let error = Store::<Shop>::connect(quick).await.unwrap_err();
    assert_failed(&error, Kind::ServerSelection, None);
    assert!(!format!("{error} {error:?} {nowhere:?}").contains("secret"), "{error:?}");
    let error = Store::<Shop>::connect(nowhere.deadline(SHORT)).await.unwrap_err();
    assert_failed(&error, Kind::Timeout, None);
    assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
}

#[mongo_testkit::test]
async fn a_session_whose_call_timed_out_does_not_hold_up_the_next_call(db: TestDb) -> Done {
    let people = people(&db).await;
    let _fault = db
        .fail_point(FailPoint::command("insert").block(Duration::from_millis(2000)))
        .await
        .unwrap();
    let _ = people.insert_one(&person(1)).deadline(SHORT).await.unwrap_err();
    let started = Instant::now();
    people.insert_one(&person(2)).await?;
    assert!(started.elapsed() < Duration::from_millis(1000), "{:?}", started.elapsed());
    Ok(())
}
