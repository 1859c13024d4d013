//! Rules of keys and conditions inside of one variant of an enum.

use super::{
    IndexDeclaration, IndexKey, PartialTerm,
    rules::{what, what_key},
};
use crate::{
    field::IsVariant,
    shape::{Text, str_eq},
};

/// The rules of a key that leads to a variant, or into one.
pub(super) const fn check_key(index: &IndexDeclaration, key: &IndexKey) -> Option<Text> {
    match key.variant {
        Some(is) if str_eq(is.of, key.path) => Some(
            what(index)
                .and(": a variant is no value to index: name one of its fields, or `")
                .and(is.of)
                .and("` as a whole, with `partial(is(..))` for this variant alone"),
        ),
        _ => None,
    }
}

/// The rules of a condition that leads to a variant, or into one.
pub(super) const fn check_term(index: &IndexDeclaration, at: usize) -> Option<Text> {
    let term = &index.partial[at];
    let Some(is) = term.variant else { return None };
    if str_eq(is.of, term.path) {
        return Some(
            what(index)
                .and(": this is the variant `")
                .and(is.tag)
                .and("` of `")
                .and(is.of)
                .and("`, which has no value of its own: write `is(..)` for `exists(..)`, or name one of its fields"),
        );
    }
    let mut next = term.variant;
    while let Some(is) = next {
        if let Some(array) = is.array {
            return Some(
                what(index)
                    .and(": `")
                    .and(is.path)
                    .and("` is asked of any element of `")
                    .and(array)
                    .and("`, and no query about one element is served by an index with this condition: remove it"),
            );
        }
        if let Some(other) = contradicted(index, at, is) {
            return Some(
                what(index)
                    .and(": `")
                    .and(is.of)
                    .and("` can't be both `")
                    .and(other.tag)
                    .and("` and `")
                    .and(is.tag)
                    .and("`, so the index would have no document: make it two indexes"),
            );
        }
        next = is.outer;
    }
    None
}

/// What an earlier condition wants the same enum to be.
const fn contradicted(
    index: &IndexDeclaration,
    before: usize,
    is: &IsVariant,
) -> Option<&'static IsVariant> {
    let mut at = 0;
    while at < before {
        let mut next = index.partial[at].variant;
        while let Some(other) = next {
            if str_eq(other.path, is.path) && !str_eq(other.tag, is.tag) {
                return Some(other);
            }
            next = other.outer;
        }
        at += 1;
    }
    None
}

/// Whether the index has documents of other variants than the key is in.
pub(super) const fn has_others(index: &IndexDeclaration, key: &IndexKey) -> bool {
    lacking(index, key).is_some()
}

/// A variant that the key is in, and no condition of the index asks for.
const fn lacking(index: &IndexDeclaration, key: &IndexKey) -> Option<&'static IsVariant> {
    let mut next = key.variant;
    while let Some(is) = next {
        let (mut at, mut is_asked) = (0, false);
        while at < index.partial.len() {
            is_asked = is_asked || asks(&index.partial[at], is);
            at += 1;
        }
        if !is_asked {
            return Some(is);
        }
        next = is.outer;
    }
    None
}

/// Whether a condition asks for a variant.
const fn asks(term: &PartialTerm, is: &IsVariant) -> bool {
    let mut next = term.variant;
    while let Some(asked) = next {
        if same(asked, is) {
            return true;
        }
        next = asked.outer;
    }
    false
}

const fn same(a: &IsVariant, b: &IsVariant) -> bool {
    str_eq(a.path, b.path) && str_eq(a.tag, b.tag)
}

/// Whether two conditions are on the same variant, or both on none.
pub(super) const fn same_variant(a: &PartialTerm, b: &PartialTerm) -> bool {
    let (mut a, mut b) = (a.variant, b.variant);
    loop {
        match (a, b) {
            (None, None) => return true,
            (Some(one), Some(other)) if same(one, other) => (a, b) = (one.outer, other.outer),
            _ => return false,
        }
    }
}

/// A unique key that the documents of other variants lack.
pub(super) const fn absent(index: &IndexDeclaration, key: &IndexKey) -> Option<Text> {
    let Some(is) = lacking(index, key) else { return None };
    let text = what_key(index, key)
        .and("is there only where `")
        .and(is.path)
        .and("` is `")
        .and(is.tag)
        .and("`, and the server takes an absent key for null, so only one document may lack it: write `one_absent` if that is meant");
    Some(match is.array {
        Some(_) => text,
        None => text.and(", or index only this variant: `partial(is(..))` with its path"),
    })
}
