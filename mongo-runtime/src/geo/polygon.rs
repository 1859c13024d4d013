//! Areas.

use super::{
    InvalidGeometry, Point, Position,
    coordinates::{list_of_parts, not_empty},
    object::object,
    point::points,
};

/// The edge of an area or of a hole in it.
#[derive(Debug, Clone, PartialEq)]
struct Ring(Vec<Point>);

impl Ring {
    fn of(points: Vec<Point>) -> Result<Self, InvalidGeometry> {
        let mut keys: Vec<_> = points.iter().map(|point| point.key()).collect();
        match keys.as_slice() {
            [] | [_] | [_, _] => return Err(InvalidGeometry::ShortRing),
            [first, .., last] if first != last => return Err(InvalidGeometry::OpenRing),
            [_, _, _] => return Err(InvalidGeometry::ShortRing),
            _ => {}
        }
        // As the server does: what is the same as the one before counts once.
        keys.dedup();
        keys.pop();
        let n_met = keys.len();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() < 3 {
            Err(InvalidGeometry::ShortRing)
        } else if keys.len() < n_met {
            Err(InvalidGeometry::RepeatedPosition)
        } else {
            Ok(Self(points))
        }
    }
}

/// A GeoJSON area with an edge, less the holes in it, stored as
/// `{ type: "Polygon", coordinates: [[[longitude, latitude], ..], ..] }`, the outer ring first.
///
/// The direction of a ring means nothing to the server: the area is the smaller one of the two that the ring parts. Neither
/// the constructors nor the readers look for edges that cross and for holes that are not inside; a 2dsphere index refuses
/// the write of such a one. A read costs a sort of each ring.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon(Vec<Ring>);

impl Polygon {
    /// The area inside of a ring, whose last position is its first:
    /// `Polygon::new([[0.0, 0.0], [3.0, 6.0], [6.0, 1.0], [0.0, 0.0]])`, longitude first.
    ///
    /// # Errors
    ///
    /// A position out of range, a ring that does not close, has less than four positions or less than three different ones,
    /// or meets one twice.
    pub fn new<P: Position>(ring: impl IntoIterator<Item = P>) -> Result<Self, InvalidGeometry> {
        Ok(Self(vec![Ring::of(points(ring)?)?]))
    }

    /// The same less the area inside of another ring.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_hole<P: Position>(
        mut self,
        ring: impl IntoIterator<Item = P>,
    ) -> Result<Self, InvalidGeometry> {
        self.0.push(Ring::of(points(ring)?)?);
        Ok(self)
    }

    fn of(rings: Vec<Ring>) -> Result<Self, InvalidGeometry> {
        not_empty(rings).map(Self)
    }

    /// The positions of the outer ring. The last is the first.
    #[must_use]
    pub fn exterior(&self) -> &[Point] {
        self.0.first().map_or(&[], |ring| &ring.0)
    }

    /// The positions of each hole.
    pub fn holes(&self) -> impl Iterator<Item = &[Point]> {
        self.0.iter().skip(1).map(|ring| ring.0.as_slice())
    }
}

/// GeoJSON areas that are one value, stored as
/// `{ type: "MultiPolygon", coordinates: [[[[longitude, latitude], ..], ..], ..] }`.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiPolygon(Vec<Polygon>);

impl MultiPolygon {
    /// At least one polygon. They may overlap.
    ///
    /// # Errors
    ///
    /// No polygon.
    pub fn new(polygons: impl IntoIterator<Item = Polygon>) -> Result<Self, InvalidGeometry> {
        Self::of(polygons.into_iter().collect())
    }

    fn of(polygons: Vec<Polygon>) -> Result<Self, InvalidGeometry> {
        not_empty(polygons).map(Self)
    }

    /// The polygons.
    #[must_use]
    pub fn polygons(&self) -> &[Polygon] {
        &self.0
    }
}

list_of_parts! { Ring Polygon MultiPolygon }

object! {
    Polygon: Polygon;
    MultiPolygon: MultiPolygon;
}
