//! The shape of values that are stored as others, and its rules.

use super::{
    CodecName, Shape, Text,
    rules::{holds_revision, refused},
};

/// The rules of what a representation of the application stores its values as.
#[must_use]
pub const fn check_stored_as(codec: &str, stored: &'static Shape) -> Option<Text> {
    let what = Text::new("what `").and(codec).and("` stores ");
    if refused(stored).is_some() {
        return Some(what.and(
            "has no representation of its own: let `Stored` be a type that has one, such as `i64`, `String`, `DateTime`, \
             `Decimal128`, or one that derives `Embedded`",
        ));
    }
    if stored.is_optional() {
        return Some(what.and(
            "is optional: let it store the value, and write `Option` at the field, whose `None` is absent then",
        ));
    }
    if holds_revision(stored) {
        return Some(
            what.and("is a `Revision`, which the mapper alone counts: let it store an `i64`"),
        );
    }
    None
}

/// The shape of values that are stored as others.
#[must_use]
pub const fn stored_as_shape(name: &'static str, version: u16, stored: &'static Shape) -> Shape {
    if refused(stored).is_some() {
        // The representation has reported it; the fields need not.
        return Shape::Unknown;
    }
    Shape::Coded(CodecName::of_application(name, version), stored)
}
