//! The rows of the tables, out of typed paths.

use std::marker::PhantomData;

use super::{Nulls, Predicate, PredicateOp, SortKey};
use crate::{
    field::{Field, Name, Path},
    shape::is_presence,
    sort::Direction,
};

/// The condition on the path that a closure would give. The closure is never called: its type is the path.
#[doc(hidden)]
#[must_use]
pub const fn predicate<F: Field>(
    _: fn() -> F,
    attribute: &'static str,
    op: PredicateOp,
) -> Predicate {
    predicate_at::<F::Path>(attribute, op)
}

/// The condition at a path.
pub(crate) const fn predicate_at<P: Path>(attribute: &'static str, op: PredicateOp) -> Predicate {
    Predicate {
        attribute,
        path: P::NAME,
        written: P::NAME,
        shape: P::SHAPE,
        array: P::INNER_ARRAY,
        bounds: P::BOUNDS,
        may_lack: may_lack::<P>(),
        variant: P::VARIANT,
        op,
        literal: None,
        max_items: None,
        is_optional: false,
        element: None,
    }
}

/// The condition on a path inside of one element of an array; each path is that which a closure would give.
#[doc(hidden)]
#[must_use]
pub const fn predicate_in<A: Field, F: Field>(
    array: fn() -> A,
    inside: fn() -> F,
    attribute: &'static str,
    op: PredicateOp,
) -> Predicate {
    let (around, it) = (predicate(array, attribute, op), predicate(inside, attribute, op));
    Predicate {
        path: Within::<A::Path, F::Path>::NAME_REF.as_str(),
        array: Within::<A::Path, F::Path>::ARRAY_REF.as_str(),
        may_lack: around.may_lack || it.may_lack,
        variant: around.variant,
        ..it
    }
}

/// What is at `F` in the elements of the array at `A`.
struct Within<A, F>(PhantomData<fn() -> (A, F)>);

impl<A: Path, F: Path> Within<A, F> {
    const NAME: Name = joined(A::BUFFER, F::NAME);
    const NAME_REF: &'static Name = &Self::NAME;
    const ARRAY: Name = joined(A::BUFFER, F::INNER_ARRAY);
    const ARRAY_REF: &'static Name = &Self::ARRAY;
}

const fn joined(outer: Name, inner: &str) -> Name {
    if inner.is_empty() { outer } else { outer.join(inner) }
}

/// The key of an order at the path that a closure would give.
#[doc(hidden)]
#[must_use]
pub const fn sort_key<F: Field>(
    _: fn() -> F,
    direction: Direction,
    nulls: Option<Nulls>,
) -> SortKey {
    SortKey {
        path: <F::Path as Path>::NAME,
        written: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        array: <F::Path as Path>::INNER_ARRAY,
        may_lack: may_lack::<F::Path>(),
        direction,
        nulls,
    }
}

const fn may_lack<P: Path>() -> bool {
    P::SHAPE.is_optional()
        || P::OPTIONAL.is_some()
        || P::VARIANT.is_some()
        || P::NULL
        || is_presence(P::SHAPE)
}
