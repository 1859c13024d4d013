//! The operators of a typed path.

use bson::Bson;

use super::{
    ClassOf, CodecOf, Filter, InnerOf, ItemCodec, ItemFields, ItemInner, ItemOf, OneValue, Pattern,
    ReachOf, RootOf, Term, TyOf, geo,
    name::PathOf,
    operand, operand_list, place,
    term::{Argument, Operand as OperandValue, Test, of_variant},
    text,
};
use crate::{
    class::{Comparable, Elements, Located, Ordered, Textual},
    codec::Bounds,
    field::{As, Field, OneVariant, Operand, Path, Variant},
    geo::{Area, GeoJson, Point},
    presence::Optional,
    refusal::Refusal,
    shape::BsonType,
};

/// The conditions that a typed path makes. Which of them a path has depends on what is stored there.
///
/// An operand is written by the codec of the field, and has the type of the field without `Option`: absence and null have
/// operators of their own. A value never becomes an operator or a pattern.
///
/// On a path through the elements of an array, `items().each().sku()`, a condition asks for *one* element that meets it. What
/// the server would test on all elements there (`$ne`, `$nin`, `$exists`, `$type` of null) does not compile: `elem_match`
/// says it of one element, and [`not`](Filter::not) of none.
///
/// | to ask | write |
/// |---|---|
/// | an element is `a` | `tags().each().eq("a")` |
/// | no element is `a` | `tags().each().eq("a").not()` |
/// | an element is not `a` | <code>tags().elem_match(&#124;tag&#124; tag.ne("a"))</code> |
/// | an element has a note | <code>items().elem_match(&#124;item&#124; item.note().is_present())</code> |
/// | each element has a note | <code>items().elem_match(&#124;item&#124; item.note().is_null_or_absent()).not()</code> |
pub trait FilterField: Field {
    /// The value is this one: `{ status: "A" }`. On an array path, an element is.
    fn eq(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Comparable,
    {
        compare::<Self>("$eq", &value)
    }

    /// The value is not this one, or there is none: `{ status: { $ne: "A" } }`. Of an array, the whole is compared.
    fn ne(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Comparable,
        ReachOf<Self>: OneValue,
    {
        compare::<Self>("$ne", &value)
    }

    /// The value is greater: `{ qty: { $gt: 20 } }`.
    fn gt(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Ordered,
    {
        compare::<Self>("$gt", &value)
    }

    /// The value is greater or equal: `{ qty: { $gte: 20 } }`.
    fn gte(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Ordered,
    {
        compare::<Self>("$gte", &value)
    }

    /// The value is less: `{ qty: { $lt: 20 } }`.
    fn lt(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Ordered,
    {
        compare::<Self>("$lt", &value)
    }

    /// The value is less or equal: `{ qty: { $lte: 20 } }`.
    fn lte(self, value: impl Operand<InnerOf<Self>, CodecOf<Self>>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Ordered,
    {
        compare::<Self>("$lte", &value)
    }

    /// The value is one of these: `{ status: { $in: ["A", "D"] } }`. No document meets an empty list.
    fn is_in<V: Operand<InnerOf<Self>, CodecOf<Self>>>(
        self,
        values: impl IntoIterator<Item = V>,
    ) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Comparable,
    {
        compare_list::<Self, V>("$in", values)
    }

    /// The value is none of these, or there is none: `{ qty: { $nin: [5, 15] } }`. Every document meets an empty list.
    fn not_in<V: Operand<InnerOf<Self>, CodecOf<Self>>>(
        self,
        values: impl IntoIterator<Item = V>,
    ) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Comparable,
        ReachOf<Self>: OneValue,
    {
        compare_list::<Self, V>("$nin", values)
    }

    /// The field is there, null or not; or it is not there: `{ qty: { $exists: true } }`.
    fn exists(self, exists: bool) -> Filter<RootOf<Self>>
    where
        ReachOf<Self>: OneValue,
    {
        fixed::<Self>("$exists", exists)
    }

    /// The field is there and is null: `{ item: { $type: 10 } }`.
    ///
    /// | | `{}` | `{ f: null }` | `{ f: 1 }` |
    /// |---|---|---|---|
    /// | `is_null` | | ✓ | |
    /// | [`is_absent`](Self::is_absent) | ✓ | | |
    /// | [`is_null_or_absent`](Self::is_null_or_absent) | ✓ | ✓ | |
    /// | [`is_present`](Self::is_present) | | | ✓ |
    fn is_null(self) -> Filter<RootOf<Self>>
    where
        TyOf<Self>: Optional,
        ReachOf<Self>: OneValue,
    {
        fixed::<Self>("$type", 10)
    }

    /// The field is not there: `{ item: { $exists: false } }`.
    fn is_absent(self) -> Filter<RootOf<Self>>
    where
        TyOf<Self>: Optional,
        ReachOf<Self>: OneValue,
    {
        fixed::<Self>("$exists", false)
    }

    /// The field is null or not there: `{ item: null }`.
    fn is_null_or_absent(self) -> Filter<RootOf<Self>>
    where
        TyOf<Self>: Optional,
        ReachOf<Self>: OneValue,
    {
        fixed::<Self>("$eq", Bson::Null)
    }

    /// The field has a value: `{ item: { $ne: null } }`.
    fn is_present(self) -> Filter<RootOf<Self>>
    where
        TyOf<Self>: Optional,
        ReachOf<Self>: OneValue,
    {
        fixed::<Self>("$ne", Bson::Null)
    }

    /// What is stored has this BSON type: `{ zipCode: { $type: "string" } }`. For data that others wrote.
    fn has_type(self, bson_type: BsonType) -> Filter<RootOf<Self>> {
        fixed::<Self>("$type", bson_type.alias())
    }

    /// The text starts with this one: `{ sku: { $regex: "^ABC" } }`. The text is taken literally; an index can serve it.
    ///
    /// One that is longer than the declared `max_len`, or than 1,000 code points, is refused before anything is sent.
    fn starts_with(self, text: impl AsRef<str>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Textual,
    {
        value::<Self>(
            "$regex",
            text::starting_with(
                text.as_ref(),
                PathOf::<Self>::NAME,
                PathOf::<Self>::BOUNDS.max_len,
            ),
        )
    }

    /// The text contains this one: `{ sku: { $regex: "ABC" } }`. The text is taken literally. The server looks at every key
    /// of an index, or at every document. It is no longer than for [`starts_with`](Self::starts_with).
    fn contains(self, text: impl AsRef<str>) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Textual,
    {
        value::<Self>(
            "$regex",
            text::containing(text.as_ref(), PathOf::<Self>::NAME, PathOf::<Self>::BOUNDS.max_len),
        )
    }

    /// The text matches a pattern of the program's own: `{ sku: { $regex: "^[A-Z]{2}-" } }`. See
    /// [`pattern!`](crate::pattern!).
    fn matches(self, pattern: Pattern) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Textual,
    {
        value::<Self>("$regex", Ok(pattern.as_str().into()))
    }

    /// One element meets all conditions: `{ results: { $elemMatch: { product: "xyz", score: { $gte: 8 } } } }`.
    ///
    /// For elements without fields the conditions are on the element itself: `{ $elemMatch: { $gte: 80, $lt: 85 } }`.
    fn elem_match(
        self,
        condition: impl FnOnce(ItemFields<Self>) -> Filter<ItemOf<Self>>,
    ) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
    {
        let element = Box::new(condition(Field::at_path()).term);
        test::<Self>("$elemMatch", Argument::Element(element))
    }

    /// The array has exactly so many elements: `{ tags: { $size: 3 } }`.
    fn has_len(self, n_items: u32) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
    {
        let n_items =
            i32::try_from(n_items).map_or_else(|_| Bson::Int64(n_items.into()), Bson::Int32);
        value::<Self>("$size", Ok(n_items))
    }

    /// The array has all of these elements, in any order: `{ tags: { $all: ["red", "blank"] } }`. No document meets an empty
    /// list.
    fn contains_all<V: Operand<ItemInner<Self>, ItemCodec<Self>>>(
        self,
        values: impl IntoIterator<Item = V>,
    ) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Elements,
    {
        let list = operand_list::<PathOf<Self>, ItemInner<Self>, ItemCodec<Self>, V>(
            values,
            &Bounds::NONE,
        );
        value::<Self>("$all", list.and_then(without_patterns))
    }

    /// The geometry is at most so far away, nearest first:
    /// `{ location: { $near: { $geometry: { .. }, $maxDistance: 500.0 } } }`. A line or an area is as far as its nearest
    /// place, and a center inside of an area has no distance. An operation refuses it where the document declares no 2dsphere
    /// index on the path.
    fn near(self, center: Point, max_meters: f64) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Located,
    {
        value::<Self>("$near", geo::near(center, None, max_meters))
    }

    /// The geometry is at least and at most so far away, nearest first; see [`near`](Self::near).
    fn near_between(self, center: Point, min_meters: f64, max_meters: f64) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Located,
    {
        value::<Self>("$near", geo::near(center, Some(min_meters), max_meters))
    }

    /// The geometry is at most so far away with all of it, in no order: `{ location: { $geoWithin: { $centerSphere: [..] } } }`.
    /// Can be counted, and stand in `or`; an index may serve it, and need not.
    fn within_circle(self, center: Point, radius_meters: f64) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Located,
    {
        value::<Self>("$geoWithin", geo::circle(center, radius_meters))
    }

    /// All of the geometry is inside of the frame between two corners, as a GeoJSON polygon: its edges are shortest lines on the sphere,
    /// not parallels, so in the north a wide frame bulges northwards.
    fn within_box(self, south_west: Point, north_east: Point) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Located,
    {
        value::<Self>("$geoWithin", geo::frame(south_west, north_east))
    }

    /// All of the geometry is inside of an area: `{ location: { $geoWithin: { $geometry: { .. } } } }`. Takes a
    /// [`Polygon`](crate::geo::Polygon) or a [`MultiPolygon`](crate::geo::MultiPolygon). Can be counted, and stand in `or`; an
    /// index may serve it, and need not.
    fn within<A: Area>(self, area: &A) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Located,
    {
        value::<Self>("$geoWithin", geo::within(area))
    }

    /// The geometry and another one have a place in common: `{ location: { $geoIntersects: { $geometry: { .. } } } }`. Takes
    /// any GeoJSON. Can be counted, and stand in `or`; an index may serve it, and need not.
    fn intersects<G: GeoJson>(self, geometry: &G) -> Filter<RootOf<Self>>
    where
        ClassOf<Self>: Located,
    {
        value::<Self>("$geoIntersects", geo::intersects(geometry))
    }
}

impl<F: Field> FilterField for F {}

/// What is at `P` is the variant `V`: `{ "payment.type": "card" }`.
pub fn is_variant<P: Path, V: Variant>() -> Filter<P::Root>
where
    P::Reach: OneVariant,
{
    Filter::from_term(of_variant(As::<P, V>::IS_REF))
}

pub(crate) fn test<F: Field>(op: &'static str, argument: Argument) -> Filter<RootOf<F>> {
    let test = Term::Test(Test { place: place::<PathOf<F>>(), op, argument });
    Filter::from_term(match PathOf::<F>::VARIANT {
        None => test,
        Some(variant) => Term::all([of_variant(variant), test]),
    })
}

pub(crate) fn value<F: Field>(op: &'static str, operand: OperandValue) -> Filter<RootOf<F>> {
    test::<F>(op, Argument::Value(operand))
}

pub(crate) fn fixed<F: Field>(op: &'static str, form: impl Into<Bson>) -> Filter<RootOf<F>> {
    test::<F>(op, Argument::Fixed(form.into()))
}

pub(crate) fn compare<F: Field>(
    op: &'static str,
    with: &impl Operand<InnerOf<F>, CodecOf<F>>,
) -> Filter<RootOf<F>> {
    value::<F>(op, operand::<PathOf<F>, InnerOf<F>, CodecOf<F>>(with, &Bounds::NONE))
}

fn compare_list<F: Field, V: Operand<InnerOf<F>, CodecOf<F>>>(
    op: &'static str,
    values: impl IntoIterator<Item = V>,
) -> Filter<RootOf<F>> {
    let list = operand_list::<PathOf<F>, InnerOf<F>, CodecOf<F>, V>(values, &Bounds::NONE);
    value::<F>(op, list.and_then(without_patterns))
}

/// A list, unless the codec of the field wrote a regular expression: in a list, the server takes it for a pattern.
pub(crate) fn without_patterns(list: Vec<Bson>) -> OperandValue {
    if list.iter().any(|value| matches!(value, Bson::RegularExpression(_))) {
        return Err(Refusal::Rule(
            "a regular expression can't stand in a list; compare with `eq`".to_owned(),
        ));
    }
    Ok(Bson::Array(list))
}
