//! Maps with text keys, as documents.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    hash::{BuildHasher, Hash},
};

use super::{
    AsIs, Bounds, DecodeReason, EncodeReason, Failure, Over, Reader, Value, Writer,
    scalar::DOCUMENT,
};
use crate::{
    class::{self, KeyClass},
    field::{MapField, Path},
    shape::Shape,
};

/// The parts of [`Value`] that every map shares.
macro_rules! map_methods {
    () => {
        #[inline]
        fn element_type(&self) -> u8 {
            DOCUMENT
        }

        fn encoded_len(&self) -> usize {
            let entries =
                self.iter().map(|(key, value)| 1 + key_text(key).len() + 1 + value.encoded_len());
            4 + entries.sum::<usize>() + 1
        }

        fn encode(&self, out: &mut Writer<'_>) {
            encode_entries(self.sorted(), out);
        }

        fn over(&self, bounds: &Bounds) -> Option<Over> {
            bounds.over_items(self.len()).or_else(|| {
                if !bounds.bounds_elements() {
                    return None;
                }
                let inner = bounds.inner();
                self.iter().find_map(|(key, value)| key.over(&inner).or_else(|| value.over(&inner)))
            })
        }

        fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
            let mut entries = Self::default();
            decode_entries(element_type, input, |key, value| entries.insert(key, value).is_none())?;
            Ok(entries)
        }
    };
}

/// What a key of a `BTreeMap` has, as one condition, so that a wrong key is one error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the key of a `BTreeMap`",
    label = "the key is not stored as text, or has no order",
    note = "a key is a `String`, or a newtype of it or a unit enum with `#[derive(Embedded, PartialEq, Eq, PartialOrd, Ord)]`; \
            `TextKey<{Self}>` stores the text of a type with `Display`, `FromStr` and `Ord`"
)]
pub trait OrderedKey: Value + Ord {
    /// Its class, so that a type which is no value is not reported a second time.
    type KeyClass;
}

#[diagnostic::do_not_recommend]
impl<K: Value + Ord> OrderedKey for K {
    type KeyClass = K::Class;
}

/// What a key of a `HashMap` has, as one condition, so that a wrong key is one error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the key of a `HashMap`",
    label = "the key is not stored as text, or can't be hashed",
    note = "a key is a `String`, or a newtype of it or a unit enum with `#[derive(Embedded, PartialEq, Eq, Hash)]`; \
            `TextKey<{Self}>` stores the text of a type with `Display`, `FromStr`, `Eq` and `Hash`"
)]
pub trait HashedKey: Value + Eq + Hash {
    /// Its class, so that a type which is no value is not reported a second time.
    type KeyClass;
}

#[diagnostic::do_not_recommend]
impl<K: Value + Eq + Hash> HashedKey for K {
    type KeyClass = K::Class;
}

impl<C: 'static, K: OrderedKey, V: Value<C>> Value<C> for BTreeMap<K, V>
where
    <K as OrderedKey>::KeyClass: KeyClass,
{
    const SHAPE: &'static Shape = &Shape::Map(K::SHAPE, V::SHAPE);
    const BACK: &'static Shape = &Shape::Map(K::SHAPE, V::BACK);
    type Class = class::Map;
    type Inner = Self;
    type Fields<P: Path> = MapField<P>;

    map_methods!();
}

impl<C: 'static, K: HashedKey, V: Value<C>, S: BuildHasher + Default> Value<C> for HashMap<K, V, S>
where
    <K as HashedKey>::KeyClass: KeyClass,
{
    const SHAPE: &'static Shape = &Shape::Map(K::SHAPE, V::SHAPE);
    const BACK: &'static Shape = &Shape::Map(K::SHAPE, V::BACK);
    type Class = class::Map;
    type Inner = Self;
    type Fields<P: Path> = MapField<P>;

    map_methods!();
}

/// The entries in the order in which they are written.
trait Sorted<K, V> {
    fn sorted<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a;
}

impl<K, V> Sorted<K, V> for BTreeMap<K, V> {
    fn sorted<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a,
    {
        self.iter()
    }
}

/// By their keys, so that equal maps are equal documents, as a filter needs them. It costs a sort and a list of the entries.
impl<K: Value, V, S> Sorted<K, V> for HashMap<K, V, S> {
    fn sorted<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a,
    {
        let mut entries: Vec<_> = self.iter().collect();
        entries.sort_unstable_by(|(one, _), (other, _)| key_text(*one).cmp(key_text(*other)));
        entries.into_iter()
    }
}

/// What is wrong with a key without text: its codec gives none, or it is a fallback variant with the tag of another.
const NO_TEXT: &str = "has no text that is read back as this key";

/// What is wrong with one of two keys that differ in memory only.
const ONE_TEXT: &str = "has the text of another key of the map, and it could not be read any more";

/// Whether the text of a key is what the application's `Display` makes of it, which need not be one of its own, or one that is
/// read back.
const fn is_text_key(key: &Shape) -> bool {
    matches!(key, Shape::Scalar(scalar) if scalar.codec.is_text_key())
}

/// The text of a key; one without is refused when it is written.
fn key_text<K: Value<AsIs>>(key: &K) -> &str {
    key.as_key().unwrap_or_default()
}

fn encode_entries<'a, C, K, V>(entries: impl Iterator<Item = (&'a K, &'a V)>, out: &mut Writer<'_>)
where
    K: Value + 'a,
    V: Value<C> + 'a,
{
    let slot = out.open();
    let mut texts = HashSet::new();
    if !out.is_too_deep() {
        for (key, value) in entries {
            let Some(text) = key.as_key() else {
                out.refuse(EncodeReason::InvalidKey { what: NO_TEXT });
                break;
            };
            if is_text_key(K::SHAPE) {
                if K::from_key(text).is_none() {
                    out.refuse(EncodeReason::InvalidKey { what: NO_TEXT });
                    break;
                }
                if !texts.insert(text) {
                    out.refuse(EncodeReason::InvalidKey { what: ONE_TEXT });
                    break;
                }
            }
            if let Some(what) = refused_key(text) {
                out.refuse(EncodeReason::InvalidKey { what });
                break;
            }
            // The bounds that the type of the key declares; those of the field are checked by `over`.
            if let Some(over) = key.over(&Bounds::NONE) {
                out.refuse(EncodeReason::Over(over));
            }
            out.put_key(value.element_type(), text);
            value.encode(out);
        }
    }
    out.close(slot);
}

/// Why a key can't be stored. The server would take most of these, but then no path leads to them.
fn refused_key(key: &str) -> Option<&'static str> {
    match key.as_bytes() {
        [] => Some("is empty"),
        [b'$', ..] => Some("starts with `$`"),
        bytes if bytes.contains(&0) => Some("has a NUL"),
        bytes if bytes.contains(&b'.') => Some("has a `.`"),
        _ => None,
    }
}

/// Reads each entry. `add` says whether the key was new.
fn decode_entries<C, K: Value, V: Value<C>>(
    element_type: u8,
    input: &mut Reader<'_>,
    mut add: impl FnMut(K, V) -> bool,
) -> Result<(), Failure> {
    if element_type != DOCUMENT {
        return Err(input.unexpected(element_type, "document"));
    }
    let scope = input.open()?;
    while let Some((element_type, key)) = input.next_element(&scope)? {
        let Ok(key) = std::str::from_utf8(key) else {
            return Err(input.fail(DecodeReason::InvalidUtf8));
        };
        let Some(key) = K::from_key(key) else { return Err(input.fail(DecodeReason::InvalidKey)) };
        let element = input.element_at();
        if !add(key, V::decode(element_type, input)?) {
            return Err(Failure::new(DecodeReason::DuplicateKey, element));
        }
    }
    input.close(scope)
}
