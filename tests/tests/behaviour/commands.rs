//! The commands that are sent, as the server's profiler has recorded them.

use std::{future::IntoFuture, time::Duration};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    error::Error,
    operation,
    prelude::*,
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{Person, people, person};

pub(crate) async fn profile(db: &TestDb) {
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server profiles");
}

/// The one recorded command with this comment.
pub(crate) async fn sent(db: &TestDb, name: &str) -> BsonDocument {
    let profile = db.database().collection::<BsonDocument>("system.profile");
    let entry = profile.find_one(doc! { "command.comment": name }).await.unwrap();
    entry.unwrap_or_else(|| panic!("{name} was sent")).get_document("command").unwrap().clone()
}

#[mongo_testkit::test]
async fn every_command_has_its_name_and_the_promises_of_the_store(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    profile(&db).await;
    people.insert_one(&person(2)).await?;
    people.insert_many(&[person(3), person(4)]).await?;
    people.find_one(by_id(1)).await?;
    people.find(AllDocuments).limit(3).batch_size(2).await?.collect().await?;
    people.count(AllDocuments).await?;
    people.exists(by_id(1)).await?;
    let age = || Person::fields().age().set(1);
    people.find_one_and_update(by_id(2), age()).after().await?;
    people.find_one_and_delete(by_id(9)).await?;
    let _ = people.update_one(by_id(1), Person::fields().age().set(1)).await?;
    let _ = people.update_many(AllDocuments, Person::fields().age().set(1)).await?;
    let _ = people.delete_one(by_id(1)).await?;
    let _ = people.delete_many(AllDocuments).await?;
    for verb in ["insert-one", "insert-many"] {
        let command = sent(&db, &format!("person.{verb}")).await;
        assert_write_promises(&command, verb);
    }
    for verb in ["update-one", "update-many", "delete-one", "delete-many"] {
        // The profiler keeps the statement of these, and not the command.
        sent(&db, &format!("person.{verb}")).await;
    }
    for verb in ["find-one", "find", "count", "exists"] {
        let command = sent(&db, &format!("person.{verb}")).await;
        let concern = command.get_document("readConcern").expect(verb);
        assert_eq!(concern.get_str("level").ok(), Some("majority"), "{verb}");
        assert_time_limit(&command, verb);
        assert_promises(&command, verb);
    }
    for verb in ["find-one-and-update", "find-one-and-delete"] {
        let command = sent(&db, &format!("person.{verb}")).await;
        assert_write_promises(&command, verb);
        assert_time_limit(&command, verb);
    }
    Ok(())
}

#[track_caller]
fn assert_time_limit(command: &BsonDocument, verb: &str) {
    let millis = command.get("maxTimeMS");
    let millis = millis.and_then(|millis| millis.as_i64().or(millis.as_i32().map(i64::from)));
    assert!(millis.is_some_and(|millis| (1..=10_000).contains(&millis)), "{verb}: {millis:?}");
}

#[track_caller]
fn assert_write_promises(command: &BsonDocument, verb: &str) {
    let concern = command.get_document("writeConcern").expect(verb);
    assert_eq!(concern.get_str("w").ok(), Some("majority"), "{verb}");
    assert_promises(command, verb);
    // A write of many documents can't be repeated; all others can.
    let is_many = matches!(verb, "update-many" | "delete-many");
    assert_eq!(command.contains_key("txnNumber"), !is_many, "{verb}");
}

/// Runs an operation that the server holds up, and looks at its command meanwhile.
async fn seen<T>(
    db: &TestDb,
    name: &str,
    operation: impl IntoFuture<Output = Result<T, Error>>,
) -> BsonDocument {
    let fault = FailPoint::commands(["update", "delete"]).block(Duration::from_millis(300));
    let fault = db.fail_point(fault).await.unwrap();
    let look = async {
        let admin = db.client().database("admin");
        for _ in 0..50 {
            let current = doc! { "currentOp": 1, "command.comment": name };
            let running = admin.run_command(current).await.unwrap();
            if let Some(first) = running.get_array("inprog").unwrap().first() {
                return first.as_document().unwrap().get_document("command").unwrap().clone();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{name} does not run");
    };
    let (done, command) = tokio::join!(operation.into_future(), look);
    done.expect("it is only late");
    fault.off().await.unwrap();
    command
}

#[mongo_testkit::test]
async fn updates_and_deletes_keep_the_promises_too(db: TestDb) {
    let people = people(&db).await;
    let age = Person::fields().age().set(1);
    let command = seen(&db, "person.update-one", people.update_one(by_id(1), &age)).await;
    assert_write_promises(&command, "update-one");
    let command = seen(&db, "person.update-many", people.update_many(AllDocuments, &age)).await;
    assert_write_promises(&command, "update-many");
    let command = seen(&db, "person.delete-one", people.delete_one(by_id(1))).await;
    assert_write_promises(&command, "delete-one");
    let command = seen(&db, "person.delete-many", people.delete_many(AllDocuments)).await;
    assert_write_promises(&command, "delete-many");
}

#[track_caller]
fn assert_promises(command: &BsonDocument, verb: &str) {
    assert_eq!(command.get_str("apiVersion").ok(), Some("1"), "{verb}");
    assert_eq!(command.get_bool("apiStrict").ok(), Some(true), "{verb}");
    assert_eq!(command.get_bool("apiDeprecationErrors").ok(), Some(true), "{verb}");
    assert!(command.contains_key("lsid"), "{verb}");
}

#[mongo_testkit::test]
async fn a_given_name_and_deadline_win_over_the_defaults(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    profile(&db).await;
    let find = people
        .find_one(by_id(1))
        .named(operation!("person.look-up"))
        .deadline(Duration::from_millis(1500));
    find.await?;
    let command = sent(&db, "person.look-up").await;
    let millis = command.get("maxTimeMS").unwrap();
    let millis = millis.as_i64().or(millis.as_i32().map(i64::from)).unwrap();
    assert!((1..=1500).contains(&millis), "{millis}");
    Ok(())
}

#[mongo_testkit::test]
async fn one_answer_with_the_limit_met_leaves_no_cursor(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    people.insert_many(&(0..10).map(person).collect::<Vec<_>>()).await?;
    profile(&db).await;
    assert_eq!(people.find(AllDocuments).limit(5).batch_size(5).await?.collect().await?.len(), 5);
    let profile = db.database().collection::<BsonDocument>("system.profile");
    let n_commands =
        profile.count_documents(doc! { "command.comment": "person.find" }).await.unwrap();
    assert_eq!(n_commands, 1);
    Ok(())
}
