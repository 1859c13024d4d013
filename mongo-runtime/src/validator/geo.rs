//! GeoJSON. A schema counts the elements of each array, so a bound on all positions is one on each array of them.

use bson::{Bson, Document, doc};

use super::value::count;
use crate::{codec::Bounds, shape::GeoShape};

pub(super) fn geometry(kind: GeoShape, bounds: &Bounds) -> Document {
    any(kind, bounds.items().unwrap_or(usize::MAX))
}

fn any(kind: GeoShape, most: usize) -> Document {
    if kind != GeoShape::Geometry {
        return object(kind, most);
    }
    let forms = GeoShape::CONCRETE.iter().map(|kind| object(*kind, most).into());
    doc! { "bsonType": "object", "oneOf": forms.collect::<Vec<Bson>>() }
}

fn object(kind: GeoShape, most: usize) -> Document {
    let member = if kind == GeoShape::GeometryCollection { "geometries" } else { "coordinates" };
    doc! {
        "bsonType": "object",
        "required": ["type", member],
        "properties": { "type": { "enum": [kind.name()] }, member: content(kind, most) },
        "additionalProperties": false,
    }
}

fn content(kind: GeoShape, most: usize) -> Document {
    let points = |least| array(least, most, position());
    let lines = |least, line| array(1, most / least, line);
    match kind {
        GeoShape::Point => position(),
        GeoShape::MultiPoint => points(1),
        GeoShape::LineString => points(2),
        GeoShape::MultiLineString => lines(2, points(2)),
        GeoShape::Polygon => lines(4, points(4)),
        GeoShape::MultiPolygon => lines(4, lines(4, points(4))),
        GeoShape::GeometryCollection | GeoShape::Geometry => {
            let members =
                GeoShape::CONCRETE.iter().filter(|kind| **kind != GeoShape::GeometryCollection);
            let forms: Vec<Bson> = members.map(|kind| object(*kind, most).into()).collect();
            array(1, most, doc! { "bsonType": "object", "oneOf": forms })
        }
    }
}

fn array(least: usize, most: usize, items: Document) -> Document {
    let mut schema = doc! { "bsonType": "array", "minItems": count(least) };
    if most != usize::MAX {
        schema.insert("maxItems", count(most.max(least)));
    }
    schema.insert("items", items);
    schema
}

/// Longitude first.
fn position() -> Document {
    let degrees = |most: f64| doc! { "bsonType": "double", "minimum": -most, "maximum": most };
    doc! { "bsonType": "array", "minItems": 2, "maxItems": 2, "items": [degrees(180.0), degrees(90.0)] }
}
