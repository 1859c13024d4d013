//! Indexes that nothing declared uses.

use std::fmt;

use super::{Catalog, collections};
use crate::{document::Declaration, index::IndexDeclaration, operation::OperationDeclaration};

/// A declared index that nothing in its catalog uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnusedIndex {
    /// The collection.
    pub collection: &'static str,
    /// The index.
    pub index: &'static str,
}

impl fmt::Display for UnusedIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { collection, index } = self;
        write!(
            f,
            "nothing in the catalog uses the index `{index}` of `{collection}`: remove it, or name in `serves(..)` the operation \
             that it is there for"
        )
    }
}

/// The declared indexes that no registered query is served by, no recipe upserts by, no constraint or expiry needs, and that do
/// not say of an operation with a filter of its own that they serve it. Each slows down every write.
///
/// ```
/// use mongo_runtime::{catalog, catalog::unused_indexes, prelude::*};
///
/// #[derive(Document)]
/// #[mongo(collection = "orders")]
/// #[mongo(index(name = "ix_state", keys(state)), index(name = "ix_total", keys(total)))]
/// struct Order {
///     #[mongo(id)]
///     id: ObjectId,
///     #[mongo(max_len = 8)]
///     state: String,
///     total: i64,
/// }
///
/// #[derive(Filter)]
/// #[mongo(document = Order, operation = "order.find-by-state")]
/// struct ByState<'a> {
///     #[mongo(eq, path = state)]
///     state: &'a str,
/// }
///
/// catalog! { Shop: documents(Order), operations(ByState) }
///
/// let unused: Vec<_> = unused_indexes::<Shop>().iter().map(|unused| unused.index).collect();
/// assert_eq!(unused, ["ix_total"]);
/// ```
#[must_use]
pub fn unused_indexes<C: Catalog>() -> Vec<UnusedIndex> {
    let all = collections(C::DOCUMENTS);
    let types = all.iter().flat_map(|collection| &collection.types);
    types.flat_map(|one| unused(one, C::OPERATIONS)).collect()
}

fn unused(one: &Declaration, operations: &[OperationDeclaration]) -> Vec<UnusedIndex> {
    let own = operations.iter().filter(|operation| operation.collection == one.collection);
    let own: Vec<_> = own.collect();
    let is_needed = |index: &IndexDeclaration| {
        index.unique || index.expire_after_seconds.is_some() || !index.serves.is_empty()
    };
    let is_used = |index: &IndexDeclaration| own.iter().any(|operation| operation.uses(index.name));
    let unused = one.indexes.iter().filter(|index| !is_needed(index) && !is_used(index));
    unused.map(|index| UnusedIndex { collection: one.collection, index: index.name }).collect()
}
