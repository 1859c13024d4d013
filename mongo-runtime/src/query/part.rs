//! The parts of a derived query: the operators of typed paths, with operands that are lent. The query is kept.

mod elements;

mod operand;

use crate::{
    class::{Comparable, Elements, Located, Ordered, Sortable, Textual},
    codec::Bounds,
    field::{Field, OneOrder, Path},
    filter::{
        Argument, ClassOf, CodecOf, Filter, FilterField, InnerOf, ItemCodec, ItemInner, PathOf,
        Pattern, ReachOf, RootOf, Term, TyOf, compare, fixed, of_variant, operand, test, value,
        without_patterns,
    },
    geo::{Area, GeoJson},
    index::{Collation, Literal, PartialOp, literal, operator},
    presence::Optional,
    projection::Projection,
    refusal::Refusal,
};

pub use self::{
    elements::{HasItems, OfOneValue, each, elem_match, item},
    operand::{MayBeNone, Part, Several, TextPart},
};

/// All parts of a query, in one filter.
pub fn joined<D>(parts: impl IntoIterator<Item = Filter<D>>) -> Filter<D> {
    Filter::all_of(parts)
}

/// The same, comparing text by a collation.
pub fn collated<D>(filter: Filter<D>, collation: &'static Collation) -> Filter<D> {
    filter.collated(collation)
}

/// The operand, if there is one.
pub fn held<O: MayBeNone>(value: &O) -> Option<&O::Held> {
    value.held()
}

/// The condition, if there is an operand for it.
pub fn if_some<V, D>(value: Option<&V>, condition: impl FnOnce(&V) -> Filter<D>) -> Filter<D> {
    value.map_or_else(|| Filter::from_term(Term::All(Vec::new())), condition)
}

/// `$eq`.
pub fn eq<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Comparable,
{
    compare::<F>("$eq", value)
}

/// `$ne`.
pub fn ne<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Comparable,
    ReachOf<F>: OfOneValue,
{
    compare::<F>("$ne", value)
}

/// `$gt`.
pub fn gt<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$gt", value)
}

/// `$gte`.
pub fn gte<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$gte", value)
}

/// `$lt`.
pub fn lt<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$lt", value)
}

/// `$lte`.
pub fn lte<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Ordered,
{
    compare::<F>("$lte", value)
}

/// `$in`, with at most so many values.
pub fn is_in<F: Field, L: Several>(_: F, values: &L, max_items: usize) -> Filter<RootOf<F>>
where
    L::One: Part<InnerOf<F>, CodecOf<F>>,
    ClassOf<F>: Comparable,
{
    list::<F, L, InnerOf<F>, CodecOf<F>>("$in", values, max_items)
}

/// `$nin`, with at most so many values.
pub fn not_in<F: Field, L: Several>(_: F, values: &L, max_items: usize) -> Filter<RootOf<F>>
where
    L::One: Part<InnerOf<F>, CodecOf<F>>,
    ClassOf<F>: Comparable,
    ReachOf<F>: OfOneValue,
{
    list::<F, L, InnerOf<F>, CodecOf<F>>("$nin", values, max_items)
}

/// `$all`, with at most so many values.
pub fn contains_all<F: Field, L: Several>(_: F, values: &L, max_items: usize) -> Filter<RootOf<F>>
where
    ClassOf<F>: Elements,
    L::One: Part<ItemInner<F>, ItemCodec<F>>,
{
    list::<F, L, ItemInner<F>, ItemCodec<F>>("$all", values, max_items)
}

fn list<F: Field, L: Several, T, C>(
    op: &'static str,
    values: &L,
    max_items: usize,
) -> Filter<RootOf<F>>
where
    L::One: Part<T, C>,
{
    let values: Vec<&L::One> = values.parts().collect();
    if values.len() > max_items {
        let (path, n_items) = (<PathOf<F> as Path>::NAME, values.len());
        let text = format!(
            "`{path}` is compared with {n_items} values, over the declared `max_items = {max_items}`"
        );
        return value::<F>(op, Err(Refusal::Rule(text)));
    }
    let values: Result<Vec<_>, _> =
        values.into_iter().map(|value| operand::<PathOf<F>, T, C>(value, &Bounds::NONE)).collect();
    value::<F>(op, values.and_then(without_patterns))
}

/// A text that starts with this one.
pub fn starts_with<F: Field, V: TextPart>(field: F, text: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Textual,
{
    FilterField::starts_with(field, text.text())
}

/// A text that contains this one.
pub fn contains<F: Field, V: TextPart>(field: F, text: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Textual,
{
    FilterField::contains(field, text.text())
}

/// A text that matches a pattern of the program.
pub fn matches<F: Field>(field: F, pattern: &'static str) -> Filter<RootOf<F>>
where
    ClassOf<F>: Textual,
{
    FilterField::matches(field, Pattern::new(pattern))
}

/// `$size`.
pub fn has_len<F: Field>(field: F, n_items: &u32) -> Filter<RootOf<F>>
where
    ClassOf<F>: Elements,
{
    FilterField::has_len(field, *n_items)
}

/// `$geoWithin`.
pub fn within<F: Field, A: Area>(field: F, area: &A) -> Filter<RootOf<F>>
where
    ClassOf<F>: Located,
{
    FilterField::within(field, area)
}

/// `$geoIntersects`.
pub fn intersects<F: Field, G: GeoJson>(field: F, geometry: &G) -> Filter<RootOf<F>>
where
    ClassOf<F>: Located,
{
    FilterField::intersects(field, geometry)
}

/// The field is there and is null.
pub fn is_null<F: Field>(field: F) -> Filter<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OfOneValue,
{
    FilterField::is_null(field)
}

/// The field is not there.
pub fn is_absent<F: Field>(field: F) -> Filter<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OfOneValue,
{
    FilterField::is_absent(field)
}

/// The field is null or not there.
pub fn is_null_or_absent<F: Field>(field: F) -> Filter<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OfOneValue,
{
    FilterField::is_null_or_absent(field)
}

/// The field has a value.
pub fn is_present<F: Field>(field: F) -> Filter<RootOf<F>>
where
    TyOf<F>: Optional,
    ReachOf<F>: OfOneValue,
{
    FilterField::is_present(field)
}

/// The field is there, null or not.
pub fn exists<F: Field>(_: F) -> Filter<RootOf<F>>
where
    ReachOf<F>: OfOneValue,
{
    fixed::<F>("$exists", true)
}

/// The enum is the variant that the path leads to.
pub fn is<F: Field>(_: F) -> Filter<RootOf<F>> {
    Filter::from_term(match <PathOf<F> as Path>::VARIANT {
        Some(is) => of_variant(is),
        None => Term::All(Vec::new()),
    })
}

/// A comparison with a literal, which is of the BSON type of the field.
pub fn constant<F: Field>(_: F, op: PartialOp, with: Literal) -> Filter<RootOf<F>> {
    test::<F>(operator(op), Argument::Fixed(literal(<PathOf<F> as Path>::SHAPE, with)))
}

/// A path that an order has as a key.
pub fn sorted<F: Field>(field: F) -> F
where
    ClassOf<F>: Sortable,
    ReachOf<F>: OneOrder,
{
    field
}

/// A projection of this document.
pub const fn of_document<D, P: Projection<Document = D>>() {}
