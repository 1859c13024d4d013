//! The operators of a typed path.

use bson::{Bson, doc};

use super::{
    Push, Update, arithmetic,
    change::{Argument, Change, refused},
    push,
};
use crate::{
    class::{Comparable, Dated, Elements, Numeric, Ordered, Repeatable, Scalable, Settable},
    codec::Value,
    field::{Changeable, Field, OnePlace, Operand, Path},
    filter::{
        AccessOf, ClassOf, CodecOf, Filter, InnerOf, ItemCodec, ItemFields, ItemInner, ItemOf,
        OperandValue, PathOf, ReachOf, RootOf, TyOf, guarded, operand, operand_list,
    },
    presence::Optional,
    refusal::Refusal,
    shape::{BsonType, Shape},
};

/// The changes that a typed path makes. Which of them a path has depends on what is stored there.
///
/// An operand is written by the codec of the field and checked against its bounds. Changes that could leave a document that
/// can't be read carry a condition; a document that fails it is left alone, and the result says why
/// ([`Rejection`](super::Rejection)).
pub trait UpdateField: Field {
    /// Sets the field: `{ $set: { quantity: 500 } }`.
    fn set(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Settable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        making::<Self>("$set", Argument::Value(checked::<Self>(&value)))
    }

    /// Takes the field away: `{ $unset: { quantity: "" } }`.
    fn unset(self) -> Update<RootOf<Self>>
    where
        TyOf<Self>: Optional,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        taking::<Self>("$unset", Argument::Fixed("".into()))
    }

    /// Sets the field to null: `{ $set: { quantity: null } }`.
    ///
    /// The field is a `Presence`, or an `Option` that stores null; another `Option` is [`unset`](Self::unset). A field that
    /// isn't is refused when the update is rendered.
    fn set_null(self) -> Update<RootOf<Self>>
    where
        TyOf<Self>: Optional,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        let stores_null =
            PathOf::<Self>::NULL || matches!(PathOf::<Self>::SHAPE, Shape::Presence(_));
        let why = "never stores null; `unset` it, or mark the field `#[mongo(null)]`";
        let argument = if stores_null {
            Argument::Fixed(Bson::Null)
        } else {
            refused(PathOf::<Self>::NAME, why)
        };
        making::<Self>("$set", argument)
    }

    /// Adds to the number: `{ $inc: { quantity: -2 } }`. An absent one becomes the value, if its type can hold that. A null
    /// one, in a field that stores null, is left alone ([`Rejection::Null`](super::Rejection::Null)).
    ///
    /// A field that is narrower than int64 carries a condition that keeps it in the range of its type; int64 itself does not
    /// overflow, the server refuses that.
    fn inc(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Numeric,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(arithmetic::inc::<PathOf<Self>>(checked::<Self>(&value)))
    }

    /// Takes from the number: `dec(2)` is `{ $inc: { quantity: -2 } }`. An unsigned field does not go
    /// below zero: the document is left alone instead, also when the field is absent.
    fn dec(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Numeric,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(arithmetic::dec::<PathOf<Self>>(checked::<Self>(&value)))
    }

    /// Multiplies the number: `{ $mul: { price: 1.25 } }`. An absent one becomes zero. Ranges are kept, and null is
    /// left alone, as by [`inc`](Self::inc).
    fn mul(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Scalable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(arithmetic::mul::<PathOf<Self>>(checked::<Self>(&value)))
    }

    /// Keeps those bits of the integer that the value has, too: `{ $bit: { flags: { and: 10 } } }`. An absent one becomes
    /// zero; null is left alone, as by [`inc`](Self::inc).
    ///
    /// Bits of two integers of one Rust type make one of that type, so this needs no condition.
    fn bit_and(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Scalable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(arithmetic::bit::<PathOf<Self>>("and", checked::<Self>(&value)))
    }

    /// Adds the bits of the value: `{ $bit: { flags: { or: 5 } } }`. See [`bit_and`](Self::bit_and).
    fn bit_or(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Scalable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(arithmetic::bit::<PathOf<Self>>("or", checked::<Self>(&value)))
    }

    /// Turns the bits of the value over: `{ $bit: { flags: { xor: 5 } } }`. See [`bit_and`](Self::bit_and).
    fn bit_xor(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Scalable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(arithmetic::bit::<PathOf<Self>>("xor", checked::<Self>(&value)))
    }

    /// Sets the field if the value is less than what it holds: `{ $min: { lowScore: 150 } }`. An absent one is set.
    ///
    /// Null is less than every value: a field that stores null, and does, stays null. To set it then, too, `set` it with the
    /// filter `is_null()`.
    fn min(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Ordered + Settable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        making::<Self>("$min", Argument::Value(checked::<Self>(&value)))
    }

    /// Sets the field if the value is greater than what it holds: `{ $max: { highScore: 950 } }`. An absent one is set, and
    /// so is null, which is less than every value.
    fn max(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Ordered + Settable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        making::<Self>("$max", Argument::Value(checked::<Self>(&value)))
    }

    /// Sets the field to the server's time: `{ $currentDate: { lastModified: true } }`.
    fn current_date(self) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Dated,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        let is_timestamp = matches!(PathOf::<Self>::SHAPE.inner(), Shape::Scalar(s) if s.bson == BsonType::Timestamp);
        let form =
            if is_timestamp { doc! { "$type": "timestamp" }.into() } else { Bson::Boolean(true) };
        making::<Self>("$currentDate", Argument::Fixed(form))
    }

    /// Appends an element: `{ $push: { scores: 89 } }`. While the array is full, the document is left alone.
    fn push(self, value: impl Operand<ItemInner<Self>, ItemCodec<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        <ClassOf<Self> as Elements>::Kind: Repeatable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(push::push_one::<PathOf<Self>>(item::<Self>(&value)))
    }

    /// Appends elements: `{ $push: { scores: { $each: [90, 92, 85] } } }`. See [`Push`] for `slice`, `sort` and `position`.
    fn push_each<V: Operand<ItemInner<Self>, ItemCodec<Self>>>(
        self,
        values: impl IntoIterator<Item = V>,
    ) -> Push<RootOf<Self>, ItemOf<Self>, ItemCodec<Self>>
    where
        ClassOf<Self>: Elements,
        <ClassOf<Self> as Elements>::Kind: Repeatable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Push::new::<PathOf<Self>>(items::<Self, V>(values))
    }

    /// Appends an element unless it is there: `{ $addToSet: { colors: "mauve" } }`. While the array is full, only one that
    /// is there already is taken.
    fn add_to_set(
        self,
        value: impl Operand<ItemInner<Self>, ItemCodec<Self>>,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(push::add_one::<PathOf<Self>>(item::<Self>(&value)))
    }

    /// Appends those elements that are not there: `{ $addToSet: { tags: { $each: ["camera", "electronics"] } } }`. They are
    /// taken while there is room for all that are missing.
    fn add_to_set_each<V: Operand<ItemInner<Self>, ItemCodec<Self>>>(
        self,
        values: impl IntoIterator<Item = V>,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        Update::from_change(push::add_each::<PathOf<Self>>(items::<Self, V>(values)))
    }

    /// Removes every element that equals the value: `{ $pull: { fruits: "apples" } }`. A document is compared as a whole.
    fn pull(self, value: impl Operand<ItemInner<Self>, ItemCodec<Self>>) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        <ItemOf<Self> as Value<ItemCodec<Self>>>::Class: Comparable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        pulling::<Self>(item::<Self>(&value))
    }

    /// Removes every element that meets a condition: `{ $pull: { results: { score: { $gte: 8 }, item: "B" } } }`.
    fn pull_where(
        self,
        condition: impl FnOnce(ItemFields<Self>) -> Filter<ItemOf<Self>>,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        let term = condition(Field::at_path()).term;
        taking::<Self>("$pull", Argument::Matching(Box::new(term)))
    }

    /// Removes every element that equals one of the values: `{ $pullAll: { scores: [0, 5] } }`.
    fn pull_all<V: Operand<ItemInner<Self>, ItemCodec<Self>>>(
        self,
        values: impl IntoIterator<Item = V>,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        <ItemOf<Self> as Value<ItemCodec<Self>>>::Class: Comparable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        taking::<Self>("$pullAll", Argument::Value(items::<Self, V>(values).map(Bson::Array)))
    }

    /// Removes the first element: `{ $pop: { scores: -1 } }`.
    fn pop_first(self) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        taking::<Self>("$pop", Argument::Fixed(Bson::Int32(-1)))
    }

    /// Removes the last element: `{ $pop: { scores: 1 } }`.
    fn pop_last(self) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        taking::<Self>("$pop", Argument::Fixed(Bson::Int32(1)))
    }
}

impl<F: Field> UpdateField for F {}

pub(super) fn making<F: Field>(op: &'static str, argument: Argument) -> Update<RootOf<F>> {
    Update::from_change(Change::making::<PathOf<F>>(op, argument))
}

pub(super) fn taking<F: Field>(op: &'static str, argument: Argument) -> Update<RootOf<F>> {
    Update::from_change(Change::new::<PathOf<F>>(op, argument))
}

pub(super) fn checked<F: Field>(value: &impl Operand<InnerOf<F>, CodecOf<F>>) -> OperandValue {
    operand::<PathOf<F>, InnerOf<F>, CodecOf<F>>(value, &PathOf::<F>::BOUNDS)
}

pub(super) fn item<F: Field>(value: &impl Operand<ItemInner<F>, ItemCodec<F>>) -> OperandValue
where
    ClassOf<F>: Elements,
{
    operand::<PathOf<F>, ItemInner<F>, ItemCodec<F>>(value, &PathOf::<F>::BOUNDS.inner())
}

pub(super) fn pulling<F: Field>(value: OperandValue) -> Update<RootOf<F>> {
    let value = value.map(|value| match value {
        // The server takes a bare document for a condition, which others with more fields meet too.
        Bson::Document(document) => doc! { "$eq": document }.into(),
        value => guarded(value),
    });
    taking::<F>("$pull", Argument::Value(value))
}

fn items<F: Field, V: Operand<ItemInner<F>, ItemCodec<F>>>(
    values: impl IntoIterator<Item = V>,
) -> Result<Vec<Bson>, Refusal>
where
    ClassOf<F>: Elements,
{
    operand_list::<PathOf<F>, ItemInner<F>, ItemCodec<F>, V>(values, &PathOf::<F>::BOUNDS.inner())
}
