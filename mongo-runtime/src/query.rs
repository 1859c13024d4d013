//! Registered queries: what one asks, as constants, so that rules at compile time, the manifest and a cost estimate can be made of it.

mod shape;

use std::marker::PhantomData;

use crate::{codec::DecodeError, document::Document, operation::OperationName};

pub use self::shape::{
    Nulls, Predicate, PredicateOp, QueryLimits, QueryShape, SortKey, predicate, sort_key,
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

    /// Reads one document of a reply.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Result<Self::Output, DecodeError>;
}

/// The kind of a filter that is made where it is called: it may be given any order.
#[derive(Debug)]
pub struct AdHoc;

/// The kind of a filter that is a registered query: it has an order and limits of its own.
#[derive(Debug)]
pub struct Registered<Q>(PhantomData<fn() -> Q>);
