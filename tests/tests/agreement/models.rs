//! What is compared: every representation of the golden cases, and models of what a single field does not show.

mod bounded;

mod owned;

mod recursive;

mod told_apart;

use mongo_runtime::{catalog, document::Declaration, from_slice, prelude::*, to_vec};
use mongo_tests::{
    model::{Everything, Hashed, Line, Strict, StrictInner},
    samples,
};

use self::{
    bounded::{Open, Shop, open, shop},
    owned::{Kept, Owned, Small, kept, owned, small},
    recursive::{Forest, forest},
    told_apart::{
        Boat, Car, Craft, Person, PersonV1, PersonV3, Ship, Truck, Vehicle, boat, car,
        newer_person, older_person, person, ship, truck,
    },
};
use crate::{cases::with_every_case, verdict::Codec};

/// A type, its documents, and how its codec answers.
pub(crate) struct Model {
    pub(crate) name: &'static str,
    pub(crate) declaration: &'static Declaration,
    /// Whether the collection is provisioned with the catalog; a golden case is alone in one of its own.
    pub(crate) is_listed: bool,
    pub(crate) documents: fn() -> Vec<Vec<u8>>,
    pub(crate) codec: fn(&[u8]) -> Codec,
}

impl Model {
    pub(crate) fn collection(&self) -> String {
        if self.is_listed {
            self.declaration.collection.into()
        } else {
            format!("golden_{}", self.name)
        }
    }
}

/// What the codec of a document makes of these bytes.
fn codec<D: Document>(bytes: &[u8]) -> Codec {
    match from_slice::<D>(bytes) {
        Err(_) => Codec::Refuses,
        Ok(value) => to_vec(&value).map_or(Codec::Reads, Codec::Takes),
    }
}

fn encoded<D: Document>(values: &[D]) -> Vec<Vec<u8>> {
    values.iter().map(|value| to_vec(value).expect("it can be stored")).collect()
}

macro_rules! golden {
    ($($name:ident)*) => { [$(Model {
        name: stringify!($name),
        declaration: <crate::cases::$name::One as mongo_runtime::Document>::DECLARATION,
        is_listed: false,
        documents: || encoded(&[crate::cases::$name::value()]),
        codec: codec::<crate::cases::$name::One>,
    }),*] };
}

macro_rules! listed {
    ($($name:ident of $model:ident as $read_as:ident = [$($value:expr),* $(,)?];)*) => { [$(Model {
        name: stringify!($name),
        declaration: <$model as mongo_runtime::Document>::DECLARATION,
        is_listed: true,
        documents: || encoded::<$model>(&[$($value),*]),
        codec: codec::<$read_as>,
    }),*] };
}

catalog! {
    pub(crate) Models: documents(
        Everything, Hashed, Strict, Shop, Open, Kept, Owned, Small, Forest, Person, Vehicle, Car, Truck, Craft, Boat, Ship
    )
}

/// All models.
pub(crate) fn all() -> Vec<Model> {
    let mut all: Vec<Model> = with_every_case!(golden).into();
    all.extend(listed! {
        everything of Everything as Everything = [samples::full(), samples::empty()];
        hashed of Hashed as Hashed = [hashed()];
        strict of Strict as Strict = [Strict { id: 1, inner: StrictInner { known: 1 } }];
        shop of Shop as Shop = [shop()];
        open of Open as Open = [open(true), open(false)];
        kept of Kept as Kept = [kept()];
        owned of Owned as Owned = [owned()];
        small of Small as Small = [small()];
        forest of Forest as Forest = [forest()];
        person of Person as Person = [person()];
        older_person of PersonV1 as Person = [older_person()];
        newer_person of PersonV3 as Person = [newer_person()];
        car of Car as Vehicle = [car()];
        truck of Truck as Vehicle = [truck()];
        boat of Boat as Craft = [boat()];
        ship of Ship as Craft = [ship()];
    });
    all
}

fn hashed() -> Hashed {
    let line = Line { sku: "s".to_owned(), qty: 1, price: None };
    Hashed { id: "h".to_owned(), set: [1, 2].into(), map: [("k".to_owned(), line)].into() }
}
