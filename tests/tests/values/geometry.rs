//! GeoJSON: what can be made, what is read, and where an error says it is.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    from_slice,
    geo::{
        Geometry, GeometryCollection, InvalidGeometry, LineString, MultiLineString, MultiPoint,
        MultiPolygon, Polygon,
    },
    prelude::*,
    to_vec,
};

use crate::support::{one, write_error};

const SQUARE: [[f64; 2]; 5] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]];

fn line() -> LineString {
    LineString::new([[13.4, 52.5], [2.35, 48.86]]).expect("a line")
}

fn square() -> Polygon {
    Polygon::new(SQUARE).expect("a polygon")
}

/// One of each type.
fn geometries() -> Vec<Geometry> {
    let hole = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 1.0]];
    let mut all: Vec<Geometry> = vec![
        Point::new(13.4, 52.5).expect("a point").into(),
        MultiPoint::new([[13.4, 52.5], [13.4, 52.5]]).expect("points").into(),
        line().into(),
        MultiLineString::new([line(), line()]).expect("lines").into(),
        square().with_hole(hole).expect("a hole").into(),
        MultiPolygon::new([square(), square()]).expect("polygons").into(),
    ];
    all.push(GeometryCollection::new(all.clone()).expect("a collection").into());
    all
}

#[test]
fn a_geometry_is_read_as_it_was_written_whatever_the_order_of_its_members() {
    one!(
        #[mongo(max_items = 100)]
        Geometry
    );
    for geometry in geometries() {
        let one = One::of(geometry);
        let bytes = to_vec(&one).expect("encodes");
        assert_eq!(from_slice::<One>(&bytes).expect("decodes"), one);
        let mut stored = BsonDocument::from_reader(bytes.as_slice()).expect("is BSON");
        let members = stored.get_document("v").expect("an object").clone();
        let mut members: Vec<_> = members.into_iter().collect();
        members.reverse();
        stored.insert("v", members.into_iter().collect::<BsonDocument>());
        let turned = stored.to_vec().expect("encodes");
        assert_eq!(from_slice::<One>(&turned).expect("decodes"), one);
    }
}

#[test]
fn what_a_2dsphere_index_refuses_by_its_form_can_not_be_made() {
    use InvalidGeometry::*;
    let none: [[f64; 2]; 0] = [];
    let (a, b, c) = ([0.0, 0.0], [1.0, 0.0], [1.0, 1.0]);
    for (positions, wrong) in [
        (vec![], ShortLine),
        (vec![a], ShortLine),
        (vec![a, a, [-0.0, 0.0]], ShortLine),
        (vec![a, [181.0, 0.0]], OutOfRange),
        (vec![a, [0.0, f64::NAN]], OutOfRange),
    ] {
        assert_eq!(LineString::new(positions.clone()), Err(wrong), "{positions:?}");
    }
    assert!(LineString::new([a, b, b, a]).is_ok(), "a line may come back");
    for (positions, wrong) in [
        (vec![], ShortRing),
        (vec![a, b, a], ShortRing),
        (vec![a, b, b, a], ShortRing),
        (vec![a, b, c], OpenRing),
        (vec![a, b, c, [0.0, 1.0]], OpenRing),
        (vec![a, [2.0, 0.0], c, [2.0, 2.0], [0.0, 2.0], c, a], RepeatedPosition),
        (vec![a, b, [1.0, 90.5], a], OutOfRange),
    ] {
        assert_eq!(Polygon::new(positions.clone()), Err(wrong), "{positions:?}");
        assert_eq!(square().with_hole(positions), Err(wrong));
    }
    assert!(Polygon::new([a, b, b, c, a]).is_ok(), "two equal neighbours count once");
    assert_eq!(MultiPoint::new(none), Err(Empty));
    assert_eq!(MultiLineString::new([]), Err(Empty));
    assert_eq!(MultiPolygon::new([]), Err(Empty));
    assert_eq!(GeometryCollection::new(Vec::<Geometry>::new()), Err(Empty));
    assert_eq!(GeometryCollection::new(geometries()), Err(NestedCollection));
}

#[test]
fn the_parts_of_a_geometry_are_there() {
    let hole = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 1.0]];
    let area = square().with_hole(hole).expect("a hole");
    assert_eq!((area.exterior().len(), area.holes().map(<[Point]>::len).sum::<usize>()), (5, 4));
    assert_eq!(line().positions()[0].longitude(), 13.4);
    assert_eq!(MultiPolygon::new([area]).expect("a polygon").polygons().len(), 1);
    assert_eq!(MultiPoint::new([[0.0, 0.0]]).expect("a point").points().len(), 1);
    assert_eq!(MultiLineString::new([line()]).expect("a line").lines(), [line()]);
    let all = GeometryCollection::new([line(), line()]).expect("a collection");
    assert_eq!(all.geometries(), [line().into(), line().into()]);
}

/// The text of the error of reading this value as a geometry of any type, and as the polygon of a document.
fn errors(value: BsonDocument) -> [String; 2] {
    let bytes = doc! { "_id": 1, "v": value }.to_vec().expect("encodes");
    let any = {
        one!(
            #[mongo(max_items = 100)]
            Geometry
        );
        from_slice::<One>(&bytes).expect_err("not readable").to_string()
    };
    one!(
        #[mongo(max_items = 100)]
        Polygon
    );
    [any, from_slice::<One>(&bytes).expect_err("not readable").to_string()]
}

#[test]
fn a_polygon_that_can_not_be_read_says_where() {
    let ring = |ring: Vec<Vec<f64>>| doc! { "type": "Polygon", "coordinates": [ring] };
    let at = |a: f64, b: f64| vec![a, b];
    for (value, expected) in [
        (doc! {}, "`One.v`: the required field `type` is missing"),
        (doc! { "type": "Polygon" }, "`One.v`: the required field `coordinates` is missing"),
        (
            doc! { "type": "Polygon", "coordinates": [] },
            "`One.v.coordinates`: expected a geometry of at least one position, found none",
        ),
        (
            ring(vec![at(0.0, 0.0), at(1.0, 0.0), at(0.0, 0.0)]),
            "`One.v.coordinates[0]`: expected a ring of at least four positions, three of them different, found less",
        ),
        (
            ring(vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(2.0, 0.0)]),
            "`One.v.coordinates[0]`: expected a ring whose last position is its first, found an open one",
        ),
        (
            ring(vec![at(0.0, 0.0), at(1.0, 99.0)]),
            "`One.v.coordinates[0][1]`: expected a longitude from -180 to 180 and a latitude from -90 to 90 degrees, longitude \
             first, found a value out of its range",
        ),
        (
            ring(vec![at(0.0, 0.0), vec![1.0, 2.0, 3.0]]),
            "`One.v.coordinates[0][1]`: expected a position of two numbers, found a third: the type would lose an altitude",
        ),
        (ring(vec![vec![1.0]]), "`One.v.coordinates[0][0]`: expected an array of exactly 2"),
        (
            doc! { "type": "Polygon", "coordinates": [[[0, 1]]] },
            "`One.v.coordinates[0][0][0]`: expected double, found int32",
        ),
        (
            doc! { "type": "Polygon", "coordinates": [[1.0]] },
            "`One.v.coordinates[0][0]`: expected array, found double",
        ),
        (doc! { "type": 5 }, "`One.v.type`: expected string, found int32"),
    ] {
        let [any, polygon] = errors(value);
        assert_eq!(polygon, expected);
        assert_eq!(any, expected);
    }
}

#[test]
fn members_that_the_type_would_lose_are_not_read() {
    let crs = doc! { "type": "name", "properties": { "name": "EPSG:4326" } };
    for (name, value) in [("bbox", vec![0.0, 0.0, 4.0, 4.0].into()), ("crs", Bson::from(crs))] {
        let square: Vec<Vec<f64>> = SQUARE.iter().map(|position| position.to_vec()).collect();
        let mut polygon = doc! { "type": "Polygon", "coordinates": [square] };
        polygon.insert(name, value);
        for error in errors(polygon) {
            assert!(error.ends_with("the type denies fields that it does not declare"), "{error}");
            assert!(error.starts_with("`One.v"), "{error}");
        }
    }
}

#[test]
fn a_geometry_of_another_type_is_not_read() {
    let point = doc! { "type": "Point", "coordinates": [1.0, 2.0] };
    let [any, polygon] = errors(doc! { "type": "Circle", "coordinates": [1.0, 2.0] });
    assert_eq!(polygon, "`One.v.type`: the tag is not a known one; known: `Polygon`");
    assert_eq!(
        any,
        "`One.v.type`: the tag is not a known one; known: `Point`, `MultiPoint`, `LineString`, `MultiLineString`, `Polygon`, \
         `MultiPolygon`, `GeometryCollection`"
    );
    let nested = doc! { "type": "GeometryCollection", "geometries": [&point] };
    let [any, _] = errors(doc! { "type": "GeometryCollection", "geometries": [&point, nested] });
    assert_eq!(
        any,
        "`One.v.geometries[1]`: expected no `GeometryCollection` inside of another, found one"
    );
    let wrong = doc! { "type": "LineString", "coordinates": [[1.0, 2.0]] };
    let [any, _] = errors(doc! { "type": "GeometryCollection", "geometries": [point, wrong] });
    assert_eq!(
        any,
        "`One.v.geometries[1].coordinates`: expected a line of at least two different positions, found less"
    );
}

#[test]
fn the_bound_is_on_all_positions_of_a_geometry() {
    {
        one!(#[mongo(max_items = 9)] Option<MultiPolygon>);
        let two = MultiPolygon::new([square(), square()]).expect("polygons");
        assert_eq!(
            write_error(&One::of(Some(two))),
            "`One.v`: 10 positions are over the declared `max_items = 9`"
        );
    }
    one!(#[mongo(max_items = [2, 2])] Vec<Geometry>);
    assert!(to_vec(&One::of(vec![line().into(), line().into()])).is_ok());
    let error = write_error(&One::of(vec![line().into(), square().into()]));
    assert_eq!(error, "`One.v`: 5 positions are over the declared `max_items = 2`");
}

/// The worst case of a type, less that of a document without the field.
fn worst<D: Document>() -> usize {
    let mongo_runtime::shape::Shape::Document(shape) = D::SHAPE else {
        unreachable!("a document is one")
    };
    let around = 5 + "\0_id\0".len() + 4 + "\0v\0".len();
    mongo_runtime::shape::worst_case(shape).bytes - around
}

fn bytes<T: mongo_runtime::Value>(value: &T) -> usize {
    value.encoded_len()
}

#[test]
fn the_worst_case_of_a_geometry_is_that_of_its_bound() {
    let (a, b, c) = ([0.0, 0.0], [1.0, 0.0], [1.0, 1.0]);
    let ring = || Polygon::new([a, b, c, a]).expect("a ring");
    macro_rules! worst_of {
        ($ty:ty, $n:literal) => {{
            one!(
                #[mongo(max_items = $n)]
                $ty
            );
            worst::<One>()
        }};
    }
    let two = || LineString::new([a, b]).expect("a line");
    let largest = MultiPoint::new([a; 9]).expect("points");
    assert_eq!(worst_of!(MultiPoint, 9), bytes(&largest));
    let largest = LineString::new([a, b, a, b, a, b, a, b, c]).expect("a line");
    assert_eq!(worst_of!(LineString, 9), bytes(&largest));
    let largest = MultiLineString::new([two(), two(), two(), two()]).expect("lines");
    assert_eq!(worst_of!(MultiLineString, 8), bytes(&largest));
    let largest = ring().with_hole([a, b, c, a]).expect("a hole");
    assert_eq!(worst_of!(Polygon, 8), bytes(&largest));
    let largest = MultiPolygon::new([ring(), ring()]).expect("polygons");
    assert_eq!(worst_of!(MultiPolygon, 8), bytes(&largest));
    let one = MultiPoint::new([a]).expect("a point");
    let largest = GeometryCollection::new(vec![one; 9]).expect("a collection");
    assert_eq!(worst_of!(GeometryCollection, 9), bytes(&largest));
    assert_eq!(worst_of!(Geometry, 9), bytes(&Geometry::from(largest)));

    // Nothing of twelve positions is over the worst case of twelve.
    let most = worst_of!(Geometry, 12);
    for geometry in geometries().into_iter().take(6) {
        let parts = vec![geometry.clone(); if bytes(&geometry) > 300 { 1 } else { 3 }];
        let all = GeometryCollection::new(parts).expect("a collection");
        assert!(bytes(&all) <= most, "{all:?}");
    }
}
