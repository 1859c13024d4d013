//! Several points, and lines.

use super::{
    InvalidGeometry, Point, Position,
    coordinates::{list_of_parts, not_empty},
    object::object,
    point::points,
};

/// GeoJSON points that are one value, stored as `{ type: "MultiPoint", coordinates: [[longitude, latitude], ..] }`.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiPoint(Vec<Point>);

impl MultiPoint {
    /// At least one point: `MultiPoint::new([[13.4, 52.5], [2.35, 48.86]])`, longitude first.
    ///
    /// # Errors
    ///
    /// No position, or one out of range.
    pub fn new<P: Position>(
        positions: impl IntoIterator<Item = P>,
    ) -> Result<Self, InvalidGeometry> {
        points(positions).and_then(Self::of)
    }

    fn of(points: Vec<Point>) -> Result<Self, InvalidGeometry> {
        not_empty(points).map(Self)
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.0
    }
}

/// A GeoJSON line through positions, stored as `{ type: "LineString", coordinates: [[longitude, latitude], ..] }`.
///
/// From one to the next it takes the shortest way on the sphere.
#[derive(Debug, Clone, PartialEq)]
pub struct LineString(Vec<Point>);

impl LineString {
    /// At least two different positions: `LineString::new([[13.4, 52.5], [2.35, 48.86]])`, longitude first. The line may come
    /// back to one, and cross itself.
    ///
    /// # Errors
    ///
    /// Less than two different positions, or one out of range.
    pub fn new<P: Position>(
        positions: impl IntoIterator<Item = P>,
    ) -> Result<Self, InvalidGeometry> {
        points(positions).and_then(Self::of)
    }

    fn of(points: Vec<Point>) -> Result<Self, InvalidGeometry> {
        match points.split_first() {
            Some((first, rest)) if rest.iter().any(|other| other.key() != first.key()) => {
                Ok(Self(points))
            }
            _ => Err(InvalidGeometry::ShortLine),
        }
    }

    /// The positions in their order.
    #[must_use]
    pub fn positions(&self) -> &[Point] {
        &self.0
    }
}

/// GeoJSON lines that are one value, stored as `{ type: "MultiLineString", coordinates: [[[longitude, latitude], ..], ..] }`.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiLineString(Vec<LineString>);

impl MultiLineString {
    /// At least one line.
    ///
    /// # Errors
    ///
    /// No line.
    pub fn new(lines: impl IntoIterator<Item = LineString>) -> Result<Self, InvalidGeometry> {
        Self::of(lines.into_iter().collect())
    }

    fn of(lines: Vec<LineString>) -> Result<Self, InvalidGeometry> {
        not_empty(lines).map(Self)
    }

    /// The lines.
    #[must_use]
    pub fn lines(&self) -> &[LineString] {
        &self.0
    }
}

list_of_parts! { MultiPoint LineString MultiLineString }

object! {
    MultiPoint: MultiPoint;
    LineString: LineString;
    MultiLineString: MultiLineString;
}
