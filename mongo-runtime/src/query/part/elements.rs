//! Paths of queries that go into the elements of an array.

use crate::{
    class::Elements,
    codec::Value,
    field::{ArrayField, Each, Enterable, Field, Path, Root},
    filter::{Argument, ClassOf, Filter, ItemOf, OneValue, RootOf, test},
};

/// Handles of arrays, whose elements a path goes on in.
#[diagnostic::on_unimplemented(
    message = "brackets stand for the elements of an array, and this field has none",
    label = "not an array: remove the brackets"
)]
pub trait HasItems: Field {
    /// The handle of any element.
    type Each;
    /// The handle of the one element that several conditions are on.
    type Item;
    /// The handle of any element.
    fn each(self) -> Self::Each;
    /// The handle of one element.
    fn item(self) -> Self::Item;
}

#[diagnostic::do_not_recommend]
impl<P: Path, T: Value<C> + 'static, C: 'static> HasItems for ArrayField<P, T, C> {
    type Each = T::Fields<Each<P, T, C>>;
    type Item = T::Fields<Root<T, C>>;

    fn each(self) -> Self::Each {
        Field::at_path()
    }

    fn item(self) -> Self::Item {
        Field::at_path()
    }
}

/// A path that leads to one value of a document, or of the element that has a name.
#[diagnostic::on_unimplemented(
    message = "this condition would be about all elements of an array at once",
    label = "the path leads through `[]`",
    note = "of one element, give it a name: `path = items[line].note`",
    note = "of none, find with a filter that is made where it is called: `tags().each().eq(value).not()`"
)]
pub trait OfOneValue: OneValue {}

#[diagnostic::do_not_recommend]
impl<R: OneValue> OfOneValue for R {}

/// `[]` behind a field: any element.
pub fn each<F: HasItems>(array: F) -> F::Each
where
    F::Path: Enterable,
{
    array.each()
}

/// `[name]` behind a field: one element.
pub fn item<F: HasItems>(array: F) -> F::Item {
    array.item()
}

/// One element meets all of the conditions.
pub fn elem_match<F: Field>(
    _: F,
    conditions: impl IntoIterator<Item = Filter<ItemOf<F>>>,
) -> Filter<RootOf<F>>
where
    ClassOf<F>: Elements,
{
    let element = Box::new(Filter::all_of(conditions).term);
    test::<F>("$elemMatch", Argument::Element(element))
}
