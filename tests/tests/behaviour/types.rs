//! Several document types in one collection, told apart by a tag.

use mongo_runtime::{
    bson::{Document as BsonDocument, RawDocumentBuf, doc},
    catalog,
    catalog::Catalog,
    db::{Admin, AdminConfig, Change, Collection, Difference, Environment, Store},
    error::{Error, Kind, Outcome},
    from_slice,
    prelude::*,
    to_vec,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), deny_unknown)]
#[mongo(index(name = "ix_car_year", keys(year)))]
#[mongo(index(name = "uq_plate", keys(plate), unique))]
struct Car {
    #[mongo(id)]
    id: i32,
    year: i32,
    #[mongo(max_len = 10)]
    plate: String,
    doors: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"), schema_version = 2, reads(TruckV1))]
#[mongo(index(name = "ix_truck_year", keys(year)))]
struct Truck {
    #[mongo(id)]
    id: i32,
    year: i32,
    axles: i32,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"), schema_version = 1)]
struct TruckV1 {
    #[mongo(id)]
    id: i32,
    year: i32,
}

impl Upgrade<TruckV1> for Truck {
    fn upgrade(old: TruckV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, year: old.year, axles: 2 })
    }
}

#[derive(Document, Debug, Clone, PartialEq)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}

#[derive(Document, Debug, Clone, PartialEq)]
enum AnyVehicle {
    Car(Car),
    #[mongo(fallback)]
    Other(OtherDocument<i32>),
}

catalog! { Garage: documents(Vehicle, Car, Truck) }

catalog! { OpenGarage: documents(AnyVehicle, Car) }

fn car(id: i32) -> Car {
    Car { id, year: 2000 + id, plate: format!("C-{id}"), doors: 4 }
}

fn truck(id: i32) -> Truck {
    Truck { id, year: 2000 + id, axles: 3 }
}

struct Open {
    all: Collection<Vehicle>,
    cars: Collection<Car>,
    trucks: Collection<Truck>,
}

/// Cars 1 and 2, trucks 11 to 13.
async fn filled(db: &TestDb) -> Result<Open, Error> {
    let store: Store<Garage> = Store::connect(config(db)).await?;
    let open =
        Open { all: store.collection(), cars: store.collection(), trucks: store.collection() };
    open.cars.insert_many(&[car(1), car(2)]).await?;
    open.trucks.insert_many(&[truck(11), truck(12), truck(13)]).await?;
    Ok(open)
}

async fn provision<C: Catalog>(db: &TestDb) -> Result<Vec<Change>, Error> {
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    let report = admin.provision::<C>().await?;
    assert!(report.is_as_declared(), "{report}");
    assert_eq!(admin.verify::<C>().await?.to_string(), "everything is as declared");
    admin.close().await;
    Ok(report.changes().to_vec())
}

fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("vehicles")
}

#[mongo_testkit::test]
async fn no_operation_of_one_type_touches_another(db: TestDb) -> Done {
    let Open { all, cars, trucks } = filled(&db).await?;
    let year = Car::fields().year();
    assert_eq!(cars.count(AllDocuments).await?, 2);
    assert_eq!(cars.find(AllDocuments).limit(100).await?.collect().await?.len(), 2);
    assert_eq!(cars.find(year.gt(0).or(year.lt(0))).limit(100).await?.collect().await?.len(), 2);
    assert_eq!(cars.find_one(by_id(11)).await?, None);
    assert!(!cars.exists(by_id(11)).await? && trucks.exists(by_id(11)).await?);
    assert_eq!(cars.update_one(by_id(11), year.set(1)).await?.matched(), 0);
    assert_eq!(cars.update_many(AllDocuments, year.set(1)).await?.matched(), 2);
    assert_eq!(cars.find_one_and_update(by_id(11), year.set(1)).after().await?, None);
    assert_eq!(cars.find_one_and_delete(by_id(11)).await?, None);
    assert_eq!(cars.delete_one(by_id(11)).await?.deleted(), 0);
    assert_eq!(trucks.find_one(by_id(11)).await?, Some(truck(11)));
    let everything = cars.delete_many(year.not_in([] as [i32; 0])).await.unwrap_err();
    assert_failed(&everything, Kind::OperationRejected, Outcome::NotSent);
    assert_eq!(cars.delete_many(AllDocuments).await?.deleted(), 2);
    assert_eq!((all.count(AllDocuments).await?, trucks.count(AllDocuments).await?), (3, 3));
    assert_eq!(all.delete_many(AllDocuments).await?.deleted(), 3);
    Ok(())
}

#[mongo_testkit::test]
async fn the_enum_finds_all_types_and_each_by_its_fields(db: TestDb) -> Done {
    let Open { all, trucks, .. } = filled(&db).await?;
    raw(&db)
        .insert_one(doc! { "_id": 20, "kind": "truck", "schemaVersion": 1, "year": 1990 })
        .await
        .unwrap();
    let by_id_up = Vehicle::fields().id().asc();
    let found = all.find(AllDocuments).sort(by_id_up).limit(100).await?.collect().await?;
    let old = Truck { id: 20, year: 1990, axles: 2 };
    let expected = [
        Vehicle::Car(car(1)),
        Vehicle::Car(car(2)),
        Vehicle::Truck(truck(11)),
        Vehicle::Truck(truck(12)),
        Vehicle::Truck(truck(13)),
        Vehicle::Truck(old),
    ];
    assert_eq!(found, expected);
    let f = Vehicle::fields();
    assert_eq!(all.count(f.is_truck()).await?, 4);
    assert_eq!(all.count(f.car().year().gt(2001)).await?, 1);
    // The older truck has no axles: what of it is to be said.
    let error = all.count(f.truck().axles().eq(3)).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, None);
    let either = f.car().doors().eq(4).or(f.truck().axles().eq(3).as_stored());
    assert_eq!(all.count(either).await?, 5);
    all.insert_one(&Vehicle::Truck(truck(30))).await?;
    assert_eq!(trucks.find_one(by_id(30)).await?, Some(truck(30)));
    assert_eq!(all.update_one(by_id(30), f.truck().axles().set(5)).await?.modified(), 1);
    let other = all.update_one(by_id(1), f.truck().axles().set(5)).await.unwrap_err();
    assert_eq!(other.rejection(), Some(&Rejection::OtherVariant { path: "", tag: "truck" }));
    let older = all.update_one(by_id(20), f.truck().axles().set(5)).await.unwrap_err();
    assert_eq!(older.rejection(), Some(&Rejection::OlderVersion { current: 2 }));
    assert_eq!(all.delete_many(f.is_car()).await?.deleted(), 2);
    Ok(())
}

#[mongo_testkit::test]
async fn a_fallback_gives_back_the_same_bytes(db: TestDb) -> Done {
    let store: Store<OpenGarage> = Store::connect(config(&db)).await?;
    let all = store.collection::<AnyVehicle>();
    let bus = doc! { "kind": "bus", "_id": 5, "seats": [1, 2.5], "depot": { "a": null } };
    raw(&db).insert_one(bus.clone()).await.unwrap();
    let stored: mongodb::Collection<RawDocumentBuf> = db.database().collection("vehicles");
    let before = stored.find_one(doc! {}).await.unwrap().unwrap();
    let read = all.find_one(by_id(5)).await?.unwrap();
    assert_eq!(to_vec(&read).unwrap(), before.as_bytes());
    assert_eq!(all.delete_many(AllDocuments).await?.deleted(), 1);
    all.insert_one(&read).await?;
    assert_eq!(stored.find_one(doc! {}).await.unwrap().unwrap().as_bytes(), before.as_bytes());
    assert_eq!(store.collection::<Car>().count(AllDocuments).await?, 0);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unknown_tag_is_an_error_that_names_the_known_ones(db: TestDb) -> Done {
    let Open { all, .. } = filled(&db).await?;
    raw(&db).insert_one(doc! { "_id": 5, "kind": "secret" }).await.unwrap();
    let error = all.find_one(by_id(5)).await.unwrap_err();
    assert_eq!(error.kind(), Kind::Decode);
    let text = error.to_string();
    assert!(text.contains("`Vehicle.kind`") && text.contains("known: `car`, `truck`"), "{text}");
    assert!(!text.contains("secret") && !format!("{error:?}").contains("secret"));
    Ok(())
}

#[mongo_testkit::test]
async fn one_validator_has_a_form_for_each_type(db: TestDb) -> Done {
    let changes = provision::<Garage>(&db).await?;
    let names: Vec<_> = changes
        .iter()
        .map(|change| match change {
            Change::IndexCreated { index, .. } => *index,
            _ => "",
        })
        .collect();
    assert_eq!(names, ["", "ix_car_year", "uq_plate", "ix_truck_year"]);
    let Open { all, .. } = filled(&db).await?;
    assert_eq!(all.count(AllDocuments).await?, 5);
    let refused = [
        doc! { "_id": 90, "kind": "car", "year": 1, "plate": "x", "doors": 4, "axles": 3 },
        doc! { "_id": 91, "kind": "car", "year": 1, "axles": 3 },
        doc! { "_id": 92, "kind": "bus", "year": 1 },
        doc! { "_id": 93, "year": 1 },
        doc! { "_id": 94, "kind": "truck", "schemaVersion": 2, "year": "1", "axles": 3 },
    ];
    for document in refused {
        let error = raw(&db).insert_one(document.clone()).await.unwrap_err();
        assert!(error.to_string().contains("121"), "{document}: {error}");
        assert!(from_slice::<Vehicle>(&document.to_vec().unwrap()).is_err(), "{document}");
    }
    let wrong = Loose { id: 95, year: 1, plate: "x".into(), doors: "four".into() };
    let store: Store<Outside> = Store::connect(config(&db)).await?;
    let error = store.collection::<Loose>().insert_one(&wrong).await.unwrap_err();
    assert_failed(&error, Kind::SchemaValidation, Outcome::NoWritePerformed);
    let failures: Vec<_> = error.validation_failures().iter().map(ToString::to_string).collect();
    assert_eq!(failures, ["`doors` (`bsonType`)"]);
    Ok(())
}

/// Another program's idea of a car.
#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Loose {
    #[mongo(id)]
    id: i32,
    year: i32,
    #[mongo(max_len = 10)]
    plate: String,
    #[mongo(max_len = 10)]
    doors: String,
}

catalog! { Outside: documents(Loose) }

#[mongo_testkit::test]
async fn a_collection_with_a_fallback_takes_other_types_and_no_wrong_ones(db: TestDb) -> Done {
    provision::<OpenGarage>(&db).await?;
    raw(&db).insert_one(doc! { "_id": 5, "kind": "bus", "seats": 50 }).await.unwrap();
    let wrong = [doc! { "_id": 6, "kind": "car" }, doc! { "_id": 7, "kind": 1 }, doc! { "_id": 8 }];
    for document in wrong {
        let error = raw(&db).insert_one(document.clone()).await.unwrap_err();
        assert!(error.to_string().contains("121"), "{document}: {error}");
    }
    Ok(())
}

#[mongo_testkit::test]
async fn an_index_of_a_type_serves_its_queries_and_is_unique_among_its_documents(
    db: TestDb,
) -> Done {
    provision::<Garage>(&db).await?;
    let Open { all, cars, .. } = filled(&db).await?;
    let filters = [
        (Car::fields().year().eq(2001).render(), "ix_car_year"),
        (Truck::fields().year().gt(2001).render(), "ix_truck_year"),
        (Vehicle::fields().truck().year().eq(2001).render(), "ix_truck_year"),
    ];
    for (filter, index) in filters {
        let command = doc! { "explain": { "find": "vehicles", "filter": filter.unwrap() } };
        let plan = db.database().run_command(command).await.unwrap().to_string();
        assert!(
            plan.contains("IXSCAN") && plan.contains(index) && !plan.contains("COLLSCAN"),
            "{plan}"
        );
    }
    let twin = cars.insert_one(&Car { plate: "C-1".into(), ..car(3) }).await.unwrap_err();
    assert_failed(&twin, Kind::DuplicateKey, Outcome::NoWritePerformed);
    all.insert_one(&Vehicle::Car(car(3))).await?;
    Ok(())
}

#[mongo_testkit::test]
async fn an_index_by_hand_over_the_same_keys_is_no_index_of_a_type(db: TestDb) -> Done {
    provision::<Garage>(&db).await?;
    raw(&db).drop_index("ix_truck_year").await.unwrap();
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    let report = admin.verify::<Garage>().await?;
    let missing = Difference::MissingIndex { collection: "vehicles", index: "ix_truck_year" };
    assert_eq!(report.differences(), [missing], "{report}");
    admin.close().await;
    Ok(())
}

/// What `Car` was called before, with the same attributes.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Automobile {
    #[mongo(id)]
    id: i32,
    year: i32,
    #[mongo(max_len = 10)]
    plate: String,
    doors: i32,
}

#[test]
fn the_name_of_the_type_is_in_no_byte() {
    let Car { id, year, plate, doors } = car(1);
    let bytes = to_vec(&car(1)).unwrap();
    assert_eq!(to_vec(&Automobile { id, year, plate, doors }).unwrap(), bytes);
    let expected = doc! { "_id": 1, "kind": "car", "year": 2001, "plate": "C-1", "doors": 4 };
    assert_eq!(bytes, expected.to_vec().unwrap());
}
