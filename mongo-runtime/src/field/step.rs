//! The steps of a path in an attribute: into a document, and to the elements of an array.

use super::{ArrayField, Each, Field, OfKey, Path};
use crate::{
    class::{Embedded, Stub, Variant},
    codec::Value,
    filter::ClassOf,
};

/// Kinds of values that a path goes on inside of.
#[diagnostic::on_unimplemented(
    message = "a path goes on inside of a document, and this field is of kind `{Self}`",
    label = "has no fields of its own",
    note = "the elements of an array may have fields: write `[]` behind it, as in `items[].sku`"
)]
pub trait Enclosing {
    /// The same handle.
    type Same<F>;
    /// The same handle, of which it is known now that it has fields.
    fn same<F>(field: F) -> Self::Same<F>;
}

#[diagnostic::do_not_recommend]
impl Enclosing for Embedded {
    type Same<F> = F;

    fn same<F>(field: F) -> F {
        field
    }
}

#[diagnostic::do_not_recommend]
impl Enclosing for Stub {
    type Same<F> = F;

    fn same<F>(field: F) -> F {
        field
    }
}

#[diagnostic::do_not_recommend]
impl Enclosing for Variant {
    type Same<F> = F;

    fn same<F>(field: F) -> F {
        field
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
    message = "`is(..)` asks which variant an enum is, and this path leads to a value of kind `{Self}`",
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
