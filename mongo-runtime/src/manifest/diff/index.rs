//! What a change of the indexes does.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{ChangeClass, Found, names};

/// The changes of the indexes of a collection.
pub(super) fn changes(old: &BTreeMap<String, Value>, new: &BTreeMap<String, Value>) -> Vec<Found> {
    let (lost, gained) = names::only_in_one(old, new);
    let mut found = Vec::new();
    for name in &lost {
        let twin =
            gained.iter().find(|twin| spec(&new[twin.as_str()]) == spec(&old[name.as_str()]));
        found.push(match twin {
            Some(twin) => Found::new(
                ChangeClass::ReadableByOld,
                format!("is an index that is named `{twin}` now"),
                "the server refuses the same keys under two names: the old one has to be dropped first",
            )
            .advice(format!("keep the old name with `name = \"{name}\"`")),
            None => Found::new(
                ChangeClass::ReadableByOld,
                "is no index any more",
                "what it served reads the whole collection, in the old binary too, once it is dropped",
            ),
        }
        .at(name));
    }
    for name in gained {
        if !lost.iter().any(|lost| spec(&old[lost.as_str()]) == spec(&new[name.as_str()])) {
            found.push(added(&new[name.as_str()]).at(name));
        }
    }
    for (name, new) in new {
        if old.get(name).is_some_and(|old| old != new) {
            found.push(
                Found::new(
                    ChangeClass::NeedsBackfill,
                    "is an index with other keys or options now",
                    "the server refuses another index under the same name: it has to be dropped and built anew",
                )
                .at(name)
                .advice("give the new one another name, and drop the old one when the new one is built"),
            );
        }
    }
    found
}

fn added(index: &Value) -> Found {
    if let Some(seconds) = index.get("expireAfterSeconds") {
        let effect = format!(
            "stored documents whose date is over {seconds} seconds old are deleted when it is built"
        );
        return Found::new(
            ChangeClass::NeedsBackfill,
            "is a new index that expires documents",
            effect,
        )
        .advice("count these documents first");
    }
    if index.get("unique").and_then(Value::as_bool).unwrap_or_default() {
        let effect = "it can't be built while two stored documents have equal keys";
        return Found::new(ChangeClass::NeedsBackfill, "is a new index that is unique", effect)
            .advice("look for equal keys first");
    }
    Found::new(ChangeClass::Additive, "is a new index", "nothing that is stored changes")
}

/// An index without its name.
fn spec(index: &Value) -> Option<serde_json::Map<String, Value>> {
    let mut spec = index.as_object()?.clone();
    spec.remove("name");
    Some(spec)
}
