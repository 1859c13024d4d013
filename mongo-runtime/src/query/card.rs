//! Cost cards: what a registered query costs, as far as that is known before it runs.

mod text;

use std::fmt;

use super::{
    Predicate, PredicateOp, Query, QueryLimits, QueryOptions, QueryShape,
    serving::{Fit, MAX_OPTIONAL, Verdict, verdict},
};
use crate::{
    document::{Declaration, Document},
    index::IndexDeclaration,
    operation::OperationName,
    shape::str_eq,
};

/// What a registered query costs, as far as that is known before it runs: `<RecentOrders as Query>::CARD`. `Display` tells it in
/// a few lines, and the manifest has it.
///
/// ```
/// use mongo_runtime::{prelude::*, query::{Access, Query}};
///
/// #[derive(Document)]
/// #[mongo(collection = "orders")]
/// #[mongo(index(name = "ix_state_created", keys(state, created = desc, id = desc)))]
/// struct Order {
///     #[mongo(id)]
///     id: ObjectId,
///     #[mongo(max_len = 8)]
///     state: String,
///     created: DateTime,
/// }
///
/// #[derive(Filter)]
/// #[mongo(document = Order, operation = "order.find-newest", sort(created = desc, id = desc), max_results = 50)]
/// struct Newest<'a> {
///     #[mongo(eq, path = state)]
///     state: &'a str,
/// }
///
/// assert_eq!(Newest::CARD.index(), Some("ix_state_created"));
/// assert_eq!(Newest::CARD.access(), Access::IndexThenDocuments);
/// assert_eq!(
///     Newest::CARD.to_string(),
///     "`order.find-newest` on `orders`\n\
///      served by `ix_state_created` (IXSCAN, FETCH)\n\
///      equal: state\n\
///      order: created desc, _id desc\n\
///      at most 50 documents; batch size, deadline and consistency are the store's",
/// );
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CostCard {
    /// The name of the operation.
    pub operation: OperationName,
    /// The collection.
    pub collection: &'static str,
    /// What it asks, in which order.
    pub shape: &'static QueryShape<'static>,
    /// Its limits.
    pub limits: QueryLimits,
    /// What else it says of itself.
    pub options: QueryOptions,
    /// How the declared indexes serve a call that leaves no condition out.
    pub verdict: Verdict,
    /// How many combinations of its optional conditions there are: 1 without any.
    pub n_combinations: u32,
    declaration: &'static Declaration,
}

/// The ways to the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Access {
    /// The index has all that is given: `IXSCAN`.
    IndexAlone,
    /// The entries of an index, and their documents: `IXSCAN`, `FETCH`.
    IndexThenDocuments,
    /// The same at several places of the index, merged to keep the order: `SORT_MERGE`.
    Merged,
    /// All documents of the collection: `COLLSCAN`; or a sort in memory: `SORT`. The query says why.
    Scan,
}

impl Access {
    /// The stages of the server's plan.
    #[must_use]
    pub const fn stages(self) -> &'static str {
        match self {
            Self::IndexAlone => "IXSCAN",
            Self::IndexThenDocuments => "IXSCAN, FETCH",
            Self::Merged => "IXSCAN, SORT_MERGE, FETCH",
            Self::Scan => "COLLSCAN or SORT",
        }
    }
}

impl CostCard {
    /// The card of a query.
    pub(super) const fn of<Q: Query>() -> Self {
        let declaration = <Q::Document as Document>::DECLARATION;
        Self {
            operation: Q::OPERATION,
            collection: declaration.collection,
            shape: Q::SHAPE,
            limits: Q::LIMITS,
            options: Q::OPTIONS,
            verdict: verdict(declaration, Q::SHAPE, 0),
            n_combinations: n_combinations(Q::SHAPE),
            declaration,
        }
    }

    /// The index that serves a call which leaves no condition out.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        if self.verdict.fit.is_served() { self.verdict.index } else { None }
    }

    /// How the declared indexes serve it: a verdict for each combination of optional conditions.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + use<> {
        let Self { declaration, shape, .. } = *self;
        (0..self.n_combinations).map(move |left_out| verdict(declaration, shape, left_out))
    }

    /// The indexes that serve it, each once: one for each combination of optional conditions.
    #[must_use]
    pub fn indexes(&self) -> Vec<&'static str> {
        let mut found = Vec::new();
        for verdict in self.verdicts().filter(|verdict| verdict.fit.is_served()) {
            if let Some(index) = verdict.index.filter(|index| !found.contains(index)) {
                found.push(index);
            }
        }
        found
    }

    /// Whether no index serves some combination of optional conditions, which the query says the reason of.
    #[must_use]
    pub fn may_scan(&self) -> bool {
        self.verdicts().any(|verdict| !verdict.fit.is_served())
    }

    /// Whether one of its indexes is this one.
    pub(crate) const fn is_served_by(&self, index: &str) -> bool {
        let mut left_out = 0;
        while left_out < self.n_combinations {
            let verdict = verdict(self.declaration, self.shape, left_out);
            if let Some(own) = verdict.index
                && verdict.fit.is_served()
                && str_eq(own, index)
            {
                return true;
            }
            left_out += 1;
        }
        false
    }

    /// The way to the documents of a call that leaves no condition out.
    #[must_use]
    pub fn access(&self) -> Access {
        match self.declared() {
            _ if !self.verdict.fit.is_served() => Access::Scan,
            _ if self.options.covered => Access::IndexAlone,
            Some(index) if self.is_merged(index) => Access::Merged,
            _ => Access::IndexThenDocuments,
        }
    }

    /// Whether a list stands before the first key of the order.
    fn is_merged(&self, index: &IndexDeclaration) -> bool {
        let Some(first) = self.shape.sort.first() else { return false };
        let before = index.keys.iter().take_while(|key| key.path != first.path);
        let is_list = |it: &Predicate| match it.op {
            PredicateOp::In => it.max_items != Some(1),
            PredicateOp::NullOrAbsent => true,
            _ => false,
        };
        let mut lists = self.shape.predicates.iter().filter(|it| is_list(it));
        let paths: Vec<_> = before.map(|key| key.path).collect();
        lists.any(|it| paths.contains(&it.path))
    }

    /// The declaration of the index that serves it; `None` for that of the `_id`, too.
    fn declared(&self) -> Option<&'static IndexDeclaration> {
        let name = self.index()?;
        self.declaration.indexes.iter().find(|index| index.name == name)
    }

    /// The conditions whose path is a key of the index that serves it, or that the index asks for of its documents.
    fn is_indexed(&self, predicate: &Predicate) -> bool {
        match self.declared() {
            Some(index) => {
                index.keys.iter().any(|key| key.path == predicate.path)
                    || index.partial.iter().any(|term| term.path == predicate.path)
            }
            None => self.index().is_some() && predicate.path == "_id",
        }
    }
}

/// How many combinations of its optional conditions a query has.
const fn n_combinations(shape: &QueryShape<'_>) -> u32 {
    let (mut n_optional, mut at) = (0, 0);
    while at < shape.predicates.len() {
        if shape.predicates[at].is_optional && n_optional < MAX_OPTIONAL {
            n_optional += 1;
        }
        at += 1;
    }
    1 << n_optional
}

impl Fit {
    /// In a word.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Tight => "tight",
            Self::Loose(_) => "loose",
            Self::Unfit(_) => "unfit",
        }
    }
}

/// Two cards are equal that tell the same.
impl PartialEq for CostCard {
    fn eq(&self, other: &Self) -> bool {
        self.operation == other.operation && self.to_document() == other.to_document()
    }
}

impl Eq for CostCard {}

impl fmt::Debug for CostCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CostCard({})", self.operation)
    }
}
