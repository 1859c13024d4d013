//! What is not stored: the first refused type inside of a shape, and what can't be the key of a map.

use crate::shape::{Role, Scalar, Shape};

/// What is said of bytes that no representation is named for.
pub(crate) const BYTES: &str = "is bytes as an array of int32, four times their size and more: write `#[mongo(as = \"binary\")]`, or \
                                `\"int_array\"` if that is meant";

/// The first refused type inside.
pub(in crate::shape) const fn refused(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Refused(why) => Some(why),
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => match inner {
            Shape::Scalar(Scalar { role: Role::Byte, .. }) if matches!(shape, Shape::Array(_)) => {
                Some(BYTES)
            }
            _ => refused(inner),
        },
        Shape::Map(key, inner) => match refused_key(key) {
            Some(why) => Some(why),
            None => refused(inner),
        },
        Shape::Fixed(elements) => {
            let mut at = 0;
            while at < elements.len() {
                if let Some(why) = refused(elements[at]) {
                    return Some(why);
                }
                at += 1;
            }
            None
        }
        Shape::Document(document) if document.is_family => Some(FAMILY),
        _ => None,
    }
}

/// What is said of an enum over documents that is no document of its own.
const FAMILY: &str = "is an enum over the documents of a collection, whose types are kept there and not inside of others: keep the \
                      `_id` of one, or derive `Embedded` for an enum of what is stored here";

/// Why values of this shape can't be the keys of a map.
const fn refused_key(key: &Shape) -> Option<&'static str> {
    match key {
        Shape::Optional(_) | Shape::Presence(_) => Some(
            "has an optional key, and a key is always there: use the type inside, and leave out the entry without one",
        ),
        Shape::Scalar(scalar)
            if scalar.codec.is_built_in()
                && !scalar.codec.is_plain(scalar.bson)
                && !scalar.codec.is_text_key() =>
        {
            Some(
                "has a key with a representation of its own, and keys are plain text: use `String`, a newtype of it, a unit enum, or `TextKey<T>` for the text of another type",
            )
        }
        Shape::Tags(tags) => {
            let mut rest = tags.tags;
            while let [tag, next @ ..] = rest {
                if !is_key(tag.as_bytes()) {
                    return Some(
                        "has keys that a document can't have: give each variant of the key a name that is not empty, without `.` and \
                         NUL, and without a leading `$`",
                    );
                }
                rest = next;
            }
            None
        }
        Shape::Bounded(_, inner) | Shape::Coded(_, inner) => refused_key(inner),
        Shape::Refused(why) => Some(why),
        _ => None,
    }
}

const fn is_key(mut text: &[u8]) -> bool {
    if matches!(text, [] | [b'$', ..]) {
        return false;
    }
    while let [first, rest @ ..] = text {
        if matches!(first, 0 | b'.') {
            return false;
        }
        text = rest;
    }
    true
}
