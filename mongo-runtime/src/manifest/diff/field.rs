//! What a change of a field does.

use super::{ChangeClass, Found, RustNames, codec, names, rest, tags};
use crate::manifest::recorded::{Row, Rows};

/// The fields of one version of a document.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) rows: &'a Rows,
    /// Whether a field that is not declared is an error.
    pub(super) denies: bool,
}

/// The changes from `old` to `new`. `documents` says which documents are meant: "stored documents of version 1".
pub(super) fn changes(
    old: Side<'_>,
    new: Side<'_>,
    rust_names: &RustNames<'_>,
    documents: &str,
) -> Vec<Found> {
    let (lost, gained) = names::only_in_one(old.rows, new.rows);
    let lost: Vec<&str> = lost
        .into_iter()
        .map(String::as_str)
        .filter(|path| stays(path, old.rows, new.rows))
        .collect();
    let gained: Vec<&str> = gained
        .into_iter()
        .map(String::as_str)
        .filter(|path| stays(path, new.rows, old.rows))
        .collect();
    let pairs = names::renamed(&lost, &gained, |a, b| {
        split(a).0 == split(b).0 && old.rows[a] == new.rows[b]
    });
    let mut found = Vec::new();
    for path in &lost {
        found.push(match pairs.get(path) {
            Some(new_path) => renamed(path, new_path, &new.rows[*new_path], rust_names, documents),
            None => removed(path, &old.rows[*path], denies_at(path, new), documents),
        });
    }
    for path in gained.iter().filter(|path| !pairs.values().any(|new_path| new_path == *path)) {
        found.push(added(path, &new.rows[*path], denies_at(path, old), documents));
    }
    for (path, new_row) in new.rows {
        if let Some(old_row) = old.rows.get(path) {
            row(path, old_row, new_row, documents, &mut found);
        }
    }
    found
}

/// Where a path leads inside of: the container with `[]` and the like, and the last name.
fn split(path: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let is_dot = |(at, character): (usize, char)| {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (character == '.' && depth == 0).then_some(at)
    };
    match path.char_indices().filter_map(is_dot).last() {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => ("", path),
    }
}

/// The row that a container belongs to, and the variant, if it is inside of one: `items` for `items[]`.
fn row_of(container: &str) -> (&str, Option<&str>) {
    match container.strip_suffix('>').and_then(|open| open.rsplit_once('<')) {
        Some((path, tag)) => (trimmed(path), Some(tag)),
        None => (trimmed(container), None),
    }
}

fn trimmed(container: &str) -> &str {
    let mut path = container;
    loop {
        let shorter = match path.strip_suffix("[]").or_else(|| path.strip_suffix("{}")) {
            Some(shorter) => shorter,
            None => match path.strip_suffix(']').and_then(|open| open.rsplit_once('[')) {
                Some((shorter, index)) if index.bytes().all(|byte| byte.is_ascii_digit()) => {
                    shorter
                }
                _ => return path,
            },
        };
        path = shorter;
    }
}

/// Whether the document that a path of `own` is inside of is in `other`, too, so that what happened to the path is a change of
/// its own.
fn stays(path: &str, own: &Rows, other: &Rows) -> bool {
    let (container, _) = split(path);
    if container.is_empty() {
        return true;
    }
    let (owner, tag) = row_of(container);
    let (Some(own), Some(other)) = (own.get(owner), other.get(owner)) else { return false };
    let is_alike = codec::reads(&own.codec, &other.codec) || codec::reads(&other.codec, &own.codec);
    is_alike && tag.is_none_or(|tag| other.tags.iter().any(|known| known == tag))
}

/// Whether a field that is not declared is an error beside a path.
fn denies_at(path: &str, side: Side<'_>) -> bool {
    let (container, _) = split(path);
    match container {
        "" => side.denies,
        _ => side.rows.get(row_of(container).0).is_some_and(|row| row.deny_unknown),
    }
}

fn is_required(row: &Row) -> bool {
    row.presence == "required"
}

fn renamed(
    path: &str,
    new_path: &str,
    row: &Row,
    rust_names: &RustNames<'_>,
    documents: &str,
) -> Found {
    let (name, new_name) = (split(path).1, split(new_path).1);
    let effect = if is_required(row) {
        format!("{documents} have it under its old name and can't be read")
    } else {
        format!("{documents} have it under its old name and are read as if it were absent")
    };
    let rust_name = rust_names.get(new_path).copied().unwrap_or(new_name);
    Found::new(ChangeClass::Breaking, format!("is stored as `{new_name}` now"), effect)
        .at(path)
        .advice(format!(
            "keep the old name with `#[mongo(rename = \"{name}\")]` on the field `{rust_name}`"
        ))
}

fn removed(path: &str, row: &Row, new_denies: bool, documents: &str) -> Found {
    let name = split(path).1;
    let advice =
        format!("if it was renamed, keep the old name with `#[mongo(rename = \"{name}\")]`");
    let what = "is no field any more";
    if new_denies {
        let effect = format!("{documents} that have it can't be read, because of `deny_unknown`");
        return Found::new(ChangeClass::Breaking, what, effect).at(path).advice(advice);
    }
    let keeps = format!("{documents} keep it, and nothing reads it");
    if is_required(row) {
        let effect =
            format!("{keeps}; the old binary can't read documents that are written without it");
        Found::new(ChangeClass::UnreadableByOld, what, effect)
    } else {
        Found::new(ChangeClass::ReadableByOld, what, keeps)
    }
    .at(path)
    .advice(advice)
}

fn added(path: &str, row: &Row, old_denies: bool, documents: &str) -> Found {
    if is_required(row) {
        let effect = format!("{documents} lack it and can't be read");
        return Found::new(ChangeClass::Breaking, "is a new field that is required", effect)
            .at(path)
            .advice("make it an `Option`");
    }
    let what = "is a new field that may be absent";
    if old_denies {
        let effect = "the old binary can't read documents that have it, because of `deny_unknown`";
        return Found::new(ChangeClass::UnreadableByOld, what, effect).at(path);
    }
    Found::new(ChangeClass::Additive, what, format!("{documents} are read without it")).at(path)
}

/// What changed in a row that stays.
fn row(path: &str, old: &Row, new: &Row, documents: &str, found: &mut Vec<Found>) {
    let before = found.len();
    representation(path, old, new, documents, found);
    presence(path, old, new, documents, found);
    found.extend(tags::changes(path, old, new, documents));
    let bounds = [
        ("max_items", old.max_items.as_slice(), new.max_items.as_slice()),
        ("max_len", old.max_len.as_slice(), new.max_len.as_slice()),
        ("max_depth", old.max_depth.as_slice(), new.max_depth.as_slice()),
    ];
    for (name, old, new) in bounds {
        found.extend(bound(name, old, new).map(|found| found.at(path)));
    }
    found.extend(link("refers to", &old.reference, &new.reference).map(|found| found.at(path)));
    found.extend(link("is a copy of", &old.copy_of, &new.copy_of).map(|found| found.at(path)));
    found.extend(
        rest::change(old.catch_all.as_ref(), new.catch_all.as_ref()).map(|found| found.at(path)),
    );
    if new.deny_unknown && !old.deny_unknown {
        let effect = format!("{documents} with a field there that is not declared can't be read");
        found.push(
            Found::new(ChangeClass::Breaking, "denies unknown fields now", effect)
                .at(path)
                .advice("remove `deny_unknown`"),
        );
    }
    if found.len() == before && old != new {
        found.push(
            Found::new(
                ChangeClass::Additive,
                "is told in another way",
                "nothing that is stored changes",
            )
            .at(path),
        );
    }
}

/// What a field says of another document.
fn link(verb: &str, old: &Option<String>, new: &Option<String>) -> Option<Found> {
    let (what, effect) = match (old, new) {
        (old, new) if old == new => return None,
        (Some(old), Some(new)) => (
            format!("{verb} `{new}`, which was `{old}`"),
            "stored values are what they were: look whether they are meant for the new one",
        ),
        (_, Some(new)) => (
            format!("{verb} `{new}` now"),
            "stored values are what they were: look whether they are all meant for it",
        ),
        (Some(old), None) => (
            format!("is no longer declared as what {verb} `{old}`"),
            "nothing that is stored changes",
        ),
        (None, None) => return None,
    };
    Some(Found::new(ChangeClass::Additive, what, effect))
}

fn representation(path: &str, old: &Row, new: &Row, documents: &str, found: &mut Vec<Found>) {
    let what = format!("is stored as `{}`, which was `{}`", new.codec, old.codec);
    if old.codec != new.codec {
        found.push(if codec::is_exact_form_of(&new.codec, &old.codec) {
            let effect = format!("{documents} with a number of another width, which another client wrote, can't be read");
            Found::new(ChangeClass::Breaking, what, effect).at(path).advice(codec::attribute(&old.codec))
        } else if !codec::reads(&new.codec, &old.codec) {
            let effect = format!("{documents} can't be read");
            Found::new(ChangeClass::Breaking, what, effect).at(path).advice(codec::attribute(&old.codec))
        } else if codec::reads(&old.codec, &codec::written(&new.codec)) {
            Found::new(ChangeClass::ReadableByOld, what, "both read what the other wrote").at(path)
        } else {
            let effect = format!("{documents} are read; the old binary does not read all that is written now");
            Found::new(ChangeClass::UnreadableByOld, what, effect).at(path)
        });
        if !codec::reads(&new.codec, &old.codec) {
            return;
        }
    }
    let whole = (i64::MIN, i64::MAX);
    let ((old_min, old_max), (new_min, new_max)) =
        (old.range.unwrap_or(whole), new.range.unwrap_or(whole));
    let what = || format!("holds {}, which was {}", range(new.range), range(old.range));
    if new_min > old_min || new_max < old_max {
        let effect = format!("{documents} with a number outside of that can't be read");
        let advice = "keep the wider type".to_owned();
        found.push(Found::new(ChangeClass::Breaking, what(), effect).at(path).advice(advice));
    } else if new_min < old_min || new_max > old_max {
        let effect = "the old binary can't read documents with a number that it does not hold";
        found.push(Found::new(ChangeClass::UnreadableByOld, what(), effect).at(path));
    }
}

fn range(range: Option<(i64, i64)>) -> String {
    range.map_or_else(
        || "every number of its width".to_owned(),
        |(min, max)| format!("{min} to {max}"),
    )
}

fn presence(path: &str, old: &Row, new: &Row, documents: &str, found: &mut Vec<Found>) {
    if old.presence == new.presence {
        return;
    }
    let what = format!("is \"{}\", which was \"{}\"", new.presence, old.presence);
    found.push(match (is_required(old), is_required(new)) {
        (false, true) => Found::new(ChangeClass::Breaking, what, format!("{documents} without it can't be read"))
            .at(path)
            .advice("keep the `Option`"),
        (true, false) => {
            let effect = "the old binary can't read documents that are written without it";
            Found::new(ChangeClass::UnreadableByOld, what, effect).at(path)
        }
        _ => {
            let effect = format!("{documents} stay as they are: one without a value has it absent or null, and filters for one of \
                                  these find that one");
            Found::new(ChangeClass::ReadableByOld, what, effect).at(path)
        }
    });
}

/// What a change of a bound does. Readers take what is over a bound; writers do not.
fn bound(name: &str, old: &[i64], new: &[i64]) -> Option<Found> {
    if old == new {
        return None;
    }
    let what = format!("has the bound `{name} = {}`, which was `{}`", levels(new), levels(old));
    let at = |bounds: &[i64], level: usize| bounds.get(level).copied().unwrap_or(i64::MAX);
    let is_lowered = (0..old.len().max(new.len())).any(|level| at(new, level) < at(old, level));
    Some(if is_lowered {
        let effect =
            "a stored value over it is still read, but can't be written again: shorten these first";
        Found::new(ChangeClass::NeedsBackfill, what, effect)
            .advice("keep the old bound, or count what is over the new one")
    } else {
        let effect = "the old binary reads a value over its bound, but can't write it";
        Found::new(ChangeClass::ReadableByOld, what, effect)
    })
}

fn levels(bounds: &[i64]) -> String {
    match bounds {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        all => format!("{all:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_inside_of_a_row() {
        for (path, owner, tag) in [
            ("lines[].sku", "lines", None),
            ("a.lines[].sku", "a.lines", None),
            ("matrix[][1].x", "matrix", None),
            ("labels{}.x", "labels", None),
            ("payment<card>.last4", "payment", Some("card")),
            ("payments[]<v1.0>.last4", "payments", Some("v1.0")),
            ("a<b>.c<d>.e", "a<b>.c", Some("d")),
        ] {
            assert_eq!(row_of(split(path).0), (owner, tag), "{path}");
        }
        assert_eq!(split("number"), ("", "number"));
    }
}
