//! Rules over two indexes of a collection: one of them must not do what the other does.

use super::{is_allowed, what};
use crate::{
    index::{IndexDeclaration, KeyKind, Literal, Owner, PartialTerm, variants},
    shape::{Text, str_eq},
};

/// Two indexes of one name, or with the same keys.
pub(super) const fn check_pair(
    index: &IndexDeclaration,
    earlier: &IndexDeclaration,
) -> Option<Text> {
    if str_eq(index.name, earlier.name) {
        return Some(what(index).and(" is declared twice: give each index a name of its own"));
    }
    let n_common = n_common_keys(index, earlier);
    let is_alike = same_partial(index.partial, earlier.partial)
        && same_collation(index, earlier)
        && index.projection.is_like(&earlier.projection);
    if n_common != index.keys.len()
        || n_common != earlier.keys.len()
        || !is_alike
        || !are_beside(index, earlier)
    {
        return None;
    }
    let text = what(index).and(" has the same keys as `").and(earlier.name);
    if index.unique == earlier.unique && index.sparse == earlier.sparse {
        return Some(text.and("`, and the server takes one index of them: remove one"));
    }
    if is_allowed(index.allowances, "prefix") || is_allowed(earlier.allowances, "prefix") {
        return None;
    }
    Some(text.and(
        "`, which serves the same queries: to save a write, keep only the one that is unique; to keep both, as while one is replaced, write \
         `allow(prefix, reason = \"..\")` in one",
    ))
}

/// Whether both are of the collection, or both of the search beside it.
const fn are_beside(a: &IndexDeclaration, b: &IndexDeclaration) -> bool {
    matches!(a.owner, Owner::Search) == matches!(b.owner, Owner::Search)
}

const fn same_collation(a: &IndexDeclaration, b: &IndexDeclaration) -> bool {
    match (&a.collation, &b.collation) {
        (None, None) => true,
        (Some(a), Some(b)) => a.is_like(b),
        _ => false,
    }
}

/// An index that another one serves the queries of.
pub(super) const fn check_prefix(
    index: &IndexDeclaration,
    other: &IndexDeclaration,
) -> Option<Text> {
    let is_prefix =
        index.keys.len() < other.keys.len() && n_common_keys(index, other) == index.keys.len();
    if !is_prefix
        || !is_plain(index)
        || !same_collation(index, other)
        || !are_beside(index, other)
        || !serves_all(other)
        || is_allowed(index.allowances, "prefix")
    {
        return None;
    }
    Some(
        what(index)
            .and(" is a prefix of `")
            .and(other.name)
            .and("`, which serves the same queries: remove it; to keep it, because it is smaller, write `allow(prefix, reason = \"..\")` in it"),
    )
}

/// Whether the planner takes an index for queries over all documents. One with a `2dsphere` key is sparse by itself, and so is a
/// wildcard.
const fn serves_all(index: &IndexDeclaration) -> bool {
    let mut at = 0;
    while at < index.keys.len() {
        if matches!(index.keys[at].kind, KeyKind::Sphere | KeyKind::Text | KeyKind::Wildcard) {
            return false;
        }
        at += 1;
    }
    index.partial.is_empty() && !index.hidden && !index.sparse
}

/// Whether an index does nothing but serve queries over all documents.
const fn is_plain(index: &IndexDeclaration) -> bool {
    !index.unique
        && index.partial.is_empty()
        && index.expire_after_seconds.is_none()
        && !index.hidden
        && !index.sparse
}

const fn n_common_keys(a: &IndexDeclaration, b: &IndexDeclaration) -> usize {
    let mut n = 0;
    while n < a.keys.len() && n < b.keys.len() {
        if !str_eq(a.keys[n].path, b.keys[n].path) || a.keys[n].kind as u8 != b.keys[n].kind as u8 {
            break;
        }
        n += 1;
    }
    n
}

const fn same_partial(a: &[PartialTerm], b: &[PartialTerm]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Their order means nothing, and no condition stands twice.
    let mut at = 0;
    while at < a.len() {
        let (mut is_there, mut other) = (false, 0);
        while other < b.len() {
            is_there = is_there || same_term(&a[at], &b[other]);
            other += 1;
        }
        if !is_there {
            return false;
        }
        at += 1;
    }
    true
}

const fn same_term(a: &PartialTerm, b: &PartialTerm) -> bool {
    str_eq(a.path, b.path)
        && a.op as u8 == b.op as u8
        && same_literal(a.literal, b.literal)
        && variants::same_variant(a, b)
}

const fn same_literal(a: Literal, b: Literal) -> bool {
    match (a, b) {
        (Literal::Str(a), Literal::Str(b)) => str_eq(a, b),
        (Literal::Int(a), Literal::Int(b)) => a == b,
        (Literal::Float(a), Literal::Float(b)) => a == b,
        (Literal::Bool(a), Literal::Bool(b)) => a == b,
        _ => false,
    }
}
