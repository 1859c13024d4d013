//! Compares the stored forms of two fields, for a field that has to be stored as another one is.

use super::{GeoShape, Scalar, Shape, Text, str_eq};
use crate::codec::Bounds;

/// A stored form: what is stored, and the marker of a representation of the application.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) codec: Option<&'a str>,
}

impl<'a> Form<'a> {
    /// The form of a value that is there, without the bounds that its type declares.
    const fn of_value(self) -> Self {
        match self.shape {
            Shape::Optional(inner) | Shape::Presence(inner) | Shape::Bounded(_, inner) => {
                Self { shape: inner, ..self }.of_value()
            }
            Shape::Coded(codec, inner) => {
                Self { shape: inner, codec: Some(codec.name()) }.of_value()
            }
            _ => self,
        }
    }

    /// The form of what arrays and maps hold.
    pub(crate) const fn innermost(self) -> Self {
        let it = self.of_value();
        match it.shape {
            Shape::Array(inner) | Shape::Set(inner) | Shape::Map(_, inner) => {
                Self { shape: inner, ..it }.innermost()
            }
            _ => it,
        }
    }

    const fn with(self, shape: &'a Shape) -> Self {
        Self { shape, ..self }
    }

    /// Says what is stored.
    pub(crate) const fn tell(self, text: Text) -> Text {
        let it = self.of_value();
        let open = match it.shape {
            Shape::Array(_) => "array of ",
            Shape::Set(_) => "set of ",
            Shape::Map(..) => "map of ",
            _ => "",
        };
        match (it.shape, it.codec) {
            (Shape::Array(inner) | Shape::Set(inner) | Shape::Map(_, inner), _) => {
                it.with(inner).tell(text.and(open))
            }
            (_, Some(codec)) => text.and("`").and(codec).and("`"),
            (Shape::Scalar(scalar), _) => text.and("`").and(scalar.codec.name()).and("`"),
            (Shape::Tags(tags), _) => text.and("a tag of `").and(tags.name).and("`"),
            (Shape::Document(document), _) => text.and("a document `").and(document.name).and("`"),
            (Shape::Union(union), _) => text.and("a document `").and(union.name).and("`"),
            (Shape::Geo(kind), _) => text.and("a GeoJSON `").and(kind.name()).and("`"),
            (Shape::Fixed(_), _) => text.and("a tuple"),
            (Shape::Opaque, _) => text.and("`opaque`"),
            _ => text.and("a document"),
        }
    }
}

/// Whether every value of `source` is stored by `copy` as it is there. What is refused elsewhere is not told again.
pub(crate) const fn same_form(copy: Form<'_>, source: Form<'_>) -> bool {
    let (copy, source) = (copy.of_value(), source.of_value());
    let same_codec = match (copy.codec, source.codec) {
        (None, None) => true,
        (Some(a), Some(b)) => str_eq(a, b),
        _ => false,
    };
    match (copy.shape, source.shape) {
        (Shape::Unknown | Shape::Refused(_), _) | (_, Shape::Unknown | Shape::Refused(_)) => true,
        (Shape::Scalar(a), Shape::Scalar(b)) => same_codec && holds(a, b),
        (Shape::Tags(a), Shape::Tags(b)) => same_codec && has_all(a.tags, b.tags),
        (Shape::Array(a), Shape::Array(b))
        | (Shape::Set(a), Shape::Set(b))
        | (Shape::Array(a), Shape::Set(b)) => same_element(copy.with(a), source.with(b)),
        (Shape::Map(key, a), Shape::Map(other_key, b)) => {
            same_element(copy.with(key), source.with(other_key))
                && same_element(copy.with(a), source.with(b))
        }
        (Shape::Fixed(a), Shape::Fixed(b)) => {
            let mut at = 0;
            while at < a.len() && at < b.len() {
                if !same_element(copy.with(a[at]), source.with(b[at])) {
                    return false;
                }
                at += 1;
            }
            a.len() == b.len()
        }
        (Shape::Geo(a), Shape::Geo(b)) => *a as u8 == *b as u8 || matches!(a, GeoShape::Geometry),
        (Shape::Opaque, Shape::Opaque) => same_codec,
        (a, b) => match (identity(a), identity(b)) {
            (Some(a), Some(b)) => same_codec && str_eq(a, b),
            _ => false,
        },
    }
}

/// An element may be null where it is optional.
const fn same_element(copy: Form<'_>, source: Form<'_>) -> bool {
    (copy.shape.is_optional() || !source.shape.is_optional()) && same_form(copy, source)
}

/// Documents are told apart by the type.
const fn identity(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Document(document) => Some(document.id),
        Shape::Union(union) => Some(union.id),
        Shape::Back(id) => Some(id),
        _ => None,
    }
}

/// Whether `copy` is written as `source` is, and holds every number that it does.
const fn holds(copy: &Scalar, source: &Scalar) -> bool {
    let has_room = match (copy.range, source.range) {
        (Some((min, max)), Some((source_min, source_max))) => {
            min <= source_min && max >= source_max
        }
        _ => true,
    };
    let same_len = match (copy.len, source.len) {
        (Some(a), Some(b)) => a == b,
        (None, None) => true,
        _ => false,
    };
    copy.bson as u8 == source.bson as u8
        && same_len
        && has_room
        && copy.codec.writes_like(source.codec)
}

const fn has_all(tags: &[&str], wanted: &[&str]) -> bool {
    let mut at = 0;
    while at < wanted.len() {
        let (mut is_there, mut other) = (false, 0);
        while other < tags.len() {
            is_there = is_there || str_eq(tags[other], wanted[at]);
            other += 1;
        }
        if !is_there {
            return false;
        }
        at += 1;
    }
    true
}

/// The first bound of a copy that is below that of its source: its name, the bound, and that of the source.
pub(crate) const fn has_room(
    copy: &Bounds,
    source: &Bounds,
) -> Option<(&'static str, usize, Option<usize>)> {
    if copy.max_len < source.max_len {
        return Some(("max_len", copy.max_len, bound(source.max_len)));
    }
    let mut level = 0;
    while level < copy.max_items.len() {
        let wanted =
            if level < source.max_items.len() { source.max_items[level] } else { usize::MAX };
        if copy.max_items[level] < wanted {
            return Some(("max_items", copy.max_items[level], bound(wanted)));
        }
        level += 1;
    }
    if copy.max_bytes < source.max_bytes {
        return Some(("max_bytes", copy.max_bytes, bound(source.max_bytes)));
    }
    None
}

const fn bound(bound: usize) -> Option<usize> {
    if bound == usize::MAX { None } else { Some(bound) }
}
