//! What a change of the types does to the documents that are stored.

mod codec;

mod collection;

mod field;

mod index;

mod kind;

mod names;

mod operation;

mod rest;

mod tags;

use std::{collections::BTreeMap, fmt};

use super::{
    Manifest,
    recorded::{Recorded, Unreadable},
};

/// What a change does to the documents that are stored, and to the binaries that still run. The last is the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeClass {
    /// Something is new. Stored documents and running binaries are as good as before.
    Additive,
    /// What is written changes. The new binary reads all that is stored, and the old one reads what the new one writes, so both
    /// can run side by side.
    ReadableByOld,
    /// The new binary reads all that is stored, but the old one does not read all that the new one writes: the new one has to
    /// run everywhere before it writes.
    UnreadableByOld,
    /// The new binary reads all that is stored, but stored documents have to be looked at, or written again, before all is as
    /// the types say: until then filters miss some, updates of some are refused, or an index is not built.
    NeedsBackfill,
    /// Some stored documents can't be read.
    Breaking,
}

impl ChangeClass {
    /// The class in a few words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Additive => "additive",
            Self::ReadableByOld => "readable by the old binary",
            Self::UnreadableByOld => "not readable by the old binary",
            Self::NeedsBackfill => "needs a backfill",
            Self::Breaking => "breaking",
        }
    }
}

impl fmt::Display for ChangeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One change between two manifests.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The collection.
    pub collection: String,
    /// The stored path, as in the manifest, or the name of the index, if it is about one.
    pub place: Option<String>,
    /// What it does.
    pub class: ChangeClass,
    /// What changed.
    pub what: String,
    /// What that does to stored documents, and to binaries that still run.
    pub effect: String,
    /// What to write to keep the old form, or to get to the new one. Empty when nothing is to be done.
    pub advice: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}", self.collection)?;
        if let Some(place) = &self.place {
            write!(f, ".{place}")?;
        }
        write!(f, "` {}", self.what)?;
        for part in [&self.effect, &self.advice].into_iter().filter(|part| !part.is_empty()) {
            write!(f, "; {part}")?;
        }
        Ok(())
    }
}

/// A change before it is known where it is.
struct Found {
    place: Option<String>,
    class: ChangeClass,
    what: String,
    effect: String,
    advice: String,
}

impl Found {
    fn new(class: ChangeClass, what: impl Into<String>, effect: impl Into<String>) -> Self {
        Self { place: None, class, what: what.into(), effect: effect.into(), advice: String::new() }
    }

    fn at(self, place: &str) -> Self {
        Self { place: Some(place.to_owned()), ..self }
    }

    fn advice(self, advice: impl Into<String>) -> Self {
        Self { advice: advice.into(), ..self }
    }
}

impl Manifest {
    /// What changed since a manifest was written, the worst first. No I/O.
    ///
    /// # Errors
    ///
    /// `committed` is not the text of a manifest.
    pub fn changes_since(&self, committed: &str) -> Result<Vec<Change>, Unreadable> {
        let (old, new) = (Recorded::read(committed)?, Recorded::read(&self.to_string())?);
        let mut changes = Vec::new();
        let mut add = |collection: &str, found: Vec<Found>| {
            changes.extend(found.into_iter().map(|found| {
                let Found { place, class, what, effect, advice } = found;
                Change { collection: collection.to_owned(), place, class, what, effect, advice }
            }));
        };
        let (lost, gained) = names::only_in_one(&old.collections, &new.collections);
        for name in &lost {
            let gained = gained.iter().map(|name| (name.as_str(), &new.collections[*name]));
            add(name, vec![kind::lost(name, &old.collections[*name], gained)]);
        }
        for name in gained {
            add(name, vec![kind::gained(&new.collections[name])]);
        }
        for (name, old) in &old.collections {
            let Some(new) = new.collections.get(name) else { continue };
            add(name, collection::changes(old, new, &self.rust_names(name)));
        }
        for (collection, found) in kind::others(&old.keeps_others, &new.keeps_others) {
            add(collection, vec![found]);
        }
        for (collection, found) in operation::changes(&old.operations, &new.operations) {
            add(collection, vec![found]);
        }
        changes.sort_by_key(|change| std::cmp::Reverse(change.class));
        Ok(changes)
    }

    /// The name of the Rust field at each path.
    fn rust_names(&self, collection: &str) -> RustNames<'_> {
        let document = self.documents.iter().find(|document| document.key() == collection);
        let fields = document.into_iter().flat_map(|document| &document.fields);
        fields.map(|field| (field.path.as_str(), field.rust_name)).collect()
    }
}

/// The name of the Rust field at each path.
type RustNames<'a> = BTreeMap<&'a str, &'static str>;
