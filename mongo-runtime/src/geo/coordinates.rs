//! Positions, and arrays of them in as many levels as a geometry has.

use super::InvalidGeometry;
use crate::codec::{Failure, Reader, Writer, array_keys_len};

pub(super) const ARRAY: u8 = 0x04;

/// What stands in an array of a geometry.
pub(super) trait Coordinates: Sized {
    /// Its element type.
    const ELEMENT: u8 = ARRAY;

    /// How many positions are inside.
    fn n_positions(&self) -> usize;

    /// The bytes that [`put`](Self::put) writes.
    fn len(&self) -> usize;

    fn put(&self, out: &mut Writer<'_>);

    /// Reads one, and checks it.
    fn take(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure>;
}

pub(super) fn n_positions<T: Coordinates>(parts: &[T]) -> usize {
    parts.iter().map(T::n_positions).sum()
}

pub(super) fn list_len<T: Coordinates>(parts: &[T]) -> usize {
    4 + array_keys_len(parts.len()) + parts.iter().map(T::len).sum::<usize>() + 1
}

pub(super) fn put_list<T: Coordinates>(parts: &[T], out: &mut Writer<'_>) {
    let slot = out.open();
    for (index, part) in parts.iter().enumerate() {
        out.put_index(T::ELEMENT, index);
        part.put(out);
    }
    out.close(slot);
}

/// Reads an array, and makes the geometry of its elements. What is wrong with it is wrong at the array.
pub(super) fn take_list<T: Coordinates, G>(
    element_type: u8,
    input: &mut Reader<'_>,
    make: impl FnOnce(Vec<T>) -> Result<G, InvalidGeometry>,
) -> Result<G, Failure> {
    if element_type != ARRAY {
        return Err(input.unexpected(element_type, "array"));
    }
    let scope = input.open()?;
    let mut parts = Vec::new();
    while let Some(element_type) = input.next_item(&scope)? {
        parts.push(T::take(element_type, input)?);
    }
    input.close(scope)?;
    make(parts).map_err(|invalid| input.fail_in(&scope, invalid.reason()))
}

/// [`Coordinates`] for types that are a list of parts in their field `0`, made by `Self::of`.
macro_rules! list_of_parts {
    ($($ty:ty)*) => { $(
        impl crate::geo::coordinates::Coordinates for $ty {
            fn n_positions(&self) -> usize {
                crate::geo::coordinates::n_positions(&self.0)
            }

            fn len(&self) -> usize {
                crate::geo::coordinates::list_len(&self.0)
            }

            fn put(&self, out: &mut crate::codec::Writer<'_>) {
                crate::geo::coordinates::put_list(&self.0, out);
            }

            fn take(
                element_type: u8,
                input: &mut crate::codec::Reader<'_>,
            ) -> Result<Self, crate::codec::Failure> {
                crate::geo::coordinates::take_list(element_type, input, Self::of)
            }
        }
    )* };
}

pub(super) use list_of_parts;

/// A geometry of at least one part.
pub(super) fn not_empty<T>(parts: Vec<T>) -> Result<Vec<T>, InvalidGeometry> {
    if parts.is_empty() { Err(InvalidGeometry::Empty) } else { Ok(parts) }
}
