//! The place of a document in an order: what its stored bytes have at the keys.

use bson::{Bson, Document as BsonDocument, RawBsonRef, RawDocument};

use super::order::has_place;
use crate::{
    error::{Detail, Error, Kind},
    query::SortKey,
};

/// The values of a document at the keys of an order, as they are stored; null where it has nothing.
pub(crate) fn place_of(document: &[u8], sort: &[SortKey]) -> Result<Vec<Bson>, Error> {
    sort.iter().map(|key| value_at(document, key.path).ok_or_else(|| no_place(key))).collect()
}

/// The value at a dotted path, unless it is of a type that no place can be behind.
fn value_at(document: &[u8], path: &str) -> Option<Bson> {
    let mut at = RawBsonRef::Document(RawDocument::from_bytes(document).ok()?);
    for name in path.split('.') {
        let next = match at {
            RawBsonRef::Document(inner) => inner.get(name).ok()?,
            RawBsonRef::Array(_) => return None,
            _ => None,
        };
        let Some(next) = next else { return Some(Bson::Null) };
        at = next;
    }
    Bson::try_from(at).ok().filter(has_place)
}

fn no_place(key: &SortKey) -> Error {
    let text = format!(
        "a document has something at `{}` that gives it no place in the order, so no page begins there",
        key.path
    );
    Error::new(Kind::Decode, None, Detail::Text(text.into()))
}

/// A projection that sends the keys of an order, too. What is read of a document leaves them out.
pub(crate) fn asked_for(mut projection: BsonDocument, sort: &[SortKey]) -> BsonDocument {
    for key in sort {
        if projection.get(key.path).is_some_and(is_zero) {
            projection.remove(key.path);
        }
        // The server refuses a path beside one that encloses it.
        if !enclosing(key.path).any(|path| projection.contains_key(path)) {
            projection.insert(key.path, 1);
        }
    }
    projection
}

fn is_zero(kept: &Bson) -> bool {
    matches!(kept, Bson::Int32(0))
}

/// The path itself, and all that enclose it.
fn enclosing(path: &str) -> impl Iterator<Item = &str> {
    let dots = path.match_indices('.').map(|(at, _)| at);
    dots.chain([path.len()]).filter_map(|end| path.get(..end))
}
