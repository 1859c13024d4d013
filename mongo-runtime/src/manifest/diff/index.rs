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
        let Some(old) = old.get(name) else { continue };
        found.extend(use_of(old, new).map(|found| found.at(name)));
        if spec(old) != spec(new) {
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

/// An index without its name, and without what the server is not told.
fn spec(index: &Value) -> Option<serde_json::Map<String, Value>> {
    let mut spec = index.as_object()?.clone();
    for key in ["name", "owner", "serves", "used_by", "unproven"] {
        spec.remove(key);
    }
    Some(spec)
}

/// Whose an index is, and what it is there for.
fn use_of(old: &Value, new: &Value) -> impl Iterator<Item = Found> + use<> {
    let owner = |index: &Value| {
        index.get("owner").and_then(Value::as_str).unwrap_or("application").to_owned()
    };
    let names = |index: &Value, key: &str| {
        let names = index.get(key).and_then(Value::as_array).into_iter().flatten();
        let names: Vec<&str> = names.filter_map(Value::as_str).collect();
        if names.is_empty() {
            "no named operation".to_owned()
        } else {
            format!("`{}`", names.join("`, `"))
        }
    };
    let told = [
        ("is changed by", format!("`{}`", owner(old)), format!("`{}`", owner(new))),
        ("serves", names(old, "serves"), names(new, "serves")),
        ("is used by", names(old, "used_by"), names(new, "used_by")),
    ];
    told.into_iter().filter(|(_, old, new)| old != new).map(|(verb, old, new)| {
        let what = format!("{verb} {new}, which was {old}");
        Found::new(ChangeClass::Additive, what, "nothing that is stored changes")
    })
}
