//! Upserts of types that share a collection, have versions, renamed keys, and keys inside of documents.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store, Upserted, UpsertedAfter},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::{IntoUpsert, Rejection},
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "fleet", discriminator(kind = "car"), rename_all = "camelCase")]
#[mongo(schema_version = 2, reads(CarV1))]
#[mongo(index(name = "uq_plate", keys(plate_no), unique))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 10)]
    plate_no: String,
    n_doors: i32,
    held_by: Holder,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Document, Debug)]
#[mongo(
    collection = "fleet",
    discriminator(kind = "car"),
    schema_version = 1,
    rename_all = "camelCase"
)]
struct CarV1 {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 10)]
    plate_no: String,
    #[mongo(revision)]
    revision: Revision,
}

impl Upgrade<CarV1> for Car {
    fn upgrade(old: CarV1) -> Result<Self, UpgradeError> {
        let held_by = Holder { holder_id: 0, since: 0 };
        let CarV1 { id, plate_no, revision } = old;
        Ok(Self { id, plate_no, n_doors: 0, held_by, revision })
    }
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "fleet", discriminator(kind = "truck"), rename_all = "camelCase")]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 10)]
    plate_no: String,
    load: i64,
}

#[derive(Document, Debug, Clone, PartialEq)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "camelCase")]
struct Holder {
    holder_id: i64,
    since: i64,
}

/// Its `_id` is a document, and so is what is around the key of its index.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "seats")]
#[mongo(index(name = "uq_holder", keys(held_by.holder_id), unique))]
struct Seat {
    #[mongo(id)]
    place: Place,
    #[mongo(rename = "holder")]
    held_by: Holder,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Place {
    row: i32,
    number: i32,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Car, operation = "car.hold", upsert = "uq_plate")]
#[mongo(set_on_insert(n_doors = 4))]
struct Hold {
    #[mongo(key)]
    plate_no: String,
    #[mongo(set)]
    held_by: Holder,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Seat, operation = "seat.take", upsert = "_id_")]
struct TakeSeat {
    #[mongo(key)]
    place: Place,
    #[mongo(set)]
    held_by: Holder,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Seat, operation = "seat.of-holder", upsert = "uq_holder")]
struct SeatOfHolder {
    #[mongo(key, path = held_by.holder_id)]
    holder_id: i64,
    #[mongo(set_on_insert)]
    place: Place,
    #[mongo(max, path = held_by.since)]
    since: i64,
}

catalog! {
    /// The catalog of what is shared.
    Fleet: documents(Vehicle, Car, Truck, Seat), operations(Hold, TakeSeat, SeatOfHolder)
}

type Done = Result<(), Error>;

async fn store(db: &TestDb) -> Store<Fleet> {
    for (collection, name, key) in
        [("fleet", "uq_plate", "plateNo"), ("seats", "uq_holder", "holder.holderId")]
    {
        let indexes = vec![doc! { "key": { key: 1 }, "name": name, "unique": true }];
        let command = doc! { "createIndexes": collection, "indexes": indexes };
        db.database().run_command(command).await.expect("the server runs");
    }
    Store::connect(config(db)).await.expect("the server runs")
}

fn hold(plate: &str, holder_id: i64) -> Hold {
    Hold { plate_no: plate.to_owned(), held_by: Holder { holder_id, since: 1 } }
}

#[mongo_testkit::test]
async fn an_inserted_document_has_its_tag_its_version_and_its_revision(db: TestDb) -> Done {
    let store = store(&db).await;
    let cars: Collection<Car> = store.collection();
    let Upserted::Inserted(id) = cars.upsert_one(hold("a-1", 7)).await? else { panic!("inserted") };
    let raw = db.database().collection::<BsonDocument>("fleet");
    let mut stored = raw.find_one(doc! {}).await.expect("it runs").expect("it is there");
    let expected = doc! {
        "_id": id, "kind": "car", "plateNo": "a-1", "nDoors": 4,
        "heldBy": { "holderId": 7_i64, "since": 1_i64 },
        "revision": 1_i64, "schemaVersion": 2,
    };
    for (name, value) in expected {
        assert_eq!(stored.remove(&name), Some(value), "{name}");
    }
    assert!(stored.is_empty(), "{stored}");
    let vehicles: Collection<Vehicle> = store.collection();
    let Some(Vehicle::Car(car)) = vehicles.find_one(AllDocuments).await? else { panic!("a car") };
    let UpsertedAfter::Updated(after) = cars.find_one_and_upsert(hold("a-1", 8)).after().await?
    else {
        panic!("updated")
    };
    let held_by = Holder { holder_id: 8, since: 1 };
    assert_eq!(*after, Car { held_by, revision: after.revision, ..car });
    assert_eq!(after.revision.get(), 2);
    Ok(())
}

#[mongo_testkit::test]
async fn an_upsert_takes_no_document_of_another_type_for_its_own(db: TestDb) -> Done {
    let store = store(&db).await;
    let truck = Truck { id: ObjectId::new(), plate_no: "t-1".to_owned(), load: 9 };
    store.collection::<Truck>().insert_one(&truck).await?;
    let cars: Collection<Car> = store.collection();
    let error = cars.upsert_one(hold("t-1", 7)).await.unwrap_err();
    assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
    assert_eq!(error.duplicate_index().expect("it is named").name(), "uq_plate");
    let vehicles: Collection<Vehicle> = store.collection();
    assert_eq!(vehicles.count(AllDocuments).await?, 1);
    assert_eq!(store.collection::<Truck>().find_one(by_id(truck.id)).await?, Some(truck));
    Ok(())
}

#[mongo_testkit::test]
async fn an_older_document_of_the_type_is_left_as_it_is(db: TestDb) -> Done {
    let store = store(&db).await;
    let raw = db.database().collection::<BsonDocument>("fleet");
    let old = doc! {
        "_id": ObjectId::new(), "kind": "car", "schemaVersion": 1, "plateNo": "a-1", "revision": 5_i64
    };
    raw.insert_one(&old).await.expect("it runs");
    let cars: Collection<Car> = store.collection();
    let error = cars.upsert_one(hold("a-1", 7)).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(error.rejection(), Some(&Rejection::OlderVersion { current: 2 }));
    assert_eq!(raw.find_one(doc! {}).await.expect("it runs"), Some(old));
    Ok(())
}

#[mongo_testkit::test]
async fn a_key_can_be_a_document_or_inside_of_one(db: TestDb) -> Done {
    let seats: Collection<Seat> = store(&db).await.collection();
    let place = |number| Place { row: 1, number };
    let take = TakeSeat { place: place(1), held_by: Holder { holder_id: 1, since: 3 } };
    assert_eq!(seats.upsert_one(&take).await?, Upserted::Inserted(place(1)));
    assert_eq!(seats.upsert_one(&take).await?, Upserted::Updated { is_modified: false });
    let of = |holder_id, number, since| SeatOfHolder { holder_id, place: place(number), since };
    assert_eq!(seats.upsert_one(of(1, 9, 5)).await?, Upserted::Updated { is_modified: true });
    assert_eq!(seats.upsert_one(of(2, 2, 6)).await?, Upserted::Inserted(place(2)));
    let all = [(1, 1, 5), (2, 2, 6)].map(|(number, holder_id, since)| Seat {
        place: place(number),
        held_by: Holder { holder_id, since },
    });
    for seat in all {
        assert_eq!(seats.find_one(by_id(seat.place.clone())).await?, Some(seat));
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_key_that_its_field_can_not_hold_is_not_sent(db: TestDb) -> Done {
    let long = hold("longer-than-ten", 1);
    let refusal = (&long).into_upsert().render().unwrap_err().to_string();
    assert!(refusal.contains("plateNo") && !refusal.contains("longer"), "{refusal}");
    let cars: Collection<Car> = store(&db).await.collection();
    let error = cars.upsert_one(&long).await.unwrap_err();
    assert_failed(&error, Kind::Encode, Outcome::NotSent);
    assert_eq!(cars.count(AllDocuments).await?, 0);
    Ok(())
}
