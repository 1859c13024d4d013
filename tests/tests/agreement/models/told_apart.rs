//! Documents that a version or a tag tells apart.

use mongo_runtime::{
    Downgrade, DowngradeError, Upgrade, UpgradeError, document::OtherDocument, prelude::*,
};

/// A version in the middle of a deployment.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "persons", schema_version = 2, reads(PersonV1), reads_newer(PersonV3))]
pub(crate) struct Person {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 8)]
    name: String,
    age: Option<u8>,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "persons", schema_version = 1)]
pub(crate) struct PersonV1 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 8)]
    full_name: String,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "persons", schema_version = 3)]
pub(crate) struct PersonV3 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 8)]
    last: String,
}

impl Upgrade<PersonV1> for Person {
    fn upgrade(old: PersonV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, name: old.full_name, age: None })
    }
}

impl Downgrade<PersonV3> for Person {
    fn downgrade(new: PersonV3) -> Result<Self, DowngradeError> {
        Ok(Self { id: new.id, name: new.last, age: None })
    }
}

/// Several types in one collection, and no other.
#[derive(Document, Debug, Clone, PartialEq)]
pub(crate) enum Vehicle {
    Car(Car),
    Truck(Truck),
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), deny_unknown)]
pub(crate) struct Car {
    #[mongo(id)]
    id: i32,
    doors: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"), schema_version = 2)]
pub(crate) struct Truck {
    #[mongo(id)]
    id: i32,
    axles: Option<i32>,
    doors: Option<i32>,
}

/// Several types in one collection, and any other.
#[derive(Document, Debug, Clone, PartialEq)]
pub(crate) enum Craft {
    Boat(Boat),
    Ship(Ship),
    #[mongo(fallback)]
    Other(OtherDocument<i32>),
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "crafts", discriminator(kind = "boat"))]
pub(crate) struct Boat {
    #[mongo(id)]
    id: i32,
    masts: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "crafts", discriminator(kind = "ship"))]
pub(crate) struct Ship {
    #[mongo(id)]
    id: i32,
    decks: i32,
}

pub(super) fn person() -> Person {
    Person { id: 1, name: "n".to_owned(), age: Some(1) }
}

pub(super) fn older_person() -> PersonV1 {
    PersonV1 { id: 1, full_name: "n".to_owned() }
}

pub(super) fn newer_person() -> PersonV3 {
    PersonV3 { id: 1, last: "n".to_owned() }
}

pub(super) fn car() -> Car {
    Car { id: 1, doors: 5 }
}

pub(super) fn truck() -> Truck {
    Truck { id: 1, axles: Some(2), doors: None }
}

pub(super) fn boat() -> Boat {
    Boat { id: 1, masts: 2 }
}

pub(super) fn ship() -> Ship {
    Ship { id: 1, decks: 2 }
}
