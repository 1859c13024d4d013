//! What the server searches a key by.

use super::facts::{Facts, MAX_KEYS, Set};
use crate::{
    index::{IndexDeclaration, IndexKey},
    query::{Predicate, PredicateOp},
    shape::{Shape, str_eq},
};

/// What a key is searched by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Span {
    /// All entries.
    All,
    /// One value.
    Point,
    /// As many values as a list has at most, each at one place.
    Points(Option<usize>),
    /// All between two values.
    Range,
    /// Several ranges.
    Ranges,
    /// All texts, each of which is looked at.
    Pattern,
    /// All entries, for a condition that most of them meet.
    Any,
}

impl Span {
    /// Whether it is one or several single values.
    pub(super) const fn is_points(self) -> bool {
        matches!(self, Self::Point | Self::Points(_))
    }

    /// What is left when both hold. Two values may contradict each other, so that there is none, and no order either.
    const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All | Self::Any, other) | (other, Self::All | Self::Any) => other,
            (Self::Range, Self::Range) => Self::Range,
            (Self::Pattern, Self::Pattern) => Self::Pattern,
            _ => Self::Ranges,
        }
    }
}

/// What the keys of an index are searched by in one call.
pub(super) struct Bounds {
    pub(super) spans: [Span; MAX_KEYS],
    /// The conditions that became bounds.
    pub(super) used: Set,
    /// How many keys in a row are searched by.
    pub(super) n_keys: usize,
}

/// The bounds of the conditions in `active`. Without one on the first key there are none.
pub(super) const fn bounds(facts: &Facts<'_>, active: Set) -> Bounds {
    let mut bounds = Bounds { spans: [Span::All; MAX_KEYS], used: 0, n_keys: 0 };
    // The conditions on one element that searched a key of an array.
    let mut element: Option<&Predicate> = None;
    let (mut n, n_keys) = (0, facts.n_keys());
    while n < n_keys {
        let mut on = facts.on[n] & active;
        if on != 0 && facts.is_array(n) {
            on = of_one_element(facts, on, element);
            if on != 0 && element.is_none() {
                element = Some(&facts.query.predicates[on.trailing_zeros() as usize]);
            }
        }
        bounds.used |= on;
        let span = span_of(facts, n, on, active);
        if !matches!(span, Span::All) {
            bounds.spans[n] = span;
            if bounds.n_keys == n {
                bounds.n_keys += 1;
            }
        } else if n == 0 {
            return bounds;
        }
        n += 1;
    }
    bounds
}

const fn span_of(facts: &Facts<'_>, n: usize, on: Set, active: Set) -> Span {
    let (mut span, mut rest) = (Span::All, on);
    while rest != 0 {
        let own = facts.spans[rest.trailing_zeros() as usize];
        span = if matches!(span, Span::All) { own } else { span.and(own) };
        rest &= rest - 1;
    }
    if facts.tags[n] & active != 0 {
        span = span.and(Span::Point);
    }
    if facts.others[n] & active != 0 && !matches!(span, Span::All) {
        span = span.and(Span::Ranges);
    }
    span
}

/// Those of the conditions on a key of an array that the server searches it by: of one element.
const fn of_one_element(facts: &Facts<'_>, on: Set, element: Option<&Predicate>) -> Set {
    if on == 0 {
        return on;
    }
    let first = match element {
        Some(first) => first,
        None => &facts.query.predicates[on.trailing_zeros() as usize],
    };
    let (mut same, mut rest) = (0, on);
    while rest != 0 {
        let at = rest.trailing_zeros();
        if are_of_one_element(first, &facts.query.predicates[at as usize]) {
            same |= 1 << at;
        }
        rest &= rest - 1;
    }
    if same == 0 && element.is_none() { 1 << on.trailing_zeros() } else { same }
}

pub(super) const fn are_of_one_element(a: &Predicate, b: &Predicate) -> bool {
    match (a.element, b.element) {
        (Some(one), Some(other)) => str_eq(one, other) && str_eq(a.array, b.array),
        _ => false,
    }
}

/// Whether the index has an entry for each element of an array there.
pub(super) const fn is_multikey(key: &IndexKey) -> bool {
    !key.array.is_empty() || is_array(key.shape)
}

pub(super) const fn is_array(shape: &Shape) -> bool {
    matches!(shape.inner(), Shape::Array(_) | Shape::Set(_) | Shape::Fixed(_))
}

pub(super) const fn span(predicate: &Predicate, index: &IndexDeclaration) -> Span {
    match predicate.op {
        // A list as a whole, which is found by its first element, too.
        PredicateOp::Eq if is_whole_array(predicate) => Span::Points(Some(2)),
        PredicateOp::Eq | PredicateOp::Absent | PredicateOp::Null => Span::Point,
        PredicateOp::In => match predicate.max_items {
            Some(0 | 1) => Span::Point,
            max_items => Span::Points(max_items),
        },
        PredicateOp::NullOrAbsent => Span::Points(Some(2)),
        PredicateOp::Gt | PredicateOp::Gte | PredicateOp::Lt | PredicateOp::Lte => Span::Range,
        // Text is stored there as the language orders it, which has no prefixes.
        PredicateOp::StartsWith if index.collation.is_some() => Span::Pattern,
        PredicateOp::StartsWith | PredicateOp::Ne | PredicateOp::NotIn | PredicateOp::Present => {
            Span::Ranges
        }
        PredicateOp::Contains | PredicateOp::Matches => Span::Pattern,
        PredicateOp::Exists | PredicateOp::Other => Span::Any,
    }
}

pub(super) const fn is_whole_array(predicate: &Predicate) -> bool {
    is_array(predicate.shape) && !str_eq(predicate.array, predicate.path)
}

/// Whether an array that the condition is not true of may have elements that it is true of.
pub(super) const fn is_negative(predicate: &Predicate) -> bool {
    matches!(predicate.op, PredicateOp::Ne | PredicateOp::NotIn | PredicateOp::Present)
}

/// Whether the server looks at the document after it found the entry.
pub(super) const fn fetches(predicate: &Predicate, is_array: bool) -> bool {
    match predicate.op {
        PredicateOp::Exists
        | PredicateOp::Absent
        | PredicateOp::Null
        | PredicateOp::NullOrAbsent => true,
        _ => is_array,
    }
}
