//! What a change of an enum does.

use super::{ChangeClass, Found, names};
use crate::manifest::recorded::Row;

/// A closed list of texts: the tags of an enum, or the keys of a map.
#[derive(Clone, Copy)]
struct Texts<'a> {
    noun: &'static str,
    tags: &'a [String],
    /// Whether a text that is none of these is kept.
    fallback: bool,
}

/// The changes of the tags at `path`, as values and as keys.
pub(super) fn changes(path: &str, old: &Row, new: &Row, documents: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if let (Some(old_tag), Some(new_tag)) = (&old.tag, &new.tag)
        && old_tag != new_tag
    {
        found.push(
            Found::new(
                ChangeClass::Breaking,
                format!("has its tag in `{new_tag}`, which was `{old_tag}`"),
                format!("{documents} that have it can't be read"),
            )
            .at(path)
            .advice(format!("keep the old name with `#[mongo(tag = \"{old_tag}\")]` on the enum")),
        );
    }
    let tags = |tags, fallback| Texts { noun: "tag", tags, fallback };
    let (values, new_values) = (tags(&old.tags, old.fallback), tags(&new.tags, new.fallback));
    add(path, values, new_values, documents, &mut found);
    // With another number of levels it is another representation, which is told as that.
    if old.keys.len() == new.keys.len() {
        for (old, new) in old.keys.iter().zip(&new.keys) {
            let keys = |tags, fallback| Texts { noun: "key", tags, fallback };
            let (old, new) = (keys(&old.tags, old.fallback), keys(&new.tags, new.fallback));
            add(path, old, new, documents, &mut found);
        }
    }
    found
}

/// Adds the changes of one list.
fn add(path: &str, old: Texts<'_>, new: Texts<'_>, documents: &str, out: &mut Vec<Found>) {
    let noun = new.noun;
    let mut found: Vec<Found> = fallback(path, old, new, documents).into_iter().collect();
    let lost: Vec<&str> = only(old.tags, new.tags);
    let gained: Vec<&str> = only(new.tags, old.tags);
    let mut pairs = names::renamed(&lost, &gained, |_, _| true);
    // In an enum whose other variants stand where they stood, the place tells.
    if old.tags.len() == new.tags.len() {
        for (old, new) in old.tags.iter().zip(new.tags).filter(|(old, new)| old != new) {
            if lost.contains(&old.as_str()) && gained.contains(&new.as_str()) {
                pairs.insert(old, new);
            }
        }
    }
    for tag in &lost {
        let unreadable = format!("{documents} with the {noun} `{tag}` can't be read");
        found.push(match pairs.get(tag) {
            Some(new) => Found::new(ChangeClass::Breaking, format!("has the {noun} `{new}`, which was `{tag}`"), unreadable)
                .at(path)
                .advice(format!("keep the old name with `#[mongo(rename = \"{tag}\")]` on the variant that is stored as `{new}`")),
            None if new.fallback => {
                let effect = format!("{documents} with the {noun} `{tag}` are read as the fallback variant");
                Found::new(ChangeClass::ReadableByOld, format!("has no {noun} `{tag}` any more"), effect).at(path)
            }
            None => Found::new(ChangeClass::Breaking, format!("has no {noun} `{tag}` any more"), unreadable)
                .at(path)
                .advice(format!(
                    "if its variant was renamed, keep the old name with `#[mongo(rename = \"{tag}\")]` on it; or else keep the variant"
                )),
        });
    }
    for tag in gained.iter().filter(|tag| !pairs.values().any(|new| new == *tag)) {
        if old.fallback {
            let effect = format!(
                "{documents} with `{tag}` are read as that variant, and the old binary reads them as its fallback"
            );
            found.push(
                Found::new(ChangeClass::ReadableByOld, format!("has a new {noun} `{tag}`"), effect)
                    .at(path),
            );
            continue;
        }
        let effect = format!(
            "the old binary can't read documents with `{tag}`: run the new one everywhere before it writes that"
        );
        found.push(
            Found::new(ChangeClass::UnreadableByOld, format!("has a new {noun} `{tag}`"), effect)
                .at(path),
        );
    }
    if found.is_empty() && old.tags != new.tags {
        let what = format!("has its {noun}s in another order");
        found.push(
            Found::new(ChangeClass::Additive, what, "nothing that is stored changes").at(path),
        );
    }
    out.extend(found);
}

/// What it does that a variant for other tags comes or goes.
fn fallback(path: &str, old: Texts<'_>, new: Texts<'_>, documents: &str) -> Option<Found> {
    let noun = new.noun;
    match (old.fallback, new.fallback) {
        (false, true) => {
            let effect = format!(
                "a {noun} that is not declared is kept, and nothing that is stored changes"
            );
            Some(Found::new(ChangeClass::Additive, "has a fallback variant now", effect).at(path))
        }
        (true, false) => {
            let effect = format!("{documents} with a {noun} that is not declared can't be read");
            Some(
                Found::new(ChangeClass::Breaking, "has no fallback variant any more", effect)
                    .at(path)
                    .advice("keep the variant marked `#[mongo(fallback)]`"),
            )
        }
        _ => None,
    }
}

fn only<'a>(these: &'a [String], others: &[String]) -> Vec<&'a str> {
    these.iter().filter(|tag| !others.contains(tag)).map(String::as_str).collect()
}
