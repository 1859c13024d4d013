//! The rules of a registered query beside the indexes of its collection, checked at compile time.

use super::{
    Fit, Loose, ONLY_NEGATIVE, RESIDUAL, RIVAL,
    facts::{Facts, MAX_PREDICATES, active},
    judge::fit_in_command,
    message::Message,
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
pub const RULES: &[&str] = &[RESIDUAL, ONLY_NEGATIVE, RIVAL];

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
    let calls = verdicts(declaration, query);
    let (mut needs, mut n, n_calls) = (Needs::NONE, 0, n_calls(query));
    while n < n_calls {
        let verdict = &calls[n as usize].verdict();
        let message = Message { operation, declaration, query, left_out: n };
        match verdict.fit {
            Fit::Unfit(why) => {
                if collection_scan.is_none() {
                    return Some(message.unserved(verdict, why));
                }
                needs.scan = true;
            }
            Fit::Loose(why) => {
                if collection_scan.is_none() && !allows(allowances, why.rule()) {
                    return Some(message.loose(verdict, why));
                }
                needs.add(&why);
            }
            Fit::Tight => {}
        }
        if let Some(rival) = verdict.rival {
            if collection_scan.is_none() && !allows(allowances, RIVAL) {
                return Some(message.contested(verdict, rival));
            }
            needs.rival = true;
        }
        n += 1;
    }
    needs.check(operation, allowances, collection_scan)
}

/// What a query has to give a reason for.
struct Needs {
    scan: bool,
    residual: bool,
    only_negative: bool,
    rival: bool,
}

impl Needs {
    const NONE: Self = Self { scan: false, residual: false, only_negative: false, rival: false };

    const fn add(&mut self, why: &Loose) {
        match why {
            Loose::OnlyNegative { .. } => self.only_negative = true,
            _ => self.residual = true,
        }
    }

    /// A reason for what the query does not do.
    const fn check(
        &self,
        operation: &str,
        allowances: &[Allowance],
        collection_scan: Option<&str>,
    ) -> Option<Text> {
        if collection_scan.is_some() && !self.scan {
            return Some(what(operation).and("is served by an index: remove `collection_scan`"));
        }
        let (rule, text) = if allows(allowances, RESIDUAL) && !self.residual {
            (RESIDUAL, "looks at no more than its index has for it")
        } else if allows(allowances, ONLY_NEGATIVE) && !self.only_negative {
            (ONLY_NEGATIVE, "says what is wanted")
        } else if allows(allowances, RIVAL) && !self.rival {
            (RIVAL, "is served by one index alone")
        } else {
            return None;
        };
        Some(what(operation).and(text).and(": remove `allow(").and(rule).and(", ..)`"))
    }
}

/// The verdicts for all combinations of optional conditions. Each index is looked at once.
const fn verdicts(declaration: &'static Declaration, query: &QueryShape<'_>) -> [Best; MAX_CALLS] {
    let mut best = [Best::NONE; MAX_CALLS];
    let (mut actives, mut n) = ([0; MAX_CALLS], 0);
    let n_calls = n_calls(query) as usize;
    while n < n_calls {
        actives[n] = active(query, n as u32);
        n += 1;
    }
    let mut at = 0;
    while at <= declaration.indexes.len() {
        let index = index_at(declaration, at);
        if is_candidate(index, query) {
            let facts = Facts::of(index, query);
            n = 0;
            while n < n_calls {
                best[n].look_at(index.name, fit_in_command(declaration, &facts, actives[n]));
                n += 1;
            }
        }
        at += 1;
    }
    best
}

/// How many combinations of its optional conditions a query has, at most 64.
pub(super) const fn n_calls(query: &QueryShape<'_>) -> u32 {
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
