//! GeoJSON.

use std::fmt;

use crate::{
    class,
    codec::{DecodeReason, Failure, Reader, Value, Writer},
    field::{Leaf, Path},
    shape::Shape,
};

/// A GeoJSON point, stored as `{ type: "Point", coordinates: [longitude, latitude] }`.
///
/// Longitude comes first, as in GeoJSON, and both are in the ranges that the server's 2dsphere index takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    longitude: f64,
    latitude: f64,
}

/// A longitude or latitude out of its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {RANGES}")
    }
}

impl std::error::Error for OutOfRange {}

const RANGES: &str =
    "a longitude from -180 to 180 and a latitude from -90 to 90 degrees, longitude first";

impl Point {
    /// A point, longitude first, in degrees.
    ///
    /// # Errors
    ///
    /// A longitude out of -180 to 180, or a latitude out of -90 to 90.
    pub fn new(longitude: f64, latitude: f64) -> Result<Self, OutOfRange> {
        let is_valid = (-180.0..=180.0).contains(&longitude) && (-90.0..=90.0).contains(&latitude);
        if is_valid { Ok(Self { longitude, latitude }) } else { Err(OutOfRange) }
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
}

const TYPE: &[u8] = b"\0type\0";
const COORDINATES: &[u8] = b"\0coordinates\0";

impl Value for Point {
    const SHAPE: &'static Shape = &Shape::Geo("Point");
    type Class = class::Geo;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        0x03
    }

    fn encoded_len(&self) -> usize {
        const STRING: usize = 4 + "Point\0".len();
        const ARRAY: usize = 4 + 2 * (3 + 8) + 1;
        4 + TYPE.len() + STRING + COORDINATES.len() + ARRAY + 1
    }

    fn encode(&self, out: &mut Writer<'_>) {
        let slot = out.open();
        out.put_header(0x02, TYPE);
        out.put_str("Point");
        out.put_header(0x04, COORDINATES);
        <[f64; 2] as Value>::encode(&[self.longitude, self.latitude], out);
        out.close(slot);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != 0x03 {
            return Err(input.unexpected(element_type, "a GeoJSON Point"));
        }
        let scope = input.open()?;
        let (mut has_type, mut coordinates) = (false, None);
        while let Some((element_type, key)) = input.next_element(&scope)? {
            match key {
                b"type" if has_type => return Err(input.fail(DecodeReason::DuplicateKey)),
                b"type" => {
                    let wrong = DecodeReason::UnknownTag { known: &["Point"] };
                    if String::decode(element_type, input)? != "Point" {
                        return Err(input.fail(wrong));
                    }
                    has_type = true;
                }
                b"coordinates" if coordinates.is_some() => {
                    return Err(input.fail(DecodeReason::DuplicateKey));
                }
                b"coordinates" => {
                    coordinates = Some(<[f64; 2] as Value>::decode(element_type, input)?)
                }
                _ => return Err(input.fail(DecodeReason::UnknownField)),
            }
        }
        input.close(scope)?;
        let missing = |field| input.fail_in(&scope, DecodeReason::Missing { field });
        if !has_type {
            return Err(missing("type"));
        }
        let [longitude, latitude] = coordinates.ok_or_else(|| missing("coordinates"))?;
        Self::new(longitude, latitude).map_err(|OutOfRange| {
            input.fail_in(&scope, DecodeReason::OutOfRange { expected: RANGES })
        })
    }
}
