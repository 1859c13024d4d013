//! Compares declared indexes with those on the server.

use bson::{Bson, Document as BsonDocument};

use super::Difference;
use crate::index::{IndexDeclaration, Owner, complete};

/// An index as the server lists it.
pub(super) struct LiveIndex {
    name: String,
    key: BsonDocument,
    spec: BsonDocument,
}

/// What the server has for a declared index.
#[derive(Debug, PartialEq)]
pub(super) enum Match {
    Same,
    Missing,
    Differs { live: String, options: Vec<String> },
}

/// What the server adds to a specification by itself.
const SERVER_OWN: [&str; 8] = [
    "v",
    "ns",
    "background",
    "2dsphereIndexVersion",
    "textIndexVersion",
    "default_language",
    "language_override",
    "weights",
];

impl LiveIndex {
    /// `None` for something that is no index.
    pub(super) fn new(mut spec: BsonDocument) -> Option<Self> {
        let name = spec.remove("name")?.as_str()?.to_owned();
        let key = match spec.remove("key")? {
            Bson::Document(key) => key,
            _ => return None,
        };
        Some(Self { name, key: text_keys(key, &spec), spec })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_of_id(&self) -> bool {
        self.name == "_id_"
    }

    /// Whether a declaration is about this index: by its name or by its keys.
    pub(super) fn is_one_of(&self, declared: &[BsonDocument]) -> bool {
        declared.iter().any(|declared| self.has_name_of(declared) || self.is_index_of(declared))
    }

    fn has_name_of(&self, declared: &BsonDocument) -> bool {
        declared.get_str("name").is_ok_and(|name| name == self.name)
    }

    fn has_keys_of(&self, declared: &BsonDocument) -> bool {
        let Ok(key) = declared.get_document("key") else { return false };
        key.len() == self.key.len()
            && key.iter().zip(&self.key).all(|(a, b)| a.0 == b.0 && is_same(Some(a.1), Some(b.1)))
    }

    /// Whether the server takes both for one index, so that it refuses the one when it has the other. One that differs in
    /// `unique` or `sparse` only could stand beside it, but nobody means that.
    fn is_index_of(&self, declared: &BsonDocument) -> bool {
        self.has_keys_of(declared)
            && ["collation", "partialFilterExpression", "wildcardProjection"]
                .into_iter()
                .all(|name| is_same_option(name, declared.get(name), self.spec.get(name)))
    }

    /// The names of what differs.
    fn differs(&self, declared: &BsonDocument) -> Vec<String> {
        let mut differing = Vec::new();
        if !self.has_name_of(declared) {
            differing.push("name".to_owned());
        }
        if !self.has_keys_of(declared) {
            differing.push("key".to_owned());
        }
        let names = declared.keys().chain(self.spec.keys()).filter(|name| {
            !matches!(name.as_str(), "name" | "key") && !SERVER_OWN.contains(&name.as_str())
        });
        for name in names {
            if !is_same_option(name, declared.get(name), self.spec.get(name))
                && !differing.contains(name)
            {
                differing.push(name.clone());
            }
        }
        differing
    }
}

/// Looks for a declared index: under its name, and else by its keys. With another collation, condition or projection, the same
/// keys are another index.
pub(super) fn look_for(declared: &BsonDocument, live: &[LiveIndex]) -> Match {
    let by_name = live.iter().find(|live| live.has_name_of(declared));
    let Some(found) = by_name.or_else(|| live.iter().find(|live| live.is_index_of(declared)))
    else {
        return Match::Missing;
    };
    let options = found.differs(declared);
    if options.is_empty() {
        Match::Same
    } else {
        Match::Differs { live: found.name.clone(), options }
    }
}

/// A declared index that is not there.
pub(super) fn missing(collection: &'static str, declared: &IndexDeclaration) -> Difference {
    match declared.owner {
        Owner::Application => Difference::MissingIndex { collection, index: declared.name },
        owner => Difference::AwaitedIndex { collection, index: declared.name, owner },
    }
}

/// The keys of a text index, which the server lists as `_fts` and `_ftsx`, with the fields among the weights.
fn text_keys(key: BsonDocument, spec: &BsonDocument) -> BsonDocument {
    let mut keys = BsonDocument::new();
    for (path, kind) in key {
        match (path.as_str(), spec.get_document("weights")) {
            ("_fts", Ok(weights)) => {
                keys.extend(weights.keys().map(|path| (path.clone(), "text".into())))
            }
            ("_ftsx", Ok(_)) => {}
            _ => drop(keys.insert(path, kind)),
        }
    }
    keys
}

/// Whether an option means the same on both sides.
fn is_same_option(name: &str, declared: Option<&Bson>, live: Option<&Bson>) -> bool {
    match (name, declared, live) {
        ("collation", Some(Bson::Document(declared)), Some(Bson::Document(live))) => {
            same_entries(&complete(declared), &complete(live))
        }
        (
            "partialFilterExpression" | "wildcardProjection",
            Some(Bson::Document(declared)),
            Some(Bson::Document(live)),
        ) => same_entries(declared, live),
        _ => is_same(declared, live),
    }
}

/// Whether two documents have the same entries, in any order.
fn same_entries(a: &BsonDocument, b: &BsonDocument) -> bool {
    a.len() == b.len()
        && a.iter().all(|(key, a)| match (a, b.get(key)) {
            (Bson::Document(a), Some(Bson::Document(b))) => same_entries(a, b),
            (a, b) => b.is_some() && is_same(Some(a), b),
        })
}

/// Whether two options mean the same: numbers by value, and false like absent.
fn is_same(a: Option<&Bson>, b: Option<&Bson>) -> bool {
    let meant = |option: Option<&Bson>| match option {
        None | Some(Bson::Boolean(false)) => None,
        Some(Bson::Int32(number)) => Some(Bson::Double(f64::from(*number))),
        #[expect(clippy::cast_precision_loss, reason = "directions and seconds are small")]
        Some(Bson::Int64(number)) => Some(Bson::Double(*number as f64)),
        Some(other) => Some(other.clone()),
    };
    meant(a) == meant(b)
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    fn live(spec: BsonDocument) -> Vec<LiveIndex> {
        vec![LiveIndex::new(spec).expect("an index")]
    }

    #[test]
    fn an_index_is_the_same_whatever_type_its_numbers_have() {
        let declared = doc! { "key": { "a": 1, "b": -1 }, "name": "ix", "expireAfterSeconds": 60 };
        let same = doc! { "v": 2, "key": { "a": 1.0, "b": -1_i64 }, "name": "ix", "expireAfterSeconds": 60_i64, "unique": false };
        assert_eq!(look_for(&declared, &live(same)), Match::Same);
    }

    #[test]
    fn an_index_that_differs_is_known_by_its_live_name_with_all_that_differs() {
        let declared = doc! { "key": { "a": 1 }, "name": "ix", "unique": true };
        let other = doc! { "v": 2, "key": { "a": 1 }, "name": "a_1", "expireAfterSeconds": 5, "madeUp": { "x": 1 } };
        let expected =
            ["name", "unique", "expireAfterSeconds", "madeUp"].map(str::to_owned).to_vec();
        assert_eq!(
            look_for(&declared, &live(other)),
            Match::Differs { live: "a_1".to_owned(), options: expected }
        );
        let other_keys = doc! { "v": 2, "key": { "a": 1, "b": 1 }, "name": "ix", "unique": true };
        let expected = vec!["key".to_owned()];
        assert_eq!(
            look_for(&declared, &live(other_keys)),
            Match::Differs { live: "ix".to_owned(), options: expected }
        );
        assert_eq!(
            look_for(&declared, &live(doc! { "key": { "b": 1 }, "name": "b_1" })),
            Match::Missing
        );
    }

    #[test]
    fn a_collation_is_the_same_with_what_its_locale_has_by_itself() {
        let declared = doc! { "key": { "a": 1 }, "name": "ix", "collation": { "locale": "da", "strength": 2 } };
        let listed = |case_first| {
            doc! {
                "v": 2, "key": { "a": 1 }, "name": "ix",
                "collation": {
                    "locale": "da", "caseLevel": false, "caseFirst": case_first, "strength": 2, "numericOrdering": false,
                    "alternate": "non-ignorable", "maxVariable": "punct", "normalization": false, "backwards": false,
                    "version": "57.1",
                },
            }
        };
        assert_eq!(look_for(&declared, &live(listed("upper"))), Match::Same);
        let expected = vec!["collation".to_owned()];
        assert_eq!(
            look_for(&declared, &live(listed("off"))),
            Match::Differs { live: "ix".to_owned(), options: expected }
        );
    }

    #[test]
    fn the_same_keys_compared_or_filtered_in_another_way_are_another_index() {
        let declared = doc! {
            "key": { "a": 1 }, "name": "ix", "partialFilterExpression": { "b": 1, "c": { "$gte": 1, "$lt": 5 } },
        };
        let same = doc! {
            "key": { "a": 1 }, "name": "a_1", "partialFilterExpression": { "c": { "$lt": 5.0, "$gte": 1_i64 }, "b": 1.0 },
        };
        let expected = vec!["name".to_owned()];
        assert_eq!(
            look_for(&declared, &live(same)),
            Match::Differs { live: "a_1".to_owned(), options: expected }
        );
        for other in [
            doc! { "key": { "a": 1 }, "name": "a_1" },
            doc! { "key": { "a": 1 }, "name": "a_1", "partialFilterExpression": { "b": 1 } },
            doc! { "key": { "a": 1 }, "name": "a_1", "collation": { "locale": "de" } },
        ] {
            assert_eq!(look_for(&declared, &live(other.clone())), Match::Missing, "{other}");
            let unmanaged = &live(other)[0];
            assert!(!unmanaged.is_one_of(std::slice::from_ref(&declared)));
        }
    }

    #[test]
    fn a_text_index_is_known_by_its_fields() {
        let declared = doc! { "key": { "title": "text", "body": "text" }, "name": "tx" };
        let listed = doc! {
            "v": 2, "key": { "_fts": "text", "_ftsx": 1 }, "name": "tx", "weights": { "title": 1, "body": 1 },
            "default_language": "english", "language_override": "language", "textIndexVersion": 3,
        };
        assert_eq!(look_for(&declared, &live(listed)), Match::Same);
    }
}
