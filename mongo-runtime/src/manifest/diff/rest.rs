//! What a change of the field does that keeps what is not declared.

use serde_json::Value;

use super::{ChangeClass, Found};

/// The change from one catch-all, or none, to another.
pub(super) fn change(old: Option<&Value>, new: Option<&Value>) -> Option<Found> {
    let (what, effect, advice) = match (old, new) {
        (old, new) if old == new => return None,
        (Some(_), None) => (
            "keeps unknown fields no longer",
            "stored fields that are not declared stay where they are, and are not read any more",
            "keep the field marked `#[mongo(catch_all)]`",
        ),
        (None, _) => ("keeps unknown fields now", "they are read, and written back", ""),
        (Some(_), Some(_)) => (
            "has other bounds of the unknown fields that it keeps",
            "what is stored is read as before, and written back within the new bounds",
            "",
        ),
    };
    Some(Found::new(ChangeClass::ReadableByOld, what, effect).advice(advice))
}
