//! Changes of GeoJSON: of the object, of each level of arrays, and of positions.

use mongo_runtime::{
    bson::{Bson, Document, doc},
    codec::Bounds,
    shape::GeoShape,
};

use super::{Change, scalar::other_types};

pub(super) fn changes_of(
    kind: GeoShape,
    bounds: &Bounds,
    place: &str,
    geometry: &Document,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut of_type = other_types("geo type", &Bson::String(String::new()));
    of_type.push(Change::new("geo type", "unknown tag", "Circle"));
    of_type.push(Change::new("geo type", "tag of another type", another(geometry)));
    of_type.push(Change { value: None, ..Change::new("geo type", "removed", Bson::Null) });
    changes.extend(of_type.into_iter().map(|change| change.under("type", geometry)));
    for (member, inner) in geometry.iter().filter(|(name, _)| *name != "type") {
        let place = format!("geo {member}");
        let mut of_member = other_types(&place, inner);
        of_member.push(Change { value: None, ..Change::new(&place, "removed", Bson::Null) });
        of_member.extend(arrays(inner));
        changes.extend(of_member.into_iter().map(|change| change.under(member, geometry)));
    }
    for (what, name, value) in [
        ("a box", "bbox", Bson::Array(vec![0.0.into(); 4])),
        ("a reference system", "crs", doc! { "type": "name" }.into()),
        ("unknown field", "no such field", 1.into()),
    ] {
        let mut more = geometry.clone();
        more.insert(name, value);
        changes.push(Change::new("geo object", what, more));
    }
    changes.extend(over_the_bound(kind, bounds, place));
    changes
}

fn another(geometry: &Document) -> &'static str {
    if geometry.get_str("type").is_ok_and(|it| it == "Point") { "LineString" } else { "Point" }
}

/// More positions than `max_items`, in one array of them and in many.
fn over_the_bound(kind: GeoShape, bounds: &Bounds, place: &str) -> Vec<Change> {
    let Some(max) = bounds.items() else { return Vec::new() };
    let line = |n: usize| Bson::Array((0..n).map(|at| position(at as f64)).collect());
    let lines = |n: usize, of: usize| Bson::Array(vec![line(of); n]);
    let rings = |n: usize| Bson::Array(vec![ring(4); n]);
    let object = |kind: &str, coordinates: Bson| doc! { "type": kind, "coordinates": coordinates };
    let change = |what: &str, value: Document| Change::new(place, what, value);
    let (one, many) =
        ("positions of one array over the bound", "positions together over the bound");
    match kind {
        GeoShape::MultiPoint | GeoShape::LineString => {
            vec![change(one, object(kind.name(), line(max + 1)))]
        }
        GeoShape::MultiLineString => vec![
            change(one, object("MultiLineString", lines(1, max + 1))),
            change(many, object("MultiLineString", lines(2, max / 2 + 1))),
            change("arrays over the bound", object("MultiLineString", lines(max / 2 + 1, 2))),
        ],
        GeoShape::Polygon => vec![
            change(one, object("Polygon", Bson::Array(vec![ring(max + 1)]))),
            change("arrays over the bound", object("Polygon", rings(max / 4 + 1))),
        ],
        GeoShape::MultiPolygon => {
            let areas = Bson::Array(vec![rings(1); max / 4 + 1]);
            vec![change("arrays over the bound", object("MultiPolygon", areas))]
        }
        GeoShape::GeometryCollection | GeoShape::Geometry => {
            let points = object("MultiPoint", line(max / 2 + 1));
            let geometries = Bson::Array(vec![points.into(); 2]);
            vec![change(many, doc! { "type": "GeometryCollection", "geometries": geometries })]
        }
        GeoShape::Point => Vec::new(),
    }
}

fn position(at: f64) -> Bson {
    Bson::Array(vec![at.into(), at.into()])
}

/// A closed ring of so many positions, none of them beside an equal one.
fn ring(n: usize) -> Bson {
    let turn = std::f64::consts::TAU / (n - 1) as f64;
    let mut positions: Vec<Bson> = (0..n - 1)
        .map(|at| turn * at as f64)
        .map(|angle| Bson::Array(vec![angle.cos().into(), angle.sin().into()]))
        .collect();
    positions.push(positions[0].clone());
    Bson::Array(positions)
}

/// Every level of arrays, at its first element.
fn arrays(value: &Bson) -> Vec<Change> {
    let Bson::Array(items) = value else { return Vec::new() };
    let (place, mut changes) = match items.first() {
        Some(Bson::Double(_)) => ("geo position", numbers(items)),
        Some(Bson::Document(member)) => {
            let inside = changes_of(GeoShape::Point, &Bounds::NONE, "geo member", member);
            let mut changes: Vec<Change> =
                inside.into_iter().map(|change| change.at(0, items)).collect();
            let within = doc! { "type": "GeometryCollection", "geometries": [member.clone()] };
            changes.push(Change::new("geo member", "a collection", within).at(0, items));
            ("geo members", changes)
        }
        Some(first) => {
            let inside = other_types("geo array", first).into_iter().chain(arrays(first));
            ("geo array", inside.map(|change| change.at(0, items)).collect())
        }
        None => return Vec::new(),
    };
    let with = |what: &str, items: Vec<Bson>| Change::new(place, what, items);
    changes.push(with("empty", Vec::new()));
    changes.push(with("one item more", [items, &items[..1]].concat()));
    changes.push(with("one item less", items[..items.len() - 1].to_vec()));
    if matches!(items.first(), Some(Bson::Array(first)) if matches!(first.first(), Some(Bson::Double(_))))
    {
        let mut moved = items.clone();
        if let Some(last) = moved.last_mut() {
            *last = Bson::Array(vec![7.0.into(), 7.0.into()]);
        }
        changes.push(with("another end", moved));
        changes.push(with("one position", vec![items[0].clone()]));
    }
    changes
}

fn numbers(items: &[Bson]) -> Vec<Change> {
    let mut changes = other_types("geo number", &items[0]);
    for (what, value) in
        [("not a number", f64::NAN), ("over 180 degrees", 180.5), ("under -180 degrees", -180.5)]
    {
        changes.push(Change::new("geo longitude", what, value));
    }
    let mut changes: Vec<Change> = changes.into_iter().map(|change| change.at(0, items)).collect();
    for (what, value) in [("over 90 degrees", 90.5), ("under -90 degrees", -90.5)] {
        changes.push(Change::new("geo latitude", what, value).at(1, items));
    }
    changes
}
