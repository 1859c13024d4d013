//! The operators of recipes on arrays, with operands that are lent.

use bson::Bson;

use super::part::{Part, Parts};
use crate::{
    class::{Comparable, Elements, Repeatable},
    codec::Value,
    field::{Changeable, Field, OnePlace, Path},
    filter::{AccessOf, ClassOf, ItemCodec, ItemInner, ItemOf, PathOf, ReachOf, RootOf, operand},
    refusal::Refusal,
    update::{
        Push, Update,
        change::Argument,
        field::{item, pulling, taking},
        push,
    },
};

/// `$push` of one element.
pub fn push<F: Field, V: Part<ItemInner<F>, ItemCodec<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    <ClassOf<F> as Elements>::Kind: Repeatable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(push::push_one::<PathOf<F>>(item::<F>(value)))
}

/// `$push` of several elements, which can be given a `slice`, a `sort` and a `position`.
pub fn push_each<F: Field, V: Parts>(_: F, values: &V) -> Push<RootOf<F>, ItemOf<F>, ItemCodec<F>>
where
    ClassOf<F>: Elements,
    V::One: Part<ItemInner<F>, ItemCodec<F>>,
    <ClassOf<F> as Elements>::Kind: Repeatable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Push::new::<PathOf<F>>(items::<F, V>(values))
}

/// The same with one element.
pub fn pushing<F: Field, V: Part<ItemInner<F>, ItemCodec<F>>>(
    _: F,
    value: &V,
) -> Push<RootOf<F>, ItemOf<F>, ItemCodec<F>>
where
    ClassOf<F>: Elements,
    <ClassOf<F> as Elements>::Kind: Repeatable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Push::new::<PathOf<F>>(item::<F>(value).map(|value| vec![value]))
}

/// `$addToSet` of one element.
pub fn add_to_set<F: Field, V: Part<ItemInner<F>, ItemCodec<F>>>(
    _: F,
    value: &V,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(push::add_one::<PathOf<F>>(item::<F>(value)))
}

/// `$addToSet` of several elements.
pub fn add_to_set_each<F: Field, V: Parts>(_: F, values: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    V::One: Part<ItemInner<F>, ItemCodec<F>>,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    Update::from_change(push::add_each::<PathOf<F>>(items::<F, V>(values)))
}

/// `$pull` of the elements that equal a value.
pub fn pull<F: Field, V: Part<ItemInner<F>, ItemCodec<F>>>(_: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    <ItemOf<F> as Value<ItemCodec<F>>>::Class: Comparable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    pulling::<F>(item::<F>(value))
}

/// `$pullAll`.
pub fn pull_all<F: Field, V: Parts>(_: F, values: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Elements,
    V::One: Part<ItemInner<F>, ItemCodec<F>>,
    <ItemOf<F> as Value<ItemCodec<F>>>::Class: Comparable,
    ReachOf<F>: OnePlace,
    AccessOf<F>: Changeable,
{
    taking::<F>("$pullAll", Argument::Value(items::<F, V>(values).map(Bson::Array)))
}

fn items<F: Field, V: Parts>(values: &V) -> Result<Vec<Bson>, Refusal>
where
    ClassOf<F>: Elements,
    V::One: Part<ItemInner<F>, ItemCodec<F>>,
{
    let bounds = PathOf::<F>::BOUNDS.inner();
    let one = |value| operand::<PathOf<F>, ItemInner<F>, ItemCodec<F>>(value, &bounds);
    values.parts().map(one).collect()
}
