//! Conditions that an update needs of a document, and why a document that fails one is left as it is.

use std::fmt;

use bson::{Bson, Document, doc};

use crate::{
    field::{IsVariant, Path},
    filter::guarded,
    shape::{BsonType, Scalar, Shape},
};

/// A condition that is added to the filter of an update.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Guard {
    /// The condition.
    pub condition: Document,
    /// What to say of a document that fails it.
    pub rejection: Rejection,
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Guard({})", self.rejection)
    }
}

/// Why an update left a document as it was, although it met the filter. Holds no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The array would have more elements than its bound allows.
    ArrayFull {
        /// The array.
        path: &'static str,
        /// Its declared bound.
        max: usize,
    },
    /// The number would leave the range of its Rust type, and the document could not be read any more. An absent number
    /// counts as zero.
    OutOfRange {
        /// The number.
        path: &'static str,
    },
    /// The number is null, and the server does no arithmetic on null.
    Null {
        /// The number.
        path: &'static str,
    },
    /// The document is of an older schema version, and would be left in a shape that no version has; or no reader is
    /// declared for that version.
    OlderVersion {
        /// The version that the update is for.
        current: i32,
    },
    /// The same of a document of a newer schema version.
    NewerVersion {
        /// The version that the update is for.
        current: i32,
    },
    /// What the document has as its schema version is no int32.
    UnreadableVersion {
        /// The version that the update is for.
        current: i32,
    },
    /// The enum is not the variant that the changed field is one of.
    OtherVariant {
        /// The enum; empty when the document is one.
        path: &'static str,
        /// The tag of the variant.
        tag: &'static str,
    },
    /// The array is not there, so it has no elements to change.
    ArrayAbsent {
        /// The array.
        path: &'static str,
    },
    /// The document is not in the state that the update expects: another value, or none.
    Unexpected {
        /// What has another value.
        path: &'static str,
    },
    /// The optional document around the field is not there, and would come into being without its required fields.
    ParentAbsent {
        /// The optional document.
        path: &'static str,
    },
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ArrayFull { path, max } => {
                write!(
                    f,
                    "the array `{path}` would have more than the {max} elements of its `max_items`"
                )
            }
            Self::OutOfRange { path } => {
                write!(f, "the number `{path}` would leave the range of its type")
            }
            Self::Null { path } => {
                write!(
                    f,
                    "the number `{path}` is null, and there is no arithmetic on null; `set` it"
                )
            }
            Self::OlderVersion { current } => {
                write!(
                    f,
                    "the document is of an older schema version than {current}, which the update is for \
                     (`upgrade_one` rewrites it in that version, and `.upgrading()` does both)"
                )
            }
            Self::NewerVersion { current } => {
                write!(
                    f,
                    "the document is of a newer schema version than {current}, which the update is for \
                     (a binary of that version can change it)"
                )
            }
            Self::UnreadableVersion { current } => {
                write!(
                    f,
                    "the schema version of the document is no int32, and the update is for version {current}"
                )
            }
            Self::OtherVariant { path, tag } => {
                let what = Quoted(path);
                write!(
                    f,
                    "{what} is not the variant `{tag}`, which the changed field is one of; to make it that, set it as a whole"
                )
            }
            Self::ArrayAbsent { path } => {
                write!(f, "the array `{path}` is absent, so it has no elements to change")
            }
            Self::Unexpected { path } => {
                write!(f, "{} is not what the update expects it to be", Quoted(path))
            }
            Self::ParentAbsent { path } => {
                write!(
                    f,
                    "`{path}` is absent, and would come into being without its required fields; set it as a whole"
                )
            }
        }
    }
}

/// A path as a message tells it.
struct Quoted(&'static str);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("the document"),
            path => write!(f, "`{path}`"),
        }
    }
}

/// The variants that a path leads into must be what is stored.
pub(super) fn of_variant(variant: Option<&'static IsVariant>) -> Vec<Guard> {
    let all = variant.into_iter().flat_map(IsVariant::and_outer);
    let guards = all.map(|is| Guard {
        condition: doc! { is.path: is.tag },
        rejection: Rejection::OtherVariant { path: is.of, tag: is.tag },
    });
    guards.collect()
}

/// An optional document around `P` must be there, unless `P` is all that it requires.
pub(super) fn whole_parent<P: Path>() -> Option<Guard> {
    let path = P::WOULD_LACK?;
    Some(Guard {
        condition: doc! { path: { "$type": "object" } },
        rejection: Rejection::ParentAbsent { path },
    })
}

/// The array at `P` must have room for so many more.
pub(super) fn room<P: Path>(max: usize, n_new: usize) -> Option<Guard> {
    let condition = at_most::<P>(max.checked_sub(n_new)?);
    (n_new > 0)
        .then_some(Guard { condition, rejection: Rejection::ArrayFull { path: P::NAME, max } })
}

/// The set at `P` must have room for those of the values that it lacks.
pub(super) fn room_for<P: Path>(max: usize, values: &[Bson]) -> Option<Guard> {
    let path = P::NAME;
    let condition = match values {
        [] => return None,
        [value] => {
            doc! { "$or": [at_most::<P>(max.checked_sub(1)?), { path: guarded(value.clone()) }] }
        }
        values => {
            let missing = doc! { "$setDifference": [{ "$literal": values }, stored(path)] };
            let total = doc! { "$add": [{ "$size": stored(path) }, { "$size": missing }] };
            doc! { "$expr": { "$lte": [total, length(max)] } }
        }
    };
    Some(Guard { condition, rejection: Rejection::ArrayFull { path, max } })
}

/// The array has at most `len` elements, or is absent.
fn at_most<P: Path>(len: usize) -> Document {
    let path = P::NAME;
    let element = match P::SHAPE.inner() {
        Shape::Array(element) | Shape::Set(element) => element,
        _ => &Shape::Opaque,
    };
    if may_have_index_key(element) {
        doc! { "$expr": { "$lte": [{ "$size": stored(path) }, length(len)] } }
    } else {
        doc! { format!("{path}.{len}"): { "$exists": false } }
    }
}

/// Whether an element can have a key of digits. The server takes the `5` of `items.5` for such a key, too.
fn may_have_index_key(element: &Shape) -> bool {
    let is_index = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    match element.inner() {
        Shape::Scalar(_) | Shape::Tags(_) | Shape::Geo(_) => false,
        // The server does not look for keys through two arrays.
        Shape::Array(_) | Shape::Set(_) | Shape::Fixed(_) => false,
        Shape::Document(document) => document.fields.iter().any(|field| is_index(field.name)),
        _ => true,
    }
}

fn stored(path: &str) -> Document {
    doc! { "$ifNull": [format!("${path}"), []] }
}

fn length(len: usize) -> Bson {
    i32::try_from(len)
        .map_or_else(|_| Bson::Int64(i64::try_from(len).unwrap_or(i64::MAX)), Bson::Int32)
}

/// What arithmetic asks of the number at `P`.
pub(super) struct Range {
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
    /// Whether an absent number, which counts as zero, comes to be one that its type holds.
    pub(super) takes_absent: bool,
}

/// The number at `P` must be in a range, or be absent where it may be.
pub(super) fn in_range<P: Path>(scalar: &Scalar, range: &Range) -> Option<Guard> {
    let path = P::NAME;
    let number = |bound: i64| match i32::try_from(bound) {
        Ok(bound) if scalar.bson == BsonType::Int32 => Bson::Int32(bound),
        _ => Bson::Int64(bound),
    };
    let may_be_absent = P::SHAPE.is_optional() || P::OPTIONAL.is_some();
    let passes_absent = may_be_absent && range.takes_absent;
    let condition = match (range.low.map(number), range.high.map(number)) {
        (None, None) if may_be_absent && !passes_absent => doc! { path: { "$exists": true } },
        (None, None) => return None,
        (Some(low), None) if passes_absent => doc! { path: { "$not": { "$lt": low } } },
        (None, Some(high)) if passes_absent => doc! { path: { "$not": { "$gt": high } } },
        (Some(low), Some(high)) if passes_absent => {
            doc! { "$nor": [{ path: { "$lt": low } }, { path: { "$gt": high } }] }
        }
        (Some(low), None) => doc! { path: { "$gte": low } },
        (None, Some(high)) => doc! { path: { "$lte": high } },
        (Some(low), Some(high)) => doc! { path: { "$gte": low, "$lte": high } },
    };
    Some(Guard { condition, rejection: Rejection::OutOfRange { path } })
}

/// The number at `P` must not be null, where the mapper stores null.
pub(super) fn not_null<P: Path>() -> Option<Guard> {
    let path = P::NAME;
    let stores_null = P::NULL || matches!(P::SHAPE, Shape::Presence(_));
    stores_null.then(|| Guard {
        condition: doc! { path: { "$not": { "$type": 10 } } },
        rejection: Rejection::Null { path },
    })
}
