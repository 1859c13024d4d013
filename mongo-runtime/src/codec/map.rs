//! Maps with text keys, as documents.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
};

use super::{AsIs, Bounds, DecodeReason, EncodeReason, Failure, Over, Reader, Value, Writer, scalar::DOCUMENT, text::over_code_points};
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
            let entries = self.iter().map(|(key, value)| 1 + key_text(key).len() + 1 + value.encoded_len());
            4 + entries.sum::<usize>() + 1
        }

        fn encode(&self, out: &mut Writer<'_>) {
            encode_entries(self.iter(), out);
        }

        fn over(&self, bounds: &Bounds) -> Option<Over> {
            bounds.over_items(self.len()).or_else(|| {
                if !bounds.bounds_elements() {
                    return None;
                }
                let inner = bounds.inner();
                self.iter().find_map(|(key, value)| {
                    over_code_points(key_text(key), bounds).or_else(|| value.over(&inner))
                })
            })
        }

        fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
            let mut entries = Self::default();
            decode_entries(element_type, input, |key, value| entries.insert(key, value).is_none())?;
            Ok(entries)
        }
    };
}

impl<C: 'static, K: Value + Ord, V: Value<C>> Value<C> for BTreeMap<K, V>
where
    <K as Value>::Class: KeyClass,
{
    const SHAPE: &'static Shape = &Shape::Map(V::SHAPE);
    const BACK: &'static Shape = &Shape::Map(V::BACK);
    type Class = class::Map;
    type Inner = Self;
    type Fields<P: Path> = MapField<P>;

    map_methods!();
}

impl<C: 'static, K: Value + Eq + Hash, V: Value<C>, S: BuildHasher + Default> Value<C> for HashMap<K, V, S>
where
    <K as Value>::Class: KeyClass,
{
    const SHAPE: &'static Shape = &Shape::Map(V::SHAPE);
    const BACK: &'static Shape = &Shape::Map(V::BACK);
    type Class = class::Map;
    type Inner = Self;
    type Fields<P: Path> = MapField<P>;

    map_methods!();
}

/// A key without text is a codec that says it has text-like values and gives none; the empty key is then refused.
fn key_text<K: Value<AsIs>>(key: &K) -> &str {
    key.as_key().unwrap_or_default()
}

fn encode_entries<'a, C, K, V>(entries: impl Iterator<Item = (&'a K, &'a V)>, out: &mut Writer<'_>)
where
    K: Value + 'a,
    V: Value<C> + 'a,
{
    let slot = out.open();
    if !out.is_too_deep() {
        for (key, value) in entries {
            let key = key_text(key);
            if let Some(what) = refused_key(key) {
                out.refuse(EncodeReason::InvalidKey { what });
                break;
            }
            if value.is_absent() {
                out.refuse(EncodeReason::InvalidKey { what: "has no value; store a map without it" });
                break;
            }
            out.put_key(value.element_type(), key);
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
        let Ok(key) = std::str::from_utf8(key) else { return Err(input.fail(DecodeReason::InvalidUtf8)) };
        let Some(key) = K::from_key(key) else { return Err(input.fail(DecodeReason::InvalidKey)) };
        let element = input.element_at();
        if !add(key, V::decode(element_type, input)?) {
            return Err(Failure::new(DecodeReason::DuplicateKey, element));
        }
    }
    input.close(scope)
}
