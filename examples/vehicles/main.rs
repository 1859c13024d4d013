//! Several types in one collection: cars and trucks, each with fields of its own, told apart by a tag.
//!
//! Each type is a document with a `discriminator`. An operation of a type is about its documents alone; an enum over the types
//! is the collection as a whole.
//!
//! Run it with `cargo run -p mongo-examples --bin vehicles`.

#![allow(clippy::print_stdout, reason = "a program that tells what it does")]

use std::error::Error;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{Admin, AdminConfig, Environment, Store, StoreConfig},
    prelude::*,
};
use mongo_testkit::{Server, TestDb};

type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

#[derive(Document, Debug)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
#[mongo(index(name = "uq_car_plate", keys(plate), unique))]
struct Car {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 12)]
    plate: String,
    doors: i32,
}

#[derive(Document, Debug)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"))]
#[mongo(index(name = "ix_truck_load", keys(load_kg = desc)))]
struct Truck {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 12)]
    plate: String,
    axles: i32,
    load_kg: i32,
}

/// All that is in the collection. Its tags and fields are those of the types.
#[derive(Document, Debug)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}

impl Vehicle {
    fn plate(&self) -> &str {
        match self {
            Self::Car(car) => &car.plate,
            Self::Truck(truck) => &truck.plate,
        }
    }
}

catalog! { Garage: documents(Vehicle, Car, Truck) }

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::shared().await?;
    let db = server.database("vehicles").await?;
    let told = tell(&db).await;
    db.close().await?;
    told
}

async fn tell(db: &TestDb) -> Result<()> {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Local);
    let admin = Admin::connect(config).await?;
    println!("{}", admin.provision::<Garage>().await?);
    admin.close().await;
    let store = Store::<Garage>::connect(StoreConfig::new(db.uri(), db.name())).await?;
    let (cars, trucks) = (store.collection::<Car>(), store.collection::<Truck>());
    let all = store.collection::<Vehicle>();

    let car = |id, doors| Car { id, plate: format!("C-{id}"), doors };
    let truck = |id, axles, load_kg| Truck { id, plate: format!("T-{id}"), axles, load_kg };
    cars.insert_many(&[car(1, 3), car(2, 5)]).await?;
    trucks.insert_many(&[truck(3, 2, 7_500), truck(4, 4, 26_000)]).await?;
    let stored: Option<BsonDocument> =
        db.database().collection("vehicles").find_one(doc! { "_id": 1 }).await?;
    println!("a car as it is stored: {}", stored.unwrap_or_default());

    println!(
        "cars: {}, vehicles: {}",
        cars.count(AllDocuments).await?,
        all.count(AllDocuments).await?
    );
    println!("truck 3 as a car: {:?}", cars.find_one(by_id(3)).await?.map(|car| car.plate));
    println!("truck 3 as a vehicle: {:?}", all.find_one(by_id(3)).await?);

    // Each part asks for its own type.
    let vehicle = Vehicle::fields();
    let large = vehicle.car().doors().gte(5).or(vehicle.truck().axles().gte(4));
    println!("large means {}", large.render()?);
    let found = all.find(large).sort(vehicle.id().asc()).limit(10).await?.collect().await?;
    println!("large: {:?}", found.iter().map(Vehicle::plate).collect::<Vec<_>>());

    let more_axles = vehicle.truck().axles().inc(1);
    if let Err(error) = all.update_one(by_id(1), more_axles).await {
        println!("a car with more axles: {error}");
    }
    let bus = doc! { "_id": 9, "kind": "bus", "seats": 50 };
    let refused = db.database().collection::<BsonDocument>("vehicles").insert_one(bus).await;
    println!("the validator takes a bus: {}", refused.is_ok());

    println!("all cars deleted: {}", cars.delete_many(AllDocuments).await?.deleted());
    println!("vehicles left: {}", all.count(AllDocuments).await?);
    store.close().await;
    Ok(())
}
