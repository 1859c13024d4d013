//! Map keys of any type that has a text.

use std::{
    borrow::Cow,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    str::FromStr,
};

use super::{Bounds, DecodeReason, Failure, Over, Reader, Value, Writer, text::over_code_points};
use crate::{
    class,
    field::{Leaf, Path},
    shape::{BsonType, Scalar, Shape},
};

/// A map key that is stored as the text of `T`, with what a key can't have escaped:
/// `BTreeMap<TextKey<String>, V>` for keys that people choose, `BTreeMap<TextKey<u32>, V>` for numbers,
/// `BTreeMap<TextKey<IpAddr>, V>` for addresses.
///
/// | in the text | in the stored key |
/// |---|---|
/// | `.` | `%2E` |
/// | `$` at the start | `%24` |
/// | NUL | `%00` |
/// | `%` | `%25` |
/// | nothing: the empty text | `%` |
///
/// All else stays, so a key without these is stored as it is. What is read back is the value that was written: a stored key
/// that is not in this form, or whose text is not exactly the text of its value (`01` for a number), is an error, since it
/// would be written back as another key.
///
/// The text comes from `Display` and is read by `FromStr`. A map is refused when it is written if the text of a key would not be
/// read, or if two keys have one text. The order of the keys is that of `T`.
#[derive(Clone)]
pub struct TextKey<T> {
    value: T,
    stored: Box<str>,
}

impl<T: fmt::Display> TextKey<T> {
    /// The key of a value.
    pub fn new(value: T) -> Self {
        let stored = escaped(&value.to_string()).into();
        Self { value, stored }
    }
}

impl<T> TextKey<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The key as it is stored.
    #[must_use]
    pub fn stored(&self) -> &str {
        &self.stored
    }
}

impl<T: fmt::Display> From<T> for TextKey<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T> Deref for TextKey<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for TextKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for TextKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for TextKey<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for TextKey<T> {}

impl<T: PartialOrd> PartialOrd for TextKey<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for TextKey<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for TextKey<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// As a field, it is the string of the stored key.
impl<T: fmt::Display + FromStr + 'static> Value for TextKey<T> {
    const SHAPE: &'static Shape =
        &Shape::Scalar(Scalar::variable(BsonType::String).coded("text_key"));
    type Class = class::Key;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        super::scalar::STRING
    }

    fn encoded_len(&self) -> usize {
        4 + self.stored.len() + 1
    }

    fn encode(&self, out: &mut Writer<'_>) {
        out.put_str(&self.stored);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != super::scalar::STRING {
            return Err(input.unexpected(element_type, "string"));
        }
        let text = input.take_str()?;
        Self::from_key(text).ok_or_else(|| input.fail(DecodeReason::InvalidKey))
    }

    fn over(&self, bounds: &Bounds) -> Option<Over> {
        over_code_points(&self.stored, bounds)
    }

    fn as_key(&self) -> Option<&str> {
        Some(&self.stored)
    }

    fn from_key(key: &str) -> Option<Self> {
        let value = unescaped(key)?.parse().ok()?;
        Some(Self::new(value)).filter(|it| *it.stored == *key)
    }
}

fn escaped(text: &str) -> Cow<'_, str> {
    if text.is_empty() {
        return Cow::Borrowed("%");
    }
    if !text.starts_with('$') && !text.contains(['.', '%', '\0']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 2);
    for (at, character) in text.char_indices() {
        match character {
            '.' => out.push_str("%2E"),
            '%' => out.push_str("%25"),
            '\0' => out.push_str("%00"),
            '$' if at == 0 => out.push_str("%24"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// The text of a stored key; `None` when it is in no form that [`escaped`] gives.
fn unescaped(key: &str) -> Option<Cow<'_, str>> {
    if key == "%" {
        return Some(Cow::Borrowed(""));
    }
    if !key.contains('%') {
        return Some(Cow::Borrowed(key));
    }
    let mut parts = key.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (character, rest) =
            [("2E", '.'), ("25", '%'), ("00", '\0'), ("24", '$')]
                .into_iter()
                .find_map(|(code, character)| Some((character, part.strip_prefix(code)?)))?;
        out.push(character);
        out.push_str(rest);
    }
    Some(Cow::Owned(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_key_cannot_have_is_escaped_and_read_back() {
        for (text, stored) in [
            ("plain", "plain"),
            ("a.b.c", "a%2Eb%2Ec"),
            ("$set", "%24set"),
            ("us$", "us$"),
            ("100%", "100%25"),
            ("%2E", "%252E"),
            ("a\0b", "a%00b"),
            ("", "%"),
            ("größe.cm", "größe%2Ecm"),
        ] {
            let key = TextKey::new(text.to_owned());
            assert_eq!(key.stored(), stored, "{text:?}");
            assert_eq!(TextKey::<String>::from_key(stored), Some(key), "{text:?}");
        }
    }

    #[test]
    fn a_stored_key_in_another_form_is_refused() {
        for stored in ["100%", "%2e", "a%24", "%zz", "$set", "a.b", "%%", ""] {
            assert_eq!(TextKey::<String>::from_key(stored), None, "{stored:?}");
        }
        for stored in ["01", "+1", " 1", "x", ""] {
            assert_eq!(TextKey::<u32>::from_key(stored), None, "{stored:?}");
        }
        assert_eq!(TextKey::<i64>::from_key("-1").map(TextKey::into_inner), Some(-1));
    }
}
