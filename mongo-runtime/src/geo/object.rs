//! The document of a geometry: its type, and what is in it.

use super::coordinates::Coordinates;
use crate::{
    codec::{DecodeReason, Failure, Reader, Value, Writer},
    shape::GeoShape,
};

pub(super) const DOCUMENT: u8 = 0x03;

/// A geometry whose parts are its [`Coordinates`].
pub(super) trait Object: Coordinates {
    const KIND: GeoShape;
}

pub(super) const TYPE: &[u8] = b"\0type\0";
const COORDINATES: &[u8] = b"\0coordinates\0";
const GEOMETRIES: &[u8] = b"\0geometries\0";

const fn header(kind: GeoShape) -> &'static [u8] {
    match kind {
        GeoShape::GeometryCollection => GEOMETRIES,
        _ => COORDINATES,
    }
}

pub(super) fn object_len<T: Object>(object: &T) -> usize {
    let kind = 4 + T::KIND.name().len() + 1;
    4 + TYPE.len() + kind + header(T::KIND).len() + object.len() + 1
}

pub(super) fn put_object<T: Object>(object: &T, out: &mut Writer<'_>) {
    let slot = out.open();
    out.put_header(0x02, TYPE);
    out.put_str(T::KIND.name());
    out.put_header(0x04, header(T::KIND));
    object.put(out);
    out.close(slot);
}

pub(super) fn take_object<T: Object>(
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<T, Failure> {
    if element_type != DOCUMENT {
        return Err(input.unexpected(element_type, T::KIND.expected()));
    }
    let scope = input.open()?;
    let (mut has_type, mut parts) = (false, None);
    let name = if T::KIND == GeoShape::GeometryCollection { "geometries" } else { "coordinates" };
    while let Some((element_type, key)) = input.next_element(&scope)? {
        match key {
            b"type" if has_type => return Err(input.fail(DecodeReason::DuplicateKey)),
            b"type" => {
                let unknown = input.fail(DecodeReason::UnknownTag { known: T::KIND.tags() });
                if String::decode(element_type, input)? != T::KIND.name() {
                    return Err(unknown);
                }
                has_type = true;
            }
            _ if key != name.as_bytes() => return Err(input.fail(DecodeReason::UnknownField)),
            _ if parts.is_some() => return Err(input.fail(DecodeReason::DuplicateKey)),
            _ => parts = Some(T::take(element_type, input)?),
        }
    }
    input.close(scope)?;
    let missing = |field| input.fail_in(&scope, DecodeReason::Missing { field });
    if !has_type {
        return Err(missing("type"));
    }
    parts.ok_or_else(|| missing(name))
}

/// [`Value`] for types that a function each measures, writes and reads.
macro_rules! geometry {
    ($($ty:ty, $kind:expr, $len:path, $put:path, $take:path;)*) => { $(
        impl crate::codec::Value for $ty {
            const SHAPE: &'static crate::shape::Shape = &crate::shape::Shape::Geo($kind);
            type Class = crate::class::Geo;
            type Inner = Self;
            type Fields<P: crate::field::Path> = crate::field::Leaf<P>;

            fn element_type(&self) -> u8 {
                crate::geo::object::DOCUMENT
            }

            fn encoded_len(&self) -> usize {
                $len(self)
            }

            fn encode(&self, out: &mut crate::codec::Writer<'_>) {
                $put(self, out);
            }

            fn decode(element_type: u8, input: &mut crate::codec::Reader<'_>) -> Result<Self, crate::codec::Failure> {
                $take(element_type, input)
            }

            fn over(&self, bounds: &crate::codec::Bounds) -> Option<crate::codec::Over> {
                bounds.over_positions(crate::geo::coordinates::Coordinates::n_positions(self))
            }
        }

        impl crate::geo::sealed::Sealed for $ty {}
        impl crate::geo::GeoJson for $ty {}
    )* };
}

/// The same for an [`Object`].
macro_rules! object {
    ($($ty:ty: $kind:ident;)*) => { $(
        impl crate::geo::object::Object for $ty {
            const KIND: crate::shape::GeoShape = crate::shape::GeoShape::$kind;
        }

        crate::geo::object::geometry! {
            $ty, crate::shape::GeoShape::$kind, crate::geo::object::object_len, crate::geo::object::put_object,
                crate::geo::object::take_object;
        }
    )* };
}

pub(super) use {geometry, object};
