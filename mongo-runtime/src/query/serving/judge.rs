//! How well one index serves a query.

use super::{
    Fit, Loose, Unfit,
    bounds::{Bounds, Span, bounds},
    facts::{Facts, Set, active},
    order::{Ordered, ordered},
};
use crate::{
    document::Declaration,
    index::IndexDeclaration,
    query::{PredicateOp, QueryShape},
};

/// How an index serves a query in a call that leaves some of its optional conditions out: bit `n` of `left_out` stands for
/// the `n`-th of them.
#[must_use]
pub const fn judge(index: &IndexDeclaration, query: &QueryShape<'_>, left_out: u32) -> Fit {
    let facts = Facts::of(index, query);
    fit(&facts, active(query, left_out)).fit
}

/// What is found of one index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judged {
    pub(super) fit: Fit,
    /// Whether the server may search by it, and would sort in memory then.
    pub(super) is_rival: bool,
    /// Whether each entry that is looked at is one that is returned: no other index is read to its end earlier.
    pub(super) is_exact: bool,
    /// Whether each combination of values that is asked for has one document at most.
    is_single: bool,
    /// How many keys are searched by.
    pub(super) n_bounds: u32,
}

impl Judged {
    const fn unfit(why: Unfit) -> Self {
        Self {
            fit: Fit::Unfit(why),
            is_rival: false,
            is_exact: false,
            is_single: false,
            n_bounds: 0,
        }
    }
}

/// The same beside what the executor adds to each command: the condition that tells the documents of the type from others in
/// the collection, and the one that a document has not expired.
pub(super) const fn fit_in_command(
    declaration: &Declaration,
    facts: &Facts<'_>,
    active: Set,
) -> Judged {
    let mut judged = fit(facts, active);
    if judged.is_single {
        return judged;
    }
    // The index that each collection has is of all types in it.
    if let (Fit::Tight, Some(own), None) = (judged.fit, declaration.discriminator, facts.index.only)
    {
        judged.fit = Fit::Loose(Loose::Residual { path: own.field });
        judged.is_exact = false;
    }
    if declaration.expiry().is_some() && !facts.query.include_expired {
        judged.is_exact = false;
        // The server may go by what has not expired, and sort that.
        let is_expiry = facts.index.expire_after_seconds.is_some();
        judged.is_rival |= is_expiry && !judged.fit.is_served() && !facts.query.sort.is_empty();
    }
    judged
}

pub(super) const fn fit(facts: &Facts<'_>, active: Set) -> Judged {
    if let Some(why) = facts.unusable {
        let is_rival = facts.others[0] & active != 0 && !facts.query.sort.is_empty();
        return Judged { is_rival, ..Judged::unfit(why) };
    }
    let has_first = (facts.on[0] | facts.tags[0]) & active != 0;
    let may_have_first = has_first || facts.others[0] & active != 0;
    if !may_have_first && !facts.starts_order() {
        return Judged::unfit(match facts.first {
            Some(why) => why,
            None => Unfit::FirstKey,
        });
    }
    let bounds = bounds(facts, active);
    let n_bounds = bounds.n_keys as u32;
    let order = ordered(facts, &bounds);
    let is_rival = may_have_first && order.is_err();
    if let Some(term) = facts.required.missing(active) {
        let is_rival = is_rival && facts.required.is_met_at_times(active);
        return Judged { n_bounds, is_rival, ..Judged::unfit(Unfit::Partial(term)) };
    }
    if !has_first && !facts.starts_order() {
        return Judged { is_rival, ..Judged::unfit(Unfit::FirstKey) };
    }
    match order {
        Err(why) => Judged { n_bounds, is_rival, ..Judged::unfit(Unfit::Order(why)) },
        Ok(order) => {
            let is_single = facts.index.unique && is_one_of_each(facts, &bounds);
            let fit = match looseness(facts, &bounds, active) {
                _ if is_single => Fit::Tight,
                None => Fit::Tight,
                Some(loose) => Fit::Loose(loose),
            };
            let is_exact = matches!(fit, Fit::Tight) && is_exact(facts, &bounds, active, order);
            Judged { fit, is_rival: false, is_exact, is_single, n_bounds }
        }
    }
}

/// What the server looks at beyond what it returns.
const fn looseness(facts: &Facts<'_>, bounds: &Bounds, active: Set) -> Option<Loose> {
    if let Some(path) = only_negative(facts, active & !facts.required.met) {
        return Some(Loose::OnlyNegative { path });
    }
    let residual = active & !(bounds.used & !facts.rechecked) & !facts.required.met;
    if residual != 0 {
        let path = facts.query.predicates[residual.trailing_zeros() as usize].path;
        return Some(Loose::Residual { path });
    }
    let (mut behind, mut gap, mut n) = (None, None, 0);
    while n < facts.n_keys() {
        let path = facts.index.keys[n].path;
        let span = bounds.spans[n];
        if matches!(span, Span::All) {
            if facts.ordered & (1 << n) != 0 {
                behind = Some(path);
            } else {
                gap = Some(path);
            }
        } else if let Some(gap) = gap {
            return Some(Loose::Gap { gap, path });
        }
        match (span, behind) {
            (Span::Point, Some(behind)) => return Some(Loose::Late { path, behind }),
            (Span::Pattern, _) => return Some(Loose::Pattern { path }),
            (Span::Range | Span::Ranges | Span::Any, _) => behind = Some(path),
            _ => {}
        }
        n += 1;
    }
    None
}

/// Whether at most one document is found for each combination of the values that are asked for.
const fn is_one_of_each(facts: &Facts<'_>, bounds: &Bounds) -> bool {
    let mut n = 0;
    while n < facts.n_keys() {
        if !bounds.spans[n].is_points() {
            return false;
        }
        n += 1;
    }
    true
}

/// The first condition where none says what is wanted.
const fn only_negative(facts: &Facts<'_>, active: Set) -> Option<&'static str> {
    let mut rest = active;
    while rest != 0 {
        let predicate = &facts.query.predicates[rest.trailing_zeros() as usize];
        if !matches!(
            predicate.op,
            PredicateOp::Ne | PredicateOp::NotIn | PredicateOp::Exists | PredicateOp::Present
        ) {
            return None;
        }
        rest &= rest - 1;
    }
    if active == 0 {
        return None;
    }
    Some(facts.query.predicates[active.trailing_zeros() as usize].path)
}

/// Whether the entries that are looked at are those that are returned, and stand together.
const fn is_exact(facts: &Facts<'_>, bounds: &Bounds, active: Set, order: Ordered) -> bool {
    if bounds.used & facts.fetching != 0
        || matches!(order, Ordered::Merged)
        || has_variant(facts, active)
    {
        return false;
    }
    let mut n = 0;
    while n < facts.n_keys() && matches!(bounds.spans[n], Span::Point) {
        n += 1;
    }
    if n < facts.n_keys() && matches!(bounds.spans[n], Span::Range) {
        n += 1;
    }
    while n < facts.n_keys() {
        if !matches!(bounds.spans[n], Span::All) {
            return false;
        }
        n += 1;
    }
    true
}

const fn has_variant(facts: &Facts<'_>, active: Set) -> bool {
    let mut rest = active;
    while rest != 0 {
        if facts.query.predicates[rest.trailing_zeros() as usize].variant.is_some() {
            return true;
        }
        rest &= rest - 1;
    }
    false
}
