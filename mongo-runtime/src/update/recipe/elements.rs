//! Paths of recipes that go into the elements of an array.

use crate::{
    class::{Elements, ElementsChange},
    codec::Value,
    field::{ArrayField, Element, Field, Path, Root},
    filter::{Argument, ClassOf, Filter, ItemOf, PathOf, RootOf, Term, Test, place},
    update::{Update, element::Which, elements::expecting},
};

/// Handles of arrays, whose elements a path goes on in.
#[diagnostic::on_unimplemented(
    message = "`[..]` stands for elements of an array, and this field has none",
    label = "not an array: remove the brackets"
)]
pub trait HasElement: Field {
    /// The handle of an element that is to be changed.
    type Element;
    /// The handle of an element that a condition is on.
    type Item;
    /// Whether an element may be there twice.
    type Kind;
    /// The handle of an element that is to be changed.
    fn element(self) -> Self::Element;
    /// The handle of an element that a condition is on.
    fn item(self) -> Self::Item;
}

#[diagnostic::do_not_recommend]
impl<P: Path, T: Value<C> + 'static, C: 'static> HasElement for ArrayField<P, T, C>
where
    ClassOf<Self>: Elements,
{
    type Element = T::Fields<Element<P, T, C>>;
    type Item = T::Fields<Root<T, C>>;
    type Kind = <ClassOf<Self> as Elements>::Kind;

    fn element(self) -> Self::Element {
        Field::at_path()
    }

    fn item(self) -> Self::Item {
        Field::at_path()
    }
}

/// An element of the array that is to be changed.
pub fn element<F: HasElement>(array: F) -> F::Element
where
    F::Kind: ElementsChange,
{
    array.element()
}

/// An element of the array that a condition is on.
pub fn item<F: HasElement>(array: F) -> F::Item {
    array.item()
}

/// The filter of the command must match an element that meets all of the conditions.
pub fn expect_matched<F: Field>(
    array: F,
    conditions: impl IntoIterator<Item = Filter<ItemOf<F>>>,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
{
    let _ = array;
    let element = Box::new(Filter::all_of(conditions).term);
    let test = Test {
        place: place::<PathOf<F>>(),
        op: "$elemMatch",
        argument: Argument::Element(element),
    };
    expecting::<F>(Term::Test(test))
}

/// Which elements of an array a change is about.
pub struct These(Which);

impl std::fmt::Debug for These {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match &self.0 {
            Which::Each => "$[]",
            Which::Where { .. } => "$[..]",
            Which::Matched => "$",
        })
    }
}

/// Each element.
#[must_use]
pub const fn all() -> These {
    These(Which::Each)
}

/// The element that the filter matches.
#[must_use]
pub const fn matched() -> These {
    These(Which::Matched)
}

/// The elements that meet all of the conditions.
pub fn named<T>(name: &'static str, conditions: impl IntoIterator<Item = Filter<T>>) -> These {
    These(Which::Where { name: Some(name), term: Box::new(Filter::all_of(conditions).term) })
}

/// The change, of these elements of the arrays on its path; the outermost first.
pub fn chosen<E, D>(change: Update<E>, elements: impl IntoIterator<Item = These>) -> Update<D> {
    let elements: Vec<Which> = elements.into_iter().map(|these| these.0).collect();
    let mut changes = change.changes;
    for change in &mut changes {
        for (scope, which) in change.scopes.iter_mut().zip(&elements) {
            scope.which = which.clone();
        }
    }
    Update::new(changes, change.expected)
}
