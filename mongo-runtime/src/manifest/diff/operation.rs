//! What a change of the declared operations does: nothing to what is stored, and something to who looks for a name.

use std::collections::BTreeMap;

use super::{ChangeClass, Found, names};
use crate::manifest::recorded::Operation;

/// The changes, each with the collection that it is about.
pub(super) fn changes<'a>(
    old: &'a BTreeMap<String, Operation>,
    new: &'a BTreeMap<String, Operation>,
) -> Vec<(&'a str, Found)> {
    let (lost, gained) = names::only_in_one(old, new);
    let tell = |name: &String, what: String, effect: &str| {
        Found::new(ChangeClass::Additive, what, effect).at(name)
    };
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
        let what = format!(
            "is an operation of `{}`, {}, which was of `{}`, {}",
            new.collection, new.kind, old.collection, old.kind
        );
        found.push((&new.collection, tell(name, what, "nothing that is stored changes")));
    }
    found
}
