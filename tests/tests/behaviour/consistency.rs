//! Consistency profiles: what each asks of the server, and what a read of each gives.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, Timestamp},
    db::{
        Collection, Stale, Store,
        consistency::{
            CausalMajority, Consistency, PrimaryLocal, PrimaryMajority, Reads, ShortWrite,
            SnapshotTransaction, StaleReadAllowed, Writes,
        },
    },
    error::Error,
    operation,
    operation::OperationName,
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::random::Random;

use crate::{
    commands::{profile, sent},
    paging::{
        self,
        model::{ByRank, Entry, entries, stored},
    },
    support::{Person, Shop, people, person, store},
};

type Done = Result<(), Error>;

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Person)]
struct Aged {
    age: i32,
}

#[test]
fn a_profile_has_a_name() {
    let names = [
        PrimaryLocal::PROFILE,
        PrimaryMajority::PROFILE,
        CausalMajority::PROFILE,
        StaleReadAllowed::PROFILE,
        SnapshotTransaction::PROFILE,
        ShortWrite::PROFILE,
    ]
    .map(|profile| profile.name());
    let expected = [
        "primary-local",
        "primary-majority",
        "causal-majority",
        "stale-read-allowed",
        "snapshot-transaction",
        "short-write",
    ];
    assert_eq!(names, expected);
}

/// The read concern of three kinds of reads, and whether they may leave the primary.
async fn assert_reads<P>(db: &TestDb, level: &str, may_leave: bool) -> Done
where
    P: Reads + Default,
    P::Read<Person>: Send,
{
    let people = store(db).await.consistency(P::default()).collection::<Person>();
    let tag = P::PROFILE.name();
    let _ = people.count(AllDocuments).named(named(tag, "count")).await?;
    let _ = people.exists(by_id(1)).named(named(tag, "exists")).await?;
    people.find(AllDocuments).limit(2).named(named(tag, "find")).await?.collect().await?;
    for verb in ["count", "exists", "find"] {
        let command = sent(db, named(tag, verb).as_str()).await;
        assert_eq!(read_level(&command), Some(level), "{tag} {verb}");
        let preference = command.get_document("$readPreference").ok();
        let mode = preference.and_then(|preference| preference.get_str("mode").ok());
        let leaves = mode == Some("secondaryPreferred");
        assert_eq!(leaves, may_leave, "{tag} {verb}: {mode:?}");
    }
    Ok(())
}

/// The name under which a read of a profile is found again.
fn named(tag: &str, verb: &str) -> OperationName {
    match (tag, verb) {
        ("primary-local", "count") => operation!("person.local-count"),
        ("primary-local", "exists") => operation!("person.local-exists"),
        ("primary-local", _) => operation!("person.local-find"),
        ("primary-majority", "count") => operation!("person.majority-count"),
        ("primary-majority", "exists") => operation!("person.majority-exists"),
        ("primary-majority", _) => operation!("person.majority-find"),
        ("causal-majority", "count") => operation!("person.causal-count"),
        ("causal-majority", "exists") => operation!("person.causal-exists"),
        ("causal-majority", _) => operation!("person.causal-find"),
        (_, "count") => operation!("person.stale-count"),
        (_, "exists") => operation!("person.stale-exists"),
        _ => operation!("person.stale-find"),
    }
}

fn read_level(command: &BsonDocument) -> Option<&str> {
    command.get_document("readConcern").ok()?.get_str("level").ok()
}

fn after(command: &BsonDocument) -> Option<Timestamp> {
    command.get_document("readConcern").ok()?.get_timestamp("afterClusterTime").ok()
}

#[mongo_testkit::test]
async fn a_read_asks_for_what_its_profile_says(db: TestDb) -> Done {
    people(&db).await.insert_one(&person(1)).await?;
    profile(&db).await;
    assert_reads::<PrimaryLocal>(&db, "local", false).await?;
    assert_reads::<PrimaryMajority>(&db, "majority", false).await?;
    assert_reads::<CausalMajority>(&db, "majority", false).await?;
    assert_reads::<StaleReadAllowed>(&db, "local", true).await
}

#[mongo_testkit::test]
async fn only_a_causal_collection_that_is_told_so_leaves_the_primary(db: TestDb) -> Done {
    let causal = people(&db).await.consistency(CausalMajority).secondary_preferred();
    causal.insert_one(&person(1)).await?;
    profile(&db).await;
    causal.find_one(by_id(1)).await?;
    let command = sent(&db, "person.find-one").await;
    let preference = command.get_document("$readPreference").expect("another than the primary");
    assert_eq!(preference.get_str("mode").ok(), Some("secondaryPreferred"));
    assert_eq!(read_level(&command), Some("majority"));
    assert!(after(&command).is_some(), "{command}");
    Ok(())
}

/// What confirms an insert, a write that gives a document back, and a bulk write.
async fn assert_writes<P: Writes>(db: &TestDb, as_profile: P, confirmed: Bson) -> Done {
    let store: Store<Shop, P> = store(db).await.consistency(as_profile);
    let people = store.collection::<Person>();
    profile(db).await;
    people.insert_one(&person(1)).await?;
    people.find_one_and_delete(by_id(1)).await?;
    let _ = store.bulk_write().add(people.insert_one(&person(2))).await?;
    for verb in ["insert-one", "find-one-and-delete"] {
        let command = sent(db, &format!("person.{verb}")).await;
        let concern = command.get_document("writeConcern").expect("a write concern");
        assert_eq!(concern.get("w"), Some(&confirmed), "{} {verb}", P::PROFILE.name());
    }
    let inserts = mongo_runtime::bson::doc! { "command.insert": "people" };
    let log = db.database().collection::<BsonDocument>("system.profile");
    let mut inserts = log.find(inserts).await.expect("the server runs");
    let mut n_seen = 0;
    while inserts.advance().await.expect("the server runs") {
        let entry = inserts.deserialize_current().expect("a document");
        let command = entry.get_document("command").expect("a command");
        let concern = command.get_document("writeConcern").expect("a write concern");
        assert_eq!(concern.get("w"), Some(&confirmed), "{}", P::PROFILE.name());
        n_seen += 1;
    }
    assert_eq!(n_seen, 2, "one insert, and one of the bulk write");
    Ok(())
}

#[mongo_testkit::test]
async fn a_local_write_is_confirmed_by_the_primary_alone(db: TestDb) -> Done {
    assert_writes(&db, PrimaryLocal, Bson::Int32(1)).await
}

#[mongo_testkit::test]
async fn a_majority_write_is_confirmed_by_the_majority(db: TestDb) -> Done {
    assert_writes(&db, PrimaryMajority, "majority".into()).await
}

#[mongo_testkit::test]
async fn a_causal_write_is_confirmed_by_the_majority(db: TestDb) -> Done {
    assert_writes(&db, CausalMajority, "majority".into()).await
}

#[mongo_testkit::test]
async fn a_causal_read_is_after_what_the_session_did(db: TestDb) -> Done {
    let causal = store(&db).await.consistency(CausalMajority);
    let people = causal.collection::<Person>();
    profile(&db).await;
    people.find_one(by_id(1)).named(operation!("person.first")).await?;
    people.insert_one(&person(1)).await?;
    people.find_one(by_id(1)).named(operation!("person.second")).await?;
    people.find_one(by_id(1)).named(operation!("person.third")).await?;
    assert_eq!(after(&sent(&db, "person.first").await), None);
    let second = after(&sent(&db, "person.second").await).expect("after the insert");
    let third = after(&sent(&db, "person.third").await).expect("after the insert");
    assert!(third >= second, "{third} {second}");
    Ok(())
}

#[mongo_testkit::test]
async fn other_profiles_have_no_order(db: TestDb) -> Done {
    let people = people(&db).await;
    profile(&db).await;
    people.insert_one(&person(1)).await?;
    people.find_one(by_id(1)).await?;
    let local = people.consistency(PrimaryLocal);
    local.count(AllDocuments).await?;
    assert_eq!(after(&sent(&db, "person.find-one").await), None);
    assert_eq!(after(&sent(&db, "person.count").await), None);
    Ok(())
}

#[mongo_testkit::test]
async fn handles_of_one_causal_store_are_one_session(db: TestDb) -> Done {
    let causal = store(&db).await.consistency(CausalMajority);
    let (one, other) = (causal.collection::<Person>(), causal.clone().collection::<Person>());
    profile(&db).await;
    one.insert_one(&person(1)).await?;
    let preferred = other.secondary_preferred();
    other.find_one(by_id(1)).named(operation!("person.of-a-clone")).await?;
    preferred.find_one(by_id(1)).named(operation!("person.of-a-secondary")).await?;
    let of_clone = after(&sent(&db, "person.of-a-clone").await).expect("after the insert");
    let of_secondary = after(&sent(&db, "person.of-a-secondary").await).expect("after the insert");
    assert!(of_secondary >= of_clone, "{of_secondary} {of_clone}");
    Ok(())
}

#[mongo_testkit::test]
async fn each_causal_store_is_a_session_of_its_own(db: TestDb) -> Done {
    let store = store(&db).await;
    let (one, other) = (store.consistency(CausalMajority), store.consistency(CausalMajority));
    let (one, other) = (one.collection::<Person>(), other.collection::<Person>());
    profile(&db).await;
    one.insert_many(&[person(1), person(2), person(3)]).await?;
    assert_eq!(one.count(AllDocuments).await?, 3);
    other.find_one(by_id(1)).named(operation!("person.first-of-another")).await?;
    one.insert_one(&person(4)).await?;
    one.find_one(by_id(1)).named(operation!("person.after-the-insert")).await?;
    // What the driver has of the first session is free now, and would wait for the insert.
    other.find_one(by_id(1)).named(operation!("person.second-of-another")).await?;
    assert_eq!(after(&sent(&db, "person.first-of-another").await), None);
    let inserted = after(&sent(&db, "person.after-the-insert").await).expect("a later read");
    let second = after(&sent(&db, "person.second-of-another").await).expect("a later read");
    assert!(second < inserted, "{second} {inserted}");
    Ok(())
}

fn shown<T>(stale: Stale<T>) -> T {
    stale.accept("a test looks at it")
}

#[mongo_testkit::test]
async fn what_is_read_as_stale_is_marked(db: TestDb) -> Done {
    let store = store(&db).await;
    store.collection::<Person>().insert_many(&[person(1), person(2)]).await?;
    let people: Collection<Person, StaleReadAllowed> =
        store.consistency(StaleReadAllowed).collection::<Person>();
    let found: Option<Stale<Person>> = people.find_one(by_id(1)).await?;
    let found = found.expect("it is there");
    assert_eq!(found.accept_ref("a test looks at it"), &person(1));
    assert_eq!(format!("{:?}", found.map(|found| found.age)), "Stale(31)");
    assert!(people.find_one(by_id(7)).await?.is_none());
    let n_people: Stale<u64> = people.count(AllDocuments).await?;
    assert_eq!(shown(n_people), 2);
    let is_there: Stale<bool> = people.exists(by_id(7)).await?;
    assert!(!shown(is_there));
    let all = people.find(AllDocuments).sort(Person::fields().id().asc()).limit(5).await?;
    let all: Vec<Stale<Person>> = all.collect().await?;
    assert_eq!(all.into_iter().map(shown).collect::<Vec<_>>(), [person(1), person(2)]);
    let aged = people.find(by_id(2)).project::<Aged>().limit(1).await?;
    let aged: Vec<Stale<Aged>> = aged.collect().await?;
    assert_eq!(aged.into_iter().map(shown).collect::<Vec<_>>(), [Aged { age: 32 }]);
    Ok(())
}

#[mongo_testkit::test]
async fn a_page_of_a_stale_collection_is_marked(db: TestDb) -> Done {
    let entries = entries(&db).await;
    let mut random = Random::new(1);
    let all: Vec<_> = (1..=20).map(|id| stored(&mut random, id)).collect();
    paging::model::raw(&db).insert_many(&all).await.expect("the server runs");
    let stale = entries.consistency(StaleReadAllowed);
    let page = stale.find(ByRank { group: 1 }).limit(2).page(None).await?;
    let items: Vec<Stale<Entry>> = page.items;
    assert_eq!(items.len(), 2);
    Ok(())
}
