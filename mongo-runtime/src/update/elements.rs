//! Changes of single elements of an array.

use super::{IntoUpdate, Update, element::Which, expected::Expected};
use crate::{
    class::{Comparable, Elements, ElementsChange},
    codec::Value,
    field::{Changeable, Element, ElementOf, Field, OnePlace, Operand, Path},
    filter::{
        AccessOf, ClassOf, CodecOf, Filter, FilterField, InnerOf, ItemCodec, ItemFields, ItemOf,
        PathOf, ReachOf, RootOf, Term,
    },
};

/// The handle of an element that is to be changed.
pub(crate) type ElementFields<F> = <ItemOf<F> as Value<ItemCodec<F>>>::Fields<ElementPath<F>>;
type ElementPath<F> = Element<PathOf<F>, ItemOf<F>, ItemCodec<F>>;

/// Changes of elements where they are, and what an update expects.
///
/// The closure is given the handle of an element and says what changes in it; the changes are made below the array. What a
/// change asks of a document (a number in its range, room in an array), it asks of each element that is changed: a document
/// in which one fails it is left as it is. They go on inside of each other for arrays in arrays.
///
/// A document in which no element is meant is matched and stays as it is, but for its revision.
pub trait UpdateElements: Field {
    /// Changes each element: `{ $inc: { "items.$[].quantity": 1 } }`.
    fn update_each<U: IntoUpdate<ItemOf<Self>>>(
        self,
        change: impl FnOnce(ElementFields<Self>) -> U,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        <ClassOf<Self> as Elements>::Kind: ElementsChange,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        in_elements::<Self, U>(change, &Which::Each)
    }

    /// Changes the elements that meet a condition: `{ $inc: { "items.$[e0].quantity": 1 } }` with
    /// `arrayFilters: [{ "e0.sku": "x" }]`.
    ///
    /// Two conditions on one array can change the same place, as long as no element meets both: the server refuses the update
    /// then.
    fn update_where<U: IntoUpdate<ItemOf<Self>>>(
        self,
        condition: impl FnOnce(ItemFields<Self>) -> Filter<ItemOf<Self>>,
        change: impl FnOnce(ElementFields<Self>) -> U,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        <ClassOf<Self> as Elements>::Kind: ElementsChange,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        let term = condition(Field::at_path()).term;
        in_elements::<Self, U>(change, &Which::Where { name: None, term: Box::new(term) })
    }

    /// Changes the first element that the filter of the command matches: `{ $inc: { "items.$.quantity": 1 } }`.
    ///
    /// The filter must have exactly one condition on elements of arrays, and it must be on this array: that is checked before
    /// the command is sent.
    fn update_matched<U: IntoUpdate<ItemOf<Self>>>(
        self,
        change: impl FnOnce(ElementFields<Self>) -> U,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        <ClassOf<Self> as Elements>::Kind: ElementsChange,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        in_elements::<Self, U>(change, &Which::Matched)
    }

    /// Changes nothing by itself: lets the update change a document only while the field has this value.
    ///
    /// It becomes a condition of the command's filter. A document that meets the filter of the caller, and not this, is told
    /// apart from no document: [`Rejection::Unexpected`](super::Rejection::Unexpected).
    fn expect(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Comparable,
        ReachOf<Self>: OnePlace,
    {
        expecting::<Self>(FilterField::eq(self, value).term)
    }
}

impl<F: Field> UpdateElements for F {}

pub(super) fn expecting<F: Field>(term: Term) -> Update<RootOf<F>> {
    Update::new(Vec::new(), vec![Expected { path: PathOf::<F>::NAME, term }])
}

fn in_elements<F: Field, U: IntoUpdate<ItemOf<F>>>(
    change: impl FnOnce(ElementFields<F>) -> U,
    which: &Which,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
{
    let update = change(Field::at_path()).into_update();
    let array: Option<&'static ElementOf> = <ElementPath<F> as Path>::ELEMENT_OF;
    let changes = update.changes.into_iter();
    let changes = match array {
        Some(array) => changes.map(|change| change.in_elements(array, which)).collect(),
        None => changes.collect(),
    };
    Update::new(changes, update.expected.into_iter().map(Expected::of_an_element).collect())
}
