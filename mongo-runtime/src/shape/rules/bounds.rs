//! Rules of bounds: every level of arrays and maps has one, and every bound has its level.

use super::field;
use crate::{
    codec::Bounds,
    shape::{FieldShape, GeoShape, Shape, Text},
};

/// The bounds of a field.
pub(super) const fn check_bounds(type_name: &str, row: &FieldShape) -> Option<Text> {
    if let Some(why) = no_max_bytes(row.shape, &row.bounds) {
        return Some(field(type_name, row).and(why));
    }
    check_levels(Subject::Field(type_name, row), row.shape, &row.bounds)
}

/// What a rule is about. Most rules hold, so its text is composed only when one does not: composing is the costly part.
#[derive(Clone, Copy)]
pub(super) enum Subject<'a> {
    /// A field of a type.
    Field(&'a str, &'a FieldShape),
    /// What a newtype holds.
    Inside(&'a str),
}

impl Subject<'_> {
    /// How the error begins.
    pub(super) const fn text(self) -> Text {
        match self {
            Self::Field(type_name, row) => field(type_name, row),
            Self::Inside(type_name) => Text::new("the inside of `").and(type_name).and("` "),
        }
    }
}

/// Why `max_bytes` must not stand here.
pub(super) const fn no_max_bytes(shape: &Shape, bounds: &Bounds) -> Option<&'static str> {
    if bounds.max_bytes == usize::MAX
        || shape.leads_to_document()
        || matches!(shape.inside(), Shape::Opaque)
    {
        return None;
    }
    Some(
        "holds no document and nothing opaque, so its size follows from its other bounds: write `max_len = N` for text and bytes, \
         `max_items = N` for arrays and maps, and remove `max_bytes`",
    )
}

/// Every level of arrays and maps has a bound, and every bound has its level.
pub(super) const fn check_levels(
    subject: Subject<'_>,
    shape: &Shape,
    bounds: &Bounds,
) -> Option<Text> {
    if has_array_in_fixed(shape, false) {
        return Some(subject.text().and(
            "has an array, map or geometry inside of a tuple or fixed array, where no bound reaches it: give it a type of its own, \
             `#[derive(Embedded)] struct Tags(#[mongo(max_items = N)] Vec<String>)`",
        ));
    }
    let (n_levels, kind, geo) = levels(shape);
    let of_levels = match geo {
        Some(_) => " of arrays, maps and positions",
        None => " of arrays or maps",
    };
    let n_bounds = bounds.max_items.len();
    if n_levels > n_bounds {
        return Some(match geo {
            Some(geo) if n_levels == 1 => subject
                .text()
                .and("is a GeoJSON ")
                .and(geo.name())
                .and(" without a bound: write `#[mongo(max_items = N)]`, the most positions in all of it"),
            None if n_levels == 1 => {
                subject.text().and("is ").and(kind).and(" without a bound: write `#[mongo(max_items = N)]`")
            }
            _ => subject
                .text()
                .and("has ")
                .and_number(n_levels)
                .and(" levels")
                .and(of_levels)
                .and(", and each needs a bound: write `#[mongo(max_items = [N, M])]`, outermost first"),
        });
    }
    if n_levels < n_bounds {
        return Some(if n_levels == 0 {
            subject
                .text()
                .and("is no array or map, so it has no items to bound: remove `max_items`")
        } else {
            subject
                .text()
                .and("has ")
                .and_number(n_levels)
                .and(if n_levels == 1 { " level" } else { " levels" })
                .and(of_levels)
                .and(", and `max_items` has ")
                .and_number(n_bounds)
                .and(" bounds: remove the rest")
        });
    }
    if let (Some(geo), [.., most]) = (geo, bounds.max_items)
        && *most < geo.least()
    {
        return Some(
            subject
                .text()
                .and("is a GeoJSON ")
                .and(geo.name())
                .and(", which has at least ")
                .and_number(geo.least())
                .and(" positions: raise `max_items`, the most positions in all of it"),
        );
    }
    if bounds.max_len != usize::MAX && !has_text(shape) {
        return Some(
            subject.text().and(
                "holds no text, bytes or keys, so it has no length to bound: remove `max_len`",
            ),
        );
    }
    None
}

/// The levels of arrays, maps and positions that have no bound of their own, the kind of the outermost, and whose positions
/// are the innermost.
const fn levels(shape: &Shape) -> (usize, &'static str, Option<GeoShape>) {
    let (mut n_levels, mut kind, mut shape) = (0, "an array", shape);
    loop {
        match shape {
            Shape::Optional(inner) | Shape::Presence(inner) | Shape::Coded(_, inner) => {
                shape = inner
            }
            // A type that bounds something else leaves the levels to the field.
            Shape::Bounded(Bounds { max_items: [], .. }, inner) => shape = inner,
            Shape::Array(inner) | Shape::Set(inner) => {
                n_levels += 1;
                shape = inner;
            }
            Shape::Map(_, inner) => {
                if n_levels == 0 {
                    kind = "a map";
                }
                n_levels += 1;
                shape = inner;
            }
            Shape::Geo(geo) if geo.needs_a_bound() => return (n_levels + 1, kind, Some(*geo)),
            _ => return (n_levels, kind, None),
        }
    }
}

/// Whether there is an array or map without a bound of its own inside of a tuple or fixed array.
const fn has_array_in_fixed(shape: &Shape, is_in_fixed: bool) -> bool {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Coded(_, inner)
        | Shape::Bounded(Bounds { max_items: [], .. }, inner) => {
            has_array_in_fixed(inner, is_in_fixed)
        }
        Shape::Array(inner) | Shape::Set(inner) | Shape::Map(_, inner) => {
            is_in_fixed || has_array_in_fixed(inner, false)
        }
        Shape::Geo(geo) => is_in_fixed && geo.needs_a_bound(),
        Shape::Fixed(elements) => {
            let mut at = 0;
            while at < elements.len() {
                if has_array_in_fixed(elements[at], true) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
}

/// Whether there is something whose length `max_len` bounds.
const fn has_text(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(scalar) => scalar.len.is_none(),
        Shape::Map(..) | Shape::Unknown => true,
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => has_text(inner),
        Shape::Fixed(elements) => {
            let mut at = 0;
            while at < elements.len() {
                if has_text(elements[at]) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
}
