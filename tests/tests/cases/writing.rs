//! Inserts, updates and deletes that other mappers send wrongly, or tell wrongly.

use mongo_runtime::{
    bson::{Bson, doc},
    error::{Error, ItemStatus, Kind, Outcome},
    prelude::*,
    update::{Rejection, Update},
};
use mongo_testkit::TestDb;

use crate::support::{collection, raw, stored};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "members")]
#[mongo(index(name = "uq_email", keys(email), unique))]
struct Member {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 64)]
    email: String,
    score: i32,
    profile: Profile,
    #[mongo(max_items = 3, max_len = 16)]
    tags: Vec<String>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Profile {
    #[mongo(max_len = 64)]
    city: String,
}

fn member(id: i32) -> Member {
    Member {
        id,
        email: format!("m{id}@example.org"),
        score: 0,
        profile: Profile { city: "Ghent".to_owned() },
        tags: Vec::new(),
    }
}

async fn make_unique_email(db: &TestDb) {
    let options =
        mongodb::options::IndexOptions::builder().unique(true).name("uq_email".to_owned()).build();
    let index = mongodb::IndexModel::builder().keys(doc! { "email": 1 }).options(options).build();
    raw::<Member>(db).create_index(index).await.expect("the server runs");
}

async fn n_stored(db: &TestDb) -> u64 {
    raw::<Member>(db).count_documents(doc! {}).await.expect("the server runs")
}

#[track_caller]
fn assert_refused_here(error: &Error, words: &[&str]) {
    let refused = (Kind::OperationRejected, Some(Outcome::NotSent), 0);
    assert_eq!((error.kind(), error.outcome(), error.attempts()), refused, "{error}");
    for word in words {
        assert!(error.to_string().contains(word), "{word:?} is missing: {error}");
    }
}

/// UP-01. Elsewhere a document without operators replaces the whole, or fails when it is sent.
#[test]
fn an_update_is_made_of_operators_and_nothing_else() {
    let f = Member::fields();
    let update = f.score().inc(1).and(f.profile().set(Profile { city: "Bruges".to_owned() }));
    let rendered = update.and(f.tags().pull("x")).render().expect("an update");
    assert!(rendered.update.keys().all(|key| key.starts_with('$')), "{rendered:?}");
    assert_eq!(rendered.update.keys().count(), 3);
}

/// UP-02. Elsewhere the server refuses it, or takes it and does nothing.
#[mongo_testkit::test]
async fn an_update_of_nothing_is_refused_before_it_is_sent(db: TestDb) {
    let members = collection::<Member>(&db).await;
    let nothing = || Update::all_of([] as [Update<Member>; 0]);
    for error in [
        members.update_one(by_id(1), nothing()).await.unwrap_err(),
        members.update_many(AllDocuments, nothing()).await.unwrap_err(),
        members.find_one_and_update(by_id(1), nothing()).after().await.unwrap_err(),
    ] {
        assert_refused_here(&error, &["changes nothing"]);
    }
}

/// UP-04. Elsewhere the last of two wins in silence, or the server says code 40.
#[mongo_testkit::test]
async fn two_changes_of_a_path_or_of_a_path_and_its_part_are_refused_by_their_names(db: TestDb) {
    let members = collection::<Member>(&db).await;
    members.insert_one(&member(1)).await.unwrap();
    let f = Member::fields();
    let whole = || f.profile().set(Profile { city: "Bruges".to_owned() });
    for (update, words) in [
        (f.score().set(10).and(f.score().set(20)), ["`score`", "`$set`"]),
        (f.score().set(10).and(f.score().inc(1)), ["`score`", "`$inc`"]),
        (whole().and(f.profile().city().set("Bruges")), ["`profile`", "`profile.city`"]),
        (f.profile().city().set("Bruges").and(whole()), ["`profile`", "`profile.city`"]),
    ] {
        let error = members.update_one(by_id(1), update).await.unwrap_err();
        assert_refused_here(&error, &words);
    }
    assert_eq!(members.find_one(by_id(1)).await.unwrap(), Some(member(1)));
}

/// UP-11. Elsewhere `a.b%` becomes a pattern that finds `aXb` anywhere in the text.
#[mongo_testkit::test]
async fn what_is_looked_for_in_a_text_is_taken_literally(db: TestDb) {
    let members = collection::<Member>(&db).await;
    let emails = ["a.b@x", "aXb@x", "xa.b@x", "a*b", "(a", "a\\Eb.*"];
    for (id, email) in (1..).zip(emails) {
        members.insert_one(&Member { email: email.to_owned(), ..member(id) }).await.unwrap();
    }
    let email = Member::fields().email();
    for (filter, expected) in [
        (email.starts_with("a.b"), vec![1]),
        (email.contains("a.b"), vec![1, 3]),
        (email.contains("a*b"), vec![4]),
        (email.contains("("), vec![5]),
        (email.contains("\\Eb.*"), vec![6]),
        (email.starts_with(".*"), vec![]),
    ] {
        let find = members.find(&filter).sort(Member::fields().id().asc()).limit(10).await;
        let found = find.unwrap().collect().await.unwrap();
        let ids: Vec<i32> = found.iter().map(|member| member.id).collect();
        assert_eq!(ids, expected, "{:?}", filter.render().unwrap());
    }
}

/// UP-14. Elsewhere a filter whose fields are all at their defaults matches everything.
#[mongo_testkit::test]
async fn only_a_write_that_says_so_reaches_every_document(db: TestDb) {
    let members = collection::<Member>(&db).await;
    members.insert_many(&[member(1), member(2)]).await.unwrap();
    let empty = || Filter::<Member>::all_of(Vec::<Filter<Member>>::new());
    let more = || Member::fields().score().inc(1);
    for error in [
        members.delete_many(empty()).await.unwrap_err(),
        members.update_many(empty(), more()).await.unwrap_err(),
    ] {
        assert_refused_here(&error, &["every document", "`AllDocuments`"]);
    }
    let none = Filter::<Member>::any_of(Vec::<Filter<Member>>::new());
    assert_eq!(members.delete_many(none).await.unwrap().deleted(), 0);
    assert_eq!(members.update_many(AllDocuments, more()).await.unwrap().modified(), 2);
    assert_eq!(members.delete_many(AllDocuments).await.unwrap().deleted(), 2);
}

/// UP-15, UP-17. Elsewhere the error hides which ones are stored, or the reply with its errors passes for a success.
#[mongo_testkit::test]
async fn each_document_of_an_unordered_insert_has_a_status_and_a_code(db: TestDb) {
    let members = collection::<Member>(&db).await;
    members.insert_one(&member(2)).await.unwrap();
    let three = [member(1), member(2), member(3)];
    let error = members.insert_many(&three).unordered().await.unwrap_err();
    let items = error.bulk().expect("a status for each").items();
    assert_eq!((&items[0], &items[2]), (&ItemStatus::Inserted, &ItemStatus::Inserted));
    let ItemStatus::Failed(failure) = &items[1] else { panic!("{items:?}") };
    assert_eq!((failure.kind(), failure.code()), (Kind::DuplicateKey, Some(11000)));
    assert_eq!(error.outcome(), Some(Outcome::PartialBulkWrite));
    assert_eq!(n_stored(&db).await, 3);
}

/// UP-16. Elsewhere it is to be looked for in four kinds of errors.
#[mongo_testkit::test]
async fn a_duplicate_key_is_the_same_error_from_every_operation_and_names_its_index(db: TestDb) {
    let members = collection::<Member>(&db).await;
    make_unique_email(&db).await;
    members.insert_many(&[member(1), member(2)]).await.unwrap();
    let twin = Member { id: 3, ..member(1) };
    let take = || Member::fields().email().set("m1@example.org");
    for error in [
        members.insert_one(&twin).await.unwrap_err(),
        members.update_one(by_id(2), take()).await.unwrap_err(),
        members.find_one_and_update(by_id(2), take()).before().await.unwrap_err(),
    ] {
        assert!(error.is_duplicate_key(), "{error}");
        let index = error.duplicate_index().expect("an index");
        let keys: Vec<&str> = index.keys().iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!((index.name(), keys), ("uq_email", vec!["email"]));
        assert!(!format!("{error} {error:?}").contains("m1@"), "{error:?}");
    }
    let error = members.insert_many([&twin]).await.unwrap_err();
    assert!(error.is_duplicate_key(), "{error}");
    let ItemStatus::Failed(failure) = &error.bulk().unwrap().items()[0] else { panic!("{error}") };
    assert_eq!(failure.duplicate_index().unwrap().name(), "uq_email");
    assert_eq!(n_stored(&db).await, 2);
}

/// UP-19. Elsewhere it grows until the document is as large as a document can be.
#[mongo_testkit::test]
async fn an_array_grows_to_its_bound_and_no_further_whichever_way(db: TestDb) {
    let members = collection::<Member>(&db).await;
    members.insert_one(&member(1)).await.unwrap();
    let tags = Member::fields().tags();
    for n in 0..6 {
        let pushed = members.update_one(by_id(1), tags.push(format!("t{n}"))).await;
        if n < 3 {
            assert_eq!(pushed.unwrap().modified(), 1);
        } else {
            let error = pushed.unwrap_err();
            let full = Rejection::ArrayFull { path: "tags", max: 3 };
            assert_eq!(error.rejection(), Some(&full), "{error}");
        }
    }
    let last_three = tags.push_each(["a", "b"]).slice(-3);
    assert_eq!(members.update_one(by_id(1), last_three).await.unwrap().modified(), 1);
    let kept = stored::<Member>(&db, 1).await.get_array("tags").unwrap().clone();
    assert_eq!(kept, ["t2", "a", "b"].map(Bson::from));
    let none = tags.push_each(["c"]).slice(0);
    let error = members.update_one(by_id(1), none).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (Kind::OperationRejected, Some(Outcome::NotSent)));
    assert_eq!(stored::<Member>(&db, 1).await.get_array("tags").unwrap(), &kept);
    let long = Member { tags: vec!["t".to_owned(); 4], ..member(2) };
    let error = members.insert_one(&long).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (Kind::Encode, Some(Outcome::NotSent)));
    let error = members.update_one(by_id(1), tags.set(long.tags)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (Kind::Encode, Some(Outcome::NotSent)));
}
