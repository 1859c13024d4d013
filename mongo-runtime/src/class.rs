//! Kinds of values. They decide which operators a path has; a path to another kind does not have the method's bound.

pub mod why;

use std::marker::PhantomData;

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;
    )* };
}

classes! {
    /// Numbers.
    Number;
    /// Numbers of a Rust type that holds less than its representation, as `f32` stored as a double. Arithmetic on the server
    /// could leave a value that can't be read.
    Narrowed;
    /// Spans of time, stored as numbers. A sum of two is one, a product is not.
    Duration;
    /// Strings.
    Text;
    /// A string out of a closed list: the tags of a unit enum. It has no order and no pattern.
    Tag;
    /// Text that stands for a number. It has no order that means something.
    Unordered;
    /// The stored text of a map key. It has no order that means something.
    Key;
    /// True or false. It has no order.
    Bool;
    /// Instants, stored as dates.
    Date;
    /// `ObjectId` and UUIDs.
    Id;
    /// The server's timestamps.
    Timestamp;
    /// Binary.
    Binary;
    /// Embedded documents.
    Embedded;
    /// One variant of an enum with data. It is no value: nothing is an operand of its type, and its fields have operators.
    Variant;
    /// Maps.
    Map;
    /// Arrays of a fixed length, and tuples.
    Fixed;
    /// GeoJSON objects.
    Geo;
    /// Values that are kept and not looked into.
    Opaque;
    /// Types that must not be stored as they are. That is an error already, so it has every operator.
    Refused;
    /// What stands in for a type whose derive has reported an error; it has every operator.
    Stub;
    /// The revision of a document, which only the mapper changes.
    Revision;
}

/// Arrays and sets of `T` in representation `C`.
#[derive(Debug, Clone, Copy)]
pub struct Array<T, C>(PhantomData<fn() -> (T, C)>);

/// Sets of `T` in representation `C`: arrays without equal elements, in no order that one can rely on.
#[derive(Debug, Clone, Copy)]
pub struct Set<T, C>(PhantomData<fn() -> (T, C)>);

/// Values that are stored as others, of kind `K`, in an order that need not be theirs; see [`StoredAs`](crate::StoredAs).
#[derive(Debug, Clone, Copy)]
pub struct Converted<K>(PhantomData<fn() -> K>);

/// The same, in their own order.
#[derive(Debug, Clone, Copy)]
pub struct ConvertedInOrder<K>(PhantomData<fn() -> K>);

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident, $own:ident: $($class:ty),*;)*) => { $(
        $(#[$doc])*
        pub trait $name {}

        impl<K: $own> $name for K {}

        /// The same, kind by kind. An error lists the implementations of the trait that a method asks for, so that has but one.
        pub trait $own {}

        $(
            #[diagnostic::do_not_recommend]
            impl $own for $class {}
        )*
    )* };
}

// Each kind that is not listed has a reason in `why`.
kinds! {
    /// Values that `gt`, `gte`, `lt`, `lte`, `min` and `max` compare.
    Ordered, IsOrdered: Number, Narrowed, Duration, Text, Date, Id, Timestamp, Binary, Revision, Stub, Refused;
    /// Values that a sort orders.
    Sortable, IsSortable: Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Timestamp, Binary, Revision, Stub, Refused;
    /// Values that `eq`, `ne`, `is_in` and `not_in` compare.
    Comparable, IsComparable: Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo,
        Revision, Stub, Refused, Unordered, Key;
    /// Values that `inc` and `dec` change.
    Numeric, IsNumeric: Number, Duration, Stub, Refused;
    /// Values that `mul` changes.
    Scalable, IsScalable: Number, Stub, Refused;
    /// Values that a pattern matches.
    Textual, IsTextual: Text, Stub, Refused;
    /// Values that `current_date` sets.
    Dated, IsDated: Date, Timestamp, Stub, Refused;
    /// Values that `near`, `within` and `intersects` look at.
    Located, IsLocated: Geo, Stub, Refused;
    /// Values that an update may set. The revision is counted by the mapper.
    Settable, IsSettable: Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo,
        Opaque, Stub, Refused, Unordered, Key;
    /// Values that a form reads from outside and compares with `eq`.
    Single, IsSingle: Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Stub, Refused, Unordered, Key;
    /// Values that can be the key of a map.
    KeyClass, IsKey: Text, Tag, Key, Stub;
}

#[diagnostic::do_not_recommend]
impl<K: IsComparable> IsComparable for Converted<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsSettable> IsSettable for Converted<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsSingle> IsSingle for Converted<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsSingle> IsSingle for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsComparable> IsComparable for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsSettable> IsSettable for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsOrdered> IsOrdered for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: IsSortable> IsSortable for ConvertedInOrder<K> {}

/// Values whose order can be that of what is stored as them.
#[diagnostic::on_unimplemented(
    message = "`ordered` says that the stored values are in the order of yours, and what is stored here has none",
    label = "remove `ordered`, or store a number, text, a date or an id"
)]
pub trait KeepsOrder {}

#[diagnostic::do_not_recommend]
impl<K: Ordered> KeepsOrder for K {}

#[diagnostic::do_not_recommend]
impl<T, C> IsComparable for Array<T, C> {}
#[diagnostic::do_not_recommend]
impl<T, C> IsSettable for Array<T, C> {}
#[diagnostic::do_not_recommend]
impl<T, C> IsSettable for Set<T, C> {}

/// Whether an array may hold an element twice: [`Listed`] or [`Distinct`].
#[diagnostic::on_unimplemented(
    message = "`push` could put an element into a set twice, and the set could not be read any more",
    label = "a set takes `add_to_set`"
)]
pub trait Repeatable {}

/// The elements of a list.
#[derive(Debug, Clone, Copy)]
pub struct Listed;

/// The elements of a set.
#[derive(Debug, Clone, Copy)]
pub struct Distinct;

#[diagnostic::do_not_recommend]
impl Repeatable for Listed {}

/// Whether single elements of an array can change.
#[diagnostic::on_unimplemented(
    message = "a change of an element could make it equal to another, and the set could not be read any more",
    label = "the elements of a set don't change",
    note = "take the old element out (`pull`) and put the new one in (`add_to_set`)"
)]
pub trait ElementsChange {}

#[diagnostic::do_not_recommend]
impl ElementsChange for Listed {}

/// Arrays: what `push`, `pull` and `elem_match` work on.
#[diagnostic::on_unimplemented(
    message = "this operator works on arrays, and this field is none",
    label = "not an array",
    note = "compare its value (`eq`, `ne`, `is_in`), or change it with `set`"
)]
pub trait Elements {
    /// The type of an element.
    type Item: crate::codec::Value<Self::Codec> + 'static;
    /// Its representation.
    type Codec: 'static;
    /// Whether it may be there twice.
    type Kind;
}

#[diagnostic::do_not_recommend]
impl<T: crate::codec::Value<C> + 'static, C: 'static> Elements for Array<T, C> {
    type Item = T;
    type Codec = C;
    type Kind = Listed;
}

#[diagnostic::do_not_recommend]
impl<T: crate::codec::Value<C> + 'static, C: 'static> Elements for Set<T, C> {
    type Item = T;
    type Codec = C;
    type Kind = Distinct;
}
