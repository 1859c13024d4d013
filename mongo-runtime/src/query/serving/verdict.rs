//! The index of a collection that serves a query best.

use super::{
    Fit, Loose, Unfit,
    facts::{Facts, active},
    judge::{Judged, fit_in_command},
};
use crate::{
    document::Declaration,
    index::{IndexDeclaration, IndexKey, KeyKind},
    query::QueryShape,
    shape::{Shape, str_eq},
};

/// How the indexes of a collection serve a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// How the best of them does.
    pub fit: Fit,
    /// The name of that one; where none does, of the one that comes nearest. `_id_` is the one that each collection has.
    pub index: Option<&'static str>,
    /// Another index that the server may prefer, although it would sort in memory then: the conditions on it may find fewer
    /// entries. A hint rules it out.
    pub rival: Option<&'static str>,
}

/// Which index serves a query of a type best, in a call that leaves some of its optional conditions out: bit `n` of `left_out`
/// stands for the `n`-th of them.
///
/// With a hint, that index alone is judged. The condition of the type itself, where several share a collection, is in
/// every query, and so is the one that documents have not expired. What the executor adds on the schema version is not looked at.
#[must_use]
pub const fn verdict(
    declaration: &'static Declaration,
    query: &QueryShape<'_>,
    left_out: u32,
) -> Verdict {
    let mut best = Best::NONE;
    let active = active(query, left_out);
    let mut at = 0;
    while at <= declaration.indexes.len() {
        let index = index_at(declaration, at);
        if is_candidate(index, query) {
            best.look_at(index.name, fit_in_command(declaration, &Facts::of(index, query), active));
        }
        at += 1;
    }
    best.verdict()
}

/// The index that each collection has.
static ID: IndexDeclaration = {
    const KEYS: &[IndexKey] = &[IndexKey {
        path: "_id",
        shape: &Shape::Unknown,
        array: "",
        may_lack: false,
        optional: "",
        null: false,
        variant: None,
        kind: KeyKind::Asc,
    }];
    let mut index = IndexDeclaration::new("_id_", KEYS);
    index.unique = true;
    index
};

/// The declared indexes, and behind them the one that each collection has.
pub(super) const fn index_at(declaration: &Declaration, at: usize) -> &'static IndexDeclaration {
    if at < declaration.indexes.len() { &declaration.indexes[at] } else { &ID }
}

/// Whether the index may be used: with a hint, only that one.
pub(super) const fn is_candidate(index: &IndexDeclaration, query: &QueryShape<'_>) -> bool {
    match query.hint {
        Some(name) => str_eq(index.name, name),
        None => true,
    }
}

/// The best of the indexes that were looked at.
#[derive(Clone, Copy)]
pub(super) struct Best {
    judged: Option<Judged>,
    index: &'static str,
    rival: Option<&'static str>,
}

impl Best {
    pub(super) const NONE: Self = Self { judged: None, index: "", rival: None };

    pub(super) const fn look_at(&mut self, index: &'static str, judged: Judged) {
        if self.rival.is_none() && judged.is_rival {
            self.rival = Some(index);
        }
        let is_better = match &self.judged {
            None => true,
            Some(best) => rank(&judged) > rank(best),
        };
        if is_better {
            self.judged = Some(judged);
            self.index = index;
        }
    }

    pub(super) const fn verdict(&self) -> Verdict {
        let Some(judged) = self.judged else {
            return Verdict { fit: Fit::Unfit(Unfit::FirstKey), index: None, rival: None };
        };
        let has_rival = judged.fit.is_served() && !judged.is_exact;
        Verdict {
            fit: judged.fit,
            index: Some(self.index),
            rival: if has_rival { self.rival } else { None },
        }
    }
}

/// How near an index comes. Above all others is one that no rival is preferred to.
const fn rank(judged: &Judged) -> u32 {
    let kind = match judged.fit {
        Fit::Tight if judged.is_exact => 9,
        Fit::Tight => 8,
        Fit::Loose(Loose::Residual { .. } | Loose::Pattern { .. }) => 7,
        Fit::Loose(Loose::OnlyNegative { .. }) => 5,
        Fit::Loose(_) => 6,
        Fit::Unfit(Unfit::Order(_)) => 4,
        Fit::Unfit(Unfit::Partial(_)) => 3,
        Fit::Unfit(Unfit::Hashed { .. } | Unfit::Collation { .. } | Unfit::Array { .. }) => 2,
        Fit::Unfit(Unfit::Hidden | Unfit::Sparse | Unfit::Kind(_)) => 1,
        Fit::Unfit(Unfit::FirstKey) => 0,
    };
    kind * 64 + judged.n_bounds
}
