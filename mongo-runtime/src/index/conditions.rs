//! Rules of the conditions of a partial index, checked at compile time.

use std::cmp::Ordering;

use super::{IndexDeclaration, Literal, PartialOp, PartialTerm, rules::what, variants};
use crate::{
    document::Declaration,
    shape::{BsonType, Scalar, Shape, Text, str_eq},
};

/// The rules of one condition of a partial index.
#[must_use]
pub const fn check_partial_term(
    _type_name: &str,
    declaration: &Declaration,
    index: usize,
    at: usize,
) -> Option<Text> {
    let index = &declaration.indexes[index];
    let term = &index.partial[at];
    if let Some(broken) = variants::check_term(index, at) {
        return Some(broken);
    }
    if let Some(broken) = check_literal(what_term(index, term), term) {
        return Some(broken);
    }
    let mut earlier = 0;
    while earlier < at {
        if str_eq(index.partial[earlier].path, term.path)
            && let Some(broken) = check_both(
                what_term(index, term),
                &index.partial[earlier],
                term,
                "the index has no document",
            )
        {
            return Some(broken);
        }
        earlier += 1;
    }
    None
}

/// Whether documents can meet the condition. The text starts with `what`, which names the path.
pub(crate) const fn check_literal(what: Text, term: &PartialTerm) -> Option<Text> {
    if matches!(term.op, PartialOp::Exists) {
        return None;
    }
    let is_range = !matches!(term.op, PartialOp::Eq);
    match (compared(term), term.literal) {
        (Shape::Tags(tags), Literal::Str(literal)) => {
            if is_range {
                return Some(what.and("is a tag, which has no order: write `=`"));
            }
            let mut at = 0;
            while at < tags.tags.len() {
                if str_eq(tags.tags[at], literal) {
                    return None;
                }
                at += 1;
            }
            let mut text = what.and("is never `").and(literal).and("`: write one of its tags, ");
            let mut at = 0;
            while at < tags.tags.len() {
                text = text.and(if at == 0 { "`" } else { "`, `" }).and(tags.tags[at]);
                at += 1;
            }
            if tags.fallback.is_some() {
                return None;
            }
            Some(text.and("`"))
        }
        (Shape::Scalar(Scalar { bson, range, len, .. }), literal) => {
            let (fits, wanted) = match bson {
                BsonType::String => (matches!(literal, Literal::Str(_)), "text in quotes"),
                BsonType::Bool => (matches!(literal, Literal::Bool(_)), "`true` or `false`"),
                BsonType::Int32 | BsonType::Int64 => {
                    (matches!(literal, Literal::Int(_)), "a whole number")
                }
                BsonType::Double | BsonType::Decimal128 => {
                    (matches!(literal, Literal::Int(_) | Literal::Float(_)), "a number")
                }
                _ => {
                    return Some(
                        what.and("is of type ")
                            .and(bson.alias())
                            .and(", which has no literal: use `exists(..)`"),
                    );
                }
            };
            if !fits {
                return Some(
                    what.and("is of type ")
                        .and(bson.alias())
                        .and(", and no document would match a literal of another: write ")
                        .and(wanted),
                );
            }
            if let (Literal::Int(value), Some((min, max))) = (literal, range)
                && (value < *min || value > *max)
            {
                return Some(what.and("never holds this number, which is out of the range of its type: write one in it"));
            }
            if let (Literal::Str(text), Some(len)) = (literal, len)
                && text.len() + EMPTY_STRING != *len
            {
                return Some(
                    what.and("is stored as text of ")
                        .and_number(*len - EMPTY_STRING)
                        .and(" bytes, and this is none: write it as it is stored, with the leading zeros of a number"),
                );
            }
            if let (Literal::Str(text), false) = (literal, is_range)
                && n_code_points(text) > term.bounds.max_len
            {
                return Some(
                    what.and("has at most ")
                        .and_number(term.bounds.max_len)
                        .and(" code points, and this text is longer: write one that fits"),
                );
            }
            if is_range && matches!(bson, BsonType::Bool) {
                return Some(what.and("is a bool, which has no order: write `=`"));
            }
            None
        }
        (Shape::Unknown, _) => None,
        _ => Some(what.and("holds no plain value to compare with: use `exists(..)`")),
    }
}

const fn what_term(index: &IndexDeclaration, term: &PartialTerm) -> Text {
    what(index).and(": `").and(term.path).and("` ")
}

/// What a string takes without its text: a length and a NUL.
const EMPTY_STRING: usize = 5;

/// What the server compares with: the value, or each element of one array. It looks into no map.
const fn compared(term: &PartialTerm) -> &Shape {
    let shape = term.shape.inner();
    let is_element = str_eq(term.array, term.path) && !term.path.is_empty();
    match shape {
        Shape::Array(element) | Shape::Set(element) if !is_element => element.inner(),
        _ => shape,
    }
}

const fn n_code_points(text: &str) -> usize {
    let (mut n, mut rest) = (0, text.as_bytes());
    while let [first, next @ ..] = rest {
        if *first & 0xC0 != 0x80 {
            n += 1;
        }
        rest = next;
    }
    n
}

/// Two conditions on one path: a lower and an upper limit, or one that says the field is there. `nothing` says what comes of
/// conditions that no document meets.
pub(crate) const fn check_both(
    what: Text,
    first: &PartialTerm,
    second: &PartialTerm,
    nothing: &str,
) -> Option<Text> {
    let text = match (kind(first.op), kind(second.op)) {
        (Kind::Presence, Kind::Presence) => "has this condition already: remove one",
        (Kind::Presence, _) | (_, Kind::Presence) => return None,
        (Kind::Equal, Kind::Equal) => {
            "is to be equal twice, and conditions all hold together: keep one, or make it two indexes"
        }
        (Kind::Equal, _) | (_, Kind::Equal) => {
            "is to be equal to a value, so a limit says nothing or matches nothing: keep one of them"
        }
        (Kind::Lower, Kind::Lower) => "has a lower limit already: keep one",
        (Kind::Upper, Kind::Upper) => "has an upper limit already: keep one",
        (Kind::Lower, Kind::Upper) if is_empty(first, second) => {
            return Some(between(what, nothing));
        }
        (Kind::Upper, Kind::Lower) if is_empty(second, first) => {
            return Some(between(what, nothing));
        }
        _ => return None,
    };
    Some(what.and(text))
}

const fn between(what: Text, nothing: &str) -> Text {
    what.and("lies between no limits like these, so ")
        .and(nothing)
        .and(": write a lower limit below the upper one")
}

#[derive(Clone, Copy)]
enum Kind {
    Presence,
    Equal,
    Lower,
    Upper,
}

const fn kind(op: PartialOp) -> Kind {
    match op {
        PartialOp::Exists => Kind::Presence,
        PartialOp::Eq => Kind::Equal,
        PartialOp::Gt | PartialOp::Gte => Kind::Lower,
        PartialOp::Lt | PartialOp::Lte => Kind::Upper,
    }
}

/// Whether nothing is between the limits. An array may have elements on both sides.
const fn is_empty(lower: &PartialTerm, upper: &PartialTerm) -> bool {
    if !lower.array.is_empty() || matches!(lower.shape.inner(), Shape::Array(_) | Shape::Set(_)) {
        return false;
    }
    let takes_both = matches!((lower.op, upper.op), (PartialOp::Gte, PartialOp::Lte));
    match compare_literals(lower.literal, upper.literal) {
        Some(Ordering::Less) | None => false,
        Some(Ordering::Equal) => !takes_both,
        Some(Ordering::Greater) => true,
    }
}

/// The order of two literals of one kind; text byte by byte. None of two kinds, or of what has no order.
pub(crate) const fn compare_literals(a: Literal, b: Literal) -> Option<Ordering> {
    match (a, b) {
        (Literal::Str(a), Literal::Str(b)) => Some(compare(a.as_bytes(), b.as_bytes())),
        (Literal::Bool(a), Literal::Bool(b)) => Some(sign(a as i128 - b as i128)),
        (Literal::Int(a), Literal::Int(b)) => Some(sign(a as i128 - b as i128)),
        _ => match (float(a), float(b)) {
            (Some(a), Some(b)) if a < b => Some(Ordering::Less),
            (Some(a), Some(b)) if a > b => Some(Ordering::Greater),
            (Some(a), Some(b)) if a == b => Some(Ordering::Equal),
            _ => None,
        },
    }
}

const fn sign(difference: i128) -> Ordering {
    match difference {
        0 => Ordering::Equal,
        1.. => Ordering::Greater,
        _ => Ordering::Less,
    }
}

#[expect(clippy::cast_precision_loss, reason = "compared with a literal that is a float")]
const fn float(literal: Literal) -> Option<f64> {
    match literal {
        Literal::Int(value) => Some(value as f64),
        Literal::Float(value) => Some(value),
        _ => None,
    }
}

const fn compare(mut a: &[u8], mut b: &[u8]) -> Ordering {
    while let ([first, after @ ..], [second, behind @ ..]) = (a, b) {
        if *first != *second {
            return if *first < *second { Ordering::Less } else { Ordering::Greater };
        }
        (a, b) = (after, behind);
    }
    match (a, b) {
        ([], []) => Ordering::Equal,
        ([], _) => Ordering::Less,
        _ => Ordering::Greater,
    }
}
