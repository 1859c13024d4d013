//! The rules of a registered query beside the indexes of its collection, checked at compile time.

use super::{
    Fit, Unfit, Verdict,
    facts::{Facts, MAX_PREDICATES, active},
    judge::fit,
    verdict::{Best, index_at, is_candidate},
};
use crate::{
    document::{Allowance, Declaration},
    query::QueryShape,
    shape::{Text, str_eq},
};

/// The most optional conditions of a query: each combination of them is checked.
pub const MAX_OPTIONAL: usize = 6;

/// The rules that a query can be allowed to break, by `allow(rule, reason = "..")`.
pub const RULES: &[&str] = &["residual", "only_negative", "rival"];

const MAX_CALLS: usize = 1 << MAX_OPTIONAL;

/// The rules of one query: that an index serves it, whatever optional conditions a call leaves out; and that it says no reason
/// for what it does not do.
#[must_use]
pub const fn check_query(
    operation: &str,
    declaration: &'static Declaration,
    query: &QueryShape<'static>,
    allowances: &[Allowance],
    collection_scan: Option<&str>,
) -> Option<Text> {
    if n_optional(query) > MAX_OPTIONAL {
        return Some(
            what(operation)
                .and("has over 6 optional conditions, and each combination of them is checked: make it two queries"),
        );
    }
    if query.predicates.len() > MAX_PREDICATES {
        return Some(what(operation).and("has over 64 conditions: make it two queries"));
    }
    let verdicts = verdicts(declaration, query);
    let (mut scans, mut is_loose, mut n) = (false, false, 0);
    while n < n_calls(query) as usize {
        let verdict = &verdicts[n].verdict();
        match verdict.fit {
            Fit::Unfit(_) if collection_scan.is_none() => {
                return Some(unserved(operation, verdict));
            }
            Fit::Unfit(_) => scans = true,
            Fit::Loose(loose) => {
                is_loose = true;
                if collection_scan.is_none() && !allows(allowances, loose.rule()) {
                    return Some(looks_at_more(operation, verdict, loose.rule()));
                }
            }
            Fit::Tight => {}
        }
        if let Some(rival) = verdict.rival
            && collection_scan.is_none()
            && !allows(allowances, "rival")
        {
            return Some(contested(operation, verdict, rival));
        }
        n += 1;
    }
    if collection_scan.is_some() && !scans {
        return Some(what(operation).and("is served by an index: remove `collection_scan`"));
    }
    if !is_loose && allows(allowances, "residual") {
        return Some(
            what(operation).and("looks at no more than it returns: remove `allow(residual)`"),
        );
    }
    None
}

/// The verdicts for all combinations of optional conditions. Each index is looked at once.
const fn verdicts(declaration: &'static Declaration, query: &QueryShape<'_>) -> [Best; MAX_CALLS] {
    let mut best = [Best::NONE; MAX_CALLS];
    let mut at = 0;
    while at <= declaration.indexes.len() {
        let index = index_at(declaration, at);
        if is_candidate(index, query) {
            let facts = Facts::of(index, query);
            let mut n = 0;
            while n < n_calls(query) as usize {
                best[n].look_at(index.name, fit(&facts, active(query, n as u32)));
                n += 1;
            }
        }
        at += 1;
    }
    best
}

/// How many combinations of its optional conditions a query has, at most 64.
pub(crate) const fn n_calls(query: &QueryShape<'_>) -> u32 {
    let n_optional = n_optional(query);
    1 << if n_optional < MAX_OPTIONAL { n_optional } else { MAX_OPTIONAL }
}

const fn n_optional(query: &QueryShape<'_>) -> usize {
    let (mut n, mut at) = (0, 0);
    while at < query.predicates.len() {
        if query.predicates[at].is_optional {
            n += 1;
        }
        at += 1;
    }
    n
}

const fn allows(allowances: &[Allowance], rule: &str) -> bool {
    let mut at = 0;
    while at < allowances.len() {
        if str_eq(allowances[at].rule, rule) {
            return true;
        }
        at += 1;
    }
    false
}

const fn what(operation: &str) -> Text {
    Text::new("`").and(operation).and("` ")
}

const fn unserved(operation: &str, verdict: &Verdict) -> Text {
    let text = what(operation).and("is served by no index");
    match (verdict.fit, verdict.index) {
        (Fit::Unfit(Unfit::FirstKey), _) | (_, None) => text,
        (_, Some(index)) => text.and("; `").and(index).and("` comes nearest"),
    }
}

const fn looks_at_more(operation: &str, verdict: &Verdict, rule: &str) -> Text {
    let text = what(operation).and("looks at more than it returns");
    let text = match verdict.index {
        Some(index) => text.and(" in `").and(index).and("`"),
        None => text,
    };
    text.and(": add the keys that it lacks, or write `allow(").and(rule).and(", reason = \"..\")`")
}

const fn contested(operation: &str, verdict: &Verdict, rival: &str) -> Text {
    let text =
        what(operation).and("may be sorted in memory, since the server may prefer `").and(rival);
    match verdict.index {
        Some(index) => text.and("`: write `hint = \"").and(index).and("\"`"),
        None => text,
    }
}
