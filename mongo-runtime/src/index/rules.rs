//! Rules of declared indexes, checked at compile time.

mod pairs;

use self::pairs::{check_pair, check_prefix};
use super::{
    Absent, IndexDeclaration, IndexKey, KeyKind, PartialOp, variants,
    wildcard::{check_projection, check_wildcard, has_wildcard},
};
use crate::{
    document::{Allowance, Declaration},
    shape::{BsonType, Scalar, Shape, Text, str_eq},
};

/// The rules of one key.
#[must_use]
pub const fn check_index_key(
    _type_name: &str,
    declaration: &Declaration,
    index: usize,
    n: usize,
) -> Option<Text> {
    let index = &declaration.indexes[index];
    let key = &index.keys[n];
    if let Some(broken) = variants::check_key(index, key) {
        return Some(broken);
    }
    let is_array = !key.array.is_empty() || is_array(key.shape);
    if matches!(key.kind, KeyKind::Wildcard) {
        return check_wildcard(index, key);
    }
    match key.kind {
        KeyKind::Sphere
            if array_of(key).len() == key.path.len()
                && matches!(key.shape.inside(), Shape::Geo(_)) =>
        {
            return Some(
                what_key(index, key)
                    .and("is an array, and a `2dsphere` key takes one GeoJSON value: make the elements documents with a field of type `Point`"),
            );
        }
        KeyKind::Sphere if !matches!(key.shape.inner(), Shape::Geo(_) | Shape::Unknown) => {
            return Some(what_key(index, key).and(
                "is no GeoJSON field, and a `2dsphere` key needs one: give it a type of `mongo_runtime::geo`, such as `Point`",
            ));
        }
        KeyKind::Hashed if is_array => {
            return Some(
                what_key(index, key)
                    .and("is or leads through an array, and the server hashes none: write `asc`"),
            );
        }
        KeyKind::Hashed if index.unique => {
            return Some(what_key(index, key).and(
                "is hashed, and a hashed index can't be unique: to keep the values unique, write `asc` in place of `hashed`; to keep the hash, as \
                 a shard key needs it, remove `unique`",
            ));
        }
        _ => {}
    }
    if index.expire_after_seconds.is_some() {
        if str_eq(key.path, "_id") {
            return Some(what_key(index, key).and("can't expire documents, since the server has no TTL on `_id`: add a field of type `DateTime`"));
        }
        if is_array {
            return Some(
                what_key(index, key).and("is or leads through an array, and `expire_after` counts from one date: add a field of type `DateTime`"),
            );
        }
        if !is_date(key.shape) {
            return Some(what_key(index, key).and("is no date, and `expire_after` counts from one: to expire documents, give it the type `DateTime`; to keep them, remove `expire_after`"));
        }
    }
    if index.unique && matches!(index.absent, Absent::Unsaid) && is_first_in_doubt(index, n) {
        return Some(if may_lack(index, key) { absent(index, key) } else { null(index, key) });
    }
    None
}

/// The rules of one index as a whole, and beside those that are declared before it.
#[must_use]
pub const fn check_index(type_name: &str, declaration: &Declaration, at: usize) -> Option<Text> {
    let index = &declaration.indexes[at];
    if at >= 63 {
        return Some(
            Text::new("`").and(type_name).and("` declares over 63 indexes, and the server takes 64 a collection with that of `_id`: remove this one"),
        );
    }
    if let Some(broken) = check_alone(index) {
        return Some(broken);
    }
    let mut other = 0;
    while other < declaration.indexes.len() {
        if other < at
            && let Some(broken) = check_pair(index, &declaration.indexes[other])
        {
            return Some(broken);
        }
        if other != at
            && let Some(broken) = check_prefix(index, &declaration.indexes[other])
        {
            return Some(broken);
        }
        other += 1;
    }
    None
}

pub(super) const fn what(index: &IndexDeclaration) -> Text {
    Text::new("index `").and(index.name).and("`")
}

pub(super) const fn what_key(index: &IndexDeclaration, key: &IndexKey) -> Text {
    what(index).and(": `").and(key.path).and("` ")
}

const fn check_alone(index: &IndexDeclaration) -> Option<Text> {
    if let Some(broken) = check_projection(index) {
        return Some(broken);
    }
    if index.sparse && !is_allowed(index.allowances, "sparse") && !has_wildcard(index) {
        return Some(what(index).and(
            " is sparse, and under the strict Stable API the planner ignores it: write `partial(exists(..))` of its fields in place of \
             `sparse`, which says the same; or, where the index is not for queries (`unique`), write `allow(sparse, reason = \"..\")`",
        ));
    }
    if index.expire_after_seconds.is_some() && index.keys.len() > 1 && !has_wildcard(index) {
        return Some(
            what(index).and(" expires documents, and such an index has one key: keep the date"),
        );
    }
    if index.expire_after_seconds.is_none()
        && index.keys.len() == 1
        && str_eq(index.keys[0].path, "_id")
        && matches!(index.keys[0].kind, KeyKind::Asc | KeyKind::Desc)
    {
        return Some(
            what(index).and(" is the one that the server makes itself for the `_id`: remove it"),
        );
    }
    if matches!(index.absent, Absent::One) && !has_a_key_in_doubt(index) {
        return Some(
            what(index)
                .and(" says `one_absent`, but no document lacks its keys: remove `one_absent`"),
        );
    }
    let (mut n_hashed, mut first) = (0, 0);
    while first < index.keys.len() {
        let a = &index.keys[first];
        if matches!(a.kind, KeyKind::Hashed) {
            n_hashed += 1;
        }
        let mut second = first + 1;
        while second < index.keys.len() {
            let b = &index.keys[second];
            if str_eq(a.path, b.path) {
                return Some(
                    what(index).and(" has the key `").and(a.path).and("` twice: remove one"),
                );
            }
            if are_parallel(a, b) {
                return Some(
                    what(index)
                        .and(" has two arrays, `")
                        .and(array_of(a))
                        .and("` and `")
                        .and(array_of(b))
                        .and("`, and the server indexes one array a document: make it two indexes"),
                );
            }
            second += 1;
        }
        first += 1;
    }
    if n_hashed > 0
        && let Some(broken) = check_beside_hashed(index)
    {
        return Some(broken);
    }
    if n_hashed > 1 {
        return Some(
            what(index)
                .and(" has two hashed keys, and the server takes one: keep the one that spreads the documents, and write `asc` for the other"),
        );
    }
    None
}

const fn check_beside_hashed(index: &IndexDeclaration) -> Option<Text> {
    let mut at = 0;
    while at < index.keys.len() {
        let key = &index.keys[at];
        if matches!(key.kind, KeyKind::Sphere) {
            return Some(what(index).and(" has a hashed key beside a `2dsphere` one, and the server takes one of them: make it two indexes"));
        }
        if !matches!(key.kind, KeyKind::Hashed) && !array_of(key).is_empty() {
            return Some(
                what(index)
                    .and(" has a hashed key, and the server takes no array beside it, as `")
                    .and(array_of(key))
                    .and("` is: for queries by one of them, make it two indexes; for queries by both, write `asc` for `hashed`"),
            );
        }
        at += 1;
    }
    None
}

const fn absent(index: &IndexDeclaration, key: &IndexKey) -> Text {
    if lacks_variant(index, key)
        && let Some(text) = variants::absent(index, key)
    {
        return text;
    }
    let text = what_key(index, key)
        .and("may be absent, and the server takes an absent key for null, so only one document ")
        .and(if index.keys.len() == 1 { "may" } else { "with the same other keys may" })
        .and(" lack it: write `one_absent` if that is meant, or index only those that have it: ");
    if key.null { with_a_value(key, text) } else { text.and("`partial(exists(..))` on this field") }
}

const fn null(index: &IndexDeclaration, key: &IndexKey) -> Text {
    let text = what_key(index, key).and(
        "may be null, which `exists` takes for a value, and only one document may have it: write `one_absent` if that is meant, \
         or index only those that have another: ",
    );
    with_a_value(key, text)
}

/// A limit is met by values of its type alone.
const fn with_a_value(key: &IndexKey, text: Text) -> Text {
    match key.shape.inner() {
        Shape::Scalar(Scalar { bson: BsonType::String, len: None, .. }) => text.and("`partial(.. >= \"\")`"),
        Shape::Scalar(Scalar { bson: BsonType::Int32 | BsonType::Int64 | BsonType::Double | BsonType::Decimal128, .. }) => {
            text.and("by a limit, `partial(.. >= 0)`")
        }
        _ => text.and("store no null there, which is an `Option` without `null`, and write `partial(exists(..))`"),
    }
}

/// Whether the documents of the index may lack key `n` or have null there, and none before it.
const fn is_first_in_doubt(index: &IndexDeclaration, n: usize) -> bool {
    let mut at = 0;
    while at < n {
        if is_in_doubt(index, &index.keys[at]) {
            return false;
        }
        at += 1;
    }
    is_in_doubt(index, &index.keys[n])
}

const fn has_a_key_in_doubt(index: &IndexDeclaration) -> bool {
    let mut at = 0;
    while at < index.keys.len() {
        if is_in_doubt(index, &index.keys[at]) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_in_doubt(index: &IndexDeclaration, key: &IndexKey) -> bool {
    may_lack(index, key) || key.null && !has_condition(index, key.path, false)
}

/// Whether a document of the index may lack the key: it is optional, and no condition asks for it.
const fn may_lack(index: &IndexDeclaration, key: &IndexKey) -> bool {
    let container = if key.shape.is_optional() { key.path } else { key.optional };
    let lacks_container = !container.is_empty() && !has_condition(index, container, true);
    key.may_lack && (lacks_container || lacks_variant(index, key))
}

/// Whether a document of the index may be of a variant that lacks the key.
const fn lacks_variant(index: &IndexDeclaration, key: &IndexKey) -> bool {
    variants::has_others(index, key) && !has_condition(index, key.path, true)
}

/// Whether a condition asks for a value at `path` or inside of it. That it exists is not one when null counts.
const fn has_condition(index: &IndexDeclaration, path: &str, with_exists: bool) -> bool {
    let mut at = 0;
    while at < index.partial.len() {
        let term = &index.partial[at];
        if encloses(path, term.path) && (with_exists || !matches!(term.op, PartialOp::Exists)) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether two keys lead into two arrays, neither of which is inside of the other.
const fn are_parallel(a: &IndexKey, b: &IndexKey) -> bool {
    let (a, b) = (array_of(a), array_of(b));
    !a.is_empty() && !b.is_empty() && !encloses(a, b) && !encloses(b, a)
}

/// The innermost array of a key; empty when there is none.
const fn array_of(key: &IndexKey) -> &'static str {
    if is_array(key.shape) { key.path } else { key.array }
}

/// Whether path `a` is `b`, or leads to something around it.
pub(crate) const fn encloses(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > b.len() || (a.len() < b.len() && b[a.len()] != b'.') {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

const fn is_array(shape: &Shape) -> bool {
    match shape {
        Shape::Array(_) | Shape::Set(_) | Shape::Fixed(_) => true,
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => is_array(inner),
        _ => false,
    }
}

const fn is_date(shape: &Shape) -> bool {
    matches!(shape.inner(), Shape::Scalar(Scalar { bson: BsonType::Date, .. }) | Shape::Unknown)
}

const fn is_allowed(allowances: &[Allowance], rule: &str) -> bool {
    let mut at = 0;
    while at < allowances.len() {
        if str_eq(allowances[at].rule, rule) {
            return true;
        }
        at += 1;
    }
    false
}
