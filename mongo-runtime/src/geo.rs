//! GeoJSON: longitude first, in degrees, and nothing that a 2dsphere index refuses by its form.

mod collection;

mod coordinates;

mod invalid;

mod line;

mod object;

mod point;

mod polygon;

use crate::codec::Value;

pub use self::{
    collection::{Geometry, GeometryCollection},
    invalid::InvalidGeometry,
    line::{LineString, MultiLineString, MultiPoint},
    point::{Point, Position},
    polygon::{MultiPolygon, Polygon},
};

/// The GeoJSON types, any of which `intersects` takes.
///
/// All of them are stored as [RFC 7946](https://www.rfc-editor.org/rfc/rfc7946) says: `{ type: "..", coordinates: [..] }`, a
/// position as `[longitude, latitude]` in degrees. What a type can't keep is not read, so that nothing is lost unseen: a third
/// number of a position (the server ignores it), and members such as `bbox` and `crs`. Numbers are doubles. A field for what
/// others wrote in another form is `opaque`.
///
/// Constructors and readers check what the server's 2dsphere index does: ranges, at least one position, lines of two different
/// ones, rings that close, have three different positions and meet none twice, no collection in a collection. Two things the
/// index alone finds out, and then refuses the write: edges of a ring that cross, and holes outside of their polygon. Edges are
/// the shortest lines on the sphere, and a polygon is the smaller of the two areas that its ring parts.
///
/// All but [`Point`] need a bound, `#[mongo(max_items = N)]`: the most positions in all of the geometry.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no GeoJSON",
    label = "give a geometry of `mongo_runtime::geo`, such as a `LineString`"
)]
pub trait GeoJson: Value + sealed::Sealed {}

/// The types that have an inside, as `within` needs it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no inside",
    label = "give a `Polygon` or a `MultiPolygon`"
)]
pub trait Area: GeoJson {}

impl Area for Polygon {}
impl Area for MultiPolygon {}

mod sealed {
    /// Keeps the traits of this module to its own types.
    pub trait Sealed {}
}
