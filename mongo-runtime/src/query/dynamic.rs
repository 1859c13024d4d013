//! Whether a declared index serves a filter that is made where it is called: the rules of registered queries, on values.

mod branches;

mod predicate;

use std::fmt;

use self::branches::Branches;
use super::{
    Predicate, QueryShape, SortKey,
    serving::{Fit, Loose, verdict},
};
use crate::{
    document::{Declaration, Document},
    filter::Filter,
    shape::Shape,
    sort::Sort,
};

/// How the declared indexes serve a filter and an order. `Display` says it in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Serving {
    /// The name of the index; several where a filter asks for one thing *or* another, and each has its own. Where none serves the
    /// filter, the one that comes nearest. `_id_` is the one that each collection has.
    pub indexes: Vec<&'static str>,
    /// How well it does, and why no better.
    pub fit: Fit,
    /// Another index that the server may prefer, although it would sort in memory then.
    pub rival: Option<&'static str>,
}

impl Serving {
    /// Whether the server reads an index, does not read all of the collection, and does not sort in memory.
    #[must_use]
    pub fn is_served(&self) -> bool {
        self.fit.is_served()
    }
}

impl<D: Document> Filter<D> {
    /// How the declared indexes of `D` serve the filter, without an order: the judgement that a registered query gets at compile time, and
    /// no more than that: no server is asked. See [`served_by`](Self::served_by).
    #[must_use]
    pub fn served(&self) -> Serving {
        serving(D::DECLARATION, self, &[])
    }

    /// How the declared indexes of `D` serve the filter in an order.
    ///
    /// What the values are counts where an index is a partial one: a filter asks for what the index asks for, or does not. A
    /// condition that no key of an index is made for, such as one on a distance, counts as looked at document by document. What
    /// the executor adds, conditions on the schema version and on the expiry, is not looked at.
    ///
    /// ```
    /// use mongo_runtime::prelude::*;
    /// # #[derive(Document)]
    /// # #[mongo(collection = "orders")]
    /// #[mongo(index(name = "ix_state_created", keys(state, created)))]
    /// struct Order {
    ///     # #[mongo(id)]
    ///     # id: ObjectId,
    ///     # #[mongo(max_len = 8)]
    ///     state: String,
    ///     created: DateTime,
    ///     total: i64,
    ///     // ..
    /// }
    ///
    /// let f = Order::fields();
    /// let open = f.state().eq("open");
    /// let by_date = open.served_by(&f.created().desc());
    /// assert_eq!(by_date.indexes, ["ix_state_created"]);
    /// assert!(by_date.is_served());
    ///
    /// // The server would read all that are open, and sort them.
    /// assert!(!open.served_by(&f.total().desc()).is_served());
    /// ```
    #[must_use]
    pub fn served_by(&self, sort: &Sort<D>) -> Serving {
        let keys = sort.keys().iter().map(|(path, direction)| SortKey {
            path,
            written: path,
            // A typed order leads to one value of a document; its shape is not asked for.
            shape: &Shape::Unknown,
            array: "",
            may_lack: false,
            direction: *direction,
            nulls: None,
        });
        serving(D::DECLARATION, self, &keys.collect::<Vec<_>>())
    }
}

fn serving<D>(declaration: &'static Declaration, filter: &Filter<D>, sort: &[SortKey]) -> Serving {
    let carried = filter.carried;
    let judged = |predicates: &[Predicate]| {
        let shape = QueryShape {
            include_expired: carried.includes_expired,
            ..QueryShape::new(predicates, sort, carried.collation())
        };
        let verdict = verdict(declaration, &shape, 0);
        let indexes = verdict.index.into_iter().collect();
        Serving { indexes, fit: verdict.fit, rival: verdict.rival }
    };
    let Branches { all, whole } = Branches::of(&filter.term, declaration);
    let each = all.iter().map(|predicates| judged(predicates)).reduce(Serving::beside);
    // Of no document at all, nothing is read.
    let each = each.unwrap_or(Serving { indexes: Vec::new(), fit: Fit::Tight, rival: None });
    match whole {
        Some(predicates) if !each.is_served() => judged(&predicates),
        _ => each,
    }
}

impl Serving {
    /// One alternative of a filter beside others.
    fn beside(mut self, other: Self) -> Self {
        let is_better = match (self.fit, other.fit) {
            (Fit::Unfit(_), _) | (Fit::Loose(_), Fit::Tight | Fit::Loose(_)) => false,
            (Fit::Tight, _) | (Fit::Loose(_), Fit::Unfit(_)) => true,
        };
        if is_better {
            self.fit = other.fit;
        }
        for index in other.indexes {
            if !self.indexes.contains(&index) {
                self.indexes.push(index);
            }
        }
        self.rival = self.rival.or(other.rival);
        self
    }
}

impl fmt::Display for Serving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indexes = self.indexes.join("` and `");
        match self.fit {
            Fit::Tight if indexes.is_empty() => f.write_str("nothing is read"),
            Fit::Tight => write!(f, "served by `{indexes}`"),
            Fit::Loose(Loose::OnlyNegative { path }) => write!(
                f,
                "served by `{indexes}`, but `{path}` and all else say what is not wanted, which most entries meet"
            ),
            Fit::Loose(loose) => {
                write!(
                    f,
                    "served by `{indexes}`, but more is looked at than is found: {}",
                    Why(loose)
                )
            }
            Fit::Unfit(_) if indexes.is_empty() => f.write_str("served by no index"),
            Fit::Unfit(_) => write!(f, "served by no index; `{indexes}` comes nearest"),
        }
    }
}

struct Why(Loose);

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Loose::Residual { path } => {
                write!(f, "`{path}` is looked at in each entry or document")
            }
            Loose::Late { path, behind } => {
                write!(f, "`{path}` stands behind `{behind}`, which has no one value")
            }
            Loose::Gap { gap, path } => write!(f, "nothing is asked of `{gap}`, before `{path}`"),
            Loose::Pattern { path } => write!(f, "a pattern is tried on each text of `{path}`"),
            Loose::OnlyNegative { path } => write!(f, "`{path}` says what is not wanted"),
        }
    }
}
