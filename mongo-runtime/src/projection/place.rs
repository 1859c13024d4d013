//! The places that the attributes of a projection name.

use std::marker::PhantomData;

use super::Projection;
use crate::{
    class,
    codec::Value,
    field::{Each, Enclosing, Field, Key, Root},
    filter::{ClassOf, PathOf},
};

/// Types that a projection is a part of: documents, and types with fields that are stored inside of them.
#[diagnostic::on_unimplemented(
    message = "a projection is a part of a document, and `{Self}` is none",
    label = "needs `#[derive(Document)]`, or `#[derive(Embedded)]` if it is stored inside of others"
)]
pub trait HasFields: Value + 'static {
    /// The handle of its fields.
    #[doc(hidden)]
    type Handle;
    /// The handle of its fields.
    #[doc(hidden)]
    fn handle() -> Self::Handle;
}

#[diagnostic::do_not_recommend]
impl<D: Value<Class: Enclosing> + 'static> HasFields for D {
    type Handle = D::Fields<Root<D>>;

    fn handle() -> Self::Handle {
        Field::at_path()
    }
}

/// Typed paths to the fields of what a projection is a part of.
#[must_use]
pub fn fields<P: Projection>() -> <P::Document as HasFields>::Handle {
    P::Document::handle()
}

/// Paths that end at a value.
#[diagnostic::on_unimplemented(
    message = "a projection reads fields, and this path ends at a variant of an enum",
    label = "no value by itself",
    note = "go on to a field of the variant, `payment.card.last4`, or end at the enum, `payment`"
)]
pub trait EndsAtValue {
    /// The same handle.
    type Same<F>;
    /// The same handle.
    fn same<F>(field: F) -> Self::Same<F>;
}

macro_rules! ends_at_value {
    ($([$($generic:ident),*] $path:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generic),*> EndsAtValue for $path {
            type Same<F> = F;

            fn same<F>(field: F) -> F {
                field
            }
        }
    )* };
}

ends_at_value! {
    [P, M] Key<P, M>;
    [P, T, C, R] Each<P, T, C, R>;
}

/// The end of a path.
pub fn value<F: Field>(field: F) -> <PathOf<F> as EndsAtValue>::Same<F>
where
    F::Path: EndsAtValue,
{
    <PathOf<F> as EndsAtValue>::same(field)
}

/// Kinds of values of which a projection has some elements.
#[diagnostic::on_unimplemented(
    message = "`slice` and `elem_match` choose elements of an array, and this field is none",
    label = "of a field that is not an array"
)]
pub trait HasElements {
    /// The array at the end of a path.
    type At<F: Field>: OfElements<F>;
}

/// The array at the end of the path of `F`, with elements of type `T` in representation `C`.
#[derive(Debug)]
pub struct Elements<F, T, C>(F, PhantomData<fn() -> (T, C)>);

/// Makes one.
pub trait OfElements<F> {
    /// Makes one.
    fn at(field: F) -> Self;
}

impl<F, T, C> OfElements<F> for Elements<F, T, C> {
    fn at(field: F) -> Self {
        Self(field, PhantomData)
    }
}

#[diagnostic::do_not_recommend]
impl<T, C> HasElements for class::Array<T, C> {
    type At<F: Field> = Elements<F, T, C>;
}

#[diagnostic::do_not_recommend]
impl<T, C> HasElements for class::Set<T, C> {
    type At<F: Field> = Elements<F, T, C>;
}

/// The array at the end of a path, of which some elements are read.
pub fn elements<F: Field>(field: F) -> <ClassOf<F> as HasElements>::At<F>
where
    ClassOf<F>: HasElements,
{
    OfElements::at(field)
}

/// The path of that array.
pub fn sliced<F, T, C>(Elements(field, _): Elements<F, T, C>) -> F {
    field
}

/// An element of that array.
#[must_use]
pub fn item<F, T: Value<C> + 'static, C: 'static>(_: Elements<F, T, C>) -> T::Fields<Root<T, C>> {
    Field::at_path()
}
