//! Whether an index holds all that a query asks for and gives, so that no document is looked at.

use super::{
    bounds::{bounds, is_multikey},
    facts::{Facts, Set, active},
    judge::fit,
    verdict::{index_at, is_candidate, verdict},
};
use crate::{
    document::Declaration,
    index::{IndexDeclaration, KeyKind},
    query::QueryShape,
    shape::{Text, str_eq},
};

/// Whether the index that serves the query holds these dotted paths and all that is asked, so that no document is looked at,
/// in a call that leaves some of its optional conditions out.
///
/// The server gives the `_id` unless a projection leaves it out, so it is one of the paths unless that is done.
#[must_use]
pub const fn covered(
    declaration: &'static Declaration,
    query: &QueryShape<'_>,
    left_out: u32,
    paths: &[&str],
) -> bool {
    uncovered(declaration, query, left_out, paths).is_none()
}

/// The compile-time rule of `covered`: each combination of optional conditions is answered out of an index.
#[must_use]
pub const fn check_covered(
    operation: &str,
    declaration: &'static Declaration,
    query: &QueryShape<'static>,
    paths: &[&str],
) -> Option<Text> {
    let n_calls = super::rules::n_calls(query);
    let mut left_out = 0;
    while left_out < n_calls {
        if let Some((index, why)) = uncovered(declaration, query, left_out, paths) {
            let text = Text::new("`")
                .and(operation)
                .and("` is to be answered out of an index alone, and ");
            let text = match why {
                Uncovered::Unserved => text.and("none serves it"),
                Uncovered::LookedAt(path) => text
                    .and("in `")
                    .and(index)
                    .and("`, `")
                    .and(path)
                    .and("` is not searched by, or looked at in the document as well"),
                Uncovered::Lacks(path) => text
                    .and("`")
                    .and(index)
                    .and("` does not hold `")
                    .and(path)
                    .and("` as it is stored"),
            };
            return Some(text.and(": read less, add a key to the index, or remove `covered`"));
        }
        left_out += 1;
    }
    None
}

/// Why documents are looked at.
enum Uncovered<'a> {
    /// No index serves the query.
    Unserved,
    /// For the condition on this path.
    LookedAt(&'a str),
    /// For this path: the index does not have it, has the elements of an array, or text as a language orders it.
    Lacks(&'a str),
}

/// The index, and why it is not enough.
const fn uncovered<'a>(
    declaration: &'static Declaration,
    query: &QueryShape<'_>,
    left_out: u32,
    paths: &[&'a str],
) -> Option<(&'static str, Uncovered<'a>)> {
    let verdict = verdict(declaration, query, left_out);
    let Some(name) = verdict.index else { return Some(("", Uncovered::Unserved)) };
    let active = active(query, left_out);
    let mut at = 0;
    while at <= declaration.indexes.len() {
        let index = index_at(declaration, at);
        if str_eq(index.name, name) && is_candidate(index, query) {
            if let Some(path) = added(declaration, index, query) {
                return Some((name, Uncovered::Lacks(path)));
            }
            return match lacking(index, query, active, paths) {
                Some(why) => Some((name, why)),
                None => None,
            };
        }
        at += 1;
    }
    None
}

/// What the executor asks for beyond the query, and the index does not have.
const fn added(
    declaration: &'static Declaration,
    index: &IndexDeclaration,
    query: &QueryShape<'_>,
) -> Option<&'static str> {
    if let (Some(own), None) = (declaration.discriminator, index.only) {
        return Some(own.field);
    }
    match declaration.expiry() {
        Some(expiry) if !query.include_expired && !holds(index, expiry.keys[0].path) => {
            Some(expiry.keys[0].path)
        }
        _ => None,
    }
}

const fn lacking<'a>(
    index: &IndexDeclaration,
    query: &QueryShape<'_>,
    active: Set,
    paths: &[&'a str],
) -> Option<Uncovered<'a>> {
    let facts = Facts::of(index, query);
    if !fit(&facts, active).fit.is_served() {
        return Some(Uncovered::Unserved);
    }
    let used = bounds(&facts, active).used;
    let looked_at = active & (!used | facts.fetching);
    if looked_at != 0 {
        let path = query.predicates[looked_at.trailing_zeros() as usize].path;
        return Some(Uncovered::LookedAt(path));
    }
    if let Some(only) = index.only
        && !holds(index, only.field)
    {
        return Some(Uncovered::Lacks(only.field));
    }
    let mut rest = active;
    while rest != 0 {
        let predicate = &query.predicates[rest.trailing_zeros() as usize];
        if !holds(index, predicate.path) {
            return Some(Uncovered::Lacks(predicate.path));
        }
        if let Some(is) = predicate.variant
            && !holds(index, is.path)
        {
            return Some(Uncovered::Lacks(is.path));
        }
        rest &= rest - 1;
    }
    let mut at = 0;
    while at < paths.len() {
        if !holds(index, paths[at]) {
            return Some(Uncovered::Lacks(paths[at]));
        }
        at += 1;
    }
    None
}

const fn holds(index: &IndexDeclaration, path: &str) -> bool {
    if index.collation.is_some() {
        return false;
    }
    let mut n = 0;
    while n < index.keys.len() {
        let key = &index.keys[n];
        if str_eq(key.path, path) {
            return matches!(key.kind, KeyKind::Asc | KeyKind::Desc) && !is_multikey(key);
        }
        n += 1;
    }
    false
}
