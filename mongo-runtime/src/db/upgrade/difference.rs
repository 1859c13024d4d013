//! What makes a document of an older version one of the current version.

use bson::{Bson, Document as BsonDocument, doc};

use crate::{
    document::{Declaration, version_condition},
    filter::guarded,
    shape::{FieldShape, Managed, Shape},
};

/// An update that upgrades one document, as long as it is as it was read.
pub(super) struct Difference {
    pub(super) filter: BsonDocument,
    pub(super) update: BsonDocument,
}

impl Difference {
    /// `old` is what is stored, `new` the upgraded document.
    pub(super) fn new(
        old: &BsonDocument,
        new: &BsonDocument,
        older: &'static Declaration,
        declaration: &'static Declaration,
    ) -> Self {
        let counted = declaration.revision.filter(|name| {
            older.revision == Some(name) && matches!(old.get(name), Some(Bson::Int64(_)))
        });
        let mut changes = Changes { counted, ..Changes::default() };
        changes.fields("", (old, older.shape.fields), (new, declaration.shape.fields));
        let mut filter = doc! { "_id": old.get("_id").cloned().map(guarded) };
        if let Some(version) = declaration.schema_version {
            filter.extend(version_condition(version.field, &[older.current_version()]));
        }
        match counted {
            Some(revision) => {
                filter.insert(revision, old.get(revision).cloned());
            }
            None => {
                for field in older.shape.fields.iter().filter(|field| field.managed == Managed::No)
                {
                    filter.insert(field.name, as_it_was(old.get(field.name)));
                }
                // What the older version does not declare and the current one writes over.
                for name in changes.top_names() {
                    if !filter.contains_key(name) {
                        filter.insert(name, as_it_was(old.get(name)));
                    }
                }
            }
        }
        let mut update = BsonDocument::new();
        for (operator, fields) in [("$set", changes.set), ("$unset", changes.unset)] {
            if !fields.is_empty() {
                update.insert(operator, fields);
            }
        }
        if let Some(revision) = counted {
            update.insert("$inc", doc! { revision: 1_i64 });
        }
        Self { filter, update }
    }
}

/// That a field holds what it held, or is absent as it was.
fn as_it_was(stored: Option<&Bson>) -> Bson {
    match stored {
        None => doc! { "$exists": false }.into(),
        // Equality with null is met by an absent field, too.
        Some(Bson::Null) => doc! { "$type": 10 }.into(),
        Some(Bson::Undefined) => doc! { "$type": 6 }.into(),
        Some(value) => doc! { "$eq": value.clone() }.into(),
    }
}

#[derive(Default)]
struct Changes {
    set: BsonDocument,
    unset: BsonDocument,
    /// The revision that is counted up instead.
    counted: Option<&'static str>,
}

impl Changes {
    fn fields(
        &mut self,
        within: &str,
        (old, older): (&BsonDocument, &'static [FieldShape]),
        (new, current): (&BsonDocument, &'static [FieldShape]),
    ) {
        let joined = |name: &str| match within {
            "" => name.to_owned(),
            within => format!("{within}.{name}"),
        };
        for field in current {
            if field.managed == Managed::Id || self.counted == Some(field.name) && within.is_empty()
            {
                continue;
            }
            let (was, is, path) = (old.get(field.name), new.get(field.name), joined(field.name));
            let as_was = older.iter().find(|older| older.name == field.name);
            match (was, is) {
                (was, is) if was == is => {}
                (Some(_), None) => drop(self.unset.insert(path, "")),
                (Some(Bson::Document(was)), Some(Bson::Document(is)))
                    if let Some((before, after)) = both_documents(as_was, field) =>
                {
                    self.fields(&path, (was, before), (is, after));
                }
                (_, Some(is)) => drop(self.set.insert(path, is.clone())),
                (None, None) => {}
            }
        }
        let is_gone = |field: &&FieldShape| current.iter().all(|it| it.name != field.name);
        for field in older.iter().filter(is_gone).filter(|field| old.contains_key(field.name)) {
            self.unset.insert(joined(field.name), "");
        }
    }

    /// The fields of the document itself that are changed.
    fn top_names(&self) -> impl Iterator<Item = &str> {
        let paths = self.set.keys().chain(self.unset.keys());
        paths.filter_map(|path| path.split('.').next())
    }
}

/// The fields of a document in both versions, where each declares them.
fn both_documents(
    older: Option<&'static FieldShape>,
    current: &'static FieldShape,
) -> Option<(&'static [FieldShape], &'static [FieldShape])> {
    match (older?.shape.inner(), current.shape.inner()) {
        (Shape::Document(older), Shape::Document(current)) => Some((older.fields, current.fields)),
        _ => None,
    }
}
