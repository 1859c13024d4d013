//! The identity of a generic type: what tells `Page<Order>` and `Page<Item>` apart in a recursion.

use super::{Scalar, Shape};

/// The identity of a generic type with its arguments, as text. It is never stored.
#[derive(Debug, Clone, Copy)]
pub struct Identity([u8; 16]);

impl Identity {
    /// The identity of `own`, the module and name of the type, with the shapes of its type arguments, which stop at
    /// documents, and the values of its other ones.
    #[must_use]
    pub const fn new(own: &str, types: &[&Shape], values: &[u64]) -> Self {
        let mut hash = text(OFFSET, own);
        let mut at = 0;
        while at < types.len() {
            hash = shape(hash, types[at]);
            at += 1;
        }
        let mut at = 0;
        while at < values.len() {
            hash = number(hash, values[at]);
            at += 1;
        }
        let (mut digits, mut at) = ([0; 16], 0);
        while at < digits.len() {
            digits[at] = b"0123456789abcdef"[(hash >> (60 - 4 * at)) as usize & 0xF];
            at += 1;
        }
        Self(digits)
    }

    /// The identity as text.
    ///
    /// # Panics
    ///
    /// Never: hexadecimal digits are text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(&self.0) {
            Ok(text) => text,
            Err(_) => panic!("hexadecimal digits are text"),
        }
    }
}

/// FNV-1a, which is short enough for a `const fn`.
const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;

const fn byte(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3)
}

/// With its length, so that two texts are never one.
const fn text(hash: u64, text: &str) -> u64 {
    let (mut hash, mut rest) = (number(hash, text.len() as u64), text.as_bytes());
    while let [first, next @ ..] = rest {
        hash = byte(hash, *first);
        rest = next;
    }
    hash
}

const fn number(mut hash: u64, number: u64) -> u64 {
    let (bytes, mut at) = (number.to_le_bytes(), 0);
    while at < bytes.len() {
        hash = byte(hash, bytes[at]);
        at += 1;
    }
    hash
}

const fn shape(hash: u64, of: &Shape) -> u64 {
    match of {
        Shape::Scalar(scalar) => self::scalar(byte(hash, 1), scalar),
        Shape::Tags(tags) => text(byte(hash, 2), tags.name),
        Shape::Optional(inner) => shape(byte(hash, 3), inner),
        Shape::Presence(inner) => shape(byte(hash, 4), inner),
        Shape::Array(inner) => shape(byte(hash, 5), inner),
        Shape::Set(inner) => shape(byte(hash, 6), inner),
        Shape::Map(_, inner) => shape(byte(hash, 7), inner),
        Shape::Bounded(_, inner) => shape(byte(hash, 8), inner),
        Shape::Fixed(elements) => {
            let (mut hash, mut at) = (number(byte(hash, 9), elements.len() as u64), 0);
            while at < elements.len() {
                hash = shape(hash, elements[at]);
                at += 1;
            }
            hash
        }
        Shape::Document(document) => text(byte(hash, 10), document.id),
        Shape::Union(union) => text(byte(hash, 10), union.id),
        Shape::Back(id) => text(byte(hash, 10), id),
        // What has nothing inside leads into no recursion.
        _ => byte(hash, 11),
    }
}

const fn scalar(hash: u64, scalar: &Scalar) -> u64 {
    let hash = byte(byte(hash, scalar.bson as u8), scalar.role as u8);
    match scalar.range {
        Some((min, max)) => number(number(hash, min.cast_unsigned()), max.cast_unsigned()),
        None => hash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Value;

    #[test]
    fn other_arguments_are_another_identity() {
        let of = |types: &[&Shape], values: &[u64]| {
            Identity::new("m::Page", types, values).as_str().to_owned()
        };
        let (int, long) = (<i32 as Value>::SHAPE, <i64 as Value>::SHAPE);
        let all =
            [of(&[int], &[]), of(&[long], &[]), of(&[int, int], &[]), of(&[], &[1]), of(&[], &[2])];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(one), "{one}");
        }
        assert_ne!(of(&[&Shape::Back("a")], &[]), of(&[&Shape::Back("b")], &[]));
        assert_eq!(of(&[int], &[]), of(&[int], &[]));
    }
}
