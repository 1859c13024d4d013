//! Paths on which a condition is about one value.

use crate::field::{Direct, Whole};

/// A path that leads to one value of a document, or of the element that an `elem_match` looks at.
///
/// On a path through an array, the server tests `$ne`, `$nin`, `$exists: false` and the like on all elements, and other
/// operators on any of them.
#[diagnostic::on_unimplemented(
    message = "this condition would be about all elements of an array at once",
    label = "the path leads through `each()`",
    note = "of one element: `items().elem_match(|item| item.note().is_present())`, `tags().elem_match(|tag| tag.ne(value))`",
    note = "of none: the same with `.not()` behind it, or `tags().each().eq(value).not()`"
)]
pub trait OneValue {}

impl OneValue for Direct {}

impl OneValue for Whole {}
