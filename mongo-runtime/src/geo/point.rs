//! Points: one position.

use super::{
    InvalidGeometry,
    coordinates::{ARRAY, Coordinates},
    object::object,
};
use crate::codec::{DecodeReason, Failure, Reader, Value, Writer};

/// A GeoJSON point, stored as `{ type: "Point", coordinates: [longitude, latitude] }`.
///
/// Longitude comes first, as in GeoJSON, and both are in the ranges that the server's 2dsphere index takes. A third number, as
/// others store a height, is an error when it is read; see [`GeoJson`](super::GeoJson).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    longitude: f64,
    latitude: f64,
}

impl Point {
    /// A point, longitude first, in degrees.
    ///
    /// # Errors
    ///
    /// A longitude out of -180 to 180, or a latitude out of -90 to 90.
    pub fn new(longitude: f64, latitude: f64) -> Result<Self, InvalidGeometry> {
        let is_valid = (-180.0..=180.0).contains(&longitude) && (-90.0..=90.0).contains(&latitude);
        if is_valid { Ok(Self { longitude, latitude }) } else { Err(InvalidGeometry::OutOfRange) }
    }

    /// Degrees east of Greenwich.
    #[must_use]
    pub const fn longitude(self) -> f64 {
        self.longitude
    }

    /// Degrees north of the equator.
    #[must_use]
    pub const fn latitude(self) -> f64 {
        self.latitude
    }

    /// What tells two positions apart. The two zeros are one.
    pub(super) fn key(self) -> (u64, u64) {
        ((self.longitude + 0.0).to_bits(), (self.latitude + 0.0).to_bits())
    }
}

/// What stands for a position: a [`Point`], or `[longitude, latitude]` in degrees.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no position",
    label = "give a `Point`, or `[longitude, latitude]` as `f64`"
)]
pub trait Position {
    /// The point there.
    ///
    /// # Errors
    ///
    /// A longitude or latitude out of its range.
    fn to_point(self) -> Result<Point, InvalidGeometry>;
}

impl Position for Point {
    fn to_point(self) -> Result<Point, InvalidGeometry> {
        Ok(self)
    }
}

impl Position for [f64; 2] {
    fn to_point(self) -> Result<Point, InvalidGeometry> {
        let [longitude, latitude] = self;
        Point::new(longitude, latitude)
    }
}

pub(super) fn points<P: Position>(
    positions: impl IntoIterator<Item = P>,
) -> Result<Vec<Point>, InvalidGeometry> {
    positions.into_iter().map(P::to_point).collect()
}

/// The bytes of an array of two doubles.
const POSITION: usize = 4 + 2 * (3 + 8) + 1;

const ALTITUDE: &str =
    "expected a position of two numbers, found a third: the type would lose an altitude";

impl Coordinates for Point {
    fn n_positions(&self) -> usize {
        1
    }

    fn len(&self) -> usize {
        POSITION
    }

    fn put(&self, out: &mut Writer<'_>) {
        <[f64; 2] as Value>::encode(&[self.longitude, self.latitude], out);
    }

    fn take(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != ARRAY {
            return Err(input.unexpected(element_type, "array"));
        }
        let scope = input.open()?;
        let mut numbers = [0.0; 2];
        for number in &mut numbers {
            let Some(element_type) = input.next_item(&scope)? else {
                return Err(input.fail_in(&scope, DecodeReason::Length { expected: 2 }));
            };
            *number = <f64 as Value>::decode(element_type, input)?;
        }
        if !input.is_at_end(&scope) {
            return Err(input.fail_in(&scope, DecodeReason::Custom(ALTITUDE)));
        }
        input.close(scope)?;
        numbers.to_point().map_err(|invalid| input.fail_in(&scope, invalid.reason()))
    }
}

object! {
    Point: Point;
}
