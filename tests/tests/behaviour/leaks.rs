//! No value, key or credential is in any text that an error, a builder or a log line makes, in any encoding.

use std::{
    error::Error as StdError,
    fmt::{Debug, Write},
    sync::{Mutex, OnceLock},
};

use mongo_runtime::{
    bson::doc,
    db::{Store, StoreConfig},
    error::{Error, Kind},
    prelude::*,
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{Person, Shop, make_unique_email, people, person, raw};

const CANARY: &str = "c4n4ry-Zebra-Quartz";

/// The canary as text, as hex, as base64 at each of its three alignments, as a list of bytes, and backwards.
fn forms() -> Vec<String> {
    let bytes = CANARY.as_bytes();
    let hex: String = bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    });
    let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let mut forms = vec![
        CANARY.to_owned(),
        hex.to_uppercase(),
        hex,
        list.join(", "),
        CANARY.chars().rev().collect(),
    ];
    // Two letters at each end depend on what is around.
    forms.extend((0..3).map(|start| base64(&bytes[start..start + 15])[..20].to_owned()));
    forms
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let of_three = |three: &[u8]| {
        let bits = three.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        (0..4).rev().map(move |n| char::from(LETTERS[bits >> (6 * n) & 63]))
    };
    bytes.chunks_exact(3).flat_map(of_three).collect()
}

#[track_caller]
fn assert_clean(text: &str, what: &str) {
    for form in forms() {
        assert!(!text.contains(&form), "{what} shows the value as {form}: {text}");
    }
}

#[track_caller]
fn assert_clean_error(error: &Error, what: &str) {
    assert_clean(&format!("{error} {error:#} {error:?} {error:#?}"), what);
    let mut source = error.source();
    while let Some(cause) = source {
        assert_clean(&format!("{cause} {cause:#} {cause:?} {cause:#?}"), what);
        source = cause.source();
    }
}

#[track_caller]
fn assert_clean_debug(value: &impl Debug, what: &str) {
    assert_clean(&format!("{value:?} {value:#?}"), what);
}

fn canary(id: i32) -> Person {
    Person { id, email: CANARY.to_owned(), age: 1, tags: vec![] }
}

#[test]
fn the_forms_are_found_where_they_are() {
    let inside = format!("..{}..", base64(format!("ab{CANARY}cd").as_bytes()));
    assert!(forms().iter().any(|form| inside.contains(form)), "{inside}");
    assert_eq!(base64(b"Man"), "TWFu");
}

#[mongo_testkit::test]
async fn no_error_shows_a_value(db: TestDb) {
    let log = log();
    let validator = doc! { "$jsonSchema": { "properties": { "age": { "maximum": 40 }, "email": { "maxLength": 30 } } } };
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
    let log = log.lock().unwrap();
    assert!(log.contains("person.insert-one"), "the log is listened to");
    assert_clean(&log, "the log");
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

/// Everything that the mapper tells a subscriber, of all tests of this process.
fn log() -> &'static Mutex<String> {
    static LOG: OnceLock<Mutex<String>> = OnceLock::new();
    LOG.get_or_init(|| {
        tracing::subscriber::set_global_default(Recorder).expect("no other subscriber");
        Mutex::new(String::new())
    })
}

struct Recorder;

impl tracing::Subscriber for Recorder {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target().starts_with("mongo_runtime")
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Text(String);
        impl tracing::field::Visit for Text {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn Debug) {
                write!(self.0, "{field}={value:?} ").unwrap();
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        log().lock().unwrap().push_str(&text.0);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}
