//! Filters on an enum over document types, one of which reads an older version.

use mongo_runtime::prelude::*;

#[derive(Document, Debug)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), schema_version = 2, reads(CarV1))]
struct Car {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 20)]
    name: String,
    doors: i32,
}

#[derive(Document, Debug)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), schema_version = 1)]
struct CarV1 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 20)]
    name: String,
}

impl Upgrade<CarV1> for Car {
    fn upgrade(old: CarV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, name: old.name, doors: 4 })
    }
}

#[derive(Document, Debug)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"))]
struct Truck {
    #[mongo(id)]
    id: i32,
    axles: i32,
}

#[derive(Document, Debug)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}

#[test]
fn a_condition_on_what_an_older_version_of_one_type_lacks_is_refused_through_the_enum() {
    let f = Vehicle::fields();
    let few = || f.car().doors().lt(5);
    let large = || f.truck().axles().gt(2);
    for filter in [
        few(),
        few().and(f.car().name().eq("a")),
        few().or(large()),
        few().not(),
        f.is_car().and(few()),
    ] {
        let refusal = filter.render().unwrap_err().to_string();
        assert!(refusal.contains("another version of `Car`"), "{refusal}");
        assert!(filter.as_stored().render().is_ok());
    }
    for filter in
        [large(), f.car().name().eq("a"), f.is_car(), f.id().eq(1), f.is_car().or(large())]
    {
        assert!(filter.render().is_ok(), "{filter:?}");
    }
}

#[test]
fn what_is_said_of_versions_is_said_of_one_type() {
    let f = Vehicle::fields();
    for filter in [f.is_car().of_current_version(), f.car().doors().lt(5).of_current_version()] {
        let refusal = filter.render().unwrap_err().to_string();
        assert!(refusal.contains("`Vehicle` is an enum over several types"), "{refusal}");
    }
    let older = CarV1::fields().name().eq("a");
    let refusal = f.car().doors().lt(5).or_of_version::<CarV1>(older).render().unwrap_err();
    assert!(refusal.to_string().contains("ask the collection of one type"), "{refusal}");
    assert!(Car::fields().doors().lt(5).of_current_version().render().is_ok());
}
