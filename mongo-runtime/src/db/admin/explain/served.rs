//! Whether a plan is one of a query that an index serves.

use std::fmt;

use super::{Explain, Plan};
use crate::{db::Admin, error::Error};

/// How many keys, and how many documents, a served operation looks at for each document that it finds, unless a test says otherwise.
pub const MAX_RATIO: u32 = 10;

/// What is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unserved {
    /// The server reads all of the collection.
    CollectionScan,
    /// The server sorts in memory.
    SortInMemory,
    /// The server reads none of the indexes that the registered query is proven with.
    OtherIndex,
    /// The server looks at more keys than the allowed number for each document that it finds.
    KeysOverRatio(u32),
    /// The server looks at more documents than the allowed number for each that it finds.
    DocumentsOverRatio(u32),
}

/// An operation that no index serves as it should: the plan, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnservedPlan {
    plan: Plan,
    why: Vec<Unserved>,
}

impl UnservedPlan {
    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn into_plan(self) -> Plan {
        self.plan
    }

    /// What is wrong with it; at least one thing.
    #[must_use]
    pub fn why(&self) -> &[Unserved] {
        &self.why
    }
}

/// Why a plan can't be taken for one that an index serves.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotServed {
    /// The plan is another one.
    Unserved(Box<UnservedPlan>),
    /// There is no plan: the operation or the explanation failed.
    Failed(Error),
}

impl Plan {
    /// Says whether an index serves the operation: no collection scan, no sort in memory, an index that a registered query is proven
    /// with, and at most so many keys and documents looked at for each document that was found. [`MAX_RATIO`] is a good number.
    ///
    /// A registered query with a `collection_scan` is as it is said to be.
    ///
    /// # Errors
    ///
    /// What is wrong, with the plan.
    pub fn served(self, max_ratio: u32) -> Result<Self, Box<UnservedPlan>> {
        if self.may_scan() {
            return Ok(self);
        }
        let is_over =
            |examined: u64| examined > self.returned().max(1).saturating_mul(max_ratio.into());
        let found = [
            self.has_collection_scan().then_some(Unserved::CollectionScan),
            self.has_blocking_sort().then_some(Unserved::SortInMemory),
            self.has_other_index().then_some(Unserved::OtherIndex),
            is_over(self.keys_examined()).then_some(Unserved::KeysOverRatio(max_ratio)),
            is_over(self.documents_examined()).then_some(Unserved::DocumentsOverRatio(max_ratio)),
        ];
        let why: Vec<_> = found.into_iter().flatten().collect();
        if why.is_empty() { Ok(self) } else { Err(Box::new(UnservedPlan { plan: self, why })) }
    }
}

impl Plan {
    /// Whether it reads indexes, and others than those that the query is proven with.
    fn has_other_index(&self) -> bool {
        let Some(proven) = self.proven_indexes() else { return false };
        self.indexes().iter().any(|index| !proven.contains(index))
    }
}

impl Admin {
    /// Explains an operation, and says whether an index serves it; what [`assert_served!`](crate::assert_served!) does.
    ///
    /// # Errors
    ///
    /// [`NotServed::Unserved`] with the plan and what is wrong; [`NotServed::Failed`] as [`explain`](Self::explain).
    pub async fn served(&self, operation: impl Explain, max_ratio: u32) -> Result<Plan, NotServed> {
        let plan = self.explain(operation).await.map_err(NotServed::Failed)?;
        plan.served(max_ratio).map_err(NotServed::Unserved)
    }
}

impl fmt::Display for UnservedPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, why } = self;
        write!(f, "`{}` on `{}` is not served by an index:", plan.operation(), plan.collection())?;
        for why in why {
            f.write_str("\n- ")?;
            match why {
                Unserved::CollectionScan => f.write_str(
                    "the server reads the whole collection (`COLLSCAN`): declare an index that starts with what is compared for \
                     equality",
                )?,
                Unserved::SortInMemory => f.write_str(
                    "the server sorts in memory (`SORT`): declare an index with the keys of the order behind those that are \
                     compared for equality",
                )?,
                Unserved::OtherIndex => write!(
                    f,
                    "the server reads `{}`, and the query is proven with `{}`: write the better one as its `hint`, or let one of the \
                     two indexes go",
                    plan.indexes().join("`, `"),
                    plan.proven_indexes().unwrap_or_default().join("`, `"),
                )?,
                Unserved::KeysOverRatio(ratio) => write!(
                    f,
                    "the server looks at {} keys for {} documents, over {ratio} for each",
                    plan.keys_examined(),
                    plan.returned()
                )?,
                Unserved::DocumentsOverRatio(ratio) => write!(
                    f,
                    "the server looks at {} documents for {}, over {ratio} for each",
                    plan.documents_examined(),
                    plan.returned()
                )?,
            }
        }
        f.write_str("\nthe plan:")?;
        plan.to_string().lines().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl std::error::Error for UnservedPlan {}

impl fmt::Display for NotServed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unserved(unserved) => unserved.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotServed {}

/// Asserts, in a test on a real server, that an index serves an operation: no collection scan, no sort in memory, and at most ten
/// keys and ten documents looked at for each document that is found, or `ratio` of them. Gives the [`Plan`].
///
/// The operation is given before it is awaited. See [`Admin::explain`](crate::db::Admin::explain).
///
/// ```no_run
/// # use mongo_runtime::{assert_served, catalog, db::{Admin, Store}, prelude::*};
/// # #[derive(Document)]
/// # #[mongo(collection = "orders", index(name = "ix_state_created", keys(state, created)))]
/// # struct Order { #[mongo(id)] id: ObjectId, #[mongo(max_len = 8)] state: String, created: DateTime }
/// # catalog! { Shop: documents(Order) }
/// # async fn test(admin: Admin, store: Store<Shop>) {
/// let (orders, f) = (store.collection::<Order>(), Order::fields());
/// let newest_open = orders.find(f.state().eq("open")).sort(f.created().desc()).limit(20);
/// let plan = assert_served!(admin, newest_open);
/// assert_eq!(plan.indexes(), ["ix_state_created"]);
///
/// assert_served!(admin, orders.count(f.state().eq("open")), ratio = 2);
/// # }
/// ```
///
/// # Panics
///
/// An index does not serve it, with what is wrong and the plan; or there is no plan.
#[macro_export]
macro_rules! assert_served {
    ($admin:expr, $operation:expr $(,)?) => {
        $crate::assert_served!($admin, $operation, ratio = $crate::db::MAX_RATIO)
    };
    ($admin:expr, $operation:expr, ratio = $ratio:expr $(,)?) => {
        match $admin.served($operation, $ratio).await {
            ::core::result::Result::Ok(plan) => plan,
            ::core::result::Result::Err(not_served) => ::core::panic!("{not_served}"),
        }
    };
}
