//! What a change of the declared operations does: nothing to what is stored, and something to who looks for a name, and to what a
//! query costs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{ChangeClass, Found, names};
use crate::manifest::recorded::Operation;

/// The changes, each with the collection that it is about.
pub(super) fn changes<'a>(
    old: &'a BTreeMap<String, Operation>,
    new: &'a BTreeMap<String, Operation>,
) -> Vec<(&'a str, Found)> {
    let (lost, gained) = names::only_in_one(old, new);
    let mut found: Vec<(&str, Found)> = Vec::new();
    for name in lost {
        let effect = "what looks for the name in logs and profiles finds nothing new";
        let what = "is no operation any more".to_owned();
        found.push((&old[name].collection, tell(name, what, effect)));
    }
    for name in gained {
        let what = format!("is a new operation, {}", new[name].kind);
        found.push((&new[name].collection, tell(name, what, "nothing that is stored changes")));
    }
    for (name, new) in new {
        let Some(old) = old.get(name).filter(|old| *old != new) else { continue };
        if (&old.collection, &old.kind) != (&new.collection, &new.kind) {
            let what = format!(
                "is an operation of `{}`, {}, which was of `{}`, {}",
                new.collection, new.kind, old.collection, old.kind
            );
            found.push((&new.collection, tell(name, what, "nothing that is stored changes")));
            continue;
        }
        let told = told(old, new).into_iter();
        found.extend(told.map(|(what, effect)| (&*new.collection, tell(name, what, effect))));
    }
    found
}

fn tell(name: &str, what: String, effect: &str) -> Found {
    Found::new(ChangeClass::Additive, what, effect).at(name)
}

/// What else is told of an operation, and is told otherwise now.
fn told(old: &Operation, new: &Operation) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let indexes = |operation: &Operation| {
        let one = operation.told.get("index").or_else(|| operation.told.get("indexes"));
        one.map_or_else(|| "no index".to_owned(), plain)
    };
    let (was, is) = (indexes(old), indexes(new));
    if was != is && new.kind == "query" {
        let what = format!("is served by {is}, and no longer by {was}");
        found.push((what, effect_of_index(&is)));
    }
    let keys: BTreeSet<_> = old.told.keys().chain(new.told.keys()).collect();
    for key in keys.into_iter().filter(|key| !matches!(&***key, "index" | "indexes")) {
        let of = |operation: &Operation| operation.told.get(key).map(plain);
        match (of(old), of(new)) {
            (Some(was), Some(is)) if was != is => {
                let what = format!("has `{key}` {is}, which was {was}");
                found.push((what, "nothing that is stored changes"));
            }
            (Some(was), None) => {
                let what = format!("has no `{key}` any more, which was {was}");
                found.push((what, "nothing that is stored changes"));
            }
            (None, Some(is)) => {
                let what = format!("has `{key}` {is}, which is new");
                found.push((what, "nothing that is stored changes"));
            }
            _ => {}
        }
    }
    found
}

fn effect_of_index(is: &str) -> &'static str {
    if is == "no index" {
        "it reads the whole collection, or sorts in memory, for the reason that it says"
    } else {
        "the index has to be built before the new binary runs"
    }
}

/// A value in a sentence.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(plain).collect();
            if values.is_empty() { "nothing".to_owned() } else { values.join(", ") }
        }
        other => format!("`{other}`"),
    }
}
