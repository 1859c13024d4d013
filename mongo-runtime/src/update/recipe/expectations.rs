//! What a recipe expects of a document, or of the element that its filter matches.

use super::part::{Part, Parts};
use crate::{
    class::{self, Comparable, Ordered},
    codec::Bounds,
    field::{Field, OnePlace, OneVariant, Path},
    filter::{
        ClassOf, CodecOf, Filter, FilterField, InnerOf, OneValue, PathOf, ReachOf, RootOf, TyOf,
        compare, of_variant, operand, value, without_patterns,
    },
    presence::Optional,
    update::{Update, elements::expecting},
};

/// The condition that a field has this value.
pub fn is<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Comparable,
{
    compare::<F>("$eq", value)
}

/// The condition that a field has one of these values.
pub fn is_in<F: Field, V: Parts>(_: F, values: &V) -> Filter<RootOf<F>>
where
    V::One: Part<InnerOf<F>, CodecOf<F>>,
    ClassOf<F>: Comparable,
{
    let one = |value| operand::<PathOf<F>, InnerOf<F>, CodecOf<F>>(value, &Bounds::NONE);
    let list: Result<Vec<_>, _> = values.parts().map(one).collect();
    value::<F>("$in", list.and_then(without_patterns))
}

/// The condition that a field has a value that is greater.
pub fn is_gt<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$gt", value)
}

/// The condition that a field has a value that is greater or equal.
pub fn is_gte<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$gte", value)
}

/// The condition that a field has a value that is less.
pub fn is_lt<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$lt", value)
}

/// The condition that a field has a value that is less or equal.
pub fn is_lte<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$lte", value)
}

/// The field must have this value.
pub fn expect<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(field: F, value: &V) -> Update<RootOf<F>>
where
    ClassOf<F>: Comparable,
    ReachOf<F>: OnePlace,
{
    expecting::<F>(is(field, value).term)
}

/// The field must have one of these values.
pub fn expect_in<F: Field, V: Parts>(field: F, values: &V) -> Update<RootOf<F>>
where
    V::One: Part<InnerOf<F>, CodecOf<F>>,
    ClassOf<F>: Comparable,
    ReachOf<F>: OnePlace,
{
    expecting::<F>(is_in(field, values).term)
}

/// The field must have a value that is greater.
pub fn expect_gt<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(
    field: F,
    value: &V,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Ordered,
    ReachOf<F>: OnePlace,
{
    expecting::<F>(is_gt(field, value).term)
}

/// The field must have a value that is greater or equal.
pub fn expect_gte<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(
    field: F,
    value: &V,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Ordered,
    ReachOf<F>: OnePlace,
{
    expecting::<F>(is_gte(field, value).term)
}

/// The field must have a value that is less.
pub fn expect_lt<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(
    field: F,
    value: &V,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Ordered,
    ReachOf<F>: OnePlace,
{
    expecting::<F>(is_lt(field, value).term)
}

/// The field must have a value that is less or equal.
pub fn expect_lte<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(
    field: F,
    value: &V,
) -> Update<RootOf<F>>
where
    ClassOf<F>: Ordered,
    ReachOf<F>: OnePlace,
{
    expecting::<F>(is_lte(field, value).term)
}

/// The field must have a value.
pub fn expect_present<F: Field>(field: F) -> Update<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OnePlace + OneValue,
{
    expecting::<F>(FilterField::is_present(field).term)
}

/// The field must be null or not there.
pub fn expect_absent<F: Field>(field: F) -> Update<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OnePlace + OneValue,
{
    expecting::<F>(FilterField::is_null_or_absent(field).term)
}

/// The enum must be this variant.
pub fn expect_is<F: Field>(_: F) -> Update<RootOf<F>>
where
    ClassOf<F>: OfVariant,
    ReachOf<F>: OneVariant,
{
    let is = PathOf::<F>::VARIANT;
    is.map_or_else(Update::nothing, |is| expecting::<F>(of_variant(is)))
}

/// What a path to a variant leads to.
#[diagnostic::on_unimplemented(
    message = "`expect_is` is of one variant of an enum with data, and this path leads to none",
    label = "not a variant",
    note = "name it behind the field, as in `expect_is(payment.card)`; what has values is compared: `expect(status = Status::Paid)`"
)]
pub trait OfVariant {}

#[diagnostic::do_not_recommend]
impl OfVariant for class::Variant {}

#[diagnostic::do_not_recommend]
impl OfVariant for class::Stub {}
