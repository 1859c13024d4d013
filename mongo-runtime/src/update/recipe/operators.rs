//! The operators of recipes: those of typed paths, with operands that are lent. The recipe is kept.

use super::part::{OptionalPart, Part};
use crate::{
    class::{Dated, Elements, Numeric, Ordered, Scalable, Settable},
    field::{Changeable, Field, OnePlace},
    filter::{AccessOf, ClassOf, CodecOf, InnerOf, PathOf, ReachOf, RootOf, TyOf},
    presence::Optional,
    update::{
        Update, UpdateField, arithmetic,
        change::Argument,
        field::{checked, making, taking},
    },
};

/// `$set`.
pub fn set<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Settable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    making::<F>("$set", Argument::Value(checked::<F>(value)))
}

/// `$setOnInsert`. It can be of the `_id`, since a document that is there keeps its own.
pub fn set_on_insert<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(
    _: F,
    value: &V,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Settable,
    ReachOf<F>: OnePlace,
{
    taking::<F>("$setOnInsert", Argument::Value(checked::<F>(value)))
}

/// `$inc`.
pub fn inc<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Numeric,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(arithmetic::inc::<PathOf<F>>(checked::<F>(value)))
}

/// `$inc` by the negative.
pub fn dec<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Numeric,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(arithmetic::dec::<PathOf<F>>(checked::<F>(value)))
}

/// `$mul`.
pub fn mul<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Scalable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(arithmetic::mul::<PathOf<F>>(checked::<F>(value)))
}

/// `$min`.
pub fn min<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Ordered + Settable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    making::<F>("$min", Argument::Value(checked::<F>(value)))
}

/// `$max`.
pub fn max<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Ordered + Settable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    making::<F>("$max", Argument::Value(checked::<F>(value)))
}

/// `$bit` with `and`.
pub fn bit_and<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Scalable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(arithmetic::bit::<PathOf<F>>("and", checked::<F>(value)))
}

/// `$bit` with `or`.
pub fn bit_or<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Scalable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(arithmetic::bit::<PathOf<F>>("or", checked::<F>(value)))
}

/// `$bit` with `xor`.
pub fn bit_xor<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Scalable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(arithmetic::bit::<PathOf<F>>("xor", checked::<F>(value)))
}

/// `$unset`.
pub fn unset<F: Field>(field: F) -> Update<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    UpdateField::unset(field)
}

/// `$currentDate`.
pub fn current_date<F: Field>(field: F) -> Update<RootOf<F>>
where
    ClassOf<F>: Dated,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    UpdateField::current_date(field)
}

/// `$pop` with -1.
pub fn pop_first<F: Field>(field: F) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    UpdateField::pop_first(field)
}

/// `$pop` with 1.
pub fn pop_last<F: Field>(field: F) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    UpdateField::pop_last(field)
}

/// `$set` of what there is, or `$unset`.
pub fn set_or_unset<F: Field, O: OptionalPart>(field: F, value: &O) -> Update<RootOf<F>>
where
    TyOf<F>: Optional,
    O::Held: Part<InnerOf<F>, CodecOf<F>>,
    ClassOf<F>: Settable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    match value.held() {
        Some(value) => set(field, value),
        None => unset(field),
    }
}

/// The operand, if there is one.
pub fn held<O: OptionalPart>(value: &O) -> Option<&O::Held> {
    value.held()
}

/// The change, if there is an operand for it.
pub fn if_some<V, D>(value: Option<&V>, change: impl FnOnce(&V) -> Update<D>) -> Update<D> {
    value.map_or_else(Update::nothing, change)
}
