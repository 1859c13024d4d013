//! Rules over the parts of a query, checked at compile time.

use super::{Nulls, Predicate, PredicateOp, QueryShape};
use crate::{
    document::Declaration,
    filter::pattern_refusal,
    index::{
        Collation, CollationOption, PartialOp, PartialTerm, check_both, check_literal, wrong_option,
    },
    shape::{Shape, Text, str_eq},
    sort::Direction,
};

/// The rules of one condition, beside those before it.
#[must_use]
pub const fn check_predicate(query: &str, shape: &QueryShape<'_>, n: usize) -> Option<Text> {
    let it = &shape.predicates[n];
    let mut earlier = 0;
    while earlier < n {
        let other = &shape.predicates[earlier];
        if is_one_place(other, it)
            && let Some(broken) = check_pair(query, other, it)
        {
            return Some(broken);
        }
        earlier += 1;
    }
    None
}

/// The rules of the literal of one condition.
#[must_use]
pub const fn check_constant(shape: &QueryShape<'_>, n: usize) -> Option<Text> {
    match as_term(&shape.predicates[n]) {
        Some(term) => check_literal(Text::new("`").and(term.path).and("` "), &term),
        None => None,
    }
}

/// The rules of one key of the order, beside those before it.
#[must_use]
pub const fn check_sort_key(query: &str, shape: &QueryShape<'_>, n: usize) -> Option<Text> {
    let key = &shape.sort[n];
    let mut earlier = 0;
    while earlier < n {
        let other = &shape.sort[earlier];
        if str_eq(other.path, key.path) {
            return Some(what(query, "sorts by", key.path).and("twice: remove one"));
        }
        if str_eq(other.path, "_id") {
            return Some(
                Text::new("documents are in order by their `_id` alone, so `")
                    .and(key.path)
                    .and("` behind it says nothing: remove it, or put it in front"),
            );
        }
        earlier += 1;
    }
    let path = Text::new("`").and(key.path).and("` ");
    match (key.nulls, key.direction) {
        (Some(_), _) if !key.may_lack && !matches!(key.shape, Shape::Unknown) => {
            Some(path.and("always has a value: remove `nulls`"))
        }
        (Some(Nulls::Last), Direction::Asc) => Some(path.and(
            "is in ascending order, and there the server puts documents without a value first: write `nulls = first`, or `desc`",
        )),
        (Some(Nulls::First), Direction::Desc) => Some(path.and(
            "is in descending order, and there the server puts documents without a value last: write `nulls = last`, or `asc`",
        )),
        _ => None,
    }
}

/// The rules of one option of the collation.
#[must_use]
pub const fn check_collation(collation: &Collation, option: CollationOption) -> Option<Text> {
    match wrong_option(collation, option) {
        Some(wrong) => Some(Text::new(wrong)),
        None => None,
    }
}

/// The index of a hint is one of the document's.
#[must_use]
pub const fn check_hint(declaration: &Declaration, name: &str) -> Option<Text> {
    if str_eq(name, "_id_") || declaration.collection.is_empty() {
        return None;
    }
    let mut known = Text::new("");
    let mut rest = declaration.indexes;
    while let [index, next @ ..] = rest {
        if str_eq(index.name, name) {
            return match index.hidden {
                true => Some(Text::new("index `").and(name).and(
                    "` is hidden, and the server refuses it as a hint: name another, or remove `hidden` at the index",
                )),
                false => None,
            };
        }
        known = known.and("`").and(index.name).and("`, ");
        rest = next;
    }
    Some(
        Text::new("`")
            .and(declaration.name)
            .and("` declares no index `")
            .and(name)
            .and("`: write one of ")
            .and(known.as_str())
            .and("`_id_`"),
    )
}

/// A pattern is anchored, so that an index can serve it, and bounded.
#[must_use]
pub const fn check_pattern(pattern: &str) -> Option<Text> {
    match pattern_refusal(pattern) {
        Some(text) => Some(Text::new(text)),
        None => None,
    }
}

/// Whether a query breaks a rule of its own, which is told where it is.
pub(super) const fn is_wrong(
    declaration: &Declaration,
    shape: &QueryShape<'_>,
    patterns: &[&str],
) -> bool {
    let mut n = 0;
    while n < shape.predicates.len() {
        let it = &shape.predicates[n];
        if check_predicate("", shape, n).is_some()
            || check_constant(shape, n).is_some()
            || lacks_operator(it)
        {
            return true;
        }
        n += 1;
    }
    n = 0;
    while n < shape.sort.len() {
        if check_sort_key("", shape, n).is_some() {
            return true;
        }
        n += 1;
    }
    n = 0;
    while n < patterns.len() {
        if check_pattern(patterns[n]).is_some() {
            return true;
        }
        n += 1;
    }
    let has_wrong_hint = match shape.hint {
        Some(hint) => check_hint(declaration, hint).is_some(),
        None => false,
    };
    let has_wrong_collation = match shape.collation {
        Some(collation) => wrong_option(collation, CollationOption::Locale).is_some(),
        None => false,
    };
    has_wrong_hint || has_wrong_collation
}

/// Whether a trait refuses the operator there: the compiler tells of that where it is called.
const fn lacks_operator(it: &Predicate) -> bool {
    let is_of_any_element = !it.array.is_empty() && it.element.is_none();
    let is_plain = matches!(it.shape.inner(), Shape::Scalar(_) | Shape::Unknown);
    match it.op {
        PredicateOp::Ne
        | PredicateOp::NotIn
        | PredicateOp::Exists
        | PredicateOp::Absent
        | PredicateOp::Null
        | PredicateOp::NullOrAbsent
        | PredicateOp::Present => is_of_any_element,
        PredicateOp::Gt
        | PredicateOp::Gte
        | PredicateOp::Lt
        | PredicateOp::Lte
        | PredicateOp::StartsWith
        | PredicateOp::Contains
        | PredicateOp::Matches => !is_plain && it.literal.is_none() && !is_of_any_element,
        PredicateOp::Eq | PredicateOp::In | PredicateOp::Other => false,
    }
}

/// Whether two conditions are on one value.
const fn is_one_place(a: &Predicate, b: &Predicate) -> bool {
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

const fn check_pair(query: &str, a: &Predicate, b: &Predicate) -> Option<Text> {
    if has_several(b) {
        return check_again(query, a, b);
    }
    if let (Some(first), Some(second)) = (as_term(a), as_term(b))
        && !matches!((a.op, b.op), (PredicateOp::Eq, PredicateOp::Eq))
    {
        return check_both(
            Text::new("`").and(b.path).and("` "),
            &first,
            &second,
            "no document matches",
        );
    }
    let both = what(query, "compares", b.path);
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
    Some(what(query, "compares", b.path).and("twice by `").and(b.attribute).and("`: ").and(advice))
}

const fn what(query: &str, does: &str, path: &str) -> Text {
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
const fn as_term(it: &Predicate) -> Option<PartialTerm> {
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
