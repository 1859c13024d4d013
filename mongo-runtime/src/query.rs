//! Registered queries: what one asks, as constants, so that rules at compile time, the manifest and a cost estimate can be made of it.

mod kind;

pub mod serving;

mod shape;

use crate::{
    codec::DecodeError, document::Document, operation::OperationName, projection::ProjectionTable,
};

pub use self::{
    kind::{AdHoc, FilterKind, HasPages, MadeHere, QueryPlan, Registered},
    shape::{Nulls, Predicate, PredicateOp, QueryLimits, QueryShape, SortKey, predicate, sort_key},
};

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
    /// The name of the index that the server has to use; its own choice where there is none.
    const HINT: Option<&'static str> = None;

    /// What the documents are asked for; all that they have where there is none.
    const PROJECTION: Option<&'static ProjectionTable> = None;

    /// Reads one document of a reply.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Result<Self::Output, DecodeError>;
}

/// A query whose order is a total one, so that its results come in pages: it ends with a unique key, and each key that a
/// document may lack says where those documents come.
///
/// Comes from `#[derive(Filter)]` where that holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no pages: its order does not tell any two documents apart",
    label = "its order is not total",
    note = "end the order with a unique key, and say of a key that may be absent where those documents come: \
            `sort(created_at = desc, id = desc)`, `sort(paid_at(desc, nulls = last), id = desc)`"
)]
pub trait Paged: Query {}
