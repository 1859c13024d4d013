//! Which queries can be read page by page: their order tells any two documents apart.

pub mod why;

use super::{Predicate, PredicateOp, Query, QueryShape, SortKey};
use crate::{
    document::Declaration,
    index::{Collation, IndexDeclaration, IndexKey, KeyKind},
    shape::{BsonType, Scalar, Shape, str_eq},
};

/// A query that can be read page by page, with `.page(..)`: its order ends with what only one document has, and says where
/// documents come that lack a key.
///
/// A token has the keys of the last document as they are stored, so a key whose Rust type holds less than what is stored is read
/// back exactly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read page by page",
    label = "not a query with an order",
    note = "derive it, with an order that ends with the id: `#[derive(Filter)] #[mongo(.., sort(created_at = desc, id = desc))]`"
)]
pub trait Paged: Query {}

/// What the order of a query is for paging: one of the numbers that [`keyset`] gives.
#[derive(Debug)]
pub struct Keyset<const IS: u8>;

const IS_KEYSET: u8 = 0;
const HAS_NO_ORDER: u8 = 1;
const NOT_UNIQUE: u8 = 2;
const NULLS_UNSAID: u8 = 3;

/// Whether the order tells any two documents apart, or why it does not.
#[must_use]
pub const fn keyset(declaration: &Declaration, shape: &QueryShape<'_>) -> u8 {
    // What stands in for a type whose derive has reported an error.
    if declaration.collection.is_empty() {
        return IS_KEYSET;
    }
    if shape.sort.is_empty() {
        return HAS_NO_ORDER;
    }
    let mut rest = shape.sort;
    while let [key, next @ ..] = rest {
        if key.may_lack && key.nulls.is_none() {
            return NULLS_UNSAID;
        }
        rest = next;
    }
    if has_id(shape) || has_unique_index(declaration, shape) { IS_KEYSET } else { NOT_UNIQUE }
}

/// Whether the `_id` is a key. With a collation, two ids that are text may be equal in it.
const fn has_id(shape: &QueryShape<'_>) -> bool {
    let mut rest = shape.sort;
    while let [key, next @ ..] = rest {
        if str_eq(key.path, "_id") && (shape.collation.is_none() || !is_text(key.shape)) {
            return true;
        }
        rest = next;
    }
    false
}

const fn is_text(shape: &Shape) -> bool {
    matches!(shape.inside(), Shape::Tags(_) | Shape::Scalar(Scalar { bson: BsonType::String, .. }))
}

const fn has_unique_index(declaration: &Declaration, shape: &QueryShape<'_>) -> bool {
    let mut rest = declaration.indexes;
    while let [index, next @ ..] = rest {
        if is_total(index) && compares_like(index, shape.collation) && fixes(shape, index.keys) {
            return true;
        }
        rest = next;
    }
    false
}

/// Whether an index keeps any two documents apart.
const fn is_total(index: &IndexDeclaration) -> bool {
    index.unique && !index.sparse && index.partial.is_empty()
}

const fn compares_like(index: &IndexDeclaration, collation: Option<&Collation>) -> bool {
    match (&index.collation, collation) {
        (None, None) => true,
        (Some(of_index), Some(of_query)) => of_index.is_like(of_query),
        _ => false,
    }
}

/// Whether each key of a unique index is in the order, or always equal to a value.
const fn fixes(shape: &QueryShape<'_>, keys: &[IndexKey]) -> bool {
    let mut rest = keys;
    while let [key, next @ ..] = rest {
        let is_plain = key.array.is_empty() && matches!(key.kind, KeyKind::Asc | KeyKind::Desc);
        if !is_plain || !is_sorted(shape.sort, key) && !is_equal(shape.predicates, key) {
            return false;
        }
        rest = next;
    }
    true
}

const fn is_sorted(sort: &[SortKey], key: &IndexKey) -> bool {
    let mut rest = sort;
    while let [one, next @ ..] = rest {
        if str_eq(one.path, key.path) {
            return true;
        }
        rest = next;
    }
    false
}

const fn is_equal(predicates: &[Predicate], key: &IndexKey) -> bool {
    let mut rest = predicates;
    while let [one, next @ ..] = rest {
        let is_fixed = matches!(one.op, PredicateOp::Eq) && !one.is_optional;
        if is_fixed && one.array.is_empty() && str_eq(one.path, key.path) {
            return true;
        }
        rest = next;
    }
    false
}
