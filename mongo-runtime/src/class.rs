//! Kinds of values. They decide which operators a path has; a path to another kind does not have the method's bound.

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
    ($($(#[$doc:meta])* $name:ident [$message:literal, $label:literal $(, $note:literal)?]: $($class:ty),*;)*) => { $(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = $label $(, note = $note)?)]
        pub trait $name {}
        $(
            #[diagnostic::do_not_recommend]
            impl $name for $class {}
        )*
    )* };
}

kinds! {
    /// Values that `gt`, `gte`, `lt`, `lte`, `min` and `max` compare.
    Ordered ["values of kind `{Self}` have no order to compare by", "no range operators here; use `eq`, `ne` or `is_in`",
        "of an array, ask for its elements: `tags().each()`, or `tags().elem_match(|tag| ..)` for one that meets several conditions"]:
        Number, Narrowed, Duration, Text, Date, Id, Timestamp, Binary, Revision, Stub, Refused;
    /// Values that a sort orders.
    Sortable ["values of kind `{Self}` have no order to sort by", "sort by a single value: a number, text, a date, an id"]:
        Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Timestamp, Binary, Revision, Stub, Refused;
    /// Values that `eq`, `ne`, `is_in` and `not_in` compare.
    Comparable ["values of kind `{Self}` can't be compared", "not comparable; test its presence, or single elements",
        "of an array, ask for its elements: `tags().each()`, or `tags().elem_match(|tag| ..)` for one that meets several conditions"]:
        Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo, Revision, Stub, Refused, Unordered, Key;
    /// Values that `inc` and `dec` change.
    Numeric ["arithmetic needs a number that its type always holds, and this field is of kind `{Self}`", "no arithmetic here"]: Number, Duration, Stub, Refused;
    /// Values that `mul` changes.
    Scalable ["a product needs a number that its type always holds, and this field is of kind `{Self}`", "can't be multiplied"]:
        Number, Stub, Refused;
    /// Values that a pattern matches.
    Textual ["a pattern needs text, and this field is of kind `{Self}`", "not text",
        "of an array, ask for its elements: `tags().each()`, or `tags().elem_match(|tag| ..)` for one that meets several conditions"]: Text, Stub, Refused;
    /// Values that `current_date` sets.
    Dated ["`current_date` needs a date, and this field is of kind `{Self}`", "not a date"]: Date, Timestamp, Stub, Refused;
    /// Values that `near`, `within` and `intersects` look at.
    Located ["this operator needs a GeoJSON field, and this one is of kind `{Self}`", "not a GeoJSON field",
        "of an array, ask for its elements: `tags().each()`, or `tags().elem_match(|tag| ..)` for one that meets several conditions"]: Geo, Stub, Refused;
    /// Values that an update may set. The revision is counted by the mapper.
    Settable ["the mapper itself counts the revision up with every update", "leave the revision out"]:
        Number, Narrowed, Duration, Text, Tag, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo, Opaque, Stub, Refused, Unordered, Key;
    /// Values that can be the key of a map.
    KeyClass ["map keys are text: strings, newtypes of strings, unit enums", "values of kind `{Self}` can't be keys",
        "a type with `Display` and `FromStr` is a key as its text: `BTreeMap<TextKey<u32>, V>`"]:
        Text, Tag, Key, Stub;
}

#[diagnostic::do_not_recommend]
impl<K: Comparable> Comparable for Converted<K> {}
#[diagnostic::do_not_recommend]
impl<K: Settable> Settable for Converted<K> {}
#[diagnostic::do_not_recommend]
impl<K: Comparable> Comparable for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: Settable> Settable for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: Ordered> Ordered for ConvertedInOrder<K> {}
#[diagnostic::do_not_recommend]
impl<K: Sortable> Sortable for ConvertedInOrder<K> {}

/// Values whose order can be that of what is stored as them.
#[diagnostic::on_unimplemented(
    message = "what is stored is of kind `{Self}`, which has no order to be kept",
    label = "remove `ordered`, or store a number, text, a date or an id"
)]
pub trait KeepsOrder {}

#[diagnostic::do_not_recommend]
impl<K: Ordered> KeepsOrder for K {}

impl<T, C> Comparable for Array<T, C> {}
impl<T, C> Settable for Array<T, C> {}
impl<T, C> Settable for Set<T, C> {}

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

impl Repeatable for Listed {}

/// Whether single elements of an array can change.
#[diagnostic::on_unimplemented(
    message = "a change of an element could make it equal to another, and the set could not be read any more",
    label = "the elements of a set don't change",
    note = "take the old element out (`pull`) and put the new one in (`add_to_set`)"
)]
pub trait ElementsChange {}

impl ElementsChange for Listed {}

/// Arrays: what `push`, `pull` and `elem_match` work on.
#[diagnostic::on_unimplemented(
    message = "this operator works on arrays, and this field is of kind `{Self}`",
    label = "not an array"
)]
pub trait Elements {
    /// The type of an element.
    type Item: crate::codec::Value<Self::Codec> + 'static;
    /// Its representation.
    type Codec: 'static;
    /// Whether it may be there twice.
    type Kind;
}

impl<T: crate::codec::Value<C> + 'static, C: 'static> Elements for Array<T, C> {
    type Item = T;
    type Codec = C;
    type Kind = Listed;
}

impl<T: crate::codec::Value<C> + 'static, C: 'static> Elements for Set<T, C> {
    type Item = T;
    type Codec = C;
    type Kind = Distinct;
}
