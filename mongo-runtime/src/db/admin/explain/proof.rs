//! What the declared indexes are proven to do for a registered query.

use crate::{
    document::Declaration,
    query::{
        QueryPlan,
        serving::{n_calls, verdict},
    },
};

/// The indexes that a query is proven with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proof {
    /// An index for each combination of optional conditions, each once.
    pub(super) indexes: Vec<&'static str>,
    /// Whether a combination is served by none, which the query says the reason of.
    pub(super) has_scan: bool,
}

impl Proof {
    pub(super) fn of(declaration: &'static Declaration, query: &QueryPlan) -> Self {
        let (mut indexes, mut has_scan) = (Vec::new(), false);
        for left_out in 0..n_calls(query.shape) {
            let verdict = verdict(declaration, query.shape, left_out);
            match verdict.index.filter(|_| verdict.fit.is_served()) {
                Some(index) if !indexes.contains(&index) => indexes.push(index),
                Some(_) => {}
                None => has_scan = true,
            }
        }
        Self { indexes, has_scan }
    }
}
