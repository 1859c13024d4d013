//! Rules of the readers of other schema versions.

use super::{Text, Use, agreement, str_eq};
use crate::document::{Declaration, Discriminator};

/// Readers of older schema versions: the one at `index` of those of a type that writes version `current`.
#[must_use]
pub const fn check_reader(
    type_name: &str,
    own: &Declaration,
    readers: &[&Declaration],
    index: usize,
) -> Option<Text> {
    let (reader, current) = (readers[index], own.current_version());
    let what = Text::new("reader `").and(reader.name).and("` of `").and(type_name).and("` ");
    if reader.name.is_empty() {
        return None;
    }
    if let Some(broken) = another_place(what, own, reader) {
        return Some(broken);
    }
    if reader.current_version() >= current {
        return Some(
            what.and("is of version ")
                .and_number(reader.current_version().unsigned_abs() as usize)
                .and(", and a reader is for a version below ")
                .and_number(current.unsigned_abs() as usize)
                .and(": remove it, or raise `schema_version`"),
        );
    }
    if let (Some(theirs), Some(ours)) = (reader.schema_version, own.schema_version)
        && !str_eq(theirs.field, ours.field)
    {
        return Some(
            what.and("keeps its version in `")
                .and(theirs.field)
                .and("`: give both the same `version_field`"),
        );
    }
    let mut at = 0;
    while at < index {
        let earlier = readers[at];
        if earlier.oldest_version() <= reader.current_version()
            && reader.oldest_version() <= earlier.current_version()
        {
            return Some(
                what.and("reads a version that `")
                    .and(earlier.name)
                    .and("` reads already: keep one of them"),
            );
        }
        at += 1;
    }
    let next = reader.current_version() + 1;
    if next < current && !is_read(readers, next) {
        return Some(
            what.and("leaves a gap: nothing reads version ")
                .and_number(next.unsigned_abs() as usize)
                .and(". Add its reader, or let a newer reader reach it with a `reads(..)` of its own"),
        );
    }
    None
}

/// A reader is of the same documents: of the collection, and of the type in it.
const fn another_place(what: Text, own: &Declaration, reader: &Declaration) -> Option<Text> {
    if !str_eq(reader.collection, own.collection) {
        return Some(
            what.and("is of the collection `")
                .and(reader.collection)
                .and("`: write the same `collection` in both"),
        );
    }
    if let Some(ours) = own.discriminator
        && !has_tag(reader, ours)
    {
        return Some(
            what.and("is not told apart by `")
                .and(ours.field)
                .and("` with the tag `")
                .and(ours.tag)
                .and("`, so no query finds its documents: write the same `discriminator(..)` in both"),
        );
    }
    if own.discriminator.is_none() && reader.discriminator.is_some() {
        return Some(what.and("has a discriminator: write the same `discriminator(..)` in both"));
    }
    // No update changes an `_id`, so such a document could never become one of the own version.
    if !agreement(own.shape, reader.shape, "_id", Use::Compare).is_same() {
        return Some(what.and(
            "stores its `_id` in another form, and an `_id` never changes: give it the type and representation that it has here",
        ));
    }
    None
}

const fn has_tag(reader: &Declaration, ours: Discriminator) -> bool {
    match reader.discriminator {
        Some(theirs) => str_eq(theirs.field, ours.field) && str_eq(theirs.tag, ours.tag),
        None => false,
    }
}

const fn is_read(readers: &[&Declaration], version: i32) -> bool {
    let mut at = 0;
    while at < readers.len() {
        if readers[at].oldest_version() <= version && version <= readers[at].current_version() {
            return true;
        }
        at += 1;
    }
    false
}

/// Readers of newer schema versions: the one at `index` of those of a type that writes version `current`.
#[must_use]
pub const fn check_newer_reader(
    type_name: &str,
    own: &Declaration,
    readers: &[&Declaration],
    index: usize,
) -> Option<Text> {
    let (reader, current) = (readers[index], own.current_version());
    if reader.name.is_empty() {
        return None;
    }
    let what = Text::new("newer reader `").and(reader.name).and("` of `").and(type_name).and("` ");
    let version = reader.current_version();
    if let Some(broken) = another_place(what, own, reader) {
        return Some(broken);
    }
    if version <= current {
        return Some(
            what.and("is of version ")
                .and_number(version.unsigned_abs() as usize)
                .and(", and `reads_newer` is for a version above ")
                .and_number(current.unsigned_abs() as usize)
                .and(": older versions go into `reads(..)`"),
        );
    }
    if let (Some(theirs), Some(ours)) = (reader.schema_version, own.schema_version)
        && !str_eq(theirs.field, ours.field)
    {
        return Some(
            what.and("keeps its version in `")
                .and(theirs.field)
                .and("`: give both the same `version_field`"),
        );
    }
    let (mut at, mut has_gap) = (0, version > current + 1);
    while at < readers.len() {
        let other = readers[at];
        if at < index
            && other.current_version() <= reader.newest_version()
            && version <= other.newest_version()
        {
            return Some(
                what.and("reads a version that `")
                    .and(other.name)
                    .and("` reads already: keep one of them"),
            );
        }
        has_gap = has_gap && !reads_newer(other, version - 1);
        at += 1;
    }
    if has_gap {
        return Some(
            what.and("leaves a gap: nothing reads version ")
                .and_number((version - 1).unsigned_abs() as usize)
                .and(". Add its type to `reads_newer(..)`"),
        );
    }
    None
}

/// Whether `reader` reads documents of `version`, by itself or through its own readers.
#[must_use]
pub const fn reads(reader: &Declaration, version: i32) -> bool {
    reader.oldest_version() <= version && version <= reader.current_version()
}

/// Whether `reader`, which is of a newer version, reads documents of `version`, by itself or through its own newer readers.
#[must_use]
pub const fn reads_newer(reader: &Declaration, version: i32) -> bool {
    reader.current_version() <= version && version <= reader.newest_version()
}

/// The oldest version that a type which writes `current` can read.
#[must_use]
pub const fn oldest(current: i32, readers: &[&Declaration]) -> i32 {
    let (mut oldest, mut at) = (current, 0);
    while at < readers.len() {
        if readers[at].oldest_version() < oldest {
            oldest = readers[at].oldest_version();
        }
        at += 1;
    }
    oldest
}

/// The newest version that a type which writes `current` can read.
#[must_use]
pub const fn newest(current: i32, newer: &[&Declaration]) -> i32 {
    let (mut newest, mut at) = (current, 0);
    while at < newer.len() {
        if newer[at].newest_version() > newest {
            newest = newer[at].newest_version();
        }
        at += 1;
    }
    newest
}
