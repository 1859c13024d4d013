//! Rules of declared indexes, checked at compile time.

use super::{Absent, IndexDeclaration, IndexKey, KeyKind, Literal, PartialOp, PartialTerm};
use crate::{
    document::{Allowance, Declaration},
    shape::{BsonType, Scalar, Shape, Text, str_eq},
};

/// The rules of one key.
#[must_use]
pub const fn check_index_key(_type_name: &str, declaration: &Declaration, index: usize, key: usize) -> Option<Text> {
    let index = &declaration.indexes[index];
    let key = &index.keys[key];
    let what = what(index).and(": `").and(key.path).and("` ");
    let is_array = !key.array.is_empty() || is_array(key.shape);
    match key.kind {
        KeyKind::Sphere if !matches!(key.shape.inside(), Shape::Geo(_) | Shape::Unknown) => {
            return Some(what.and("is no GeoJSON field, and a `2dsphere` index needs one: use `Point`"));
        }
        KeyKind::Hashed if is_array => {
            return Some(what.and("is in an array, and the server hashes no array: write `asc`"));
        }
        KeyKind::Hashed if index.unique => {
            return Some(what.and("is hashed, and a hashed index can't be unique: write `asc`, or remove `unique`"));
        }
        _ => {}
    }
    if index.expire_after_seconds.is_some() {
        if str_eq(key.path, "_id") {
            return Some(what.and("can't expire documents: the server has no TTL on `_id`; add a date field"));
        }
        if !is_date(key.shape) {
            return Some(what.and("is no date, and `expire_after` counts from a date: use `DateTime`"));
        }
    }
    if index.unique
        && index.partial.is_empty()
        && matches!(index.absent, Absent::Unsaid)
        && index.keys.len() == 1
        && key.shape.is_optional()
    {
        return Some(
            what.and(
                "is optional, and the server takes a missing key for null, so only one document may lack it: write \
                 `one_absent` if that is meant, or index only those that have it: `partial(exists(..))`",
            ),
        );
    }
    None
}

/// The rules of one condition of a partial index.
#[must_use]
pub const fn check_partial_term(_type_name: &str, declaration: &Declaration, index: usize, term: usize) -> Option<Text> {
    let index = &declaration.indexes[index];
    let term = &index.partial[term];
    if matches!(term.op, PartialOp::Exists) {
        return None;
    }
    let what = what(index).and(": `").and(term.path).and("` ");
    let is_range = !matches!(term.op, PartialOp::Eq);
    match (term.shape.inside(), term.literal) {
        (Shape::Tags(tags), Literal::Str(literal)) => {
            if is_range {
                return Some(what.and("is a tag, which has no order: write `=`"));
            }
            let mut at = 0;
            while at < tags.tags.len() {
                if str_eq(tags.tags[at], literal) {
                    return None;
                }
                at += 1;
            }
            let mut text = what.and("is never `").and(literal).and("`; its tags are ");
            let mut at = 0;
            while at < tags.tags.len() {
                text = text.and(if at == 0 { "`" } else { "`, `" }).and(tags.tags[at]);
                at += 1;
            }
            Some(text.and("`"))
        }
        (Shape::Scalar(Scalar { bson, .. }), literal) => {
            let fits = match bson {
                BsonType::String => matches!(literal, Literal::Str(_)),
                BsonType::Bool => matches!(literal, Literal::Bool(_)),
                BsonType::Int32 | BsonType::Int64 => matches!(literal, Literal::Int(_)),
                BsonType::Double | BsonType::Decimal128 => matches!(literal, Literal::Int(_) | Literal::Float(_)),
                _ => return Some(what.and("is of type ").and(bson.alias()).and(", which has no literal: use `exists(..)`")),
            };
            if !fits {
                return Some(what.and("is of type ").and(bson.alias()).and(", and the literal is of another: no document would match"));
            }
            if is_range && matches!(bson, BsonType::Bool) {
                return Some(what.and("is a bool, which has no order: write `=`"));
            }
            None
        }
        (Shape::Unknown, _) => None,
        _ => Some(what.and("holds no plain value to compare with: use `exists(..)`")),
    }
}

/// The rules of one index as a whole, and beside those that are declared before it.
#[must_use]
pub const fn check_index(type_name: &str, declaration: &Declaration, at: usize) -> Option<Text> {
    let index = &declaration.indexes[at];
    if at >= 63 {
        return Some(
            Text::new("`").and(type_name).and("` declares over 63 indexes: the server takes 64 a collection, with that of `_id`"),
        );
    }
    if let Some(broken) = check_alone(index) {
        return Some(broken);
    }
    let mut earlier = 0;
    while earlier < at {
        if let Some(broken) = check_pair(index, &declaration.indexes[earlier]) {
            return Some(broken);
        }
        earlier += 1;
    }
    None
}

const fn what(index: &IndexDeclaration) -> Text {
    Text::new("index `").and(index.name).and("`")
}

const fn check_alone(index: &IndexDeclaration) -> Option<Text> {
    if index.sparse && !is_allowed(index.allowances, "sparse") {
        return Some(what(index).and(
            " is sparse: under the strict Stable API the planner ignores it. Write `partial(exists(..))`, which says the same, or \
             `allow(sparse, reason = \"..\")`",
        ));
    }
    if index.expire_after_seconds.is_some() && index.keys.len() > 1 {
        return Some(what(index).and(" expires documents, and then it has one key: the date"));
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
                return Some(what(index).and(" has the key `").and(a.path).and("` twice"));
            }
            if are_parallel(a, b) {
                return Some(
                    what(index)
                        .and(" has two arrays, `")
                        .and(array_of(a))
                        .and("` and `")
                        .and(array_of(b))
                        .and("`: the server indexes one array a document; make it two indexes"),
                );
            }
            second += 1;
        }
        first += 1;
    }
    if n_hashed > 1 {
        return Some(what(index).and(" has two hashed keys: the server takes one"));
    }
    None
}

const fn check_pair(index: &IndexDeclaration, earlier: &IndexDeclaration) -> Option<Text> {
    if str_eq(index.name, earlier.name) {
        return Some(what(index).and(" is declared twice: give each index a name of its own"));
    }
    let n_common = n_common_keys(index, earlier);
    let same_documents = same_partial(index.partial, earlier.partial);
    if n_common == index.keys.len() && n_common == earlier.keys.len() && same_documents {
        return Some(
            what(index).and(" has the same keys as `").and(earlier.name).and("`: the server takes one index of these keys"),
        );
    }
    if n_common == index.keys.len() && is_plain(index) && earlier.partial.is_empty() {
        return redundant(index, earlier);
    }
    if n_common == earlier.keys.len() && is_plain(earlier) && index.partial.is_empty() && !is_allowed(index.allowances, "prefix")
    {
        return redundant(earlier, index);
    }
    None
}

const fn redundant(shorter: &IndexDeclaration, longer: &IndexDeclaration) -> Option<Text> {
    if is_allowed(shorter.allowances, "prefix") {
        return None;
    }
    Some(
        what(shorter)
            .and(" is a prefix of `")
            .and(longer.name)
            .and("`, which serves the same queries: remove it, or write `allow(prefix, reason = \"..\")` in it"),
    )
}

/// Whether an index does nothing but serve queries over all documents.
const fn is_plain(index: &IndexDeclaration) -> bool {
    !index.unique && index.partial.is_empty() && index.expire_after_seconds.is_none() && !index.hidden && !index.sparse
}

const fn n_common_keys(a: &IndexDeclaration, b: &IndexDeclaration) -> usize {
    let mut n = 0;
    while n < a.keys.len() && n < b.keys.len() {
        if !str_eq(a.keys[n].path, b.keys[n].path) || a.keys[n].kind as u8 != b.keys[n].kind as u8 {
            break;
        }
        n += 1;
    }
    n
}

const fn same_partial(a: &[PartialTerm], b: &[PartialTerm]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        let (a, b) = (&a[at], &b[at]);
        if !str_eq(a.path, b.path) || a.op as u8 != b.op as u8 || !same_literal(a.literal, b.literal) {
            return false;
        }
        at += 1;
    }
    true
}

const fn same_literal(a: Literal, b: Literal) -> bool {
    match (a, b) {
        (Literal::Str(a), Literal::Str(b)) => str_eq(a, b),
        (Literal::Int(a), Literal::Int(b)) => a == b,
        (Literal::Float(a), Literal::Float(b)) => a == b,
        (Literal::Bool(a), Literal::Bool(b)) => a == b,
        _ => false,
    }
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
const fn encloses(a: &str, b: &str) -> bool {
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
        Shape::Optional(inner) | Shape::Presence(inner) | Shape::Bounded(_, inner) => is_array(inner),
        _ => false,
    }
}

const fn is_date(shape: &Shape) -> bool {
    match shape.inside() {
        Shape::Scalar(Scalar { bson: BsonType::Date, .. }) | Shape::Unknown => true,
        _ => false,
    }
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
