//! What a change of a document type does: its versions, its fields by version, and what it declares beside them.

use super::{
    ChangeClass, Found, RustNames,
    field::{self, Side},
    index, kind, rest,
};
use crate::manifest::recorded::{Allowance, Collection, Rows};

/// The changes of a collection that stays.
pub(super) fn changes(
    old: &Collection,
    new: &Collection,
    rust_names: &RustNames<'_>,
) -> Vec<Found> {
    let mut found: Vec<Found> = kind::field(old, new).into_iter().collect();
    if let Some(broken) = version_field(old, new) {
        // Which fields a document has is not known until this is mended.
        found.push(broken);
    } else {
        let is_bumped = old.current() != new.current();
        found.extend(if is_bumped {
            bump(old, new, rust_names)
        } else {
            current_fields(old, new, rust_names)
        });
        found.extend(older_versions(old, new));
        found.extend(newer_versions(old, new));
    }
    if new.deny_unknown && !old.deny_unknown {
        let effect = format!("{} with a field that is not declared can't be read", old.documents());
        let denies = Found::new(ChangeClass::Breaking, "denies unknown fields now", effect);
        found.push(denies.advice("remove `deny_unknown`"));
    }
    found.extend(ownership(old, new));
    found.extend(index::changes(&old.indexes, &new.indexes));
    found.extend(max_size(old, new));
    found.extend(revision(old, new));
    if old.is_proven != new.is_proven {
        let what = if new.is_proven { "is `proven` now" } else { "is not `proven` any more" };
        found.push(Found::new(ChangeClass::Additive, what, "nothing that is stored changes"));
    }
    found.extend(allowances(&old.allowances, &new.allowances));
    found.extend(validation(old, new));
    if old.validator != new.validator {
        let others =
            found.iter().map(|found| found.class).filter(|class| *class < ChangeClass::Breaking);
        let class = others.max().unwrap_or(ChangeClass::ReadableByOld);
        let effect = "it is applied before the new binary writes; a stored document that does not meet it is refused when it is \
                      next written";
        found.push(Found::new(class, "has another validator", effect));
    }
    if found.is_empty() && old != new {
        let what = format!(
            "can be {} bytes large by its bounds, which was {}",
            new.worst_case, old.worst_case
        );
        found.push(Found::new(ChangeClass::Additive, what, "nothing that is stored changes"));
    }
    found
}

/// Who writes the fields that are not declared. That they are denied is told by itself.
fn ownership(old: &Collection, new: &Collection) -> Option<Found> {
    let kept = rest::change(old.catch_all.as_ref(), new.catch_all.as_ref());
    kept.or_else(|| {
        let (what, effect) = match (&old.ownership, &new.ownership) {
            (None, Some(_)) => (
                "owns its documents now",
                "the validator refuses writes of other programs with fields that are not declared",
            ),
            (Some(_), None) => (
                "does not own its documents any more",
                "other programs may write fields that are not declared",
            ),
            _ => return None,
        };
        Some(Found::new(ChangeClass::ReadableByOld, what, effect))
    })
}

impl Collection {
    /// The version that is written; 0 for a type without versions.
    fn current(&self) -> i32 {
        self.version.as_ref().map_or(0, |(_, current)| *current)
    }

    fn documents(&self) -> String {
        match &self.version {
            Some((_, current)) => format!("stored documents of version {current}"),
            None => "stored documents".to_owned(),
        }
    }

    /// The fields of a version that is read.
    fn fields_of(&self, version: i32) -> Option<&Rows> {
        if version == self.current() { Some(&self.fields) } else { self.readers.get(&version) }
    }

    fn side(&self) -> Side<'_> {
        Side { rows: &self.fields, denies: self.deny_unknown }
    }
}

/// A version that is no longer found, or that goes back.
fn version_field(old: &Collection, new: &Collection) -> Option<Found> {
    let (old_field, old_current) = old.version.as_ref()?;
    let Some((new_field, new_current)) = &new.version else {
        let effect = "stored documents of every version are read as if they were of the one that the type has now";
        return Some(
            Found::new(ChangeClass::Breaking, "has no schema version any more", effect)
                .advice(format!("keep `schema_version = {old_current}`")),
        );
    };
    if old_field != new_field {
        let effect =
            "stored documents have their version under its old name and are taken for version 0";
        let what = format!("stores its schema version as `{new_field}`, which was `{old_field}`");
        return Some(Found::new(ChangeClass::Breaking, what, effect).advice(format!(
            "keep the old name with `#[mongo(version_field = \"{old_field}\")]`"
        )));
    }
    (new_current < old_current).then(|| {
        let what = format!("is of version {new_current}, which was {old_current}");
        let effect = format!("stored documents of version {old_current} can't be read");
        Found::new(ChangeClass::Breaking, what, effect).advice(format!(
            "a version only goes up: write `schema_version = {}`",
            old_current.saturating_add(1)
        ))
    })
}

/// The changes of a version that stays: each breaking one needs a new version.
fn current_fields(old: &Collection, new: &Collection, rust_names: &RustNames<'_>) -> Vec<Found> {
    let mut found = field::changes(old.side(), new.side(), rust_names, &old.documents());
    let current = old.current();
    let next = format!(
        "write `schema_version = {}` and `reads(..)` with a type of what {} looked like",
        current.saturating_add(1),
        if old.version.is_some() {
            format!("version {current}")
        } else {
            "documents without a version (version 0)".to_owned()
        },
    );
    for found in found.iter_mut().filter(|found| found.class == ChangeClass::Breaking) {
        found.advice = format!("{}, or {next}", found.advice);
    }
    found
}

/// A new version. What its reader reads is not broken, but stays as it is stored.
fn bump(old: &Collection, new: &Collection, rust_names: &RustNames<'_>) -> Vec<Found> {
    let (from, to) = (old.current(), new.current());
    let what = format!("is of version {to}, which was {from}");
    let (class, by_old) = if old.newer_readers.contains_key(&to) {
        (
            ChangeClass::ReadableByOld,
            "the old binary reads what is written now, and does not write it",
        )
    } else {
        let by_old = "the old binary can't read what is written now: run the new one everywhere before it writes";
        (ChangeClass::UnreadableByOld, by_old)
    };
    let effect = format!("{by_old}; {} are read by their reader", old.documents());
    let mut found = vec![Found::new(class, what, effect)];
    let is_read = new.readers.contains_key(&from);
    let fields = field::changes(old.side(), new.side(), rust_names, &old.documents());
    found.extend(fields.into_iter().filter(|_| is_read).map(|found| match found.class {
        ChangeClass::Breaking => {
            let effect = format!(
                "{} are read by their reader and stay as they are until they are written again: a filter on it does not find them",
                old.documents()
            );
            Found { class: ChangeClass::NeedsBackfill, effect, advice: String::new(), ..found }
        }
        _ => found,
    }));
    found
}

/// What is read of the versions that were read before.
fn older_versions(old: &Collection, new: &Collection) -> Vec<Found> {
    let mut found = Vec::new();
    let was_written = (old.current() != new.current()).then_some((old.current(), &old.fields));
    let was_read = old.readers.iter().map(|(version, rows)| (*version, rows));
    for (version, old_rows) in was_written.into_iter().chain(was_read) {
        let documents = format!("stored documents of version {version}");
        let Some(new_rows) = new.fields_of(version) else {
            found.push(no_reader(version, version == old.current(), &documents));
            continue;
        };
        let (old, new) =
            (Side { rows: old_rows, denies: false }, Side { rows: new_rows, denies: false });
        let changes = field::changes(old, new, &RustNames::new(), &documents);
        found.extend(changes.into_iter().map(|change| in_reader(change, version, new, &documents)));
    }
    for version in new.readers.keys().filter(|version| old.fields_of(**version).is_none()) {
        let what = format!("reads version {version}, too");
        found.push(Found::new(ChangeClass::Additive, what, "more documents can be read"));
    }
    found
}

/// Which newer versions are read while binaries that write them run, and which no more.
fn newer_versions(old: &Collection, new: &Collection) -> Vec<Found> {
    let mut found = Vec::new();
    for version in new.newer_readers.keys().filter(|it| !old.newer_readers.contains_key(it)) {
        let what = format!("reads version {version}, which is newer");
        found.push(Found::new(ChangeClass::Additive, what, "more documents can be read"));
    }
    for (version, rows) in &old.newer_readers {
        let documents = format!("documents that a newer binary wrote in version {version}");
        let Some(new_rows) = new.newer_readers.get(version).or_else(|| new.fields_of(*version))
        else {
            let what = format!("does not read version {version} any more, which is newer");
            let effect = format!("{documents} can't be read");
            let advice =
                "keep `reads_newer(..)` while binaries of that version run beside this one";
            found.push(Found::new(ChangeClass::UnreadableByOld, what, effect).advice(advice));
            continue;
        };
        if new.current() == *version || rows == new_rows {
            continue;
        }
        let what = format!("has another type for version {version}, which is newer");
        let effect = format!("{documents} are read in another way");
        found.push(Found::new(ChangeClass::ReadableByOld, what, effect));
    }
    found
}

/// What the server does with the validator.
fn validation(old: &Collection, new: &Collection) -> Option<Found> {
    let tell =
        |(level, action): &(String, String)| format!("level `{level}` and action `{action}`");
    (old.validation != new.validation).then(|| {
        let what = format!(
            "has its validator at {}, which was {}",
            tell(&new.validation),
            tell(&old.validation)
        );
        Found::new(ChangeClass::ReadableByOld, what, "it holds for writes of both binaries")
    })
}

/// A change of a type that reads an older version.
fn in_reader(change: Found, version: i32, reader: Side<'_>, documents: &str) -> Found {
    let what = format!("{} in the type that reads version {version}", change.what);
    let is_left_out = change.place.as_ref().is_some_and(|path| !reader.rows.contains_key(path));
    match change.class {
        ChangeClass::Breaking => {
            let advice =
                format!("keep that type as version {version} was stored: {}", change.advice);
            Found { what, advice, ..change }
        }
        _ if is_left_out => {
            let effect = format!("{documents} are upgraded without it");
            Found { what, effect, class: ChangeClass::NeedsBackfill, ..change }
        }
        _ => {
            let effect = format!("{documents} are read as before");
            Found { what, effect, class: ChangeClass::Additive, advice: String::new(), ..change }
        }
    }
}

fn no_reader(version: i32, is_last: bool, documents: &str) -> Found {
    let effect = format!("{documents} can't be read");
    if is_last {
        return Found::new(ChangeClass::Breaking, format!("has no reader of version {version}"), effect).advice(format!(
            "write `#[mongo(reads(..))]` with a type of what version {version} looked like, and `Upgrade` from it"
        ));
    }
    Found::new(ChangeClass::Breaking, format!("has no reader of version {version} any more"), effect).advice(format!(
        "keep its reader; or count the versions in the collection, and when none of {version} is left, remove `\"{version}\"` from \
         `readers` in the file by hand"
    ))
}

fn max_size(old: &Collection, new: &Collection) -> Option<Found> {
    let what = format!("has `max_size` of {} bytes, which was {}", new.max_size, old.max_size);
    match new.max_size.cmp(&old.max_size) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(
            Found::new(
                ChangeClass::NeedsBackfill,
                what,
                "a stored document over it is still read, but can't be inserted again",
            )
            .advice("keep the old `max_size`, or count what is over the new one"),
        ),
        std::cmp::Ordering::Greater => Some(Found::new(
            ChangeClass::ReadableByOld,
            what,
            "the old binary reads a larger document, but can't insert it",
        )),
    }
}

/// Who counts the writes. A field that comes or goes is told as a field.
fn revision(old: &Collection, new: &Collection) -> Option<Found> {
    let (what, effect) = match (&old.revision, &new.revision) {
        (old, new) if old == new => return None,
        (_, Some(new)) => (
            format!("counts its writes in `{new}` now"),
            "updates of the old binary are not counted",
        ),
        (Some(old), None) => (
            format!("does not count its writes in `{old}` any more"),
            "updates of the new binary are not counted",
        ),
        (None, None) => return None,
    };
    Some(Found::new(ChangeClass::ReadableByOld, what, effect))
}

/// Rules that are broken on purpose, or no more.
fn allowances(old: &[Allowance], new: &[Allowance]) -> Vec<Found> {
    let tell = |it: &Allowance, verb: &str| {
        let at = match (&it.field, &it.index) {
            (Some(field), _) => format!(" at `{field}`"),
            (None, Some(index)) => format!(" in the index `{index}`"),
            (None, None) => String::new(),
        };
        Found::new(
            ChangeClass::Additive,
            format!("{verb} the rule `{}`{at}: {}", it.rule, it.reason),
            "",
        )
    };
    let gained = new.iter().filter(|it| !old.contains(it)).map(|it| tell(it, "breaks"));
    let lost = old.iter().filter(|it| !new.contains(it)).map(|it| tell(it, "no longer breaks"));
    gained.chain(lost).collect()
}
