//! Paths into the elements of an array that one change is about.

use std::marker::PhantomData;

use super::{Access, Direct, Free, IsVariant, Name, Path};
use crate::{
    codec::{Bounds, Value},
    shape::Managed,
};

/// An element of the array at `P`, as the start of a change: it is one place, whichever element is meant.
///
/// Its names are those in the document, `items.quantity`; which elements are meant is said beside the path.
#[derive(Debug)]
pub struct Element<P, T, C>(PhantomData<fn() -> P>, PhantomData<fn() -> (T, C)>);

/// The arrays that a path goes into one element of, innermost first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementOf {
    /// The dotted name of the array.
    pub array: &'static str,
    /// Whether a document may lack the array.
    pub may_be_absent: bool,
    /// The variant of an enum that the array is one of.
    pub variant: Option<&'static IsVariant>,
    /// The array around it.
    pub outer: Option<&'static Self>,
}

impl<P: Path, T: Value<C> + 'static, C: 'static> Path for Element<P, T, C> {
    type Root = T;
    type Ty = T;
    type Codec = C;
    type Reach = Direct;
    type Access = <P::Access as Access>::Below<Free>;
    const BUFFER: Name = P::BUFFER;
    const NAME: &'static str = P::NAME;
    const N_ARRAYS: usize = P::N_ARRAYS + 1;
    const INNER_ARRAY: &'static str = P::NAME;
    const ARRAY: Option<&'static str> = match P::ARRAY {
        Some(outer) => Some(outer),
        None => Some(P::NAME),
    };
    // An element that a change is about is there, and so is all that is around its array.
    const OPTIONAL: Option<&'static str> = None;
    const WOULD_LACK: Option<&'static str> = None;
    const VARIANT: Option<&'static IsVariant> = None;
    const BOUNDS: Bounds = P::BOUNDS.inner().and(&Self::SHAPE.bounds());
    const MANAGED: Managed = P::MANAGED;
    // `None` in an array is written as null.
    const NULL: bool = Self::SHAPE.is_optional();
    const ELEMENT_OF: Option<&'static ElementOf> = Some(&ElementOf {
        array: P::NAME,
        may_be_absent: P::SHAPE.is_optional() || P::OPTIONAL.is_some(),
        variant: P::VARIANT,
        outer: P::ELEMENT_OF,
    });
}
