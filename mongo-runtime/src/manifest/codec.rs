//! Says how a value is stored: the names of its representations, with their versions, through arrays and maps.

use crate::shape::{BsonType, Shape, UnionShape};

/// The representation at a path: `string@1`, `array(date_ms@1)`, `map(int64@1 or null)`, `map(text_key@1: int32@1)`, `tuple(double@1, Money@1)`,
/// `tuple(double@1; 3)`.
///
/// `marker` is the one of the application with its version, if it names one.
pub(crate) fn codec(shape: &Shape, marker: Option<&str>) -> String {
    let own = |name: &str| marker.map_or_else(|| format!("{name}@1"), str::to_owned);
    match shape {
        Shape::Scalar(scalar) if scalar.codec.is_built_in() && marker.is_some() => own(""),
        Shape::Scalar(scalar) => scalar.codec.to_string(),
        Shape::Tags(_) => own("tag"),
        Shape::Optional(inner) | Shape::Presence(inner) | Shape::Bounded(_, inner) => {
            codec(inner, marker)
        }
        Shape::Coded(name, inner) if is_of_application(inner) => name.to_string(),
        Shape::Coded(name, inner) => codec(inner, Some(&name.to_string())),
        Shape::Array(inner) => format!("array({})", element(inner, marker)),
        Shape::Set(inner) => format!("set({})", element(inner, marker)),
        Shape::Map(key, inner) => format!("map({}{})", map_key(key), element(inner, marker)),
        Shape::Fixed(elements) => {
            let elements: Vec<String> =
                elements.iter().map(|shape| element(shape, marker)).collect();
            match elements.split_first() {
                Some((first, rest)) if rest.iter().all(|other| other == first) => {
                    format!("tuple({first}; {})", elements.len())
                }
                _ => format!("tuple({})", elements.join(", ")),
            }
        }
        Shape::Document(_) | Shape::Back(_) => own("document"),
        Shape::Union(_) => own("union"),
        Shape::Geo(kind) => own(&format!("geojson_{}", kind.name().to_lowercase())),
        Shape::Opaque => own("opaque"),
        Shape::Refused(_) | Shape::Unknown => own("unknown"),
    }
}

/// The representation of a map's keys, if it is another than plain text.
fn map_key(key: &Shape) -> String {
    match codec(key, None) {
        name if name == "string@1" => String::new(),
        name => name + ": ",
    }
}

/// An element, which may be null without a presence of its own.
fn element(shape: &Shape, marker: Option<&str>) -> String {
    let or_null = if shape.is_optional() { " or null" } else { "" };
    codec(shape, marker) + or_null
}

/// The stored type in the manual's words: `string`, `array of object`.
pub(super) fn stored(shape: &Shape) -> String {
    match shape {
        Shape::Scalar(scalar) if scalar.bson == BsonType::Uuid => "binData of subtype 4".to_owned(),
        Shape::Scalar(scalar) => match (scalar.bson, scalar.len) {
            (BsonType::String, Some(len)) => {
                format!("string of {}", len.saturating_sub(EMPTY_STRING))
            }
            (bson, _) => bson.alias().to_owned(),
        },
        Shape::Tags(_) => "string".to_owned(),
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => stored(inner),
        Shape::Array(inner) => format!("array of {}", stored_element(inner)),
        Shape::Set(inner) => format!("set of {}", stored_element(inner)),
        Shape::Map(_, inner) => format!("map of {}", stored_element(inner)),
        Shape::Fixed(elements) => {
            let elements: Vec<String> =
                elements.iter().map(|shape| stored_element(shape)).collect();
            format!("array of ({})", elements.join(", "))
        }
        Shape::Document(_) => "object".to_owned(),
        Shape::Union(UnionShape { tag, .. }) => format!("object by `{tag}`"),
        Shape::Geo(kind) => format!("GeoJSON {}", kind.name()),
        Shape::Back(_) => "object, again".to_owned(),
        Shape::Opaque => "anything".to_owned(),
        Shape::Refused(_) | Shape::Unknown => "unknown".to_owned(),
    }
}

/// The bytes of an empty string: length prefix and NUL.
const EMPTY_STRING: usize = 5;

fn stored_element(shape: &Shape) -> String {
    let or_null = if shape.is_optional() { " or null" } else { "" };
    stored(shape) + or_null
}

/// Whether a representation of the application is inside, so that its name says nothing about the stored type.
pub(super) fn is_of_application(shape: &Shape) -> bool {
    match shape {
        Shape::Coded(..) => true,
        Shape::Scalar(scalar) => !scalar.codec.is_built_in(),
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Map(_, inner) => is_of_application(inner),
        Shape::Fixed(elements) => elements.iter().any(|shape| is_of_application(shape)),
        _ => false,
    }
}
