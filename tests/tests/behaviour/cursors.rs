//! Cursors that break: what came before is counted, and the end is never silent.

use std::time::Duration;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    error::Kind,
    prelude::*,
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{Person, SHORT, assert_failed, people, person, raw};

type Done = Result<(), mongo_runtime::error::Error>;

async fn filled(db: &TestDb) -> mongo_runtime::db::Collection<Person> {
    let people = people(db).await;
    people.insert_many(&(0..20).map(person).collect::<Vec<_>>()).await.unwrap();
    people
}

async fn open_cursors(db: &TestDb) -> i64 {
    let namespace = format!("{}.people", db.name());
    let pipeline = [
        doc! { "$currentOp": { "allUsers": true, "idleCursors": true, "localOps": true } },
        doc! { "$match": { "type": "idleCursor", "ns": namespace } },
        doc! { "$count": "n" },
    ];
    let mut found = db.client().database("admin").aggregate(pipeline).await.unwrap();
    match found.advance().await.unwrap() {
        true => found.deserialize_current().unwrap().get_i32("n").unwrap().into(),
        false => 0,
    }
}

#[mongo_testkit::test]
async fn a_killed_cursor_fails_after_what_it_gave(db: TestDb) -> Done {
    let people = filled(&db).await;
    let mut cursor = people.find(AllDocuments).limit(20).batch_size(5).await?;
    for _ in 0..5 {
        cursor.next().await.unwrap()?;
    }
    let pipeline = [
        doc! { "$currentOp": { "allUsers": true, "idleCursors": true, "localOps": true } },
        doc! { "$match": { "type": "idleCursor", "ns": format!("{}.people", db.name()) } },
    ];
    let mut found = db.client().database("admin").aggregate(pipeline).await.unwrap();
    assert!(found.advance().await.unwrap());
    let idle: BsonDocument = found.deserialize_current().unwrap();
    let id = idle.get_document("cursor").unwrap().get_i64("cursorId").unwrap();
    db.database().run_command(doc! { "killCursors": "people", "cursors": [id] }).await.unwrap();
    let error = cursor.next().await.unwrap().unwrap_err();
    assert_failed(&error, Kind::Cursor, None);
    assert_eq!((error.code(), error.delivered()), (Some(43), Some(5)));
    assert!(cursor.next().await.is_none());
    Ok(())
}

#[mongo_testkit::test]
async fn a_connection_that_breaks_between_batches_is_a_cursor_error(db: TestDb) -> Done {
    let people = filled(&db).await;
    let mut cursor = people.find(AllDocuments).limit(20).batch_size(5).await?;
    let fault = db.fail_point(FailPoint::command("getMore").close_connection()).await.unwrap();
    for _ in 0..5 {
        cursor.next().await.unwrap()?;
    }
    let error = cursor.next().await.unwrap().unwrap_err();
    assert_failed(&error, Kind::Cursor, None);
    assert_eq!(error.delivered(), Some(5));
    assert!(error.to_string().contains("after 5 documents"), "{error}");
    assert!(cursor.next().await.is_none());
    fault.off().await.unwrap();

    let _fault = db.fail_point(FailPoint::command("getMore").close_connection()).await.unwrap();
    let collected = people.find(AllDocuments).limit(20).batch_size(5).await?.collect().await;
    assert_failed(&collected.unwrap_err(), Kind::Cursor, None);
    Ok(())
}

#[mongo_testkit::test]
async fn a_change_of_primary_between_batches_is_a_cursor_error(db: TestDb) -> Done {
    let people = filled(&db).await;
    for code in [10107, 11602] {
        let mut cursor = people.find(AllDocuments).limit(20).batch_size(5).await?;
        let fault = db.fail_point(FailPoint::command("getMore").error_code(code)).await.unwrap();
        for _ in 0..5 {
            cursor.next().await.unwrap()?;
        }
        let error = cursor.next().await.unwrap().unwrap_err();
        assert_failed(&error, Kind::Cursor, None);
        fault.off().await.unwrap();
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_collection_that_is_dropped_under_a_cursor_is_a_cursor_error(db: TestDb) -> Done {
    let people = filled(&db).await;
    let mut cursor = people.find(AllDocuments).limit(20).batch_size(5).await?;
    for _ in 0..5 {
        cursor.next().await.unwrap()?;
    }
    raw(&db).drop().await.unwrap();
    let error = cursor.next().await.unwrap().unwrap_err();
    assert_failed(&error, Kind::Cursor, None);
    Ok(())
}

#[mongo_testkit::test]
async fn the_deadline_of_a_find_is_a_budget_for_waiting(db: TestDb) -> Done {
    let people = filled(&db).await;
    let mut cursor = people
        .find(AllDocuments)
        .limit(20)
        .batch_size(5)
        .deadline(Duration::from_millis(400))
        .await?;
    cursor.next().await.unwrap()?;
    // What the caller takes its time for does not count.
    tokio::time::sleep(Duration::from_millis(500)).await;
    for _ in 0..5 {
        cursor.next().await.unwrap()?;
    }
    let _fault = db
        .fail_point(FailPoint::command("getMore").block(Duration::from_millis(800)))
        .await
        .unwrap();
    let error = loop {
        match cursor.next().await.unwrap() {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_failed(&error, Kind::Timeout, None);
    assert_eq!(error.delivered(), Some(10));
    assert!(error.elapsed() < Duration::from_millis(400) + SHORT);
    Ok(())
}

#[mongo_testkit::test]
async fn an_abandoned_cursor_is_closed_by_the_next_operation(db: TestDb) -> Done {
    let people = filled(&db).await;
    let mut cursor = people.find(AllDocuments).limit(20).batch_size(5).await?;
    cursor.next().await.unwrap()?;
    assert_eq!(open_cursors(&db).await, 1);
    drop(cursor);
    assert!(people.exists(by_id(1)).await?);
    for _ in 0..50 {
        if open_cursors(&db).await == 0 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the cursor is still open");
}
