//! No value, key or credential is in any text that an error, a builder or a log line makes, in any encoding.

use mongo_runtime::{
    bson::doc,
    db::{Store, StoreConfig},
    error::Kind,
    prelude::*,
};
use mongo_testkit::{FailPoint, TestDb};
use mongo_tests::canary::{
    CANARY, assert_clean_debug, assert_clean_error, assert_clean_log, listen_to_log, n_logged,
};

use crate::support::{Person, Shop, make_unique_email, people, person, raw};

fn canary(id: i32) -> Person {
    Person { id, email: CANARY.to_owned(), age: 1, tags: vec![] }
}

#[mongo_testkit::test]
async fn no_error_shows_a_value(db: TestDb) {
    listen_to_log();
    let n_before = n_logged();
    let validator = doc! { "$jsonSchema": { "properties": { "age": { "maximum": 40 }, "email": { "maxLength": 36 } } } };
    db.database().create_collection("people").validator(validator).await.unwrap();
    make_unique_email(&db).await;
    let people = people(&db).await;
    people.insert_many(&[canary(1), person(2)]).await.unwrap();

    let mut errors = vec![
        ("a duplicate key", people.insert_one(&canary(3)).await.unwrap_err()),
        (
            "a duplicate key in a bulk",
            people.insert_many(&[canary(4), person(5)]).await.unwrap_err(),
        ),
        ("a duplicate key in an update", {
            people.update_one(by_id(2), Person::fields().email().set(CANARY)).await.unwrap_err()
        }),
        ("a validator", {
            let long = Person { email: format!("{CANARY}{CANARY}"), ..canary(6) };
            people.insert_one(&long).await.unwrap_err()
        }),
        ("a validator in an update", {
            people.update_one(by_id(1), Person::fields().age().set(99)).await.unwrap_err()
        }),
        ("an encode error", {
            people
                .insert_one(&Person { tags: vec![CANARY.to_owned()], ..person(7) })
                .await
                .unwrap_err()
        }),
        ("a full array", {
            let update = Person::fields().tags().push("x".to_owned());
            for _ in 0..3 {
                let _ =
                    people.update_one(Person::fields().email().eq(CANARY), &update).await.unwrap();
            }
            people.update_one(Person::fields().email().eq(CANARY), &update).await.unwrap_err()
        }),
    ];
    raw(&db)
        .update_one(doc! { "_id": 2 }, doc! { "$set": { "age": CANARY } })
        .bypass_document_validation(true)
        .await
        .unwrap();
    errors.push(("a decode error", people.find_one(by_id(2)).await.unwrap_err()));
    for code in [2, 9, 64] {
        let message = format!("the server says {CANARY}");
        let fault = FailPoint::command("insert").write_concern_error(code, &message);
        let _fault = db.fail_point(fault).await.unwrap();
        errors.push(("a write concern", people.insert_one(&person(100 + code)).await.unwrap_err()));
    }
    for (what, error) in &errors {
        assert_clean_error(error, what);
    }
    let kinds: Vec<Kind> = errors.iter().map(|(_, error)| error.kind()).collect();
    for kind in [
        Kind::DuplicateKey,
        Kind::SchemaValidation,
        Kind::Encode,
        Kind::OperationRejected,
        Kind::Decode,
    ] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    assert!(n_logged() > n_before, "the log is listened to");
    assert_clean_log("the log");
}

#[mongo_testkit::test]
async fn no_builder_shows_a_value(db: TestDb) {
    let people = people(&db).await;
    let filter = Person::fields().email().eq(CANARY);
    assert_clean_debug(&people.insert_one(&canary(1)), "an insert");
    assert_clean_debug(&people.insert_many(&[canary(1)]), "a bulk insert");
    assert_clean_debug(&people.find_one(&filter), "a find_one");
    assert_clean_debug(&people.find(&filter).limit(1), "a find");
    assert_clean_debug(&people.count(&filter), "a count");
    assert_clean_debug(&people.exists(&filter), "an exists");
    assert_clean_debug(
        &people.update_one(&filter, Person::fields().email().set(CANARY)),
        "an update",
    );
    assert_clean_debug(&people.delete_many(&filter), "a delete");
    people.insert_one(&canary(1)).await.unwrap();
    assert_clean_debug(&people.find(&filter).limit(1).await.unwrap(), "a cursor");
}

#[tokio::test]
async fn no_part_of_a_connection_string_is_shown() {
    for uri in [
        format!("mongodb://{CANARY}:{CANARY}@"),
        format!("mongodb://user:{CANARY}@host:99999/"),
        format!("mongodb://user:{CANARY}/x@host/"),
        format!("mongodb://{CANARY}%zz:x@host/"),
        format!("mongodb://host/?authMechanism={CANARY}"),
        format!(
            "mongodb://user:x@host/?authMechanism=SCRAM-SHA-1&authMechanismProperties={CANARY}"
        ),
        format!("mongodb://host/?{CANARY}={CANARY}"),
        format!("mongodb://host/?readPreference={CANARY}"),
        format!("mongodb://host/?maxPoolSize={CANARY}"),
        format!("{CANARY}://host/"),
        format!("mongodb://host:27017/?w=1&appName={CANARY}"),
    ] {
        let config = StoreConfig::new(uri.clone(), "db")
            .selection_timeout(std::time::Duration::from_millis(50));
        assert_clean_debug(&config, "a configuration");
        let error = Store::<Shop>::connect(config).await.unwrap_err();
        assert_clean_error(&error, &uri);
    }
}
