//! Declared indexes, as constants, and the rules over them.

mod render;

mod conditions;

mod rules;

mod collation;

mod variants;

mod wildcard;

pub use self::{
    collation::{Collation, CollationOption, LOCALES, VARIANTS, check_collation},
    conditions::check_partial_term,
    rules::{check_index, check_index_key},
    wildcard::Projection,
};

pub(crate) use self::{
    collation::wrong_option,
    conditions::{check_both, check_literal, compare_literals},
    render::{conditions_of, literal, operator},
    rules::encloses,
};

#[cfg(feature = "admin")]
pub(crate) use self::collation::complete;

use crate::{
    codec::Bounds,
    document::{Allowance, Discriminator},
    field::{Field, IsVariant, Path},
    operation::OperationName,
    shape::{BsonType, Scalar, Shape, is_presence},
};

/// One declared index.
#[derive(Debug)]
#[non_exhaustive]
pub struct IndexDeclaration {
    /// Its name on the server.
    pub name: &'static str,
    /// Its keys, in order.
    pub keys: &'static [IndexKey],
    /// Whether two documents can't have equal keys.
    pub unique: bool,
    /// Whether documents without the keys are left out. See the rule `sparse`.
    pub sparse: bool,
    /// Whether the planner ignores it.
    pub hidden: bool,
    /// The type whose documents alone it covers, where several types share the collection. It is a condition of a partial
    /// index, and each query of the type has it.
    pub only: Option<Discriminator>,
    /// The documents of the type that it covers; all when empty.
    pub partial: &'static [PartialTerm],
    /// How many seconds after the date in its key a document expires.
    pub expire_after_seconds: Option<i32>,
    /// Declared consent to that many documents lacking the optional key of a unique index.
    pub absent: Absent,
    /// How it compares text; byte by byte when there is none.
    pub collation: Option<Collation>,
    /// What a wildcard over the whole document has of it.
    pub projection: Projection,
    /// Who may change it.
    pub owner: Owner,
    /// The operations that it is there for.
    pub serves: &'static [OperationName],
    /// The rules that it is allowed to break, as `allow(rule, reason = "..")`.
    pub allowances: &'static [Allowance],
}

impl IndexDeclaration {
    /// An index with the defaults; the derive sets the rest.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, keys: &'static [IndexKey]) -> Self {
        Self {
            name,
            keys,
            unique: false,
            sparse: false,
            hidden: false,
            only: None,
            partial: &[],
            expire_after_seconds: None,
            absent: Absent::Unsaid,
            collation: None,
            projection: Projection::All,
            owner: Owner::Application,
            serves: &[],
            allowances: &[],
        }
    }
}

/// Who may change an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Owner {
    /// The application: provisioning creates it.
    Application,
    /// The server itself, which makes it for a feature of its own. It is looked for, and never created.
    MongoDb,
    /// Client-side encryption, which makes it with the collection. It is looked for, and never created.
    Encryption,
    /// The search of the cluster, whose indexes are none of the collection's. Nothing looks for it.
    Search,
}

impl Owner {
    /// The name as in `owner = ".."`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Application => "application",
            Self::MongoDb => "mongodb",
            Self::Encryption => "encryption",
            Self::Search => "search",
        }
    }
}

/// How many documents may lack the optional key of a unique index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Absent {
    /// Nothing was declared.
    Unsaid,
    /// One: the server takes a missing key for null, and null is unique too.
    One,
}

/// One key of an index.
#[derive(Debug, Clone, Copy)]
pub struct IndexKey {
    /// The dotted path.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    pub array: &'static str,
    /// Whether a document may lack it: it is optional, or inside of something that is.
    pub may_lack: bool,
    /// The dotted name of the innermost optional document that the path goes through; empty when it goes through none.
    pub optional: &'static str,
    /// Whether null may be stored there.
    pub null: bool,
    /// The variant of an enum that the path leads into; other variants lack it.
    pub variant: Option<&'static IsVariant>,
    /// Direction or kind.
    pub kind: KeyKind,
}

/// Direction or kind of an index key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyKind {
    /// Ascending.
    Asc,
    /// Descending.
    Desc,
    /// Hashed: for equality only.
    Hashed,
    /// Spherical geometry.
    Sphere,
    /// Text search.
    Text,
    /// Everything below the path, or in the whole document where the path is empty.
    Wildcard,
}

/// One condition of a partial index. All of them hold together.
#[derive(Debug, Clone, Copy)]
pub struct PartialTerm {
    /// The dotted path.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    pub array: &'static str,
    /// The declared bounds there.
    pub bounds: Bounds,
    /// The comparison.
    pub op: PartialOp,
    /// The literal it compares with.
    pub literal: Literal,
    /// The variant of an enum that the path leads into, which the index asks for, too.
    pub variant: Option<&'static IsVariant>,
}

/// The comparisons that the server takes in a partial index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartialOp {
    /// Equal.
    Eq,
    /// Greater.
    Gt,
    /// Greater or equal.
    Gte,
    /// Less.
    Lt,
    /// Less or equal.
    Lte,
    /// The field is there.
    Exists,
}

/// A literal in an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// Text, or the stored tag of an enum.
    Str(&'static str),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// True or false.
    Bool(bool),
}

/// The key at the path that a closure would give. The closure is never called: its type is the path.
#[doc(hidden)]
#[must_use]
pub const fn index_key<F: Field>(_: fn() -> F, kind: KeyKind) -> IndexKey {
    IndexKey {
        path: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        array: <F::Path as Path>::INNER_ARRAY,
        may_lack: <F::Path as Path>::SHAPE.is_optional()
            || <F::Path as Path>::OPTIONAL.is_some()
            || <F::Path as Path>::VARIANT.is_some(),
        optional: match <F::Path as Path>::OPTIONAL {
            Some(optional) => optional,
            None => "",
        },
        null: <F::Path as Path>::NULL || is_presence(<F::Path as Path>::SHAPE),
        variant: <F::Path as Path>::VARIANT,
        kind,
    }
}

/// The dotted name of the path that a closure would give.
#[doc(hidden)]
#[must_use]
pub const fn path_name<F: Field>(_: fn() -> F) -> &'static str {
    <F::Path as Path>::NAME
}

/// The condition on the path that a closure would give.
#[doc(hidden)]
#[must_use]
pub const fn partial_term<F: Field>(_: fn() -> F, op: PartialOp, literal: Literal) -> PartialTerm {
    PartialTerm {
        path: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        array: <F::Path as Path>::INNER_ARRAY,
        bounds: <F::Path as Path>::BOUNDS,
        op,
        literal,
        variant: <F::Path as Path>::VARIANT,
    }
}

/// The condition that the enum is the variant at the path that a closure would give.
#[doc(hidden)]
#[must_use]
pub const fn variant_term<F: Field>(_: fn() -> F) -> PartialTerm {
    let (path, tag) = match <F::Path as Path>::VARIANT {
        Some(is) => (is.path, is.tag),
        // What stands in for a type with an error.
        None => (<F::Path as Path>::NAME, ""),
    };
    PartialTerm {
        path,
        shape: const { &Shape::Scalar(Scalar::variable(BsonType::String)) },
        array: <F::Path as Path>::INNER_ARRAY,
        bounds: Bounds::NONE,
        op: PartialOp::Eq,
        literal: Literal::Str(tag),
        variant: <F::Path as Path>::VARIANT,
    }
}
