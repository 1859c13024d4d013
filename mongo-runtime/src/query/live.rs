//! The rule that a registered query says what it does about documents of other versions, where they are stored otherwise.

use super::{PredicateOp, QueryShape};
use crate::{
    document::Declaration,
    shape::{Agreement, Text, Use, agreement},
};

/// Whether what a condition compares is stored alike in the documents of other versions that the document's type reads. An enum
/// over document types has versions of its own for each of them.
#[must_use]
pub const fn check_alike(ours: &Declaration, shape: &QueryShape<'_>, n: usize) -> Option<Text> {
    if ours.family.is_some() {
        return None;
    }
    let predicate = &shape.predicates[n];
    let used = match predicate.op {
        PredicateOp::Exists | PredicateOp::Absent | PredicateOp::Null => Use::Presence,
        _ => Use::Compare,
    };
    let mut version = ours.oldest_version();
    while version <= ours.newest_version() {
        if version != ours.current_version()
            && let Some(theirs) = ours.of_version(version)
        {
            let how = match agreement(ours.shape, theirs.shape, predicate.path, used) {
                Agreement::Same => None,
                Agreement::Lacks => Some("` is not in documents of `"),
                Agreement::Differs => Some("` is stored in another form in documents of `"),
            };
            if let Some(how) = how {
                return Some(
                    Text::new("`")
                        .and(predicate.written)
                        .and(how)
                        .and(theirs.name)
                        .and("`, which `")
                        .and(ours.name)
                        .and(
                            "` still reads: write `of_current_version` to leave them out, or `as_stored` to judge them as they are stored",
                        ),
                );
            }
        }
        version += 1;
    }
    None
}
