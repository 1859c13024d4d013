//! What an attacker sends finds nothing, changes nothing, and does not reach the server as an operator.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use mongo_runtime::{
    bson::{self, doc},
    db::Collection,
    error::{Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::hostile::{Becomes, JSON, Listing, PAIRS, TEXTS, form, listing};

use crate::support::{collection, raw};

/// Documents that any operator would find, in place of the text that was sent.
async fn listings(db: &TestDb) -> Collection<Listing> {
    let listings = collection::<Listing>(db).await;
    for n in 1..=6 {
        listings.insert_one(&listing(n)).await.expect("the server runs");
    }
    listings
}

async fn n_raw(db: &TestDb, filter: bson::Document) -> u64 {
    raw::<Listing>(db).count_documents(filter).await.expect("the server runs")
}

/// H01: the raw filter of the same input finds every document; through the form it is refused, and through a typed path it is text.
#[mongo_testkit::test]
async fn h01_an_operator_in_place_of_a_text_is_refused(db: TestDb) {
    let listings = listings(&db).await;
    assert_eq!(n_raw(&db, doc! { "title": { "$ne": null } }).await, 6);
    let error = form().parse_json(r#"{"title": {"$ne": null}}"#).expect_err("an operator");
    assert_eq!(error.problems()[0].path(), "title.$ne");
    let as_text = Listing::fields().title().eq(r#"{"$ne": null}"#);
    assert_eq!(listings.count(as_text).await.unwrap(), 0);
}

/// H03: operators at the top.
#[mongo_testkit::test]
async fn h03_an_operator_in_place_of_a_field_is_refused(db: TestDb) {
    let _listings = listings(&db).await;
    assert_eq!(n_raw(&db, doc! { "$expr": { "$eq": [1, 1] } }).await, 6);
    assert_eq!(n_raw(&db, doc! { "$or": [{}, { "title": "x" }] }).await, 6);
    for key in ["$where", "$expr", "$or", "$nor", "$and", "$function", "$text", "$jsonSchema"] {
        let by_json = form().parse_json(format!(r#"{{"{key}": [{{}}]}}"#)).expect_err(key);
        let by_pair = form().parse_pairs([(key, "true")]).expect_err(key);
        assert_eq!((by_json.problems()[0].path(), by_pair.problems()[0].path()), (key, key));
    }
}

/// H05: keys that come from outside are data of a map, never paths of an update; and a form has names, not paths.
#[mongo_testkit::test]
async fn h05_a_key_from_outside_is_no_path(db: TestDb) {
    let listings = listings(&db).await;
    let labels = Listing::fields().labels();
    let by_id = by_id(ObjectId::from_bytes([1; 12]));
    for key in ["a.b", "$set", "$where"] {
        let set = labels.set(BTreeMap::from([(key.to_owned(), "x".to_owned())]));
        let error = listings.update_one(by_id, set).await.expect_err(key);
        assert_eq!(
            (error.kind(), error.outcome()),
            (Kind::Encode, Some(Outcome::NotSent)),
            "{error}"
        );
    }
    let set = labels.set(BTreeMap::from([("role".to_owned(), "root".to_owned())]));
    let updated = listings.update_one(by_id, set).await.expect("`role` is a key like any other");
    assert_eq!(updated.matched(), 1);
    assert_eq!(n_raw(&db, doc! { "role": "admin" }).await, 6);
    assert_eq!(n_raw(&db, doc! { "labels.role": "root" }).await, 1);
    for key in ["role", "labels.role", "extra.role", "title.0", "_id"] {
        let error = form().parse_pairs([(key, "admin")]).expect_err(key);
        assert_eq!(error.problems()[0].path(), key);
    }
}

/// H07: text of a user is no pattern, so that it is found as it stands, and a catastrophic one costs nothing.
#[mongo_testkit::test]
async fn h07_text_of_a_user_is_no_pattern(db: TestDb) {
    let listings = listings(&db).await;
    let victim = Listing { title: format!("{}!", "a".repeat(100)), ..listing(7) };
    listings.insert_one(&victim).await.unwrap();
    let bombs = ["(a+)+$", "(a|aa)+$", "(.*a){20}", "^(([a-z])+.)+$", "(?:a*)*b"];
    for bomb in bombs {
        for op in ["title.starts_with", "title.contains"] {
            let asked = form().parse_pairs([(op, bomb)]).expect("text");
            let started = Instant::now();
            let count = listings.count(asked.filter).deadline(Duration::from_secs(10)).await;
            assert_eq!(count.unwrap(), 0, "{op} {bomb} after {:?}", started.elapsed());
        }
    }
    for (id, bomb) in (8..).zip(bombs) {
        let literal = Listing { title: format!("x {bomb}"), ..listing(id) };
        listings.insert_one(&literal).await.unwrap();
        let asked = form().parse_pairs([("title.contains", bomb)]).expect("text");
        assert_eq!(listings.find_one(asked.filter).await.unwrap(), Some(literal));
    }
}

#[mongo_testkit::test]
async fn what_is_taken_of_hostile_input_finds_nothing(db: TestDb) {
    let listings = listings(&db).await;
    let by_json = JSON.iter().map(|(json, becomes)| (form().parse_json(json), *becomes));
    let by_pairs =
        PAIRS.iter().map(|(pairs, becomes)| (form().parse_pairs(pairs.iter().copied()), *becomes));
    let mut n_taken = 0;
    for (asked, becomes) in by_json.chain(by_pairs) {
        let Ok(asked) = asked else { continue };
        assert_eq!(becomes, Becomes::Text);
        assert_eq!(listings.count(&asked.filter).await.unwrap(), 0, "{:?}", asked.filter);
        n_taken += 1;
    }
    let n_text =
        JSON.iter().map(|(_, becomes)| becomes).chain(PAIRS.iter().map(|(_, becomes)| becomes));
    assert_eq!(n_taken, n_text.filter(|becomes| **becomes == Becomes::Text).count());
}

#[mongo_testkit::test]
async fn no_text_of_an_operand_finds_or_changes_another_document(db: TestDb) {
    let listings = listings(&db).await;
    let f = Listing::fields();
    for text in TEXTS {
        let filters = [
            f.title().eq(*text),
            f.title().is_in([*text]),
            f.title().starts_with(text),
            f.title().contains(text),
            f.tags().each().eq(*text),
            f.tags().contains_all([*text]),
            f.coupon().eq(*text),
        ];
        for filter in filters {
            assert_eq!(listings.count(&filter).await.unwrap(), 0, "{filter:?}");
            let deleted = listings.delete_many(&filter).await.unwrap();
            assert_eq!(deleted.deleted(), 0, "{filter:?}");
        }
        let nested = doc! { "$set": { "role": "root" }, "title": *text };
        let changed = f.title().set(*text).and(f.extra().set(nested.clone()));
        let updated = listings.update_one(by_id(ObjectId::from_bytes([1; 12])), changed).await;
        assert_eq!(updated.unwrap().matched(), 1);
        let stored =
            listings.find_one(by_id(ObjectId::from_bytes([1; 12]))).await.unwrap().unwrap();
        assert_eq!(
            (stored.title.as_str(), stored.extra, stored.role.as_str()),
            (*text, Some(nested), "admin")
        );
        let back = f.title().set("chair 1").and(f.extra().unset());
        let updated = listings.update_one(by_id(ObjectId::from_bytes([1; 12])), back).await;
        assert_eq!(updated.unwrap().matched(), 1);
    }
}
