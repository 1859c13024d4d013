//! Wildcard indexes: everything below a path, and the rules over them.

use bson::Document;

use super::{
    IndexDeclaration, IndexKey, KeyKind,
    rules::{encloses, what, what_key},
};
use crate::shape::{Shape, Text, str_eq};

/// What a wildcard over the whole document has of it, by dotted paths. It never has the `_id`, unless that is included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Projection {
    /// All of it.
    All,
    /// These, with what is inside of them.
    Include(&'static [&'static str]),
    /// All but these.
    Exclude(&'static [&'static str]),
}

impl Projection {
    /// As the server takes it.
    pub(super) fn render(&self) -> Option<Document> {
        let (paths, flag) = match self {
            Self::All => return None,
            Self::Include(paths) => (paths, 1),
            Self::Exclude(paths) => (paths, 0),
        };
        Some(paths.iter().map(|path| ((*path).to_owned(), flag.into())).collect())
    }

    const fn paths(&self) -> &'static [&'static str] {
        match self {
            Self::All => &[],
            Self::Include(paths) | Self::Exclude(paths) => paths,
        }
    }

    /// Whether both have the same. The order of the paths means nothing.
    pub(super) const fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, Self::All) => true,
            (Self::Include(a), Self::Include(b)) | (Self::Exclude(a), Self::Exclude(b)) => {
                let mut at = 0;
                while at < a.len() {
                    let (mut is_there, mut other) = (false, 0);
                    while other < b.len() {
                        is_there = is_there || str_eq(a[at], b[other]);
                        other += 1;
                    }
                    if !is_there {
                        return false;
                    }
                    at += 1;
                }
                a.len() == b.len()
            }
            _ => false,
        }
    }
}

/// The rules of a key that is a wildcard.
pub(super) const fn check_wildcard(index: &IndexDeclaration, key: &IndexKey) -> Option<Text> {
    let text = if key.path.is_empty() {
        what(index).and(": a wildcard ")
    } else {
        what(index).and(": the wildcard below `").and(key.path).and("` ")
    };
    if index.keys.len() > 1 {
        return Some(text.and(
            "stands beside other keys, and the server takes it alone (before version 7.0): make it an index of its own",
        ));
    }
    if index.unique {
        return Some(text.and(
            "can't be unique, since it has an entry for each path: remove `unique`, and index the field that is",
        ));
    }
    if index.expire_after_seconds.is_some() {
        return Some(text.and(
            "can't expire documents: remove `expire_after`, and index the one date that it counts from",
        ));
    }
    if index.sparse {
        return Some(
            text.and("is sparse by itself, and the server refuses to be told: remove `sparse`"),
        );
    }
    if !key.path.is_empty() && !has_paths_below(key.shape) {
        return Some(
            what_key(index, key).and(
                "has no fields below it for a wildcard: write it as a plain key, without `.*`",
            ),
        );
    }
    None
}

/// The rules of `include` and `exclude`.
pub(super) const fn check_projection(index: &IndexDeclaration) -> Option<Text> {
    let paths = index.projection.paths();
    let mut later = 1;
    while later < paths.len() {
        let mut earlier = 0;
        while earlier < later {
            let (a, b) = (paths[earlier], paths[later]);
            if encloses(a, b) || encloses(b, a) {
                let (outer, inner) = if encloses(a, b) { (a, b) } else { (b, a) };
                return Some(
                    what(index)
                        .and(" names `")
                        .and(outer)
                        .and("`, and `")
                        .and(inner)
                        .and("`, which is in it, and the server takes one of them: remove the one that is not meant"),
                );
            }
            earlier += 1;
        }
        later += 1;
    }
    None
}

pub(super) const fn has_wildcard(index: &IndexDeclaration) -> bool {
    let mut at = 0;
    while at < index.keys.len() {
        if matches!(index.keys[at].kind, KeyKind::Wildcard) {
            return true;
        }
        at += 1;
    }
    false
}

const fn has_paths_below(shape: &Shape) -> bool {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner)
        | Shape::Array(inner)
        | Shape::Set(inner) => has_paths_below(inner),
        Shape::Map(..)
        | Shape::Document(_)
        | Shape::Union(_)
        | Shape::Back(_)
        | Shape::Opaque
        | Shape::Unknown => true,
        _ => false,
    }
}
