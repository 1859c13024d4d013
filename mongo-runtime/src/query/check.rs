//! Rules over the parts of a query, checked at compile time.

mod pairs;

use self::pairs::{as_term, check_pair, is_one_place, what};
use super::{Nulls, Predicate, PredicateOp, QueryShape};
use crate::{
    document::Declaration,
    filter::pattern_refusal,
    index::{Collation, CollationOption, check_literal, wrong_option},
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
        Some(term) => {
            let written = shape.predicates[n].written;
            check_literal(Text::new("`").and(written).and("` "), &term)
        }
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
            return Some(what(query, "sorts by", key.written).and("twice: remove one"));
        }
        if str_eq(other.path, "_id") {
            return Some(
                Text::new("documents are in order by their `_id` alone, so `")
                    .and(key.written)
                    .and("` behind it says nothing: remove it, or put it in front"),
            );
        }
        earlier += 1;
    }
    let path = Text::new("`").and(key.written).and("` ");
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
