//! The two kinds of filters, and what each means for an operation.

use std::{marker::PhantomData, time::Duration};

use bson::Document as BsonDocument;

use super::{CostCard, Query, QueryLimits, QueryShape};
use crate::{
    codec::DecodeError,
    document::{self, Document},
    operation::OperationName,
    projection::ProjectionTable,
};

/// The kind of a filter that is made where it is called: it may be given any order.
#[derive(Debug)]
pub struct AdHoc;

/// The kind of a filter that is a registered query: it has an order and limits of its own.
pub struct Registered<Q>(PhantomData<fn() -> Q>);

impl<Q> std::fmt::Debug for Registered<Q> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Registered")
    }
}

/// [`AdHoc`] or [`Registered`]: what a find gives, and what it brings of its own.
pub trait FilterKind<D>: sealed::Sealed {
    /// What a find gives: the document, or a part of it.
    type Output;

    /// What the executor has to know of a registered query.
    #[doc(hidden)]
    const PLAN: Option<&'static QueryPlan>;

    /// Reads one document of a reply.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Result<Self::Output, DecodeError>
    where
        D: Document;
}

impl<D> FilterKind<D> for AdHoc {
    type Output = D;
    const PLAN: Option<&'static QueryPlan> = None;

    fn read(bytes: &[u8]) -> Result<D, DecodeError>
    where
        D: Document,
    {
        document::from_slice(bytes)
    }
}

impl<Q: Query> FilterKind<Q::Document> for Registered<Q> {
    type Output = Q::Output;
    const PLAN: Option<&'static QueryPlan> = Some(Self::OF_QUERY);

    fn read(bytes: &[u8]) -> Result<Q::Output, DecodeError> {
        Q::read(bytes)
    }
}

/// A filter whose find can be given an order, an index and a projection where it is called.
#[diagnostic::on_unimplemented(
    message = "a registered query has an order, an index and a projection of its own",
    label = "not for a registered query",
    note = "say it at the query: `#[derive(Filter)] #[mongo(.., sort(created_at = desc, id = desc))]`, `hint = \"..\"`, \
            `projection = ..`; or find with a filter that is made here"
)]
pub trait MadeHere: sealed::Sealed {}

impl MadeHere for AdHoc {}

/// A filter whose find has pages: a registered query that is [`Paged`](super::Paged).
#[diagnostic::on_unimplemented(
    message = "a find has pages only for a registered query",
    label = "an ad-hoc filter has no pages",
    note = "pages need an order that a declared index serves and that ends with a unique key: derive a query, \
            `#[derive(Filter)] #[mongo(document = .., operation = \"..\", sort(created_at = desc, id = desc))]`"
)]
pub trait HasPages: sealed::Sealed {
    /// The query.
    #[doc(hidden)]
    const QUERY: &'static QueryPlan;
}

impl<Q: super::Paged> HasPages for Registered<Q> {
    const QUERY: &'static QueryPlan = Self::OF_QUERY;
}

/// What the executor has to know of a registered query.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct QueryPlan {
    pub operation: OperationName,
    pub shape: &'static QueryShape<'static>,
    pub limits: QueryLimits,
    pub card: &'static CostCard,
    pub projection: Option<&'static ProjectionTable>,
}

impl<Q: Query> Registered<Q> {
    const OF_QUERY: &'static QueryPlan = &QueryPlan {
        operation: Q::OPERATION,
        shape: Q::SHAPE,
        limits: Q::LIMITS,
        card: Q::CARD,
        projection: Q::PROJECTION,
    };
}

impl QueryPlan {
    /// How long a call may take.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.limits.deadline_ms.map(|ms| Duration::from_millis(ms.into()))
    }

    /// The order, as the server takes it; none when there is none.
    #[must_use]
    pub fn sort(&self) -> Option<BsonDocument> {
        let keys = self.shape.sort.iter().map(|key| (key.path, key.direction.sign().into()));
        Some(keys.map(|(path, sign)| (path.to_owned(), sign)).collect::<BsonDocument>())
            .filter(|sort| !sort.is_empty())
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::AdHoc {}

    impl<Q> Sealed for super::Registered<Q> {}
}
