//! Operands of geometry, in GeoJSON: longitude first, distances in metres.

use bson::{Bson, doc};

use super::term::Operand;
use crate::{
    codec::{AsIs, Bounds, operand},
    geo::{Area, GeoJson, Point},
    refusal::Refusal,
};

/// The radius that the server takes the earth to have, in metres.
const EARTH_RADIUS_METERS: f64 = 6_378_100.0;

/// Half of the way around the earth, in metres: no point is farther.
const FARTHEST_METERS: f64 = EARTH_RADIUS_METERS * std::f64::consts::PI;

pub(crate) fn near(center: Point, min_meters: Option<f64>, max_meters: f64) -> Operand {
    let mut near = doc! { "$geometry": { "type": "Point", "coordinates": position(center) } };
    if let Some(min) = min_meters {
        near.insert("$minDistance", distance(min)?);
    }
    near.insert("$maxDistance", distance(max_meters)?);
    Ok(near.into())
}

pub(crate) fn circle(center: Point, radius_meters: f64) -> Operand {
    let radius = distance(radius_meters)? / EARTH_RADIUS_METERS;
    Ok(doc! { "$centerSphere": [position(center), radius] }.into())
}

pub(crate) fn frame(south_west: Point, north_east: Point) -> Operand {
    let (west, south) = (south_west.longitude(), south_west.latitude());
    let (east, north) = (north_east.longitude(), north_east.latitude());
    if !(west < east && south < north && east - west < 180.0) {
        let text = "`within_box` takes its south-west corner first, and spans less than 180 degrees of longitude";
        return Err(Refusal::Rule(text.to_owned()));
    }
    let ring = [[west, south], [east, south], [east, north], [west, north], [west, south]];
    let ring: Vec<Bson> = ring.iter().map(|corner| Bson::from(corner.to_vec())).collect();
    Ok(doc! { "$geometry": { "type": "Polygon", "coordinates": [ring] } }.into())
}

/// `{ $geometry: .. }`, written by the codec of the geometry.
fn geometry(geometry: &impl GeoJson) -> Operand {
    let written =
        operand::<AsIs, _>(geometry, &Bounds::NONE, "$geometry").map_err(Refusal::from)?;
    Ok(doc! { "$geometry": written }.into())
}

pub(crate) fn within(area: &impl Area) -> Operand {
    geometry(area)
}

pub(crate) fn intersects(with: &impl GeoJson) -> Operand {
    geometry(with)
}

fn position(point: Point) -> Vec<f64> {
    vec![point.longitude(), point.latitude()]
}

fn distance(meters: f64) -> Result<f64, Refusal> {
    if (0.0..=FARTHEST_METERS).contains(&meters) {
        return Ok(meters);
    }
    Err(Refusal::Rule(
        "a distance is a number of metres from 0 to half of the way around the earth (20037392)"
            .to_owned(),
    ))
}
