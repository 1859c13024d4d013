//! Why a kind of values lacks an operator. Each reason is a trait that nothing has, and its text is that of the error: the compiler
//! tells of the condition that is not met, not of the operator that asks for it.

use super::{
    Array, Binary, Bool, Converted, ConvertedInOrder, Date, Duration, Embedded, Fixed, Geo, Id,
    IsComparable, IsDated, IsKey, IsLocated, IsNumeric, IsOrdered, IsScalable, IsSettable,
    IsSingle, IsSortable, IsTextual, Key, Map, Narrowed, Number, Opaque, Refused, Revision, Set,
    Tag, Text, Timestamp, Unordered, Variant,
};

/// What the reasons are conditions on: with a type other than that of the operator, the compiler shows their text.
#[derive(Debug)]
pub struct ThisField;

macro_rules! reasons {
    ($(
        $(#[$doc:meta])* $reason:ident [$message:literal, $label:literal $(, $note:literal)*]
        $(=> $operator:ident: $($class:ty),*; $([$($generic:ident),*] $generic_class:ty;)*)*
    )*) => { $(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = $label $(, note = $note)*)]
        pub trait $reason {}

        // Without `for`, the condition is refused here already, where it is seen that it is never met.
        $(
            $( impl $operator for $class where for<'a> ThisField: $reason {} )*
            $( impl<$($generic),*> $operator for $generic_class where for<'a> ThisField: $reason {} )*
        )*
    )* };
}

reasons! {
    /// Tags are stored by name.
    OrderOfTags ["a unit enum has no order: it is stored as the name of its variant, so what is greater would be alphabetical",
        "no `gt`, `gte`, `lt`, `lte`, `min` or `max` here",
        "in a filter, list the values: `.is_in([Status::Open, Status::Paid])`; in an update, write the value with `set`"]
        => IsOrdered: Tag;

    /// Numbers as text, and keys as text.
    OrderOfText ["this field is stored as text, whose order is not that of its values: as text, `10` is less than `9`",
        "no order to compare or sort by",
        "compare with `eq`, `ne` or `is_in`, or choose a representation in the order of the values, such as `#[mongo(as = \"decimal128\")]`"]
        => IsOrdered: Unordered, Key;
        => IsSortable: Unordered, Key;

    /// There are two of them.
    OrderOfBool ["true and false have no order to compare by", "no `gt`, `gte`, `lt`, `lte`, `min` or `max` here",
        "in a filter, write `.eq(true)` or `.eq(false)`; in an update, write the value with `set`"]
        => IsOrdered: Bool;

    /// The codec does not say that it keeps the order.
    OrderOfConversion ["this field is stored by a conversion (`stored_as!`) that is not declared to keep the order of its values",
        "no order to compare or sort by",
        "if a greater value is always stored as a greater one, say so: `stored_as!(MyCodec: MyType, ordered)`",
        "if not, compare with `eq`, `ne` or `is_in`"]
        => IsOrdered: ; [K] Converted<K>;
        => IsSortable: ; [K] Converted<K>;

    /// A comparison would be one of the elements.
    OrderOfArray ["an array has no order to compare by: its elements have", "this is the array",
        "to ask for an element, write `tags().each().gt(value)`, or `tags().elem_match(|tag| ..)` for one that meets several conditions",
        "to ask for the number of elements, write `tags().has_len(3)`"]
        => IsOrdered: ; [T, C] Array<T, C>; [T, C] Set<T, C>;

    /// A sort would be one by the least or the greatest element.
    SortOfArray ["a sort orders by one value of each document, and this field is an array", "an array",
        "store the value to sort by in a field of the document, such as the least or the sum of the elements, and sort by that field"]
        => IsSortable: ; [T, C] Array<T, C>; [T, C] Set<T, C>;

    /// Two equal sets may be stored as two arrays.
    EqualSets ["a set is stored as an array, and two equal sets may have their elements in another order", "can't be compared as a whole",
        "in a filter, ask for elements: `tags().each().eq(value)` for one, `tags().contains_all([a, b])` for all of these",
        "in an update, ask for them in the filter of the operation in place of `expect`"]
        => IsComparable: ; [T, C] Set<T, C>;

    /// What is opaque has no form.
    OpaqueValue ["this field is `opaque`, which is stored without looking into it, so it can't be compared", "opaque",
        "to ask whether it is there, write `.exists(true)`; to compare it, give it a type that derives `Embedded` in place of `opaque`"]
        => IsComparable: Opaque;
        => IsOrdered: Opaque;
        => IsSortable: Opaque;

    /// A comparison would be one of bytes.
    OrderOfDocument ["a document, map, tuple or place has no order of its own", "no order to compare or sort by",
        "compare or sort by a single value inside of it: `customer().rank().gt(value)`, `customer().rank().desc()`"]
        => IsOrdered: Embedded, Variant, Map, Fixed, Geo;
        => IsSortable: Embedded, Variant, Map, Fixed, Geo;

    /// A pattern is about each text.
    PatternOfArray ["a pattern needs text, and this field is an array", "an array",
        "to ask for an element, write `tags().each().starts_with(text)`, or `tags().elem_match(|tag| ..)` for one that meets several conditions"]
        => IsTextual: ; [T, C] Array<T, C>; [T, C] Set<T, C>;

    /// A tag is one of a few.
    PatternOfTags ["a unit enum has no pattern: each of its tags is known", "not free text",
        "list the values: `.is_in([Status::Open, Status::Paid])`"]
        => IsTextual: Tag;

    /// What is stored need not be what the field holds.
    PatternOfValue ["a pattern needs text, and this field holds none", "not text",
        "compare the value: `eq`, `ne` or `is_in`"]
        => IsTextual: Number, Narrowed, Duration, Unordered, Key, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed,
            Geo, Opaque, Revision; [K] Converted<K>; [K] ConvertedInOrder<K>;

    /// The elements have places.
    PlaceOfArray ["this operator needs a place, and this field is an array", "an array",
        "to ask for an element, write `places().each().within_circle(..)`"]
        => IsLocated: ; [T, C] Array<T, C>; [T, C] Set<T, C>;

    /// Only GeoJSON is looked at on the sphere.
    PlaceOfValue ["this operator needs a place, and this field holds none", "not a GeoJSON field",
        "give the field a type of `mongo_runtime::geo`, such as `Point`"]
        => IsLocated: Number, Narrowed, Duration, Text, Tag, Unordered, Key, Bool, Date, Id, Timestamp, Binary, Embedded, Variant,
            Map, Fixed, Opaque, Revision; [K] Converted<K>; [K] ConvertedInOrder<K>;

    /// The server computes in the stored type.
    NumberThatNarrows ["the server could compute a number that the type of this field can't hold: it is stored as a wider one",
        "no arithmetic here",
        "give the field the type that is stored (`f64` for `double`), or read the document and write the value with `set`"]
        => IsNumeric: Narrowed;
        => IsScalable: Narrowed;

    /// The server computes with what is stored.
    NumberOfConversion ["the server would compute with what is stored, which a conversion (`stored_as!`) makes of the value of this field",
        "no arithmetic here", "read the document, and write the value with `set`"]
        => IsNumeric: ; [K] Converted<K>; [K] ConvertedInOrder<K>;
        => IsScalable: ; [K] Converted<K>; [K] ConvertedInOrder<K>;

    /// Hours times hours.
    ProductOfDurations ["a time multiplied by a time is no time", "can't be multiplied",
        "add to it with `inc`, or write the value with `set`"]
        => IsScalable: Duration;

    /// There is nothing to add to.
    NumberOfValue ["arithmetic needs a number, and this field holds none", "not a number", "write another value with `set`"]
        => IsNumeric: Text, Tag, Unordered, Key, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo, Opaque;
            [T, C] Array<T, C>; [T, C] Set<T, C>;
        => IsScalable: Text, Tag, Unordered, Key, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo, Opaque;
            [T, C] Array<T, C>; [T, C] Set<T, C>;

    /// The mapper counts it.
    CountedByMapper ["the mapper itself counts the revision up with every update", "leave the revision out"]
        => IsSettable: Revision;
        => IsNumeric: Revision;
        => IsScalable: Revision;

    /// The clock of the server is a date.
    DateOfValue ["`current_date` needs a date, and this field holds none", "not a date",
        "give the field the type `DateTime`, or write another value with `set`"]
        => IsDated: Number, Narrowed, Duration, Text, Tag, Unordered, Key, Bool, Id, Binary, Embedded, Variant, Map, Fixed, Geo,
            Opaque, Revision; [T, C] Array<T, C>; [T, C] Set<T, C>; [K] Converted<K>; [K] ConvertedInOrder<K>;

    /// What comes from outside is text.
    SingleOfMany ["a form reads single values, and this field holds more than one, or one that has no text", "not a single value",
        "name a field inside of it, or the elements of the array: `order.customer().name()`, `order.tags().each()`"]
        => IsSingle: Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo, Opaque, Revision; [T, C] Array<T, C>; [T, C] Set<T, C>;

    /// A map is a document.
    KeyThatIsNoText ["a map is stored as a document, whose keys are text, and the key of this one is stored as something else",
        "the key is not stored as text",
        "to store the key as its text, write `TextKey` around it (`use mongo_runtime::TextKey`): `BTreeMap<TextKey<u32>, V>`, \
         `BTreeMap<TextKey<Id<Product>>, V>`; it takes each type with `Display` and `FromStr`",
        "to store the key as it is, write a list in place of the map: `Vec<Entry>`, where `Entry` derives `Embedded` and has a field for \
         the key and one for the value"]
        => IsKey: Number, Narrowed, Duration, Unordered, Bool, Date, Id, Timestamp, Binary, Embedded, Variant, Map, Fixed, Geo, Opaque,
            Revision, Refused; [T, C] Array<T, C>; [T, C] Set<T, C>; [K] Converted<K>; [K] ConvertedInOrder<K>;
}
