//! The rules of the conditions of `elem_match`.

use super::{Column, Kept};
use crate::{
    index::{PartialTerm, check_both, check_literal},
    shape::{Text, str_eq},
};

/// Whether elements can meet condition `at` of the field at `n`, and those before it.
#[must_use]
pub const fn check_term(columns: &[Column], n: usize, at: usize) -> Option<Text> {
    let column = &columns[n];
    let Kept::ElemMatch(terms) = column.kept else { return None };
    let term = &terms[at];
    if let Some(text) = check_literal(what(column, term), term) {
        return Some(text);
    }
    let mut earlier = 0;
    while earlier < at {
        if str_eq(terms[earlier].path, term.path)
            && let Some(text) =
                check_both(what(column, term), &terms[earlier], term, "no element is found")
        {
            return Some(text);
        }
        earlier += 1;
    }
    None
}

const fn what(column: &Column, term: &PartialTerm) -> Text {
    Text::new("`elem_match` on `").and(column.path).and("`: `").and(term.path).and("` ")
}
