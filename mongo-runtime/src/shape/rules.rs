//! Rules of the mapping, checked at compile time. Each gives the first that is broken, as the text of the error.

use super::{FieldShape, GeoShape, Managed, Role, Scalar, Shape, Text};
use crate::{codec::Bounds, field::Name};

const fn field(type_name: &str, row: &FieldShape) -> Text {
    Text::new("`").and(type_name).and(".").and(row.rust_name).and("` ")
}

/// The rules of a field. `own` is the identity of the type that has it.
#[must_use]
pub const fn check_field(type_name: &str, own: &str, row: &FieldShape) -> Option<Text> {
    if is_plain(row) {
        return None;
    }
    if let Some(broken) = check_stored(type_name, own, row) {
        return Some(broken);
    }
    if matches!(row.managed, Managed::No)
        && is_revision(row.shape)
        && !matches!(row.shape, Shape::Unknown)
    {
        return Some(
            field(type_name, row)
                .and("is a `Revision`: mark it `#[mongo(revision)]`, so that updates count it up"),
        );
    }
    if holds_revision(row.shape) {
        return Some(field(type_name, row).and(
            "holds a `Revision`, and that is a field of its own: mark a field of type `Revision` with `#[mongo(revision)]`, or \
             use `i64` for a number that you count yourself",
        ));
    }
    check_bounds(type_name, row)
}

/// The rules of a field of an embedded type.
#[must_use]
pub const fn check_part(type_name: &str, own: &str, row: &FieldShape) -> Option<Text> {
    if is_plain(row) {
        return None;
    }
    if let Some(broken) = check_stored(type_name, own, row) {
        return Some(broken);
    }
    if holds_revision(row.shape) {
        return Some(field(type_name, row).and(
            "is a `Revision`, which counts the changes of a whole document: keep it in the document, or use `i64` for a number \
             that you count yourself",
        ));
    }
    check_bounds(type_name, row)
}

/// Whether a field is as most are, so that no rule says more about it: this is evaluated for every field of every type.
const fn is_plain(row: &FieldShape) -> bool {
    let (shape, is_optional) = match row.shape {
        Shape::Optional(inner) => (*inner, true),
        shape => (shape, false),
    };
    let Shape::Scalar(Scalar { role: Role::Plain, len, .. }) = shape else { return false };
    row.bounds.max_items.is_empty()
        && (row.bounds.max_len == usize::MAX || len.is_none())
        && row.bounds.max_bytes == usize::MAX
        && row.name.len() <= Name::CAPACITY
        && row.max_depth == 0
        && (is_optional || !row.null)
}

/// The rules of the field that is the `_id`.
#[must_use]
pub const fn check_id(type_name: &str, own: &str, row: &FieldShape) -> Option<Text> {
    if let Some(broken) = check_stored(type_name, own, row) {
        return Some(broken);
    }
    if row.shape.is_optional() {
        return Some(
            field(type_name, row)
                .and("is the `_id`, which is never optional: make the id before the insert, with `ObjectId::new()`"),
        );
    }
    if holds_revision(row.shape) {
        return Some(field(type_name, row).and("is the `_id`, which never changes, and a `Revision` is counted up: give it another type, such as `ObjectId`"));
    }
    match row.shape.inner() {
        Shape::Array(_) | Shape::Set(_) | Shape::Fixed(_) => {
            Some(field(type_name, row).and("is the `_id`, and the server refuses an array there: use one value, or a type that derives `Embedded`"))
        }
        Shape::Opaque => Some(field(type_name, row).and("is the `_id`, and what is `opaque` can't be looked for: give it a type, such as `ObjectId`")),
        _ => check_bounds(type_name, row),
    }
}

/// The rules of the field that is the revision.
#[must_use]
pub const fn check_revision(type_name: &str, own: &str, row: &FieldShape) -> Option<Text> {
    if let Some(broken) = check_stored(type_name, own, row) {
        return Some(broken);
    }
    if is_revision(row.shape) {
        return None;
    }
    Some(field(type_name, row).and("is the revision, which is counted by the mapper: give it the type `mongo_runtime::Revision`"))
}

/// The rules of what a newtype holds.
#[must_use]
pub const fn check_newtype(
    type_name: &str,
    shape: &'static Shape,
    bounds: &Bounds,
) -> Option<Text> {
    if let Some(why) = refused(shape) {
        return Some(Text::new("the inside of `").and(type_name).and("` ").and(why));
    }
    if let Some(why) = twice_optional(shape) {
        return Some(Subject::Inside(type_name).text().and(why));
    }
    if bounds.is_none() {
        return None;
    }
    if let Some(why) = no_max_bytes(shape, bounds) {
        return Some(Subject::Inside(type_name).text().and(why));
    }
    check_levels(Subject::Inside(type_name), shape, bounds)
}

/// What a newtype is stored as: the shape inside, with the bounds that the newtype declares.
#[must_use]
pub const fn newtype_shape(
    inner: &'static Shape,
    bounded: &'static Shape,
    bounds: &Bounds,
) -> &'static Shape {
    if refused(inner).is_some() {
        // The newtype has reported it; those that use it need not.
        return &Shape::Unknown;
    }
    // A number in a type of its own is no byte of an array of bytes.
    let is_byte = matches!(inner, Shape::Scalar(Scalar { role: Role::Byte, .. }));
    match bounded {
        // What has a name of its own keeps it.
        Shape::Coded(_, bounded) if names_itself(inner) => {
            if bounds.is_none() {
                inner
            } else {
                bounded
            }
        }
        Shape::Coded(..) => bounded,
        _ if bounds.is_none() && !is_byte => inner,
        _ => bounded,
    }
}

/// Whether a representation of the application is inside that says what it is called.
const fn names_itself(shape: &Shape) -> bool {
    match shape {
        Shape::Coded(..) => true,
        Shape::Scalar(scalar) => !scalar.codec.is_built_in(),
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Map(_, inner) => names_itself(inner),
        _ => false,
    }
}

const fn check_stored(type_name: &str, own: &str, row: &FieldShape) -> Option<Text> {
    if row.name.len() > Name::CAPACITY {
        return Some(
            field(type_name, row)
                .and("has a stored name of ")
                .and_number(row.name.len())
                .and(" bytes, and no path is longer than ")
                .and_number(Name::CAPACITY)
                .and(": give it a shorter one with `rename`"),
        );
    }
    if let Some(why) = refused(row.shape) {
        return Some(field(type_name, row).and(why));
    }
    if matches!(row.shape.inside(), Shape::Fixed(_)) && row.shape.leads_back_to(own) {
        return Some(field(type_name, row).and(
            "holds its own type again inside of a tuple or fixed array, where no level is the last: derive `Embedded` for a struct \
             in its place, with the recursion in an `Option` or array of its own",
        ));
    }
    if row.max_depth == 0 && row.max_bytes == 0 && row.shape.leads_back_to(own) {
        return Some(
            field(type_name, row)
                .and("holds its own type again: write `#[mongo(max_depth = N)]`, the number of levels below the first"),
        );
    }
    if row.max_depth != 0 && !row.shape.leads_to_document() {
        return Some(
            field(type_name, row)
                .and("holds no document, so it can't be recursive: remove `max_depth`"),
        );
    }
    check_presence(type_name, row)
}

/// What is said of bytes that no representation is named for.
pub(crate) const BYTES: &str = "is bytes as an array of int32, four times their size and more: write `#[mongo(as = \"binary\")]`, or \
                                `\"int_array\"` if that is meant";

/// The first refused type inside.
pub(super) const fn refused(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Refused(why) => Some(why),
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => match inner {
            Shape::Scalar(Scalar { role: Role::Byte, .. }) if matches!(shape, Shape::Array(_)) => {
                Some(BYTES)
            }
            _ => refused(inner),
        },
        Shape::Map(key, inner) => match refused_key(key) {
            Some(why) => Some(why),
            None => refused(inner),
        },
        Shape::Fixed(elements) => {
            let mut at = 0;
            while at < elements.len() {
                if let Some(why) = refused(elements[at]) {
                    return Some(why);
                }
                at += 1;
            }
            None
        }
        _ => None,
    }
}

/// Why values of this shape can't be the keys of a map.
const fn refused_key(key: &Shape) -> Option<&'static str> {
    match key {
        Shape::Optional(_) | Shape::Presence(_) => Some(
            "has an optional key, and a key is always there: use the type inside, and leave out the entry without one",
        ),
        Shape::Scalar(scalar)
            if scalar.codec.is_built_in()
                && !scalar.codec.is_plain(scalar.bson)
                && !scalar.codec.is_text_key() =>
        {
            Some(
                "has a key with a representation of its own, and keys are plain text: use `String`, a newtype of it, a unit enum, or `TextKey<T>` for the text of another type",
            )
        }
        Shape::Tags(tags) => {
            let mut rest = tags.tags;
            while let [tag, next @ ..] = rest {
                if !is_key(tag.as_bytes()) {
                    return Some(
                        "has keys that a document can't have: give each variant of the key a name that is not empty, without `.` and \
                         NUL, and without a leading `$`",
                    );
                }
                rest = next;
            }
            None
        }
        Shape::Bounded(_, inner) | Shape::Coded(_, inner) => refused_key(inner),
        Shape::Refused(why) => Some(why),
        _ => None,
    }
}

const fn is_key(mut text: &[u8]) -> bool {
    if matches!(text, [] | [b'$', ..]) {
        return false;
    }
    while let [first, rest @ ..] = text {
        if matches!(first, 0 | b'.') {
            return false;
        }
        text = rest;
    }
    true
}

const fn check_presence(type_name: &str, row: &FieldShape) -> Option<Text> {
    if let Some(why) = twice_optional(row.shape) {
        return Some(field(type_name, row).and(why));
    }
    if row.null && is_presence(row.shape) {
        return Some(
            field(type_name, row)
                .and("is a `Presence`, which says itself when it is null: remove `null`"),
        );
    }
    if row.null && !row.shape.is_optional() {
        return Some(
            field(type_name, row)
                .and("is no `Option`, so it is never written as null: remove `null`"),
        );
    }
    None
}

/// Whether null is a value of its own there.
pub(crate) const fn is_presence(shape: &Shape) -> bool {
    match shape {
        Shape::Presence(_) => true,
        Shape::Bounded(_, inner) | Shape::Coded(_, inner) => is_presence(inner),
        _ => false,
    }
}

/// What is wrong with the `Option`s and `Presence`s inside.
const fn twice_optional(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Optional(inner) | Shape::Presence(inner) if inner.is_optional() => Some(
            "is optional twice, and both look alike when they are stored: use `Presence<T>` to tell absent, null and a value apart",
        ),
        Shape::Array(inner) | Shape::Set(inner) | Shape::Map(_, inner) if is_presence(inner) => {
            Some(PRESENCE)
        }
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Map(_, inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => twice_optional(inner),
        Shape::Fixed(elements) => {
            let mut rest = *elements;
            while let [element, next @ ..] = rest {
                if is_presence(element) {
                    return Some(PRESENCE);
                }
                if let Some(why) = twice_optional(element) {
                    return Some(why);
                }
                rest = next;
            }
            None
        }
        _ => None,
    }
}

const PRESENCE: &str = "holds `Presence`, but an element can't be absent: use `Option<T>`";

const fn check_bounds(type_name: &str, row: &FieldShape) -> Option<Text> {
    if let Some(why) = no_max_bytes(row.shape, &row.bounds) {
        return Some(field(type_name, row).and(why));
    }
    check_levels(Subject::Field(type_name, row), row.shape, &row.bounds)
}

/// What a rule is about. Most rules hold, so its text is composed only when one does not: composing is the costly part.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// A field of a type.
    Field(&'a str, &'a FieldShape),
    /// What a newtype holds.
    Inside(&'a str),
}

impl Subject<'_> {
    const fn text(self) -> Text {
        match self {
            Self::Field(type_name, row) => field(type_name, row),
            Self::Inside(type_name) => Text::new("the inside of `").and(type_name).and("` "),
        }
    }
}

/// Why `max_bytes` must not stand here.
const fn no_max_bytes(shape: &Shape, bounds: &Bounds) -> Option<&'static str> {
    if bounds.max_bytes == usize::MAX
        || shape.leads_to_document()
        || matches!(shape.inside(), Shape::Opaque)
    {
        return None;
    }
    Some(
        "holds no document and nothing opaque, so its size follows from its other bounds: write `max_len = N` for text and bytes, \
         `max_items = N` for arrays and maps, and remove `max_bytes`",
    )
}

/// Every level of arrays and maps has a bound, and every bound has its level.
const fn check_levels(subject: Subject<'_>, shape: &Shape, bounds: &Bounds) -> Option<Text> {
    if has_array_in_fixed(shape, false) {
        return Some(subject.text().and(
            "has an array, map or geometry inside of a tuple or fixed array, where no bound reaches it: give it a type of its own, \
             `#[derive(Embedded)] struct Tags(#[mongo(max_items = N)] Vec<String>)`",
        ));
    }
    let (n_levels, kind, geo) = levels(shape);
    let of_levels = match geo {
        Some(_) => " of arrays, maps and positions",
        None => " of arrays or maps",
    };
    let n_bounds = bounds.max_items.len();
    if n_levels > n_bounds {
        return Some(match geo {
            Some(geo) if n_levels == 1 => subject
                .text()
                .and("is a GeoJSON ")
                .and(geo.name())
                .and(" without a bound: write `#[mongo(max_items = N)]`, the most positions in all of it"),
            None if n_levels == 1 => {
                subject.text().and("is ").and(kind).and(" without a bound: write `#[mongo(max_items = N)]`")
            }
            _ => subject
                .text()
                .and("has ")
                .and_number(n_levels)
                .and(" levels")
                .and(of_levels)
                .and(", and each needs a bound: write `#[mongo(max_items = [N, M])]`, outermost first"),
        });
    }
    if n_levels < n_bounds {
        return Some(if n_levels == 0 {
            subject
                .text()
                .and("is no array or map, so it has no items to bound: remove `max_items`")
        } else {
            subject
                .text()
                .and("has ")
                .and_number(n_levels)
                .and(if n_levels == 1 { " level" } else { " levels" })
                .and(of_levels)
                .and(", and `max_items` has ")
                .and_number(n_bounds)
                .and(" bounds: remove the rest")
        });
    }
    if let (Some(geo), [.., most]) = (geo, bounds.max_items)
        && *most < geo.least()
    {
        return Some(
            subject
                .text()
                .and("is a GeoJSON ")
                .and(geo.name())
                .and(", which has at least ")
                .and_number(geo.least())
                .and(" positions: raise `max_items`, the most positions in all of it"),
        );
    }
    if bounds.max_len != usize::MAX && !has_text(shape) {
        return Some(
            subject.text().and(
                "holds no text, bytes or keys, so it has no length to bound: remove `max_len`",
            ),
        );
    }
    None
}

/// The levels of arrays, maps and positions that have no bound of their own, the kind of the outermost, and whose positions
/// are the innermost.
const fn levels(shape: &Shape) -> (usize, &'static str, Option<GeoShape>) {
    let (mut n_levels, mut kind, mut shape) = (0, "an array", shape);
    loop {
        match shape {
            Shape::Optional(inner) | Shape::Presence(inner) | Shape::Coded(_, inner) => {
                shape = inner
            }
            // A type that bounds something else leaves the levels to the field.
            Shape::Bounded(Bounds { max_items: [], .. }, inner) => shape = inner,
            Shape::Array(inner) | Shape::Set(inner) => {
                n_levels += 1;
                shape = inner;
            }
            Shape::Map(_, inner) => {
                if n_levels == 0 {
                    kind = "a map";
                }
                n_levels += 1;
                shape = inner;
            }
            Shape::Geo(geo) if geo.needs_a_bound() => return (n_levels + 1, kind, Some(*geo)),
            _ => return (n_levels, kind, None),
        }
    }
}

/// Whether there is an array or map without a bound of its own inside of a tuple or fixed array.
const fn has_array_in_fixed(shape: &Shape, is_in_fixed: bool) -> bool {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Coded(_, inner)
        | Shape::Bounded(Bounds { max_items: [], .. }, inner) => {
            has_array_in_fixed(inner, is_in_fixed)
        }
        Shape::Array(inner) | Shape::Set(inner) | Shape::Map(_, inner) => {
            is_in_fixed || has_array_in_fixed(inner, false)
        }
        Shape::Geo(geo) => is_in_fixed && geo.needs_a_bound(),
        Shape::Fixed(elements) => {
            let mut at = 0;
            while at < elements.len() {
                if has_array_in_fixed(elements[at], true) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
}

/// Whether there is something whose length `max_len` bounds.
const fn has_text(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(scalar) => scalar.len.is_none(),
        Shape::Map(..) | Shape::Unknown => true,
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => has_text(inner),
        Shape::Fixed(elements) => {
            let mut at = 0;
            while at < elements.len() {
                if has_text(elements[at]) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
}

const fn is_revision(shape: &Shape) -> bool {
    matches!(shape, Shape::Scalar(Scalar { role: Role::Revision, .. }) | Shape::Unknown)
}

/// Whether there is a revision inside, but not in a document.
pub(super) const fn holds_revision(shape: &Shape) -> bool {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Array(inner)
        | Shape::Set(inner)
        | Shape::Map(_, inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => holds_revision(inner),
        Shape::Fixed(elements) => {
            let mut rest = *elements;
            while let [element, next @ ..] = rest {
                if holds_revision(element) {
                    return true;
                }
                rest = next;
            }
            false
        }
        _ => matches!(shape, Shape::Scalar(Scalar { role: Role::Revision, .. })),
    }
}
