//! The steps of a path in an attribute: into a document, and to the elements of an array.

use super::{ArrayField, Each, Field, OfKey, Path};
use crate::{
    class::{Array, Embedded, Stub, Variant, why::ThisField},
    codec::Value,
    filter::ClassOf,
};

/// Kinds of values that a path goes on inside of.
#[diagnostic::on_unimplemented(
    message = "a path goes on inside of a document, and this field is none",
    label = "has no fields of its own",
    note = "end the path here, or go on from a field whose type derives `Embedded`"
)]
pub trait Enclosing {
    /// The same handle.
    type Same<F>;
    /// The same handle, of which it is known now that it has fields.
    fn same<F>(field: F) -> Self::Same<F>;
}

impl<K: Encloses> Enclosing for K {
    type Same<F> = K::Same<F>;

    fn same<F>(field: F) -> K::Same<F> {
        K::same(field)
    }
}

/// The same, class by class.
pub trait Encloses {
    /// The same handle.
    type Same<F>;
    /// The same handle.
    fn same<F>(field: F) -> Self::Same<F>;
}

macro_rules! enclosing {
    ($($class:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl Encloses for $class {
            type Same<F> = F;

            fn same<F>(field: F) -> F {
                field
            }
        }
    )* };
}

enclosing!(Embedded, Stub, Variant);

/// Why a path does not go on from an array.
#[diagnostic::on_unimplemented(
    message = "a path goes on inside of a document, and this field is an array",
    label = "an array",
    note = "write `[]` behind it for its elements: `items[].sku`"
)]
pub trait InsideOfArray {
    /// There is none.
    type Same<F>;
    /// There is none.
    fn same<F>(field: F) -> Self::Same<F>;
}

impl<T, C> Encloses for Array<T, C>
where
    for<'a> ThisField: InsideOfArray,
{
    type Same<F> = <ThisField as InsideOfArray>::Same<F>;

    fn same<F>(field: F) -> Self::Same<F> {
        <ThisField as InsideOfArray>::same(field)
    }
}

/// Behind a field, before the name of one inside of it.
pub fn inside<F: Field>(field: F) -> <ClassOf<F> as Enclosing>::Same<F>
where
    ClassOf<F>: Enclosing,
{
    <ClassOf<F> as Enclosing>::same(field)
}

/// Handles of arrays.
#[diagnostic::on_unimplemented(
    message = "`[]` stands for the elements of an array, and this field has none",
    label = "not an array: remove `[]`"
)]
pub trait HasElements {
    /// The handle of the elements.
    type Elements;
    /// The handle of the elements.
    fn elements(self) -> Self::Elements;
}

#[diagnostic::do_not_recommend]
impl<P: Path, T: Value<C> + 'static, C: 'static> HasElements for ArrayField<P, T, C> {
    type Elements = T::Fields<Each<P, T, C, OfKey>>;

    fn elements(self) -> Self::Elements {
        Field::at_path()
    }
}

/// `[]` behind a field.
pub fn each<F: HasElements>(field: F) -> F::Elements {
    field.elements()
}

/// Kinds of values that a condition `is(..)` is about.
#[diagnostic::on_unimplemented(
    message = "`is(..)` asks which variant an enum is, and this path leads to no variant of one",
    label = "not a variant",
    note = "write the field of the enum and the variant in snake case: `is(payment.card)` for `Payment::Card`"
)]
pub trait IsOne {}

#[diagnostic::do_not_recommend]
impl IsOne for Variant {}

#[diagnostic::do_not_recommend]
impl IsOne for Stub {}

/// The path in `is(..)`.
pub fn variant<F: Field>(field: F) -> F
where
    ClassOf<F>: IsOne,
{
    field
}
