//! The index by which an upsert finds its document.

use super::PlannedKey;
use crate::{
    document::Declaration,
    index::IndexDeclaration,
    shape::{Text, str_eq},
    update::recipe::written::and_rust,
};

/// Whether the derive of the document has reported an error.
pub(super) const fn is_unknown(declaration: &Declaration) -> bool {
    declaration.collection.is_empty()
}

pub(super) const fn is_known(declaration: &Declaration, name: &str) -> bool {
    str_eq(name, "_id_") || declaration.index(name).is_some()
}

/// Why two upserts at once could make two documents in spite of the index, or why the server does not take it.
pub(super) const fn unfit(index: &IndexDeclaration) -> Option<&'static str> {
    if !index.unique {
        return Some("is not unique, so two upserts at once insert two documents: ");
    }
    if !index.partial.is_empty() {
        return Some("is partial, so it knows nothing of the documents that it leaves out: ");
    }
    if index.sparse {
        return Some("is sparse, so it knows nothing of the documents that it leaves out: ");
    }
    if index.hidden {
        return Some("is hidden, so each upsert would look at every document: ");
    }
    if index.collation.is_some() {
        return Some("compares by a collation, and an upsert byte by byte: ");
    }
    None
}

/// Each index that can be named instead, with its keys, and how to declare another.
pub(super) const fn and_fit(text: Text, declaration: &Declaration, name: &str) -> Text {
    let mut text = text.and("write ");
    let mut rest = declaration.indexes;
    while let [index, next @ ..] = rest {
        if unfit(index).is_none() {
            text = text.and("`upsert = \"").and(index.name).and("\"`, whose key is ");
            text = and_keys(text, declaration, index.name).and(", or ");
        }
        rest = next;
    }
    text = and_keys(text.and("`upsert = \"_id_\"`, whose key is "), declaration, "_id_");
    text.and(", or declare an index on `")
        .and(declaration.name)
        .and("`, `#[mongo(index(name = \"")
        .and(name)
        .and("\", keys(..), unique))]`")
}

pub(super) const fn has_key(declaration: &Declaration, name: &str, path: &str) -> bool {
    let Some(index) = declaration.index(name) else { return str_eq(path, "_id") };
    let mut rest = index.keys;
    while let [key, next @ ..] = rest {
        if str_eq(key.path, path) {
            return true;
        }
        rest = next;
    }
    false
}

/// Whether each is a key of the index.
pub(super) const fn are_keys(declaration: &Declaration, name: &str, keys: &[PlannedKey]) -> bool {
    let mut rest = keys;
    while let [key, next @ ..] = rest {
        if !has_key(declaration, name, key.path) {
            return false;
        }
        rest = next;
    }
    true
}

/// The first key of the index that is not given.
pub(super) const fn missing_key(
    declaration: &Declaration,
    name: &str,
    keys: &[PlannedKey],
) -> Option<&'static str> {
    let Some(index) = declaration.index(name) else {
        return if is_given(keys, "_id") { None } else { Some("_id") };
    };
    let mut rest = index.keys;
    while let [key, next @ ..] = rest {
        if !is_given(keys, key.path) {
            return Some(key.path);
        }
        rest = next;
    }
    None
}

pub(super) const fn is_given(keys: &[PlannedKey], path: &str) -> bool {
    let mut rest = keys;
    while let [key, next @ ..] = rest {
        if str_eq(key.path, path) {
            return true;
        }
        rest = next;
    }
    false
}

/// The Rust names of the keys.
pub(super) const fn and_keys(text: Text, declaration: &Declaration, name: &str) -> Text {
    let Some(index) = declaration.index(name) else {
        return and_rust(text.and("`"), declaration, "_id").and("`");
    };
    let mut text = text;
    let mut at = 0;
    while at < index.keys.len() {
        text = text.and(if at == 0 { "`" } else { ", `" });
        text = and_rust(text, declaration, index.keys[at].path).and("`");
        at += 1;
    }
    text
}
