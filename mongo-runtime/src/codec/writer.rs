//! Appends BSON to a buffer of the right size.

use std::any::TypeId;

use bson::Bson;

use super::{Bounds, ElementPath, EncodeError, EncodeReason, MAX_DEPTH, Value, locate, path::locate_in_value};
use crate::shape::Shape;

/// The sink that [`Value::encode`] writes to.
///
/// The buffer is sized first ([`Value::encoded_len`]), so that a whole document costs one allocation. A refused value is
/// kept as the first failure; the hot path returns nothing.
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
    depth: usize,
    /// The recursive fields that are open, innermost last.
    recursion: Vec<TypeId>,
    failure: Option<Box<Refusal>>,
}

#[derive(Debug)]
struct Refusal {
    /// Where in the buffer the refused value would have started.
    at: usize,
    reason: EncodeReason,
}

/// The start of a document or array whose length is not known yet.
#[derive(Debug)]
#[must_use = "close it with `Writer::close`"]
pub struct Slot(usize);

impl From<Vec<u8>> for Writer {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, depth: 0, recursion: Vec::new(), failure: None }
    }
}

impl Writer {
    pub(crate) fn with_capacity(n_bytes: usize) -> Self {
        Self::from(Vec::with_capacity(n_bytes))
    }

    /// Appends bytes as they are.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends one byte.
    #[inline]
    pub fn put_u8(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Appends a little-endian int32.
    #[inline]
    pub fn put_i32(&mut self, value: i32) {
        self.put(&value.to_le_bytes());
    }

    /// Appends a length or size. One that int32 can't hold is refused.
    #[inline]
    pub fn put_len(&mut self, len: usize) {
        match i32::try_from(len) {
            Ok(len) => self.put_i32(len),
            Err(_) => {
                self.refuse(EncodeReason::TooLarge);
                self.put_i32(0);
            }
        }
    }

    /// Appends the payload of a BSON string.
    #[inline]
    pub fn put_str(&mut self, text: &str) {
        self.put_len(text.len() + 1);
        self.put(text.as_bytes());
        self.put_u8(0);
    }

    /// Appends the header of an element from its template: a byte for the type, the key, NUL.
    #[inline]
    pub(crate) fn put_header(&mut self, element_type: u8, template: &[u8]) {
        let at = self.bytes.len();
        self.bytes.extend_from_slice(template);
        if let Some(first) = self.bytes.get_mut(at) {
            *first = element_type;
        }
    }

    /// Appends the header of an element with a key that is known at run time only.
    ///
    /// The key must not contain NUL; [`map`](super::map) checks that before.
    #[inline]
    pub(crate) fn put_key(&mut self, element_type: u8, key: &str) {
        self.put_u8(element_type);
        self.put(key.as_bytes());
        self.put_u8(0);
    }

    /// Appends the header of the array element `index`.
    #[inline]
    pub(crate) fn put_index(&mut self, element_type: u8, index: usize) {
        self.put_u8(element_type);
        let mut digits = [0; 20];
        self.put(decimal(index, &mut digits));
        self.put_u8(0);
    }

    /// Opens a document or array.
    #[inline]
    pub fn open(&mut self) -> Slot {
        let at = self.bytes.len();
        self.put_i32(0);
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.refuse(EncodeReason::TooDeep);
        }
        Slot(at)
    }

    /// Whether nesting has passed the limit, so that a recursive type stops here.
    #[inline]
    pub fn is_too_deep(&self) -> bool {
        self.depth > MAX_DEPTH
    }

    /// Closes a document or array: writes its end and its length.
    #[inline]
    pub fn close(&mut self, slot: Slot) {
        self.put_u8(0);
        self.depth -= 1;
        let len = self.bytes.len() - slot.0;
        let len = i32::try_from(len).unwrap_or_else(|_| {
            self.refuse(EncodeReason::TooLarge);
            0
        });
        if let Some(head) = self.bytes.get_mut(slot.0..slot.0 + 4) {
            head.copy_from_slice(&len.to_le_bytes());
        }
    }

    /// Enters a recursive field; says how often it is open now.
    pub(crate) fn enter(&mut self, field: TypeId) -> usize {
        self.recursion.push(field);
        self.recursion.iter().filter(|open| **open == field).count()
    }

    /// Leaves the recursive field that was entered last.
    pub(crate) fn leave(&mut self) {
        self.recursion.pop();
    }

    /// Notes that the value at this place can't be stored. The first refusal is the one that the caller gets.
    #[cold]
    pub fn refuse(&mut self, reason: EncodeReason) {
        let at = self.bytes.len();
        self.failure.get_or_insert_with(|| Box::new(Refusal { at, reason }));
    }

    /// Levels of nesting that are open.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, or the first refusal with its path in a document of this shape.
    pub(crate) fn finish(self, root: &'static str, shape: &'static Shape) -> Result<Vec<u8>, EncodeError> {
        match self.failure {
            None => Ok(self.bytes),
            Some(refusal) => Err(EncodeError::new(root, locate(&self.bytes, refusal.at, shape), refusal.reason)),
        }
    }
}

/// The decimal digits of `n`.
fn decimal(mut n: usize, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + u8::try_from(n % 10).unwrap_or(0);
        n /= 10;
        if n == 0 {
            return &buffer[at..];
        }
    }
}

/// The bytes of the keys `"0"`, `"1"`, … of an array, each with its type byte and NUL.
#[inline]
pub(crate) fn array_keys_len(n_items: usize) -> usize {
    let (mut total, mut first, mut digits) = (0, 0, 1);
    let mut next = 10;
    while first < n_items {
        let last = next.min(n_items);
        total += (last - first) * (digits + 2);
        first = last;
        next *= 10;
        digits += 1;
    }
    total
}

/// One value as the operand of a filter or an update, written by the codec of the field at `path`.
pub(crate) fn operand<C, T: Value<C>>(value: &T, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
    const HEADER: &[u8] = b"\0v\0";
    let mut out = Writer::with_capacity(4 + HEADER.len() + value.encoded_len() + 1);
    let slot = out.open();
    out.put_header(value.element_type(), HEADER);
    if let Some(over) = value.over(bounds) {
        out.refuse(EncodeReason::Over(over));
    }
    value.encode(&mut out);
    out.close(slot);
    if let Some(refusal) = out.failure {
        let inner = locate_in_value(&out.bytes, refusal.at, T::SHAPE);
        return Err(EncodeError::new(path, inner, refusal.reason));
    }
    let raw = bson::RawDocument::from_bytes(&out.bytes).and_then(|document| document.get("v"));
    let value = raw.ok().flatten().and_then(|raw| Bson::try_from(raw).ok());
    value.ok_or_else(|| EncodeError::new(path, ElementPath::default(), EncodeReason::Custom(NOT_BSON)))
}

const NOT_BSON: &str = "the codec of the field wrote bytes that are not BSON";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_keys_are_counted_as_they_are_written() {
        for n in [0, 1, 9, 10, 11, 99, 100, 101, 1000, 1001, 12345] {
            let mut out = Writer::with_capacity(0);
            (0..n).for_each(|i| out.put_index(0, i));
            assert_eq!(array_keys_len(n), out.bytes().len(), "{n} items");
        }
    }
}
