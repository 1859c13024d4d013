//! The types of GeoJSON.

/// A type of GeoJSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeoShape {
    /// One position.
    Point,
    /// Several positions.
    MultiPoint,
    /// A line through positions.
    LineString,
    /// Several lines.
    MultiLineString,
    /// An area.
    Polygon,
    /// Several areas.
    MultiPolygon,
    /// Several of the above.
    GeometryCollection,
    /// Any of the above.
    Geometry,
}

impl GeoShape {
    /// The types that a stored object can have, a collection last.
    pub(crate) const CONCRETE: &'static [Self] = &[
        Self::Point,
        Self::MultiPoint,
        Self::LineString,
        Self::MultiLineString,
        Self::Polygon,
        Self::MultiPolygon,
        Self::GeometryCollection,
    ];

    /// Its name: what is stored in `type`, or `Geometry` for any.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Point => "Point",
            Self::MultiPoint => "MultiPoint",
            Self::LineString => "LineString",
            Self::MultiLineString => "MultiLineString",
            Self::Polygon => "Polygon",
            Self::MultiPolygon => "MultiPolygon",
            Self::GeometryCollection => "GeometryCollection",
            Self::Geometry => "Geometry",
        }
    }

    /// What its `type` can be.
    pub(crate) const fn tags(self) -> &'static [&'static str] {
        match self {
            Self::Point => &["Point"],
            Self::MultiPoint => &["MultiPoint"],
            Self::LineString => &["LineString"],
            Self::MultiLineString => &["MultiLineString"],
            Self::Polygon => &["Polygon"],
            Self::MultiPolygon => &["MultiPolygon"],
            Self::GeometryCollection => &["GeometryCollection"],
            Self::Geometry => &[
                "Point",
                "MultiPoint",
                "LineString",
                "MultiLineString",
                "Polygon",
                "MultiPolygon",
                "GeometryCollection",
            ],
        }
    }

    /// What a reader says that it wants.
    pub(crate) const fn expected(self) -> &'static str {
        match self {
            Self::Point => "a GeoJSON Point",
            Self::MultiPoint => "a GeoJSON MultiPoint",
            Self::LineString => "a GeoJSON LineString",
            Self::MultiLineString => "a GeoJSON MultiLineString",
            Self::Polygon => "a GeoJSON Polygon",
            Self::MultiPolygon => "a GeoJSON MultiPolygon",
            Self::GeometryCollection => "a GeoJSON GeometryCollection",
            Self::Geometry => "a GeoJSON geometry",
        }
    }

    /// The type of this name, which is stored in `type`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::CONCRETE.iter().find(|kind| kind.name() == name).copied()
    }

    /// Whether it has as many positions as the value, which need a bound.
    #[must_use]
    pub const fn needs_a_bound(self) -> bool {
        !matches!(self, Self::Point)
    }

    /// The least positions that one has.
    pub(crate) const fn least(self) -> usize {
        match self {
            Self::Point | Self::MultiPoint | Self::GeometryCollection | Self::Geometry => 1,
            Self::LineString | Self::MultiLineString => 2,
            Self::Polygon | Self::MultiPolygon => 4,
        }
    }

    /// Levels of documents and arrays.
    pub(crate) const fn depth(self) -> usize {
        match self {
            Self::Point => 2,
            Self::MultiPoint | Self::LineString => 3,
            Self::MultiLineString | Self::Polygon => 4,
            Self::MultiPolygon => 5,
            Self::GeometryCollection | Self::Geometry => 2 + Self::MultiPolygon.depth(),
        }
    }

    /// The most bytes of one with so many positions.
    pub(crate) const fn most_bytes(self, n_positions: usize) -> usize {
        /// The bytes of a position.
        const POSITION: usize = 4 + 2 * (3 + 8) + 1;
        // The header of an element of an array. There are no more elements than positions.
        let header = 2 + super::size::n_digits(n_positions);
        // A line or ring, of the least positions it can have.
        let part = header + 5;
        let of_positions = n_positions.saturating_mul(header + POSITION);
        let content = match self {
            Self::Point => POSITION - 5,
            Self::MultiPoint | Self::LineString => of_positions,
            Self::MultiLineString => {
                of_positions.saturating_add((n_positions / 2).saturating_mul(part))
            }
            Self::Polygon => of_positions.saturating_add((n_positions / 4).saturating_mul(part)),
            Self::MultiPolygon => {
                of_positions.saturating_add((n_positions / 4).saturating_mul(2 * part))
            }
            // No other form takes more bytes a position than one point in a `MultiPoint`.
            Self::GeometryCollection | Self::Geometry => {
                n_positions.saturating_mul(header + Self::MultiPoint.most_bytes(1))
            }
        };
        let (name, member) = match self {
            Self::GeometryCollection | Self::Geometry => ("GeometryCollection", "geometries"),
            other => (other.name(), "coordinates"),
        };
        let around = 4 + (2 + "type".len() + 4 + name.len() + 1) + (2 + member.len()) + 5 + 1;
        content.saturating_add(around)
    }
}
