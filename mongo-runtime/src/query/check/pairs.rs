//! Rules over two conditions on one path.

use crate::{
    index::{PartialOp, PartialTerm, check_both},
    query::{Predicate, PredicateOp},
    shape::{Shape, Text, str_eq},
};

/// Whether two conditions are on one value.
pub(super) const fn is_one_place(a: &Predicate, b: &Predicate) -> bool {
    let is_one_element = match (a.element, b.element) {
        (None, None) => true,
        (Some(a), Some(b)) => str_eq(a, b),
        _ => false,
    };
    is_one_element && str_eq(a.path, b.path) && str_eq(a.array, b.array)
}

/// What a condition says of a value.
#[derive(Clone, Copy)]
enum Kind {
    Equal,
    Lower,
    Upper,
    /// That it has none.
    Without,
    /// Something else of a value that is there.
    Other,
    /// Something that a place without a value meets, too, or that can be said twice.
    Loose,
}

const fn kind(op: PredicateOp) -> Kind {
    match op {
        PredicateOp::Eq => Kind::Equal,
        PredicateOp::Gt | PredicateOp::Gte => Kind::Lower,
        PredicateOp::Lt | PredicateOp::Lte => Kind::Upper,
        PredicateOp::Null | PredicateOp::Absent | PredicateOp::NullOrAbsent => Kind::Without,
        PredicateOp::In
        | PredicateOp::StartsWith
        | PredicateOp::Contains
        | PredicateOp::Matches => Kind::Other,
        PredicateOp::Ne
        | PredicateOp::NotIn
        | PredicateOp::Exists
        | PredicateOp::Present
        | PredicateOp::Other => Kind::Loose,
    }
}

pub(super) const fn check_pair(query: &str, a: &Predicate, b: &Predicate) -> Option<Text> {
    if has_several(b) {
        return check_again(query, a, b);
    }
    if let (Some(first), Some(second)) = (as_term(a), as_term(b))
        && !matches!((a.op, b.op), (PredicateOp::Eq, PredicateOp::Eq))
    {
        return check_both(
            Text::new("`").and(b.written).and("` "),
            &first,
            &second,
            "no document matches",
        );
    }
    let both = what(query, "compares", b.written);
    match (kind(a.op), kind(b.op)) {
        (Kind::Lower, Kind::Lower) => Some(and_both(both, a, b).and("`, two lower limits: keep one")),
        (Kind::Upper, Kind::Upper) => Some(and_both(both, a, b).and("`, two upper limits: keep one")),
        (Kind::Without, Kind::Without) => {
            Some(and_both(both, a, b).and("`, and each says that it has no value: keep one"))
        }
        (Kind::Without, Kind::Equal | Kind::Lower | Kind::Upper | Kind::Other)
        | (Kind::Equal | Kind::Lower | Kind::Upper | Kind::Other, Kind::Without) => {
            Some(and_both(both, a, b).and(
                "`, and no document has a value there and none: keep one, or make it two queries",
            ))
        }
        (Kind::Equal, Kind::Lower | Kind::Upper | Kind::Other | Kind::Loose) if !a.is_optional => {
            Some(and_both(both, a, b).and(
                "`, and what equals a value meets other conditions or none: keep `eq`, or make it `optional`",
            ))
        }
        (Kind::Lower | Kind::Upper | Kind::Other | Kind::Loose, Kind::Equal) if !b.is_optional => {
            Some(and_both(both, a, b).and(
                "`, and what equals a value meets other conditions or none: keep `eq`, or make it `optional`",
            ))
        }
        _ => check_again(query, a, b),
    }
}

/// One operator on one path, twice.
const fn check_again(query: &str, a: &Predicate, b: &Predicate) -> Option<Text> {
    let is_of_any_element = !b.array.is_empty() && b.element.is_none();
    let advice = match (a.op, b.op) {
        // Two elements, which can mean nothing else.
        (PredicateOp::Eq, PredicateOp::Eq) if is_of_any_element => return None,
        (PredicateOp::Eq, PredicateOp::Eq) => "for one of several values write `is_in`",
        (PredicateOp::Ne, PredicateOp::Ne) => "for none of several values write `not_in`",
        (PredicateOp::In, PredicateOp::In)
        | (PredicateOp::NotIn, PredicateOp::NotIn)
        | (PredicateOp::StartsWith, PredicateOp::StartsWith)
        | (PredicateOp::Exists, PredicateOp::Exists)
        | (PredicateOp::Present, PredicateOp::Present) => "keep one",
        _ => return None,
    };
    Some(
        what(query, "compares", b.written)
            .and("twice by `")
            .and(b.attribute)
            .and("`: ")
            .and(advice),
    )
}

pub(super) const fn what(query: &str, does: &str, path: &str) -> Text {
    Text::new("`").and(query).and("` ").and(does).and(" `").and(path).and("` ")
}

const fn and_both(text: Text, a: &Predicate, b: &Predicate) -> Text {
    text.and("by `").and(a.attribute).and("` and `").and(b.attribute)
}

/// Whether conditions on the path can be met by several values.
const fn has_several(it: &Predicate) -> bool {
    !it.array.is_empty() && it.element.is_none()
        || matches!(it.shape.inner(), Shape::Array(_) | Shape::Set(_))
}

/// A comparison with a literal, as that of a partial index.
pub(super) const fn as_term(it: &Predicate) -> Option<PartialTerm> {
    let Some(literal) = it.literal else { return None };
    let op = match it.op {
        PredicateOp::Eq => PartialOp::Eq,
        PredicateOp::Gt => PartialOp::Gt,
        PredicateOp::Gte => PartialOp::Gte,
        PredicateOp::Lt => PartialOp::Lt,
        PredicateOp::Lte => PartialOp::Lte,
        _ => return None,
    };
    Some(PartialTerm {
        path: it.path,
        shape: it.shape,
        array: it.array,
        bounds: it.bounds,
        op,
        literal,
        variant: it.variant,
    })
}
