//! What a recipe does to any document, as constants.

use crate::{
    field::{ElementOf, Field, Path},
    shape::Shape,
};

/// One operator of a recipe on one path.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PlannedChange {
    /// The key of the attribute: `push_each`.
    pub attribute: &'static str,
    /// The operator of the server: `$push`.
    pub operator: &'static str,
    /// The path as the recipe has it, with Rust names and what chooses elements: `items[line].quantity`.
    pub written: &'static str,
    /// The dotted path, without what chooses elements.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// The declared bound of an array there.
    pub max_items: Option<usize>,
    /// How many elements a push keeps.
    pub slice: Option<i32>,
    /// Whether the recipe may have no operand for it, and then changes nothing there.
    pub is_optional: bool,
    /// The arrays that the path goes into, innermost first.
    pub arrays: Option<&'static ElementOf>,
    /// Which of their elements are meant, outermost first.
    pub elements: &'static [Chosen],
    /// The optional document around the path that would be made without its required fields where it is absent.
    pub would_lack: Option<&'static str>,
    /// The dotted name of the innermost enum whose variant the path leads into; empty when the document is one.
    pub enum_around: Option<&'static str>,
}

/// Which elements of an array a recipe changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chosen {
    /// Each: `$[]`.
    Each,
    /// The one that the filter matches: `$`.
    Matched,
    /// Those that meet the conditions of this name: `$[line]`.
    Named(&'static str),
}

/// What a recipe expects of a document, as a part of the command's filter.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PlannedExpectation {
    /// The path as the recipe has it, with Rust names.
    pub written: &'static str,
    /// The dotted path.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// What is expected of it.
    pub is: Expectation,
    /// Whether the recipe may have no operand for it, and then expects nothing there.
    pub is_optional: bool,
}

/// What a recipe can expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// That it equals an operand.
    Equal,
    /// That it equals one of several operands.
    OneOf,
    /// That it is over a bound, or at it.
    Above,
    /// That it is below a bound, or at it.
    Below,
    /// That it has a value.
    Present,
    /// That it has no value.
    Absent,
    /// That the enum is one variant.
    Variant,
    /// That an element of the array meets a condition there; conditions on one array are met by one element.
    Matched,
}

/// A condition on the elements that a recipe chooses by a name.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PlannedCondition {
    /// The name.
    pub name: &'static str,
    /// The dotted path inside of an element; empty when it is the element itself.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
}

/// The change of the path that a closure would give. The closure is never called: its type is the path.
#[must_use]
pub const fn planned<F: Field>(
    _: fn() -> F,
    written: &'static str,
    attribute: &'static str,
    operator: &'static str,
    elements: &'static [Chosen],
    slice: Option<i32>,
    is_optional: bool,
) -> PlannedChange {
    PlannedChange {
        attribute,
        operator,
        written,
        path: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        max_items: <F::Path as Path>::BOUNDS.items(),
        slice,
        is_optional,
        arrays: <F::Path as Path>::ELEMENT_OF,
        elements,
        would_lack: <F::Path as Path>::WOULD_LACK,
        enum_around: match <F::Path as Path>::VARIANT {
            Some(is) => Some(is.of),
            None => None,
        },
    }
}

/// The expectation of the path that a closure would give.
#[must_use]
pub const fn expected<F: Field>(
    _: fn() -> F,
    written: &'static str,
    is: Expectation,
    is_optional: bool,
) -> PlannedExpectation {
    PlannedExpectation {
        written,
        path: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        is,
        is_optional,
    }
}

/// The condition on the path inside of an element that a closure would give.
#[must_use]
pub const fn condition<F: Field>(_: fn() -> F, name: &'static str) -> PlannedCondition {
    PlannedCondition { name, path: <F::Path as Path>::NAME, shape: <F::Path as Path>::SHAPE }
}
