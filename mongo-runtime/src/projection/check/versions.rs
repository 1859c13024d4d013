//! The rule that all versions of a document that are read store a projected path alike.

use super::{Column, Kept, ProjectionTable};
use crate::{
    document::Declaration,
    field::Name,
    shape::{Agreement, Text, Use, agreement},
};

/// Whether the field at `n` is stored alike in the documents of other versions that the document's type reads.
#[must_use]
pub const fn check_versions(table: &ProjectionTable, n: usize) -> Option<Text> {
    let Some(ours) = table.declaration else { return None };
    let mut version = ours.oldest_version();
    while version <= ours.newest_version() {
        if version != ours.current_version()
            && let Some(theirs) = ours.of_version(version)
            && let Some(text) = check_column(ours, theirs, Name::EMPTY, &table.columns[n])
        {
            return Some(text);
        }
        version += 1;
    }
    None
}

const fn check_column(
    ours: &Declaration,
    theirs: &Declaration,
    at: Name,
    column: &Column,
) -> Option<Text> {
    let name = at.join(column.path);
    if let Kept::Part(part) = column.kept {
        let mut rest = part.columns;
        while let [column, next @ ..] = rest {
            if let Some(text) = check_column(ours, theirs, name, column) {
                return Some(text);
            }
            rest = next;
        }
        return None;
    }
    let how = match agreement(ours.shape, theirs.shape, name.as_str(), Use::Read) {
        Agreement::Same => return None,
        Agreement::Lacks => "` is not in",
        Agreement::Differs => "` is stored in another form, or may be absent, in",
    };
    Some(
        Text::new("`")
            .and(name.as_str())
            .and(how)
            .and(" documents of `")
            .and(theirs.name)
            .and("`, which `")
            .and(ours.name)
            .and("` still reads, and a projection is no whole document that could be upgraded: find the whole document, or upgrade the \
                  stored ones and remove the reader"),
    )
}
