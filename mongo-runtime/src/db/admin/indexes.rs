//! Compares declared indexes with those on the server.

use bson::{Bson, Document as BsonDocument};

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
        declared.iter().any(|declared| self.has_name_of(declared) || self.has_keys_of(declared))
    }

    fn has_name_of(&self, declared: &BsonDocument) -> bool {
        declared.get_str("name").is_ok_and(|name| name == self.name)
    }

    fn has_keys_of(&self, declared: &BsonDocument) -> bool {
        let Ok(key) = declared.get_document("key") else { return false };
        key.len() == self.key.len()
            && key.iter().zip(&self.key).all(|(a, b)| a.0 == b.0 && is_same(Some(a.1), Some(b.1)))
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
            if !is_same(declared.get(name), self.spec.get(name)) && !differing.contains(name) {
                differing.push(name.clone());
            }
        }
        differing
    }
}

/// Looks for a declared index: under its name, and else by its keys.
pub(super) fn look_for(declared: &BsonDocument, live: &[LiveIndex]) -> Match {
    let by_name = live.iter().find(|live| live.has_name_of(declared));
    let Some(found) = by_name.or_else(|| live.iter().find(|live| live.has_keys_of(declared)))
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
        let other =
            doc! { "v": 2, "key": { "a": 1 }, "name": "a_1", "collation": { "locale": "de" } };
        let expected = ["name", "unique", "collation"].map(str::to_owned).to_vec();
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
    fn a_text_index_is_known_by_its_fields() {
        let declared = doc! { "key": { "title": "text", "body": "text" }, "name": "tx" };
        let listed = doc! {
            "v": 2, "key": { "_fts": "text", "_ftsx": 1 }, "name": "tx", "weights": { "title": 1, "body": 1 },
            "default_language": "english", "language_override": "language", "textIndexVersion": 3,
        };
        assert_eq!(look_for(&declared, &live(listed)), Match::Same);
    }
}
