//! Documents of several types in one collection, as values.

use bson::{Document as BsonDocument, doc, oid::ObjectId};

use crate::{
    Document, OtherDocument, Revision, Upgrade, UpgradeError, Value, catalog,
    catalog::Catalog,
    document::{from_slice, to_vec},
    filter::{AllDocuments, FilterField, IntoFilter, by_id},
    index::IndexDeclaration,
    manifest::Manifest,
    update::{Rejection, UpdateField},
    validator::validator,
};

#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), schema_version = 2, reads(CarV1))]
#[mongo(index(name = "ix_doors", keys(doors)))]
struct Car {
    #[mongo(id)]
    id: i32,
    doors: i32,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), schema_version = 1)]
struct CarV1 {
    #[mongo(id)]
    id: i32,
}

impl Upgrade<CarV1> for Car {
    fn upgrade(old: CarV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, doors: 4, revision: Revision::FIRST })
    }
}

#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"), max_size = "1 KiB")]
#[mongo(index(name = "uq_axles", keys(axles), unique, partial(axles > 2)))]
struct Truck {
    #[mongo(id)]
    id: i32,
    axles: i32,
}

#[derive(Debug, Clone, PartialEq, Document)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}

#[derive(Debug, Clone, PartialEq, Document)]
enum AnyVehicle {
    HeavyTruck(Truck),
    #[mongo(fallback)]
    Other(OtherDocument<i32>),
}

catalog! { Garage: documents(Vehicle, Car, Truck) }

catalog! { OpenGarage: documents(AnyVehicle) }

fn car() -> Car {
    Car { id: 1, doors: 4, revision: Revision::FIRST }
}

fn stored_car() -> BsonDocument {
    doc! { "_id": 1, "kind": "car", "schemaVersion": 2, "doors": 4, "revision": 1_i64 }
}

fn bytes(document: &BsonDocument) -> Vec<u8> {
    document.to_vec().expect("encodable")
}

fn error<D: Document + std::fmt::Debug>(document: &BsonDocument) -> String {
    from_slice::<D>(&bytes(document)).expect_err("an error").to_string()
}

fn rendered<D: Document>(filter: impl IntoFilter<D>) -> BsonDocument {
    filter.into_filter().render().expect("a good filter")
}

#[test]
fn the_tag_is_written_behind_the_id_and_read_wherever_it_stands() {
    assert_eq!(to_vec(&car()).expect("encodable"), bytes(&stored_car()));
    assert_eq!(to_vec(&car()).expect("encodable").len(), car().encoded_len());
    let mixed = doc! { "doors": 4, "schemaVersion": 2, "revision": 1_i64, "kind": "car", "_id": 1 };
    assert_eq!(from_slice::<Car>(&bytes(&mixed)).expect("a car"), car());
}

#[test]
fn a_document_without_the_tag_or_with_another_is_an_error() {
    let without = doc! { "_id": 1, "axles": 3 };
    assert_eq!(error::<Truck>(&without), "`Truck`: the required field `kind` is missing");
    for kind in
        [doc! { "_id": 1, "kind": "car", "axles": 3 }, doc! { "_id": 1, "axles": 3, "kind": "car" }]
    {
        assert_eq!(
            error::<Truck>(&kind),
            "`Truck.kind`: the tag is not a known one; known: `truck`"
        );
    }
    let number = doc! { "_id": 1, "kind": 7, "axles": 3 };
    assert!(
        error::<Truck>(&number).starts_with("`Truck.kind`: expected"),
        "{}",
        error::<Truck>(&number)
    );
    let mut twice = bytes(&doc! { "_id": 1, "kind": "truck", "kinn": "truck", "axles": 3 });
    let at = twice.windows(4).position(|four| four == b"kinn").expect("there");
    twice[at + 3] = b'd';
    assert!(from_slice::<Truck>(&twice).is_err());
}

#[test]
fn every_filter_of_a_type_asks_for_its_tag() {
    assert_eq!(rendered::<Truck>(AllDocuments), doc! { "kind": "truck" });
    assert_eq!(rendered::<Truck>(by_id(1)), doc! { "kind": "truck", "_id": 1 });
    let f = Truck::fields();
    assert_eq!(
        rendered(f.axles().gt(2).and(f.axles().lt(5))),
        doc! { "kind": "truck", "axles": { "$gt": 2, "$lt": 5 } }
    );
    let either = rendered(f.axles().eq(2).or(f.id().eq(7)));
    assert_eq!(either, doc! { "kind": "truck", "$or": [{ "axles": 2 }, { "_id": 7 }] });
    let all: crate::filter::Filter<Truck> = AllDocuments.into_filter();
    assert!(all.is_all_documents() && all.matches_everything());
    assert!(f.axles().not_in([] as [i32; 0]).matches_everything());
    assert_eq!(rendered::<Vehicle>(AllDocuments), doc! {});
}

#[test]
fn an_index_of_a_type_covers_its_documents_alone() {
    let specs: Vec<_> = [Car::DECLARATION, Truck::DECLARATION]
        .iter()
        .flat_map(|one| one.indexes)
        .map(IndexDeclaration::render)
        .collect();
    assert_eq!(specs[0].get("partialFilterExpression"), Some(&doc! { "kind": "car" }.into()));
    let truck = doc! { "kind": "truck", "axles": { "$gt": 2 } };
    assert_eq!(specs[1].get("partialFilterExpression"), Some(&truck.into()));
}

#[test]
fn an_enum_reads_each_type_by_its_tag_and_its_versions_too() {
    let vehicle = Vehicle::Car(car());
    assert_eq!(to_vec(&vehicle).expect("encodable"), bytes(&stored_car()));
    assert_eq!(from_slice::<Vehicle>(&bytes(&stored_car())).expect("a car"), vehicle);
    let truck = doc! { "axles": 3, "_id": 2, "kind": "truck" };
    let read = from_slice::<Vehicle>(&bytes(&truck)).expect("a truck");
    assert_eq!((read.id(), &read), (&2, &Vehicle::Truck(Truck { id: 2, axles: 3 })));
    let old = doc! { "_id": 3, "kind": "car", "schemaVersion": 1 };
    let Vehicle::Car(old) = from_slice(&bytes(&old)).expect("an old car") else { panic!("no car") };
    assert_eq!((old.id, old.doors), (3, 4));
}

#[test]
fn an_enum_says_which_tags_it_knows_and_which_field_of_which_type_is_wrong() {
    assert_eq!(
        error::<Vehicle>(&doc! { "_id": 1, "kind": "bus" }),
        "`Vehicle.kind`: the tag is not a known one; known: `car`, `truck`"
    );
    assert_eq!(
        error::<Vehicle>(&doc! { "_id": 1 }),
        "`Vehicle`: the required field `kind` is missing"
    );
    let wrong = error::<Vehicle>(&doc! { "_id": 1, "kind": "truck", "axles": "three" });
    assert!(wrong.starts_with("`Truck.axles`: expected"), "{wrong}");
    let large = doc! { "_id": 1, "kind": "truck", "axles": 1 };
    assert!(from_slice::<Vehicle>(&bytes(&large)).is_ok());
}

#[test]
fn a_fallback_keeps_the_bytes_and_shows_none() {
    let bus = doc! { "kind": "bus", "seats": [1, 2], "_id": 9, "plate": "secret" };
    let read = from_slice::<AnyVehicle>(&bytes(&bus)).expect("kept");
    let AnyVehicle::Other(other) = &read else { panic!("not kept") };
    assert_eq!(
        (other.id(), read.id(), other.as_raw().as_bytes()),
        (&9, &9, bytes(&bus).as_slice())
    );
    assert_eq!(format!("{read:?}"), "Other(OtherDocument(?))");
    assert_eq!(to_vec(&read).expect("encodable"), bytes(&bus));
    assert!(from_slice::<AnyVehicle>(&bytes(&doc! { "_id": 1 })).is_ok());
    assert!(
        error::<AnyVehicle>(&doc! { "_id": "nine", "kind": "bus" })
            .starts_with("`AnyVehicle._id`: expected")
    );
    assert_eq!(
        error::<AnyVehicle>(&doc! { "kind": "bus" }),
        "`AnyVehicle`: the required field `_id` is missing"
    );
    let malformed = [&bytes(&bus)[..30], &[0; 8]].concat();
    assert!(from_slice::<AnyVehicle>(&malformed).is_err());
}

#[test]
fn a_path_into_a_variant_asks_for_the_type() {
    let f = Vehicle::fields();
    // The older cars have no doors.
    assert!(f.car().doors().gt(3).render().is_err());
    let many = f.car().doors().gt(3).as_stored();
    assert_eq!(rendered(many), doc! { "kind": "car", "doors": { "$gt": 3 } });
    assert_eq!(rendered(f.is_truck()), doc! { "kind": "truck" });
    assert_eq!(rendered(f.id().eq(1)), doc! { "_id": 1 });
    let either = rendered(f.car().doors().eq(5).as_stored().or(f.truck().axles().eq(3)));
    assert_eq!(
        either,
        doc! { "$or": [{ "kind": "car", "doors": 5 }, { "kind": "truck", "axles": 3 }] }
    );
    assert_eq!(
        rendered(AnyVehicle::fields().heavy_truck().axles().eq(3)),
        doc! { "kind": "truck", "axles": 3 }
    );
}

#[test]
fn an_update_through_a_variant_is_one_of_its_type() {
    let update = Vehicle::fields().car().doors().set(5).render().expect("a good update");
    assert_eq!(update.update, doc! { "$set": { "doors": 5 }, "$inc": { "revision": 1_i64 } });
    let rejections: Vec<_> = update.guards.iter().map(|guard| guard.rejection).collect();
    assert!(
        rejections.contains(&Rejection::OtherVariant { path: "", tag: "car" }),
        "{rejections:?}"
    );
    assert!(rejections.contains(&Rejection::OlderVersion { current: 2 }), "{rejections:?}");
    let truck = Vehicle::fields().truck().axles().set(5).render().expect("a good update");
    assert_eq!((truck.update, truck.guards.len()), (doc! { "$set": { "axles": 5 } }, 1));
}

#[test]
fn the_validator_of_an_enum_has_a_form_for_each_type() {
    let schema = validator(Vehicle::DECLARATION);
    let forms = schema
        .get_document("$jsonSchema")
        .and_then(|schema| schema.get_array("oneOf"))
        .expect("forms");
    let of =
        |declaration| validator(declaration).get_document("$jsonSchema").expect("a schema").clone();
    assert_eq!(forms, &[of(Car::DECLARATION).into(), of(Truck::DECLARATION).into()]);
    let tag = of(Truck::DECLARATION).get_document("properties").expect("properties").clone();
    assert_eq!(tag.get("kind"), Some(&doc! { "bsonType": "string", "enum": ["truck"] }.into()));
    let open = validator(AnyVehicle::DECLARATION);
    let forms = open
        .get_document("$jsonSchema")
        .and_then(|schema| schema.get_array("oneOf"))
        .expect("forms");
    let others = doc! { "required": ["_id", "kind"], "properties": { "_id": { "bsonType": "int" }, "kind": { "bsonType": "string", "not": { "enum": ["truck"] } } } };
    assert_eq!(forms.last(), Some(&others.into()));
}

#[test]
fn the_manifest_has_a_block_for_each_type() {
    let manifest = Manifest::of_catalog::<Garage>();
    let text = manifest.to_string();
    assert_eq!(manifest.documents().len(), 2);
    assert!(
        text.contains(r#""vehicles<car>": {"#) && text.contains(r#""vehicles<truck>": {"#),
        "{text}"
    );
    assert!(text.contains(r#""discriminator": { "field": "kind", "tag": "car" }"#), "{text}");
    assert_eq!(Garage::DOCUMENTS.len(), 3);
    assert_eq!(Manifest::of_catalog::<OpenGarage>().documents().len(), 1);
}

#[test]
fn an_object_id_is_as_good_an_id() {
    #[derive(Document)]
    #[mongo(collection = "x", discriminator("_t" = "a"))]
    struct A {
        #[mongo(id)]
        id: ObjectId,
    }
    #[derive(Document)]
    enum OfA {
        A(A),
    }
    let id = ObjectId::new();
    let a = OfA::A(A { id });
    assert_eq!(to_vec(&a).expect("encodable"), bytes(&doc! { "_id": id, "_t": "a" }));
    assert_eq!(a.id(), &id);
}
