//! Whether an index gives an order.

use super::{
    Disorder,
    bounds::{Bounds, Span},
    facts::{Facts, MAX_KEYS, NOWHERE, Texts, may_hold_text},
};
use crate::{
    index::{IndexKey, KeyKind},
    query::PredicateOp,
    shape::str_eq,
    sort::Direction,
};

/// Most places of an index that the server merges to keep an order.
pub(super) const MAX_SCANS: usize = 200;

/// How an index gives an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ordered {
    /// Its entries stand in that order.
    AsIs,
    /// Its entries stand in that order under each of the values that are asked for, and are merged.
    Merged,
}

/// Whether the index gives the order of the query. Keys of the order that an equality fixes don't count.
pub(super) const fn ordered(facts: &Facts<'_>, bounds: &Bounds) -> Result<Ordered, Disorder> {
    match as_is(facts, bounds) {
        Ok(()) => Ok(Ordered::AsIs),
        Err(why) => match merged(facts, bounds) {
            Ok(true) => Ok(Ordered::Merged),
            Ok(false) => Err(why),
            Err(why) => Err(why),
        },
    }
}

const fn as_is(facts: &Facts<'_>, bounds: &Bounds) -> Result<(), Disorder> {
    let mut reversed = None;
    let (mut at, mut n) = (0, 0);
    while at < facts.query.sort.len() {
        if !is_fixed(facts, bounds, at) {
            while n < facts.n_keys() && matches!(bounds.spans[n], Span::Point) {
                n += 1;
            }
            if let Some(why) = mismatch(facts, bounds, n, at, &mut reversed) {
                return Err(why);
            }
            n += 1;
        }
        at += 1;
    }
    Ok(())
}

/// Whether the entries under each combination of values are in the order: false where no list stands in its way.
const fn merged(facts: &Facts<'_>, bounds: &Bounds) -> Result<bool, Disorder> {
    let (mut n, mut n_scans, mut unbounded) = (0, 1usize, None);
    while n < facts.n_keys() && bounds.spans[n].is_points() {
        match bounds.spans[n] {
            Span::Points(Some(n_values)) => n_scans = n_scans.saturating_mul(n_values),
            Span::Points(None) => unbounded = Some(facts.index.keys[n].path),
            _ => {}
        }
        n += 1;
    }
    let has_lists = n_scans > 1 || unbounded.is_some();
    if !has_lists || n == facts.n_keys() {
        return Ok(false);
    }
    let (mut at, mut reversed) = (0, None);
    while at < facts.query.sort.len() {
        if mismatch(facts, bounds, n + at, at, &mut reversed).is_some() {
            return Ok(false);
        }
        at += 1;
    }
    let mut behind = n;
    while behind < facts.n_keys() {
        if facts.is_array(behind) {
            return Err(Disorder::Array { path: facts.index.keys[behind].path });
        }
        behind += 1;
    }
    if let Some(path) = unbounded {
        return Err(Disorder::Unbounded { path });
    }
    if n_scans > MAX_SCANS {
        return Err(Disorder::TooMany { n_scans });
    }
    Ok(true)
}

/// Why key `n` is not the one that the order is by next.
const fn mismatch(
    facts: &Facts<'_>,
    bounds: &Bounds,
    n: usize,
    next: usize,
    reversed: &mut Option<bool>,
) -> Option<Disorder> {
    let sort = &facts.query.sort[next];
    let path = sort.path;
    let at = if next < MAX_KEYS { facts.order[next] } else { NOWHERE };
    if at == NOWHERE || at < n {
        return Some(Disorder::Missing { path });
    }
    let key = &facts.index.keys[n];
    if at > n {
        return Some(Disorder::Behind { path, key: key.path });
    }
    if facts.is_array(n) {
        return Some(Disorder::Array { path });
    }
    let is_same = match (key.kind, sort.direction) {
        (KeyKind::Asc, Direction::Asc) | (KeyKind::Desc, Direction::Desc) => true,
        (KeyKind::Asc, Direction::Desc) | (KeyKind::Desc, Direction::Asc) => false,
        _ => return Some(Disorder::Kind { path }),
    };
    if matches!(facts.texts, Texts::Differ) && !is_without_text(facts, bounds, key) {
        return Some(Disorder::Kind { path });
    }
    match *reversed {
        None => *reversed = Some(!is_same),
        Some(is_reversed) if is_reversed == is_same => return Some(Disorder::Direction { path }),
        Some(_) => {}
    }
    None
}

/// Whether a range keeps text out of what is searched, so that it does not matter how text is compared.
const fn is_without_text(facts: &Facts<'_>, bounds: &Bounds, key: &IndexKey) -> bool {
    let mut rest = bounds.used;
    while rest != 0 {
        let predicate = &facts.query.predicates[rest.trailing_zeros() as usize];
        if str_eq(predicate.path, key.path)
            && !may_hold_text(predicate.shape)
            && matches!(
                predicate.op,
                PredicateOp::Gt
                    | PredicateOp::Gte
                    | PredicateOp::Lt
                    | PredicateOp::Lte
                    | PredicateOp::In
            )
        {
            return true;
        }
        rest &= rest - 1;
    }
    false
}

/// Whether an equality fixes what the order is by.
const fn is_fixed(facts: &Facts<'_>, bounds: &Bounds, next: usize) -> bool {
    if next >= MAX_KEYS {
        return false;
    }
    let n = facts.order[next];
    n != NOWHERE && matches!(bounds.spans[n], Span::Point) && !facts.is_array(n)
}
