//! Reads which unique index refused a write out of the server's answer.

use bson::{RawBsonRef, RawDocument};

use crate::{
    document::Declaration,
    error::{DuplicateIndex, IndexDirection},
    index::{IndexKey, KeyKind},
};

/// Takes name and keys out of a server's refusal, and nothing else. `None` when it does not read like one.
pub(crate) fn duplicate_index(
    message: &str,
    key_pattern: Option<&RawDocument>,
    declaration: &Declaration,
) -> Option<DuplicateIndex> {
    let name = index_name(message)?;
    let declared = declaration
        .indexes
        .iter()
        .find(|index| index.name == name)
        .map(|index| declared_keys(index.keys));
    let keys = match (key_pattern, declared) {
        (Some(pattern), _) => pattern_keys(pattern),
        (None, Some(keys)) => keys,
        (None, None) if name == "_id_" => vec![("_id".to_owned(), IndexDirection::Ascending)],
        (None, None) => Vec::new(),
    };
    Some(DuplicateIndex::new(name.to_owned(), keys))
}

/// The name of the index: what stands between the first `index: ` and ` dup key`. The values follow later in the text.
fn index_name(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once(" index: ")?;
    let (name, _) = rest.split_once(" dup key")?;
    // An index can have a collation behind its name.
    let name = name.split(' ').next()?;
    (1..=128).contains(&name.len()).then_some(name)
}

fn pattern_keys(pattern: &RawDocument) -> Vec<(String, IndexDirection)> {
    let direction = |value: RawBsonRef<'_>| match value {
        RawBsonRef::Int32(1) | RawBsonRef::Int64(1) => IndexDirection::Ascending,
        RawBsonRef::Int32(-1) | RawBsonRef::Int64(-1) => IndexDirection::Descending,
        RawBsonRef::Double(1.0) => IndexDirection::Ascending,
        RawBsonRef::Double(-1.0) => IndexDirection::Descending,
        _ => IndexDirection::Other,
    };
    pattern
        .iter()
        .flatten()
        .map(|(path, value)| (path.as_str().to_owned(), direction(value)))
        .collect()
}

fn declared_keys(keys: &[IndexKey]) -> Vec<(String, IndexDirection)> {
    let direction = |kind| match kind {
        KeyKind::Asc => IndexDirection::Ascending,
        KeyKind::Desc => IndexDirection::Descending,
        _ => IndexDirection::Other,
    };
    keys.iter().map(|key| (key.path.to_owned(), direction(key.kind))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_an_index_is_read_and_the_value_is_not() {
        let message = "E11000 duplicate key error collection: db.people index: uq_email dup key: { email: \"a index: b\" }";
        assert_eq!(index_name(message), Some("uq_email"));
        assert_eq!(index_name("E11000 duplicate key error"), None);
    }
}
