//! GeoJSON on a real server: what its index takes, what its validator takes, and what queries find.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    catalog,
    db::{Admin, AdminConfig, Collection, Environment},
    error::{Error, Kind, Outcome},
    from_slice,
    geo::{Geometry, GeometryCollection, LineString, MultiPoint, MultiPolygon, Polygon},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "places")]
#[mongo(index(name = "ix_form", keys(form = "2dsphere")))]
struct Place {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 20)]
    form: Geometry,
    #[mongo(max_items = 20)]
    area: Option<Polygon>,
}

catalog! { Places: documents(Place) }

/// The collection with its index and validator.
async fn places(db: &TestDb) -> Collection<Place> {
    let config_of_admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(config_of_admin).await.expect("the server runs");
    assert!(admin.provision::<Places>().await.expect("it is new").is_as_declared());
    admin.close().await;
    let store = Store::<Places>::connect(config(db)).await.expect("the server runs");
    store.collection::<Place>()
}

fn place(id: i32, form: impl Into<Geometry>) -> Place {
    Place { id, form: form.into(), area: None }
}

fn polygon<const N: usize>(ring: [[f64; 2]; N]) -> Polygon {
    Polygon::new(ring).expect("a ring")
}

const SQUARE: [[f64; 2]; 5] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]];

/// What a geometry is stored as, and whether the types and the index of the server take it.
fn table() -> Vec<(&'static str, BsonDocument, bool, bool)> {
    let of = |name: &str, parts: Bson| doc! { "type": name, "coordinates": parts };
    macro_rules! row {
        ($ty:literal, [$($parts:tt)*], $is_read:literal, $is_indexed:literal) => {
            ($ty, of($ty, mongo_runtime::bson::bson!([$($parts)*])), $is_read, $is_indexed)
        };
    }
    let point = doc! { "type": "Point", "coordinates": [1.0, 2.0] };
    let collection =
        |members: Vec<BsonDocument>| doc! { "type": "GeometryCollection", "geometries": members };
    vec![
        row!("Point", [180.0, 90.0], true, true),
        row!("Point", [-180.0, -90.0], true, true),
        row!("Point", [180.5, 0.0], false, false),
        row!("Point", [0.0, 90.5], false, false),
        row!("Point", [0.0], false, false),
        row!("MultiPoint", [[0.0, 0.0], [0.0, 0.0]], true, true),
        row!("MultiPoint", [], false, false),
        row!("LineString", [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]], true, true),
        row!("LineString", [[0.0, 0.0], [2.0, 2.0], [0.0, 2.0], [2.0, 0.0]], true, true),
        row!("LineString", [[0.0, 90.0], [0.0, -90.0]], true, true),
        row!("LineString", [[-180.0, 10.0], [180.0, 10.0]], true, true),
        row!("LineString", [[0.0, 0.0]], false, false),
        row!("LineString", [[0.0, 0.0], [-0.0, 0.0]], false, false),
        row!("MultiLineString", [[[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [1.0, 0.0]]], true, true),
        row!("MultiLineString", [], false, false),
        row!("MultiLineString", [[]], false, false),
        row!("Polygon", [[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]], true, true),
        row!("Polygon", [[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]], true, true),
        row!("Polygon", [[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]], true, true),
        row!(
            "Polygon",
            [
                [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 0.0]],
                [[2.0, 1.0], [3.0, 1.0], [3.0, 2.0], [2.0, 1.0]]
            ],
            true,
            true
        ),
        row!("Polygon", [], false, false),
        row!("Polygon", [[]], false, false),
        row!("Polygon", [[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]], false, false),
        row!("Polygon", [[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]], false, false),
        row!("Polygon", [[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]], false, false),
        row!(
            "Polygon",
            [[[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0], [0.0, 0.0]]],
            false,
            false
        ),
        row!(
            "MultiPolygon",
            [
                [[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]],
                [[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]]
            ],
            true,
            true
        ),
        row!("MultiPolygon", [], false, false),
        row!("MultiPolygon", [[]], false, false),
        ("GeometryCollection", collection(vec![point.clone()]), true, true),
        ("GeometryCollection", collection(vec![]), false, false),
        ("GeometryCollection", collection(vec![collection(vec![point])]), false, false),
        // What the index alone finds out: edges that cross, and a hole that is outside.
        row!(
            "Polygon",
            [[[0.0, 0.0], [2.0, 2.0], [0.0, 2.0], [2.0, 0.0], [0.0, 0.0]]],
            true,
            false
        ),
        row!(
            "Polygon",
            [
                [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 0.0]],
                [[11.0, 11.0], [12.0, 11.0], [12.0, 12.0], [11.0, 11.0]]
            ],
            true,
            false
        ),
        // What the types would lose, and the server does not look at.
        row!("Point", [0.0, 0.0, 12.0], false, true),
        (
            "Point",
            doc! { "type": "Point", "coordinates": [0.0, 0.0], "bbox": [0.0, 0.0, 0.0, 0.0] },
            false,
            true,
        ),
        // What another client writes for whole degrees.
        ("Point", doc! { "type": "Point", "coordinates": [1, 2] }, false, true),
    ]
}

#[mongo_testkit::test]
async fn the_types_take_what_the_index_takes_but_for_what_the_table_says(db: TestDb) {
    let raw = db.database().collection::<BsonDocument>("indexed");
    let index = mongodb::IndexModel::builder().keys(doc! { "form": "2dsphere" }).build();
    raw.create_index(index).await.unwrap();
    for (at, (name, form, is_read, is_indexed)) in (0..).zip(table()) {
        let document = doc! { "_id": at, "form": &form };
        let read = from_slice::<Place>(&document.to_vec().unwrap());
        assert_eq!(read.is_ok(), is_read, "{name} {form}: {read:?}");
        let stored = raw.insert_one(document).await;
        assert_eq!(stored.is_ok(), is_indexed, "{name} {form}: {stored:?}");
    }
}

#[mongo_testkit::test]
async fn the_validator_takes_every_geometry_that_the_types_take(db: TestDb) {
    let places = places(&db).await;
    let mut n_stored = 0;
    for (at, (name, form, is_read, is_indexed)) in (0..).zip(table()) {
        if is_read && is_indexed {
            let document = doc! { "_id": at, "form": &form };
            let place: Place = from_slice(&document.to_vec().unwrap()).unwrap();
            places
                .insert_one(&place)
                .await
                .unwrap_or_else(|error| panic!("{name} {form}: {error}"));
            assert_eq!(places.find_one(by_id(at)).await.unwrap(), Some(place));
            n_stored += 1;
        }
    }
    assert_eq!(n_stored, 14);
}

#[mongo_testkit::test]
async fn the_validator_refuses_what_a_reader_refuses_by_its_form(db: TestDb) {
    drop(places(&db).await);
    let raw = db.database().collection::<BsonDocument>("places");
    let square: Vec<Vec<f64>> = SQUARE.iter().map(|position| position.to_vec()).collect();
    let line: Vec<Vec<f64>> = (0..21).map(|n| vec![f64::from(n), 0.0]).collect();
    for form in [
        doc! { "type": "Point", "coordinates": [0.0, 0.0, 12.0] },
        doc! { "type": "Point", "coordinates": [1, 2] },
        doc! { "type": "Point", "coordinates": [0.0, 0.0], "bbox": [0.0, 0.0, 0.0, 0.0] },
        doc! { "type": "LineString", "coordinates": [[0.0, 0.0]] },
        doc! { "type": "LineString", "coordinates": line },
        doc! { "type": "Polygon", "coordinates": [&square, &square, &square, &square, &square, &square] },
        doc! { "type": "Circle", "coordinates": [0.0, 0.0] },
        doc! { "type": "GeometryCollection", "geometries": [] },
        doc! { "type": "GeometryCollection", "geometries": [{ "type": "GeometryCollection", "geometries": [] }] },
    ] {
        let error = raw.insert_one(doc! { "_id": 1, "form": &form }).await.unwrap_err();
        assert!(error.to_string().contains("Document failed validation"), "{form}: {error}");
    }
}

#[mongo_testkit::test]
async fn edges_that_cross_are_refused_by_the_index_and_nothing_is_stored(db: TestDb) -> Done {
    let places = places(&db).await;
    let bow_tie = polygon([[0.0, 0.0], [2.0, 2.0], [0.0, 2.0], [2.0, 0.0], [0.0, 0.0]]);
    let error = places.insert_one(&place(1, bow_tie.clone())).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert!(!error.to_string().contains("2.0"), "{error}");
    // Where no index is, nobody looks.
    let form: Geometry = Point::new(0.0, 0.0).unwrap().into();
    places.insert_one(&Place { id: 1, form, area: Some(bow_tie) }).await?;
    Ok(())
}

async fn ids(places: &Collection<Place>, filter: Filter<Place>) -> Vec<i32> {
    let found = places.find(filter).limit(20).await.unwrap().collect().await.unwrap();
    found.iter().map(|place| place.id).collect()
}

fn sorted(mut ids: Vec<i32>) -> Vec<i32> {
    ids.sort_unstable();
    ids
}

#[mongo_testkit::test]
async fn geometries_of_every_type_are_near_within_and_intersected(db: TestDb) -> Done {
    let places = places(&db).await;
    let line = LineString::new([[1.0, 1.0], [3.0, 1.0]]).unwrap();
    let far = MultiPoint::new([[3.0, 3.0], [40.0, 40.0]]).unwrap();
    let both = GeometryCollection::new([Geometry::from(line.clone()), far.clone().into()]).unwrap();
    places
        .insert_many(&[
            place(1, Point::new(1.0, 1.0).unwrap()),
            place(2, line.clone()),
            place(3, polygon([[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0], [2.0, 2.0]])),
            place(4, far),
            place(5, both),
        ])
        .await?;
    let f = Place::fields();
    let (square, beside) = (polygon(SQUARE), Point::new(1.0, 0.9).unwrap());
    assert_eq!(sorted(ids(&places, f.form().within(&square)).await), [1, 2]);
    let two = MultiPolygon::new([
        square.clone(),
        polygon([[39.0, 39.0], [41.0, 39.0], [41.0, 41.0], [39.0, 39.0]]),
    ]);
    assert_eq!(sorted(ids(&places, f.form().within(&two.unwrap())).await), [1, 2, 4, 5]);
    assert_eq!(sorted(ids(&places, f.form().intersects(&square)).await), [1, 2, 3, 4, 5]);
    let through = LineString::new([[2.5, 0.0], [2.5, 3.0]]).unwrap();
    assert_eq!(sorted(ids(&places, f.form().intersects(&through)).await), [2, 3, 5]);
    let any: Geometry = through.into();
    assert_eq!(sorted(ids(&places, f.form().intersects(&any)).await), [2, 3, 5]);
    let either = f.form().within(&square).or(f.id().eq(4));
    assert_eq!(places.count(&either).await?, 3);
    assert_eq!(sorted(ids(&places, f.form().within_circle(beside, 400_000.0)).await), [1, 2]);

    // A line is as far as its nearest place, and who is inside of an area has no way to it.
    let near = f.form().near(Point::new(2.0, 0.9).unwrap(), 50_000.0);
    assert_eq!(sorted(ids(&places, near).await), [2, 5]);
    let inside = f.form().near(Point::new(5.0, 5.0).unwrap(), 1.0);
    assert_eq!(ids(&places, inside).await, [3]);

    // Without an index the same is found, and `near` is refused.
    let updated = places.update_one(by_id(1), f.area().set(square.clone())).await?;
    assert_eq!(updated.matched(), 1);
    assert_eq!(ids(&places, f.area().within(&square)).await, [1]);
    assert_eq!(ids(&places, f.area().intersects(&line)).await, [1]);
    let error = places.find(f.area().near(beside, 1.0)).limit(1).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), Kind::OperationRejected);
    Ok(())
}
