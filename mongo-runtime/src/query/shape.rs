//! The tables of a query.

use crate::{
    codec::Bounds,
    document::Allowance,
    field::IsVariant,
    index::{Collation, Literal},
    shape::{BsonType, Scalar, Shape},
    sort::Direction,
};

/// What a query asks of any document, and in which order it wants them.
#[derive(Debug, Clone, Copy)]
pub struct QueryShape<'a> {
    /// The conditions. All of them hold together.
    pub predicates: &'a [Predicate],
    /// The order; none when empty.
    pub sort: &'a [SortKey],
    /// How it compares text; byte by byte when there is none.
    pub collation: Option<&'a Collation>,
    /// The name of the index that the server is told to use.
    pub hint: Option<&'a str>,
    /// Whether it finds documents whose declared expiry is over, too. Otherwise the executor adds the condition that it is not.
    pub include_expired: bool,
}

impl<'a> QueryShape<'a> {
    /// A shape. The derive makes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        predicates: &'a [Predicate],
        sort: &'a [SortKey],
        collation: Option<&'a Collation>,
    ) -> Self {
        Self { predicates, sort, collation, hint: None, include_expired: false }
    }

    /// The same with the index that the server is told to use.
    #[doc(hidden)]
    #[must_use]
    pub const fn hinted(self, hint: Option<&'a str>) -> Self {
        Self { hint, ..self }
    }

    /// The same with documents that have expired.
    #[doc(hidden)]
    #[must_use]
    pub const fn including_expired(self) -> Self {
        Self { include_expired: true, ..self }
    }
}

/// One condition.
#[derive(Debug, Clone, Copy)]
pub struct Predicate {
    /// The key of the attribute: `gte`, `constant`.
    pub attribute: &'static str,
    /// The dotted path.
    pub path: &'static str,
    /// The path as it is written in attributes, of Rust names; the dotted path where that is not known.
    pub written: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    pub array: &'static str,
    /// The declared bounds there.
    pub bounds: Bounds,
    /// Whether a document may lack it: it is optional, or inside of something that is.
    pub may_lack: bool,
    /// The variant of an enum that the path leads into, which the query asks for, too.
    pub variant: Option<&'static IsVariant>,
    /// The comparison.
    pub op: PredicateOp,
    /// The literal it compares with, where that is none of the values of a call.
    pub literal: Option<Literal>,
    /// How many values a list has at most.
    pub max_items: Option<usize>,
    /// Whether a call may leave it out.
    pub is_optional: bool,
    /// What conditions on one element have in common: the name of the element in the brackets.
    pub element: Option<&'static str>,
}

impl Predicate {
    /// The same, which a call may leave out.
    #[doc(hidden)]
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// The same with a list of at most so many values.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_at_most(self, max_items: usize) -> Self {
        Self { max_items: Some(max_items), ..self }
    }

    /// The same with a literal.
    #[doc(hidden)]
    #[must_use]
    pub const fn with(self, literal: Literal) -> Self {
        Self { literal: Some(literal), ..self }
    }

    /// The same of an element that has this name.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_element(self, name: &'static str) -> Self {
        Self { element: Some(name), ..self }
    }

    /// That the enum around the path is the variant that the path leads to.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_variant(self) -> Self {
        match self.variant {
            Some(is) => Self {
                path: is.path,
                shape: const { &Shape::Scalar(Scalar::variable(BsonType::String)) },
                bounds: Bounds::NONE,
                literal: Some(Literal::Str(is.tag)),
                ..self
            },
            // What stands in for a type with an error.
            None => self,
        }
    }

    /// A condition on a field at the top of a document that is always there.
    pub(crate) const fn plain(path: &'static str, shape: &'static Shape, op: PredicateOp) -> Self {
        Self {
            attribute: "",
            path,
            written: path,
            shape,
            array: "",
            bounds: Bounds::NONE,
            may_lack: false,
            variant: None,
            op,
            literal: None,
            max_items: None,
            is_optional: false,
            element: None,
        }
    }
}

/// The comparisons of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PredicateOp {
    /// `$eq`.
    Eq,
    /// `$in`.
    In,
    /// `$gt`.
    Gt,
    /// `$gte`.
    Gte,
    /// `$lt`.
    Lt,
    /// `$lte`.
    Lte,
    /// A text that starts with a literal one.
    StartsWith,
    /// A text that contains a literal one.
    Contains,
    /// A pattern of the program.
    Matches,
    /// `$ne`.
    Ne,
    /// `$nin`.
    NotIn,
    /// `$exists: true`.
    Exists,
    /// `$exists: false`.
    Absent,
    /// Null, and there.
    Null,
    /// Null or absent.
    NullOrAbsent,
    /// Neither null nor absent.
    Present,
    /// Any other operator, which an index is not asked to serve.
    Other,
}

/// One key of an order.
#[derive(Debug, Clone, Copy)]
pub struct SortKey {
    /// The dotted path.
    pub path: &'static str,
    /// The path as it is written in attributes, of Rust names; the dotted path where that is not known.
    pub written: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    pub array: &'static str,
    /// Whether a document may lack it: it is optional, or inside of something that is.
    pub may_lack: bool,
    /// Smallest or largest first.
    pub direction: Direction,
    /// Where documents without a value come, if that was said.
    pub nulls: Option<Nulls>,
}

/// Where documents come that have null or nothing at the key of an order.
///
/// The server puts them before every value; so they come first where the order is ascending, and last where it is descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// Before all others.
    First,
    /// Behind all others.
    Last,
}

/// The limits of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryLimits {
    /// How many documents a call gets at most; what the store allows where there is none.
    pub max_results: Option<u32>,
    /// How many documents are fetched at once; what the store says where there is none.
    pub batch_size: Option<u32>,
    /// How long a call may take, in milliseconds; what the store says where there is none.
    pub deadline_ms: Option<u32>,
}

impl QueryLimits {
    /// What the store says.
    pub const NONE: Self = Self { max_results: None, batch_size: None, deadline_ms: None };
}

/// What a query says of itself, beside what it asks and its limits.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct QueryOptions {
    /// Whether it is to be answered out of its index, without a look at documents.
    pub covered: bool,
    /// Why it may look at each document of the collection; empty where it may not.
    pub collection_scan: &'static str,
    /// The rules that it is allowed to break, as `allow(rule, reason = "..")`.
    pub allowances: &'static [Allowance],
}

impl QueryOptions {
    /// Nothing.
    pub const NONE: Self = Self { covered: false, collection_scan: "", allowances: &[] };
}
