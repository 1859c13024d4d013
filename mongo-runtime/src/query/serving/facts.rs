//! What is known of an index beside a query before one looks at what a call leaves out: worked out once for all combinations.

use super::{
    Unfit,
    bounds::{Span, fetches, is_multikey, is_negative, is_whole_array, span},
    conditions::{Required, required},
};
use crate::{
    field::IsVariant,
    index::{IndexDeclaration, IndexKey, KeyKind, encloses},
    query::{Predicate, PredicateOp, QueryShape},
    shape::{BsonType, Scalar, Shape, str_eq},
};

/// The most conditions of a query that are looked at, and the most keys of an index that the server takes.
pub(super) const MAX_PREDICATES: usize = 64;

pub(super) const MAX_KEYS: usize = 32;

/// No place in an index.
pub(super) const NOWHERE: usize = MAX_KEYS;

/// A set of conditions: bit `n` stands for the one with that number.
pub(super) type Set = u64;

/// How an index and a query compare text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Texts {
    /// Both byte by byte.
    SameBytes,
    /// Both as the same language does.
    SameLanguage,
    /// Not alike.
    Differ,
}

/// An index beside a query.
pub(super) struct Facts<'a> {
    pub(super) index: &'a IndexDeclaration,
    pub(super) query: &'a QueryShape<'a>,
    /// Why no query of this kind is served.
    pub(super) unusable: Option<Unfit>,
    /// The conditions that the server can search by, key by key.
    pub(super) on: [Set; MAX_KEYS],
    /// The conditions whose path leads into a variant whose tag is the key.
    pub(super) tags: [Set; MAX_KEYS],
    /// The conditions of another kind, which the server may search by or not, key by key.
    pub(super) others: [Set; MAX_KEYS],
    /// What each condition searches its key by.
    pub(super) spans: [Span; MAX_PREDICATES],
    /// The conditions for which the server looks at the document after it found the entry.
    pub(super) fetching: Set,
    /// The conditions that more entries meet than documents.
    pub(super) rechecked: Set,
    /// The keys with an entry for each element of an array: bit `n` stands for key `n`.
    pub(super) arrays: u32,
    /// Where the keys of the order are in the index; `NOWHERE` for those that it does not have.
    pub(super) order: [usize; MAX_KEYS],
    /// The keys that the order is by.
    pub(super) ordered: u32,
    /// Why a condition on the first key does not count.
    pub(super) first: Option<Unfit>,
    /// What the documents of the index have in common.
    pub(super) required: Required,
    /// Whether both compare text alike.
    pub(super) texts: Texts,
}

impl<'a> Facts<'a> {
    pub(super) const fn of(index: &'a IndexDeclaration, query: &'a QueryShape<'a>) -> Self {
        let texts = texts(index, query);
        let mut facts = Self {
            index,
            query,
            unusable: unusable(index),
            on: [0; MAX_KEYS],
            tags: [0; MAX_KEYS],
            others: [0; MAX_KEYS],
            spans: [Span::All; MAX_PREDICATES],
            fetching: 0,
            rechecked: 0,
            arrays: 0,
            order: [NOWHERE; MAX_KEYS],
            ordered: 0,
            first: None,
            required: Required::NONE,
            texts,
        };
        if facts.unusable.is_some() {
            facts.others[0] = special(index, query);
            return facts;
        }
        let mut n = 0;
        while n < facts.n_keys() {
            let key = &index.keys[n];
            let is_array = is_multikey(key);
            if is_array {
                facts.arrays |= 1 << n;
            }
            let mut at = 0;
            while at < facts.n_predicates() {
                let predicate = &query.predicates[at];
                if str_eq(predicate.path, key.path) {
                    if matches!(predicate.op, PredicateOp::Other) {
                        facts.others[n] |= 1 << at;
                    }
                    match blocked(predicate, key, texts) {
                        None => facts.search(n, at, is_array),
                        Some(why) if n == 0 => facts.first = Some(why),
                        Some(_) => {}
                    }
                } else if is_tag_of(predicate, key) && !matches!(texts, Texts::Differ) {
                    facts.tags[n] |= 1 << at;
                }
                at += 1;
            }
            // Nothing is searched by later keys, and the order starts elsewhere: no more is needed to say no.
            if n == 0
                && facts.on[0] | facts.tags[0] | facts.others[0] == 0
                && !starts_order(key, query)
            {
                return facts;
            }
            n += 1;
        }
        facts.required = required(index, query, texts);
        facts.find_order();
        facts
    }

    /// The server searches a key by a condition.
    const fn search(&mut self, key: usize, at: usize, is_array: bool) {
        let predicate = &self.query.predicates[at];
        self.on[key] |= 1 << at;
        self.spans[at] = span(predicate, self.index);
        if matches!(self.index.keys[key].kind, KeyKind::Hashed) || fetches(predicate, is_array) {
            self.fetching |= 1 << at;
        }
        if is_whole_array(predicate) || is_array && is_negative(predicate) {
            self.rechecked |= 1 << at;
        }
    }

    const fn find_order(&mut self) {
        let mut at = 0;
        while at < self.query.sort.len() && at < MAX_KEYS {
            let mut n = 0;
            while n < self.n_keys() {
                if str_eq(self.index.keys[n].path, self.query.sort[at].path) {
                    self.order[at] = n;
                    self.ordered |= 1 << n;
                }
                n += 1;
            }
            at += 1;
        }
    }

    /// Whether the key has an entry for each element of an array.
    pub(super) const fn is_array(&self, n: usize) -> bool {
        self.arrays & (1 << n) != 0
    }

    /// Whether the order starts with the first key.
    pub(super) const fn starts_order(&self) -> bool {
        starts_order(&self.index.keys[0], self.query)
    }

    pub(super) const fn n_keys(&self) -> usize {
        let n_keys = self.index.keys.len();
        if n_keys < MAX_KEYS { n_keys } else { MAX_KEYS }
    }

    pub(super) const fn n_predicates(&self) -> usize {
        let n_predicates = self.query.predicates.len();
        if n_predicates < MAX_PREDICATES { n_predicates } else { MAX_PREDICATES }
    }
}

/// The conditions that a call has which leaves the optional ones out whose bits are set.
pub(super) const fn active(query: &QueryShape<'_>, left_out: u32) -> Set {
    let (mut set, mut at, mut n_optional) = (0, 0, 0);
    while at < query.predicates.len() && at < MAX_PREDICATES {
        let mut is_there = true;
        if query.predicates[at].is_optional {
            is_there = n_optional >= u32::BITS || left_out & (1 << n_optional) == 0;
            n_optional += 1;
        }
        if is_there {
            set |= 1 << at;
        }
        at += 1;
    }
    set
}

const fn starts_order(key: &IndexKey, query: &QueryShape<'_>) -> bool {
    match query.sort {
        [first, ..] => str_eq(first.path, key.path),
        [] => false,
    }
}

const fn unusable(index: &IndexDeclaration) -> Option<Unfit> {
    if index.hidden {
        return Some(Unfit::Hidden);
    }
    let mut n = 0;
    while n < index.keys.len() {
        let kind = index.keys[n].kind;
        if matches!(kind, KeyKind::Sphere | KeyKind::Text | KeyKind::Wildcard) {
            return Some(Unfit::Kind(kind));
        }
        n += 1;
    }
    if index.sparse { Some(Unfit::Sparse) } else { None }
}

/// The conditions that the server may search a wildcard or spherical index by, for which it is not made here.
const fn special(index: &IndexDeclaration, query: &QueryShape<'_>) -> Set {
    let (mut set, mut n) = (0, 0);
    while n < index.keys.len() && !index.hidden && !index.sparse {
        let key = &index.keys[n];
        n += 1;
        let mut at = 0;
        while at < query.predicates.len() && at < MAX_PREDICATES {
            let predicate = &query.predicates[at];
            let is_searched = match key.kind {
                KeyKind::Wildcard => encloses(key.path, predicate.path) || key.path.is_empty(),
                KeyKind::Sphere => {
                    matches!(predicate.op, PredicateOp::Other) && str_eq(key.path, predicate.path)
                }
                _ => false,
            };
            if is_searched {
                set |= 1 << at;
            }
            at += 1;
        }
    }
    set
}

/// Why the server does not search the key by the condition on its path.
const fn blocked(predicate: &Predicate, key: &IndexKey, texts: Texts) -> Option<Unfit> {
    let path = key.path;
    match (key.kind, predicate.op) {
        (_, PredicateOp::Other) => return Some(Unfit::FirstKey),
        (
            KeyKind::Hashed,
            PredicateOp::Eq
            | PredicateOp::In
            | PredicateOp::Absent
            | PredicateOp::NullOrAbsent
            | PredicateOp::Exists,
        ) => {}
        (KeyKind::Hashed, _) => return Some(Unfit::Hashed { path }),
        // An array may have a null beside its values.
        (_, PredicateOp::Present) if is_multikey(key) && predicate.element.is_none() => {
            return Some(Unfit::Array { path });
        }
        _ => {}
    }
    if matches!(texts, Texts::Differ) && compares_text(predicate) {
        return Some(Unfit::Collation { path });
    }
    None
}

/// Whether a collation changes what the condition finds.
pub(super) const fn compares_text(predicate: &Predicate) -> bool {
    match predicate.op {
        PredicateOp::Exists
        | PredicateOp::Absent
        | PredicateOp::Null
        | PredicateOp::NullOrAbsent
        | PredicateOp::Present
        // Patterns know no language.
        | PredicateOp::StartsWith
        | PredicateOp::Contains
        | PredicateOp::Matches => false,
        _ => may_hold_text(predicate.shape),
    }
}

/// Whether there may be text inside.
pub(super) const fn may_hold_text(shape: &Shape) -> bool {
    match shape.inner() {
        Shape::Scalar(Scalar { bson, .. }) => matches!(bson, BsonType::String),
        _ => true,
    }
}

const fn texts(index: &IndexDeclaration, query: &QueryShape<'_>) -> Texts {
    match (&index.collation, query.collation) {
        (None, None) => Texts::SameBytes,
        (Some(own), Some(asked)) if own.is_like(asked) => Texts::SameLanguage,
        _ => Texts::Differ,
    }
}

/// Whether the path of the condition leads into a variant whose tag the key is.
const fn is_tag_of(predicate: &Predicate, key: &IndexKey) -> bool {
    if predicate.element.is_some() {
        return false;
    }
    let mut next: Option<&'static IsVariant> = predicate.variant;
    while let Some(is) = next {
        if str_eq(is.path, key.path) {
            return true;
        }
        next = is.outer;
    }
    false
}
