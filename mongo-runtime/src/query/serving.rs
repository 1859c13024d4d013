//! Whether a declared index serves a query, by the rules of the server's planner: at compile time and at run time.
//!
#![doc = include_str!("../../docs/index-errors.md")]

mod advice;

mod bounds;

mod conditions;

mod covered;

mod facts;

mod judge;

mod message;

mod order;

mod rules;

#[cfg(test)]
mod tests;

mod verdict;

use crate::index::KeyKind;

pub use self::{
    advice::{Advice, AdvisedKey, advice},
    covered::{check_covered, covered},
    judge::judge,
    rules::{MAX_OPTIONAL, RULES, check_query},
    verdict::{Verdict, verdict},
};

/// How an index serves a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fit {
    /// It finds what is asked for, in its order, and looks at nothing else that another order of its keys would spare.
    Tight,
    /// The server uses it without a scan of the collection and without a sort in memory, but looks at more than it returns.
    Loose(Loose),
    /// The server can't use it, or would sort in memory.
    Unfit(Unfit),
}

impl Fit {
    /// Whether the server uses the index without a scan of the collection and without a sort in memory.
    #[must_use]
    pub const fn is_served(&self) -> bool {
        !matches!(self, Self::Unfit(_))
    }
}

/// Why a query looks at more than it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loose {
    /// A condition is on no key that is searched by: it is looked at entry by entry, or document by document.
    Residual {
        /// The path of the condition.
        path: &'static str,
    },
    /// An equality stands behind a key that has a range, or that the order is by.
    Late {
        /// The path of the equality.
        path: &'static str,
        /// The path of the key before it.
        behind: &'static str,
    },
    /// A key that nothing is asked of stands before one that is searched by.
    Gap {
        /// The path of the key that nothing is asked of.
        gap: &'static str,
        /// The path of the key behind it.
        path: &'static str,
    },
    /// A pattern is tried on each text under the key.
    Pattern {
        /// The path of the pattern.
        path: &'static str,
    },
    /// All conditions say what is not wanted, or that there is a value.
    OnlyNegative {
        /// The path of the first of them.
        path: &'static str,
    },
}

impl Loose {
    /// The rule that allows it: `residual` or `only_negative`.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::OnlyNegative { .. } => ONLY_NEGATIVE,
            _ => RESIDUAL,
        }
    }
}

const RESIDUAL: &str = "residual";

const ONLY_NEGATIVE: &str = "only_negative";

const RIVAL: &str = "rival";

/// Why an index does not serve a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// The planner ignores it.
    Hidden,
    /// The planner ignores it under the strict Stable API.
    Sparse,
    /// It serves queries of a kind of its own.
    Kind(KeyKind),
    /// The query does not ask for what its documents have in common: the condition with this number.
    Partial(usize),
    /// Nothing that the planner can search by is asked of its first key, and the order does not start with it.
    FirstKey,
    /// It is hashed there, and something else than an equality is asked.
    Hashed {
        /// The path.
        path: &'static str,
    },
    /// It compares the text there in another way than the query.
    Collation {
        /// The path.
        path: &'static str,
    },
    /// It has entries for the elements of an array there, and whether there is a value other than null is asked of the array.
    Array {
        /// The path.
        path: &'static str,
    },
    /// It does not have the order: the server would sort in memory.
    Order(Disorder),
}

/// Why an index does not give an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disorder {
    /// It has no such key.
    Missing {
        /// The path of the key of the order.
        path: &'static str,
    },
    /// A key stands before it that has no equality and is no key of the order.
    Behind {
        /// The path of the key of the order.
        path: &'static str,
        /// The path of the key before it.
        key: &'static str,
    },
    /// The directions are neither those of the order nor all reversed.
    Direction {
        /// The path of the first key that goes the other way.
        path: &'static str,
    },
    /// The order is by an array, or an array is behind a key with several values.
    Array {
        /// The path of the array.
        path: &'static str,
    },
    /// The order is by a key that is hashed, or has another collation.
    Kind {
        /// The path of the key.
        path: &'static str,
    },
    /// Lists have no declared length, so the server may have too many places to merge.
    Unbounded {
        /// The path of the list.
        path: &'static str,
    },
    /// Lists have so many combinations of values that the server does not merge them.
    TooMany {
        /// How many there may be.
        n_scans: usize,
    },
}
