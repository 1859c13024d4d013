//! Registered queries: what one asks, as constants, so that rules at compile time, the manifest and a cost estimate can be made of it.

mod card;

mod check;

mod dynamic;

mod kind;

mod live;

mod paged;

mod served;

pub mod serving;

mod shape;

mod table;

mod written;

pub mod part;

use crate::{
    codec::DecodeError, document::Document, operation::OperationName, projection::ProjectionTable,
};

pub use self::{
    card::{Access, CostCard},
    check::{
        check_collation, check_constant, check_hint, check_pattern, check_predicate, check_sort_key,
    },
    dynamic::Serving,
    kind::{AdHoc, FilterKind, HasPages, MadeHere, QueryPlan, Registered},
    live::check_alike,
    paged::{Keyset, Paged, keyset, why},
    served::{check_covered_by, check_served, proven_index},
    shape::{Nulls, Predicate, PredicateOp, QueryLimits, QueryOptions, QueryShape, SortKey},
    table::{predicate, predicate_in, sort_key},
};

pub(crate) use self::table::predicate_at;

/// A query as a struct: its fields are the operands, its attributes the operators. Comes from `#[derive(Filter)]`.
///
/// The tables say what the query asks, without its values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a registered query",
    label = "not a query",
    note = "derive it: `#[derive(Filter)] #[mongo(document = .., operation = \"..\")]`"
)]
pub trait Query: Sized {
    /// The type of the documents that it looks for.
    type Document: Document;
    /// What a find of it gives: the document, or a typed part of it.
    type Output: 'static;
    /// The name of the operation, which a command that is given the query has.
    const OPERATION: OperationName;
    /// What it asks.
    const SHAPE: &'static QueryShape<'static>;
    /// Its limits.
    const LIMITS: QueryLimits;
    /// What the documents are asked for; all that they have where there is none.
    const PROJECTION: Option<&'static ProjectionTable> = None;
    /// What else it says of itself.
    const OPTIONS: QueryOptions = QueryOptions::NONE;
    /// What it costs, as far as that is known before it runs.
    const CARD: &'static CostCard = &CostCard::of::<Self>();

    /// Reads one document of a reply.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Result<Self::Output, DecodeError>;
}
