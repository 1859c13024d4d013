//! The rule that a field says what it is when the document has nothing at its path.

use super::{Column, Kept};
use crate::{
    projection::{reads::Reading, walk::Step},
    shape::Text,
};

/// Whether the type of the field at `n` is an `Option` where there may be nothing, and nowhere else.
#[must_use]
pub const fn check_type(columns: &[Column], n: usize) -> Option<Text> {
    let column = &columns[n];
    match (column.kept, column.reading.part) {
        (Kept::ElemMatch(_), _) => return None,
        (Kept::Slice(_) | Kept::SliceFrom(..), Some(part)) => {
            return Some(
                Text::new("`slice` sends whole elements of `")
                    .and(column.path)
                    .and("`, and `")
                    .and(part.name)
                    .and("` would drop what it was sent: give the field the type that the document has, or remove `slice`"),
            );
        }
        _ => {}
    }
    check_level(column, column.steps, &column.reading, true)
}

/// The rule up to the next array that the path goes through, and behind it. Elements of which there is nothing are left out, so
/// their type may be one or not.
const fn check_level(
    column: &Column,
    steps: &[Step],
    reading: &Reading,
    is_outermost: bool,
) -> Option<Text> {
    let (lacking, behind) = lacking(steps, reading.has_absent);
    let what = Text::new("`").and(column.path).and("` ");
    match (lacking, reading.is_lifted) {
        (Some(by), false) if is_outermost && !reading.has_absent => {
            return Some(by.tell(what).and(": make the field an `Option`"));
        }
        (_, true) if reading.has_absent => {
            return Some(what.and(
                "has a value of its own for what is not there: give the field the type of the document, without another `Option`",
            ));
        }
        (None, true) => {
            let of = if is_outermost { "document" } else { "element" };
            return Some(
                what.and("is in each ")
                    .and(of)
                    .and(", and one that lacks it is an error: remove the `Option`"),
            );
        }
        _ => {}
    }
    match reading.elements {
        Some(elements) => check_level(column, behind, elements, false),
        None => None,
    }
}

/// Why there may be nothing.
#[derive(Clone, Copy)]
enum Lacking {
    Itself,
    Optional(&'static str),
    Variant(&'static str),
}

impl Lacking {
    const fn tell(self, text: Text) -> Text {
        match self {
            Self::Itself => text.and("may be absent from a document"),
            Self::Optional(name) => {
                text.and("leads through `").and(name).and("`, which a document may lack")
            }
            Self::Variant(tag) => text
                .and("leads into the variant `")
                .and(tag)
                .and("`, and a document may have another"),
        }
    }
}

/// Why there may be nothing up to the next array, and the steps behind that. Of the value itself its type says so, if it does.
const fn lacking(mut steps: &[Step], has_absent: bool) -> (Option<Lacking>, &[Step]) {
    let mut found = None;
    while let [step, rest @ ..] = steps {
        steps = rest;
        match *step {
            Step::Each { .. } => return (found, rest),
            Step::Variant { tag, .. } if found.is_none() => found = Some(Lacking::Variant(tag)),
            Step::Key { name, may_lack: true }
                if found.is_none() && !(rest.is_empty() && has_absent) =>
            {
                found = Some(match rest {
                    [] => Lacking::Itself,
                    _ => Lacking::Optional(name),
                });
            }
            _ => {}
        }
    }
    (found, steps)
}
