//! Rules of the mapping, checked at compile time. Each gives the first that is broken, as the text of the error.

mod bounds;

mod refused;

use self::bounds::{Subject, check_bounds, check_levels, no_max_bytes};
use super::{FieldShape, Managed, Role, Scalar, Shape, Text};
use crate::{codec::Bounds, field::Name};

pub(crate) use self::refused::BYTES;
pub(super) use self::refused::refused;

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

/// The same in a generic type, whose argument may be what is wrong.
#[must_use]
pub const fn check_generic_part(type_name: &str, own: &str, row: &FieldShape) -> Option<Text> {
    match check_part(type_name, own, row) {
        Some(broken) if refused(row.shape).is_some() => Some(broken.and(
            "; written there, it holds for every argument of the generic type: for this use alone, give it another argument, such as `i64`",
        )),
        broken => broken,
    }
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
            "holds its own type again inside of a tuple or fixed array, where `max_depth` can't end it: put the recursion in a field of its \
             own, such as `#[mongo(max_depth = N)] left: Option<Box<Self>>`, here or in a struct that derives `Embedded`",
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
