//! Documents of several schema versions in one collection: what reads, filters, updates and upgrades do with them.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store, UpgradeResult},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(
    collection = "parcels",
    schema_version = 2,
    reads(ParcelV1, ParcelV0),
    reads_newer(ParcelV3)
)]
struct Parcel {
    #[mongo(id)]
    id: i32,
    /// The same in each version.
    sent: bool,
    /// Text in version 1, not there in version 0.
    weight: i64,
    #[mongo(max_items = 3)]
    notes: Vec<String>,
    to: Option<Address>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Address {
    street: String,
    town: String,
}

#[derive(Document, Debug, Clone)]
#[mongo(collection = "parcels", schema_version = 1)]
struct ParcelV1 {
    #[mongo(id)]
    id: i32,
    sent: bool,
    weight: String,
    to: Option<AddressV1>,
}

#[derive(Embedded, Debug, Clone)]
struct AddressV1 {
    street: String,
    city: String,
}

#[derive(Document)]
#[mongo(collection = "parcels")]
struct ParcelV0 {
    #[mongo(id)]
    id: i32,
    sent: bool,
}

#[derive(Document)]
#[mongo(collection = "parcels", schema_version = 3)]
struct ParcelV3 {
    #[mongo(id)]
    id: i32,
    sent: bool,
    grams: i64,
}

impl Upgrade<ParcelV1> for Parcel {
    fn upgrade(old: ParcelV1) -> Result<Self, UpgradeError> {
        let weight =
            old.weight.parse().map_err(|_| UpgradeError::new("the weight is no number"))?;
        let to = old.to.map(|to| Address { street: to.street, town: to.city });
        Ok(Self { id: old.id, sent: old.sent, weight, notes: Vec::new(), to })
    }
}

impl Upgrade<ParcelV0> for Parcel {
    fn upgrade(old: ParcelV0) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, sent: old.sent, weight: 0, notes: Vec::new(), to: None })
    }
}

impl Downgrade<ParcelV3> for Parcel {
    fn downgrade(new: ParcelV3) -> Result<Self, DowngradeError> {
        Ok(Self { id: new.id, sent: new.sent, weight: new.grams, notes: Vec::new(), to: None })
    }
}

catalog! {
    /// The catalog of the parcels.
    Post: documents(Parcel)
}

async fn parcels(db: &TestDb) -> Collection<Parcel> {
    let store: Store<Post> = Store::connect(config(db)).await.expect("the server runs");
    store.collection::<Parcel>()
}

fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("parcels")
}

async fn stored(db: &TestDb, id: i32) -> BsonDocument {
    raw(db).find_one(doc! { "_id": id }).await.expect("the server runs").expect("is there")
}

fn parcel(id: i32) -> Parcel {
    Parcel { id, sent: false, weight: 5, notes: Vec::new(), to: None }
}

/// One document of each version: 0 to 3 are read, 4 is not, and 5 has no number for one.
async fn one_of_each(db: &TestDb) {
    let all = [
        doc! { "_id": 0, "sent": false },
        doc! { "_id": 1, "schemaVersion": 1, "sent": false, "weight": "7" },
        doc! { "_id": 2, "schemaVersion": 2, "sent": false, "weight": 8_i64, "notes": [] },
        doc! { "_id": 3, "schemaVersion": 3, "sent": false, "grams": 9_i64 },
        doc! { "_id": 4, "schemaVersion": 4, "sent": false },
        doc! { "_id": 5, "schemaVersion": "2", "sent": false },
    ];
    raw(db).insert_many(all).await.expect("the server runs");
}

#[mongo_testkit::test]
async fn missing_older_and_newer_versions_are_read_and_nothing_is_written_back(db: TestDb) -> Done {
    let parcels = parcels(&db).await;
    one_of_each(&db).await;
    for (id, weight) in [(0, 0), (1, 7), (2, 8), (3, 9)] {
        let before = stored(&db, id).await;
        assert_eq!(parcels.find_one(by_id(id)).await?.map(|it| it.weight), Some(weight), "{id}");
        assert_eq!(stored(&db, id).await, before);
    }
    let newer = parcels.find_one(by_id(4)).await.unwrap_err();
    assert_failed(&newer, Kind::SchemaVersionUnsupported, None);
    let no_number = parcels.find_one(by_id(5)).await.unwrap_err();
    assert_failed(&no_number, Kind::Decode, None);
    Ok(())
}

#[mongo_testkit::test]
async fn an_update_of_what_all_versions_store_alike_touches_those_that_are_read_and_no_other(
    db: TestDb,
) -> Done {
    let parcels = parcels(&db).await;
    one_of_each(&db).await;
    let sent = parcels.update_many(AllDocuments, Parcel::fields().sent().set(true)).await?;
    assert_eq!((sent.matched(), sent.modified()), (4, 4));
    for (id, is_sent) in [(0, true), (1, true), (2, true), (3, true), (4, false), (5, false)] {
        assert_eq!(stored(&db, id).await.get_bool("sent").ok(), Some(is_sent), "{id}");
    }
    Ok(())
}

#[mongo_testkit::test]
async fn an_update_that_would_mix_two_versions_in_one_document_says_which_way_it_is_another(
    db: TestDb,
) -> Done {
    let parcels = parcels(&db).await;
    one_of_each(&db).await;
    let heavier = Parcel::fields().weight().inc(1);
    assert_eq!(parcels.update_one(by_id(2), &heavier).await?.modified(), 1);
    for (id, expected) in [
        (0, Rejection::OlderVersion { current: 2 }),
        (1, Rejection::OlderVersion { current: 2 }),
        (3, Rejection::NewerVersion { current: 2 }),
        (4, Rejection::NewerVersion { current: 2 }),
        (5, Rejection::UnreadableVersion { current: 2 }),
    ] {
        let before = stored(&db, id).await;
        let error = parcels.update_one(by_id(id), &heavier).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
        assert_eq!(error.rejection(), Some(&expected), "{id}: {error}");
        assert_eq!(stored(&db, id).await, before);
    }
    assert_eq!(parcels.update_one(by_id(9), &heavier).await?.matched(), 0);
    let taken = parcels.find_one_and_update(by_id(1), &heavier).after().await.unwrap_err();
    assert_eq!(taken.rejection(), Some(&Rejection::OlderVersion { current: 2 }));
    Ok(())
}

#[mongo_testkit::test]
async fn a_filter_on_what_another_version_stores_otherwise_is_not_sent_until_it_says_what_of_those(
    db: TestDb,
) -> Done {
    let parcels = parcels(&db).await;
    one_of_each(&db).await;
    let heavy = Parcel::fields().weight().gte(1);
    let refusals = [
        parcels.find(&heavy).limit(9).await.err(),
        parcels.find_one(&heavy).await.err(),
        parcels.count(&heavy).await.err(),
        parcels.exists(&heavy).await.err(),
        parcels.update_one(&heavy, Parcel::fields().sent().set(true)).await.err(),
        parcels.delete_many(&heavy).await.err(),
        parcels.upgrade_one(&heavy).await.err(),
    ];
    for error in refusals {
        let error = error.expect("refused");
        assert_eq!(error.kind(), Kind::OperationRejected);
        assert!(matches!(error.outcome(), None | Some(Outcome::NotSent)), "{error:?}");
        assert!(error.to_string().contains("`weight` is not in documents of version 0"), "{error}");
    }
    let ids = async |filter: Filter<Parcel>| {
        let found = parcels
            .find(filter)
            .sort(Parcel::fields().id().asc())
            .limit(9)
            .await?
            .collect()
            .await?;
        Ok::<Vec<i32>, Error>(found.iter().map(|parcel| parcel.id).collect())
    };
    assert_eq!(ids(heavy.clone().of_current_version()).await?, [2]);
    assert_eq!(ids(heavy.clone().as_stored()).await?, [2]);
    let of_each = heavy
        .clone()
        .or_of_version::<ParcelV1>(ParcelV1::fields().weight().eq("7"))
        .or_of_version::<ParcelV0>(ParcelV0::fields().sent().eq(false))
        .or_of_version::<ParcelV3>(ParcelV3::fields().grams().gte(1));
    assert_eq!(ids(of_each.clone()).await?, [0, 1, 2, 3]);
    assert_eq!(ids(of_each.clone().not()).await?, [0; 0]);
    assert_eq!(ids(of_each.and(Parcel::fields().id().lt(2))).await?, [0, 1]);
    assert_eq!(ids(heavy.not().of_current_version()).await?, [0; 0]);
    Ok(())
}

#[mongo_testkit::test]
async fn an_upgrade_writes_the_current_version_and_leaves_what_others_keep_in_the_document(
    db: TestDb,
) -> Done {
    let parcels = parcels(&db).await;
    let old = doc! {
        "_id": 1, "schemaVersion": 1, "sent": true, "weight": "7", "seen_by": ["scanner"],
        "to": { "street": "Main", "city": "Ulm", "code": 7 },
    };
    raw(&db).insert_one(old).await.unwrap();
    assert_eq!(parcels.upgrade_one(by_id(1)).await?, UpgradeResult::Upgraded { from: 1 });
    let expected = doc! {
        "_id": 1, "schemaVersion": 2, "sent": true, "weight": 7_i64, "seen_by": ["scanner"],
        "to": { "street": "Main", "code": 7, "town": "Ulm" }, "notes": [],
    };
    let found = stored(&db, 1).await;
    assert_eq!(found.len(), expected.len(), "{found}");
    for (name, value) in &expected {
        assert_eq!(found.get(name), Some(value), "{name}");
    }
    assert_eq!(parcels.upgrade_one(by_id(1)).await?, UpgradeResult::WasCurrent);
    assert_eq!(parcels.upgrade_one(by_id(2)).await?, UpgradeResult::NotFound);
    Ok(())
}

#[mongo_testkit::test]
async fn what_can_not_be_upgraded_is_told_and_left_alone(db: TestDb) -> Done {
    let parcels = parcels(&db).await;
    one_of_each(&db).await;
    raw(&db)
        .insert_one(doc! { "_id": 6, "schemaVersion": 1, "sent": false, "weight": "heavy" })
        .await
        .unwrap();
    for (id, kind) in [
        (3, Kind::OperationRejected),
        (4, Kind::OperationRejected),
        (5, Kind::Decode),
        (6, Kind::Decode),
    ] {
        let before = stored(&db, id).await;
        let error = parcels.upgrade_one(by_id(id)).await.unwrap_err();
        assert_failed(&error, kind, Outcome::NotSent);
        assert_eq!(stored(&db, id).await, before);
    }
    Ok(())
}

#[mongo_testkit::test]
async fn an_update_can_upgrade_the_document_that_it_must_not_touch_and_be_applied_then(
    db: TestDb,
) -> Done {
    let parcels = parcels(&db).await;
    one_of_each(&db).await;
    let heavier = || Parcel::fields().weight().inc(1);
    for (id, weight, is_upgraded) in [(0, 1, true), (1, 8, true), (2, 9, false)] {
        let done = parcels.update_one(by_id(id), heavier()).upgrading().await?;
        assert_eq!((done.modified(), done.is_upgraded()), (1, is_upgraded), "{id}");
        let found = stored(&db, id).await;
        assert_eq!(found.get_i64("weight").ok(), Some(weight));
        assert_eq!(found.get_i32("schemaVersion").ok(), Some(2));
    }
    assert_eq!(parcels.update_one(by_id(9), heavier()).upgrading().await?.matched(), 0);
    let newer = parcels.update_one(by_id(3), heavier()).upgrading().await.unwrap_err();
    assert_failed(&newer, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(newer.rejection(), Some(&Rejection::NewerVersion { current: 2 }));
    let many = parcels.update_many(by_id(1), heavier()).upgrading().await.unwrap_err();
    assert_failed(&many, Kind::OperationRejected, Outcome::NotSent);
    // What a guard refuses is refused after the upgrade, too.
    raw(&db).insert_one(doc! { "_id": 7, "sent": false }).await.unwrap();
    let notes = ["a", "b", "c", "d"].map(str::to_owned);
    let full = parcels.update_one(by_id(7), Parcel::fields().notes().push_each(notes)).upgrading();
    assert!(full.await.is_err());
    Ok(())
}

#[mongo_testkit::test]
async fn a_document_that_is_written_between_read_and_upgrade_is_upgraded_as_it_is_then(
    db: TestDb,
) -> Done {
    let parcels = parcels(&db).await;
    for id in 0..20 {
        raw(&db)
            .insert_one(doc! { "_id": id, "schemaVersion": 1, "sent": false, "weight": "1" })
            .await
            .unwrap();
    }
    let old_binary = async {
        for weight in 0..40 {
            for id in 0..20 {
                let filter = doc! { "_id": id, "schemaVersion": 1 };
                let weight =
                    doc! { "$set": { "weight": weight.to_string(), "sent": weight % 2 == 0 } };
                raw(&db).update_one(filter, weight).await.unwrap();
            }
        }
    };
    let upgrades = async {
        for id in 0..20 {
            while !parcels.upgrade_one(by_id(id)).await?.is_current() {}
        }
        Ok::<(), Error>(())
    };
    let ((), done) = tokio::join!(old_binary, upgrades);
    done?;
    for parcel in parcels.find(AllDocuments).limit(20).await?.collect().await? {
        // Both were written at once, so a mixed state would show.
        assert!(parcel.weight == 1 || parcel.sent == (parcel.weight % 2 == 0), "{parcel:?}");
        assert_eq!(stored(&db, parcel.id).await.get_i32("schemaVersion").ok(), Some(2));
    }
    assert_eq!(parcel(1).weight, 5);
    Ok(())
}
