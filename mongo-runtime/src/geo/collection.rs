//! A geometry of any type, and several of them.

use super::{
    InvalidGeometry, LineString, MultiLineString, MultiPoint, MultiPolygon, Point, Polygon,
    coordinates::{Coordinates, list_of_parts, not_empty},
    object::{DOCUMENT, geometry, object, object_len, put_object, take_object},
};
use crate::{
    codec::{DecodeReason, Failure, Reader, Value, Writer},
    shape::GeoShape,
};

/// A GeoJSON geometry of any type; its `type` tells which.
#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    /// A point.
    Point(Point),
    /// Several points.
    MultiPoint(MultiPoint),
    /// A line.
    LineString(LineString),
    /// Several lines.
    MultiLineString(MultiLineString),
    /// An area.
    Polygon(Polygon),
    /// Several areas.
    MultiPolygon(MultiPolygon),
    /// Several geometries.
    Collection(GeometryCollection),
}

/// GeoJSON geometries that are one value, stored as `{ type: "GeometryCollection", geometries: [{ type: "..", .. }, ..] }`.
#[derive(Debug, Clone, PartialEq)]
pub struct GeometryCollection(Vec<Geometry>);

impl GeometryCollection {
    /// At least one geometry, none of which is a collection itself: the server takes none inside of another.
    ///
    /// # Errors
    ///
    /// No geometry, or a collection.
    pub fn new<G: Into<Geometry>>(
        geometries: impl IntoIterator<Item = G>,
    ) -> Result<Self, InvalidGeometry> {
        Self::of(geometries.into_iter().map(G::into).collect())
    }

    fn of(geometries: Vec<Geometry>) -> Result<Self, InvalidGeometry> {
        if geometries.iter().any(|geometry| matches!(geometry, Geometry::Collection(_))) {
            return Err(InvalidGeometry::NestedCollection);
        }
        not_empty(geometries).map(Self)
    }

    /// The geometries.
    #[must_use]
    pub fn geometries(&self) -> &[Geometry] {
        &self.0
    }
}

list_of_parts! { GeometryCollection }

object! {
    GeometryCollection: GeometryCollection;
}

/// One arm for each type of geometry.
macro_rules! each {
    ($geometry:expr, $inner:ident => $then:expr) => {
        match $geometry {
            Geometry::Point($inner) => $then,
            Geometry::MultiPoint($inner) => $then,
            Geometry::LineString($inner) => $then,
            Geometry::MultiLineString($inner) => $then,
            Geometry::Polygon($inner) => $then,
            Geometry::MultiPolygon($inner) => $then,
            Geometry::Collection($inner) => $then,
        }
    };
}

/// As a member of a collection.
impl Coordinates for Geometry {
    const ELEMENT: u8 = DOCUMENT;

    fn n_positions(&self) -> usize {
        each!(self, inner => inner.n_positions())
    }

    fn len(&self) -> usize {
        each!(self, inner => object_len(inner))
    }

    fn put(&self, out: &mut Writer<'_>) {
        each!(self, inner => put_object(inner, out));
    }

    fn take(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let at = input.clone();
        match kind_of(element_type, input)? {
            // Not entered, so that bytes decide nothing about the depth.
            GeoShape::GeometryCollection => {
                Err(at.fail(InvalidGeometry::NestedCollection.reason()))
            }
            kind => take_kind(kind, element_type, input),
        }
    }
}

fn take_any(element_type: u8, input: &mut Reader<'_>) -> Result<Geometry, Failure> {
    let kind = kind_of(element_type, input)?;
    take_kind(kind, element_type, input)
}

/// The type that a geometry says to be of.
fn kind_of(element_type: u8, input: &Reader<'_>) -> Result<GeoShape, Failure> {
    if element_type != DOCUMENT {
        return Err(input.unexpected(element_type, GeoShape::Geometry.expected()));
    }
    // It need not be the first member.
    let mut ahead = input.clone();
    let scope = ahead.open()?;
    while let Some((element_type, key)) = ahead.next_element(&scope)? {
        if key == b"type" {
            let unknown = DecodeReason::UnknownTag { known: GeoShape::Geometry.tags() };
            let at = ahead.clone();
            let name = String::decode(element_type, &mut ahead)?;
            return GeoShape::named(&name).ok_or_else(|| at.fail(unknown));
        }
        ahead.skip(element_type)?;
    }
    Err(ahead.fail_in(&scope, DecodeReason::Missing { field: "type" }))
}

fn take_kind(
    kind: GeoShape,
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<Geometry, Failure> {
    match kind {
        GeoShape::MultiPoint => take_object(element_type, input).map(Geometry::MultiPoint),
        GeoShape::LineString => take_object(element_type, input).map(Geometry::LineString),
        GeoShape::MultiLineString => {
            take_object(element_type, input).map(Geometry::MultiLineString)
        }
        GeoShape::Polygon => take_object(element_type, input).map(Geometry::Polygon),
        GeoShape::MultiPolygon => take_object(element_type, input).map(Geometry::MultiPolygon),
        GeoShape::GeometryCollection => take_object(element_type, input).map(Geometry::Collection),
        GeoShape::Point | GeoShape::Geometry => {
            take_object(element_type, input).map(Geometry::Point)
        }
    }
}

geometry! {
    Geometry, GeoShape::Geometry, Coordinates::len, Coordinates::put, take_any;
}

macro_rules! from {
    ($($ty:ident => $variant:ident;)*) => { $(
        impl From<$ty> for Geometry {
            fn from(geometry: $ty) -> Self {
                Self::$variant(geometry)
            }
        }
    )* };
}

from! {
    Point => Point;
    MultiPoint => MultiPoint;
    LineString => LineString;
    MultiLineString => MultiLineString;
    Polygon => Polygon;
    MultiPolygon => MultiPolygon;
    GeometryCollection => Collection;
}
