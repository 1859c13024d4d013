//! Rules over the fields of a projection, checked at compile time.

mod presence;

mod terms;

mod versions;

pub use self::{presence::check_type, terms::check_term, versions::check_versions};

use super::{Column, Kept, ProjectionTable};
use crate::{
    field::IsVariant,
    shape::{Text, str_eq},
};

/// The rules of the type that a projection is of.
#[must_use]
pub const fn check_document(table: &ProjectionTable) -> Option<Text> {
    let Some(declaration) = table.declaration else { return None };
    let Some(family) = declaration.family else { return None };
    let text = Text::new("`")
        .and(declaration.name)
        .and("` is an enum over document types, each with fields of its own: write one of them");
    Some(match family.types {
        [first, ..] => text.and(", `document = ").and(first.name).and("`"),
        [] => text,
    })
}

/// The rules of one field of a projection, beside those before it.
#[must_use]
pub const fn check_column(table: &ProjectionTable, n: usize) -> Option<Text> {
    let column = &table.columns[n];
    if let Some(text) = check_element(table, column) {
        return Some(text);
    }
    let mut earlier = 0;
    while earlier < n {
        if let Some(text) = check_pair(table, &table.columns[earlier], column) {
            return Some(text);
        }
        earlier += 1;
    }
    None
}

/// The server finds an element only of an array that is a field of the document itself.
const fn check_element(table: &ProjectionTable, column: &Column) -> Option<Text> {
    let is_outermost = table.declaration.is_some() && column.steps.len() == 1;
    let text = match column.kept {
        Kept::ElemMatch(_) if !is_outermost => Text::new("`elem_match` on `").and(column.path),
        Kept::Part(part) if has_elem_match(part) => {
            Text::new("`elem_match` in `").and(part.name).and("`, below `").and(column.path)
        }
        _ => return None,
    };
    Some(text.and(
        "`: the server finds an element of an array only that is a field of the document itself; read the array, or a `slice` of it",
    ))
}

const fn has_elem_match(table: &ProjectionTable) -> bool {
    let mut rest = table.columns;
    while let [column, next @ ..] = rest {
        let is_one = match column.kept {
            Kept::ElemMatch(_) => true,
            Kept::Part(part) => has_elem_match(part),
            _ => false,
        };
        if is_one {
            return true;
        }
        rest = next;
    }
    false
}

const fn check_pair(table: &ProjectionTable, a: &Column, b: &Column) -> Option<Text> {
    let both = Text::new("`").and(table.name).and("` has `");
    if str_eq(a.path, b.path) {
        let is_whole = matches!((a.kept, b.kept), (Kept::Whole, Kept::Whole));
        if is_whole && !same_variant(a.variant, b.variant) {
            return None;
        }
        return Some(
            both.and(b.path)
                .and("` twice, and the server sends it once: read it into one field, and give it out by a method where another name is \
                      wanted"),
        );
    }
    let (outer, inner) = if encloses(a.path, b.path) {
        (a, b)
    } else if encloses(b.path, a.path) {
        (b, a)
    } else {
        return None;
    };
    let text =
        both.and(outer.path).and("` and `").and(inner.path).and("`, which is a part of it: ");
    Some(match outer.kept {
        Kept::Part(part) => text.and("make it a field of `").and(part.name).and("`"),
        _ => text.and("remove it, and take it out of the whole, or make the whole a projection"),
    })
}

/// Whether two fields are of one variant: one path can lead to fields of two.
const fn same_variant(a: Option<&IsVariant>, b: Option<&IsVariant>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            str_eq(a.path, b.path) && str_eq(a.tag, b.tag) && same_variant(a.outer, b.outer)
        }
        (None, None) => true,
        _ => false,
    }
}

const fn encloses(outer: &str, inner: &str) -> bool {
    inner.len() > outer.len()
        && inner.as_bytes()[outer.len()] == b'.'
        && str_eq(inner.split_at(outer.len()).0, outer)
}
