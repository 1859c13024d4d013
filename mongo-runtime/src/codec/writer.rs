//! Appends BSON to a buffer of the right size.

use std::any::TypeId;

use bson::Bson;

use super::{
    Bounds, ElementPath, EncodeError, EncodeReason, Value, is_too_deep, locate,
    path::locate_in_value,
};
use crate::{field::check_bytes, shape::Shape};

/// The sink that [`Value::encode`] writes to.
///
/// The buffer is sized first ([`Value::encoded_len`]), so that a whole document costs one allocation. What does not fit is
/// counted, and the document is written once more into a buffer that it fits. A refused value is kept as the first failure;
/// the hot path returns nothing.
#[derive(Debug)]
pub struct Writer<'b> {
    /// What is left of the buffer.
    rest: &'b mut [u8],
    /// Where `rest` ends: the size of the buffer, and all that did not fit in it.
    end: usize,
    depth: usize,
    /// The size of the Rust values that are being written, one inside of another.
    open_size: usize,
    /// The recursive fields that are open, innermost last.
    recursion: Vec<TypeId>,
    failure: Option<Box<Refusal>>,
}

/// A refused value.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// Where in the document it would have started.
    at: usize,
    reason: EncodeReason,
}

/// The start of a document or array whose length is not known yet.
#[derive(Debug)]
#[must_use = "close it with `Writer::close`"]
pub struct Slot<'b> {
    start: usize,
    /// The place of the length; empty when it did not fit.
    len: &'b mut [u8],
    /// The size of the Rust value.
    size: usize,
}

/// Writes into a buffer of `len` bytes, or of as many as it takes. The buffer is cut to what was written.
///
/// # Errors
///
/// The first refused value.
#[inline]
pub(crate) fn fill(
    buffer: &mut Vec<u8>,
    mut len: usize,
    encode: impl Fn(&mut Writer<'_>),
) -> Result<(), Box<Refusal>> {
    /// The size, then one size that was counted. More is a codec that writes something else each time.
    const MAX_PASSES: usize = 3;
    for _ in 0..MAX_PASSES {
        // Old content is overwritten, or cut off below.
        buffer.resize(len, 0);
        let mut out = Writer {
            rest: buffer,
            end: len,
            depth: 0,
            open_size: 0,
            recursion: Vec::new(),
            failure: None,
        };
        encode(&mut out);
        let (written, failure) = (out.position(), out.failure);
        if written <= len {
            buffer.truncate(written);
            return failure.map_or(Ok(()), Err);
        }
        len = written;
    }
    buffer.clear();
    Err(Box::new(Refusal {
        at: 0,
        reason: EncodeReason::Custom("the codec of a field writes another value each time"),
    }))
}

impl<'b> Writer<'b> {
    /// The offset of the next byte in the document.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.end - self.rest.len()
    }

    /// The next `n` bytes of the buffer, which must all be written. `None` when so many are not left.
    #[inline]
    fn claim(&mut self, n: usize) -> Option<&'b mut [u8]> {
        if n > self.rest.len() {
            self.fall_short(n);
            return None;
        }
        let (claimed, rest) = std::mem::take(&mut self.rest).split_at_mut_checked(n)?;
        self.rest = rest;
        Some(claimed)
    }

    /// Counts bytes that don't fit. Nothing behind them may be written, either.
    #[inline]
    fn fall_short(&mut self, n: usize) {
        self.end = self.position() + n;
        self.rest = &mut [];
    }

    /// Appends bytes as they are.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        if let Some(claimed) = self.claim(bytes.len()) {
            claimed.copy_from_slice(bytes);
        }
    }

    /// Appends one byte.
    #[inline]
    pub fn put_u8(&mut self, byte: u8) {
        self.put(&[byte]);
    }

    /// Appends a little-endian int32.
    #[inline]
    pub fn put_i32(&mut self, value: i32) {
        self.put(&value.to_le_bytes());
    }

    /// Appends a length or size. One that int32 can't hold is refused.
    #[inline]
    pub fn put_len(&mut self, len: usize) {
        let len = self.checked_len(len);
        self.put_i32(len);
    }

    #[inline]
    fn checked_len(&mut self, len: usize) -> i32 {
        i32::try_from(len).unwrap_or_else(|_| {
            self.refuse(EncodeReason::TooLarge);
            0
        })
    }

    /// Appends the payload of a BSON string.
    #[inline]
    pub fn put_str(&mut self, text: &str) {
        let len = self.checked_len(text.len() + 1);
        if let Some((len_slot, text_slot)) =
            self.claim(4 + text.len() + 1).and_then(<[u8]>::split_first_chunk_mut)
        {
            *len_slot = len.to_le_bytes();
            fill_text(text_slot, text);
        }
    }

    /// Appends the header of an element from its template: a byte for the type, the key, NUL.
    #[inline]
    pub(crate) fn put_header(&mut self, element_type: u8, template: &[u8]) {
        if let Some(claimed) = self.claim(template.len()) {
            fill_header(claimed, element_type, template);
        }
    }

    /// Appends a whole element with a payload of a fixed size, in one step.
    #[inline]
    pub(crate) fn put_fixed<const N: usize>(
        &mut self,
        element_type: u8,
        template: &[u8],
        payload: [u8; N],
    ) {
        if let Some((header, payload_slot)) =
            self.claim(template.len() + N).and_then(<[u8]>::split_last_chunk_mut)
        {
            fill_header(header, element_type, template);
            *payload_slot = payload;
        }
    }

    /// Appends a whole element with a string, in one step.
    #[inline]
    pub(crate) fn put_text(&mut self, element_type: u8, template: &[u8], text: &str) {
        let len = self.checked_len(text.len() + 1);
        let claimed = self.claim(template.len() + 4 + text.len() + 1);
        let parts = claimed.and_then(|claimed| claimed.split_at_mut_checked(template.len()));
        if let Some((header, (len_slot, text_slot))) =
            parts.and_then(|(header, payload)| Some((header, payload.split_first_chunk_mut()?)))
        {
            fill_header(header, element_type, template);
            *len_slot = len.to_le_bytes();
            fill_text(text_slot, text);
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
        match (index, u8::try_from(index)) {
            (0..10, Ok(index)) => self.put(&[element_type, b'0' + index, 0]),
            (10..100, Ok(index)) => {
                self.put(&[element_type, b'0' + index / 10, b'0' + index % 10, 0])
            }
            _ => self.put_large_index(element_type, index),
        }
    }

    fn put_large_index(&mut self, element_type: u8, index: usize) {
        self.put_u8(element_type);
        let mut digits = [0; 20];
        self.put(decimal(index, &mut digits));
        self.put_u8(0);
    }

    /// Opens a document or array.
    #[inline]
    pub fn open(&mut self) -> Slot<'b> {
        self.open_sized(0)
    }

    /// Opens a document for a Rust value of `size` bytes, so that what is written can be read; see
    /// [`Reader::open_sized`](super::Reader::open_sized).
    #[inline]
    pub fn open_sized(&mut self, size: usize) -> Slot<'b> {
        let start = self.position();
        let len = self.claim(4).unwrap_or_default();
        self.depth += 1;
        self.open_size = self.open_size.saturating_add(size);
        if self.is_too_deep() {
            self.refuse(EncodeReason::TooDeep);
        }
        Slot { start, len, size }
    }

    /// Whether nesting has passed the limit, so that a recursive type stops here.
    #[inline]
    #[must_use]
    pub fn is_too_deep(&self) -> bool {
        is_too_deep(self.depth, self.open_size)
    }

    /// Closes a document or array: writes its end and its length.
    #[inline]
    pub fn close(&mut self, Slot { start, len: slot, size }: Slot<'b>) {
        self.put_u8(0);
        self.depth = self.depth.saturating_sub(1);
        self.open_size = self.open_size.saturating_sub(size);
        let len = self.checked_len(self.position() - start);
        if let Some(slot) = slot.first_chunk_mut() {
            *slot = len.to_le_bytes();
        }
    }

    /// Writes the elements of an array with `encode`, which notes where each starts. Says whether no two have the same bytes,
    /// and puts them in the order of their bytes if `is_sorted`. What does not fit is neither compared nor sorted.
    pub(crate) fn put_distinct(
        &mut self,
        is_sorted: bool,
        encode: impl FnOnce(&mut Writer<'_>, &mut Vec<usize>),
    ) -> bool {
        let (start, end) = (self.position(), self.end);
        let whole = std::mem::take(&mut self.rest);
        let mut inner = Writer {
            rest: &mut *whole,
            end,
            depth: self.depth,
            open_size: self.open_size,
            recursion: std::mem::take(&mut self.recursion),
            failure: self.failure.take(),
        };
        let mut starts = Vec::new();
        encode(&mut inner, &mut starts);
        let written = inner.position() - start;
        (self.recursion, self.failure) = (inner.recursion, inner.failure);
        self.end = inner.end;
        let Some((elements, rest)) = whole.split_at_mut_checked(written) else { return true };
        self.end = end;
        self.rest = rest;
        let ends = starts.iter().skip(1).copied().chain([start + written]);
        let bytes = elements.to_vec();
        let mut pieces: Vec<(u8, &[u8])> = starts
            .iter()
            .zip(ends)
            .filter_map(|(from, to)| without_key(bytes.get(from - start..to - start)?))
            .collect();
        pieces.sort_unstable();
        if is_sorted {
            let mut out = Writer {
                rest: elements,
                end: written,
                depth: 0,
                open_size: 0,
                recursion: Vec::new(),
                failure: None,
            };
            for (index, (element_type, payload)) in pieces.iter().enumerate() {
                out.put_index(*element_type, index);
                out.put(payload);
            }
        }
        pieces.is_sorted_by(|one, next| one < next)
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
        self.refuse_at(self.position(), reason);
    }

    /// The same for a value that started before.
    #[cold]
    pub(crate) fn refuse_at(&mut self, at: usize, reason: EncodeReason) {
        self.failure.get_or_insert_with(|| Box::new(Refusal { at, reason }));
    }

    /// Levels of nesting that are open.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }
}

impl Refusal {
    /// The error, with the path of the value in the bytes of a document of this shape.
    #[cold]
    pub(crate) fn locate(
        &self,
        bytes: &[u8],
        root: &'static str,
        shape: &'static Shape,
    ) -> EncodeError {
        EncodeError::new(root, locate(bytes, self.at, shape), self.reason)
    }
}

/// The type and payload of an element.
fn without_key(element: &[u8]) -> Option<(u8, &[u8])> {
    let (element_type, rest) = element.split_first()?;
    let key_len = rest.iter().position(|byte| *byte == 0)?;
    Some((*element_type, rest.get(key_len + 1..)?))
}

#[inline]
fn fill_header(slot: &mut [u8], element_type: u8, template: &[u8]) {
    slot.copy_from_slice(template);
    if let Some(first) = slot.first_mut() {
        *first = element_type;
    }
}

/// Text and its NUL.
#[inline]
fn fill_text(slot: &mut [u8], text: &str) {
    if let Some((end, slot)) = slot.split_last_mut() {
        *end = 0;
        slot.copy_from_slice(text.as_bytes());
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
pub(crate) fn operand<C, T: Value<C>>(
    value: &T,
    bounds: &Bounds,
    path: &'static str,
) -> Result<Bson, EncodeError> {
    let mut bytes = Vec::new();
    let written = wrap(&mut bytes, value.element_type(), value.encoded_len(), |out| {
        if let Some(over) = value.over(bounds) {
            out.refuse(EncodeReason::Over(over));
        }
        let start = out.position();
        value.encode(out);
        check_bytes(start, 0, bounds, out);
    });
    if let Err(refusal) = written {
        let inner = locate_in_value(&bytes, refusal.at, T::SHAPE);
        return Err(EncodeError::new(path, inner, refusal.reason));
    }
    unwrap(&bytes).ok_or_else(|| {
        EncodeError::new(path, ElementPath::default(), EncodeReason::Custom(NOT_BSON))
    })
}

/// Writes a document with one value of `len` bytes.
pub(crate) fn wrap(
    buffer: &mut Vec<u8>,
    element_type: u8,
    len: usize,
    encode: impl Fn(&mut Writer<'_>),
) -> Result<(), Box<Refusal>> {
    const HEADER: &[u8] = b"\0v\0";
    fill(buffer, 4 + HEADER.len() + len + 1, |out| {
        let slot = out.open();
        out.put_header(element_type, HEADER);
        encode(out);
        out.close(slot);
    })
}

/// The value in such a document.
pub(crate) fn unwrap(bytes: &[u8]) -> Option<Bson> {
    let raw = bson::RawDocument::from_bytes(bytes).and_then(|document| document.get("v"));
    raw.ok().flatten().and_then(|raw| Bson::try_from(raw).ok())
}

const NOT_BSON: &str = "the codec of the field wrote bytes that are not BSON";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_keys_are_counted_as_they_are_written() {
        for n in [0, 1, 9, 10, 11, 99, 100, 101, 1000, 1001, 12345] {
            let mut bytes = Vec::new();
            let written = fill(&mut bytes, 0, |out| (0..n).for_each(|i| out.put_index(0, i)));
            assert!(written.is_ok());
            assert_eq!(array_keys_len(n), bytes.len(), "{n} items");
        }
    }

    #[test]
    fn a_buffer_that_is_too_small_is_counted_and_filled_again() {
        let write = |out: &mut Writer<'_>| {
            let slot = out.open();
            out.put_text(0x02, b"\0a\0", "text");
            out.put_fixed(0x10, b"\0b\0", 7_i32.to_le_bytes());
            out.close(slot);
        };
        let whole = bson::doc! { "a": "text", "b": 7 }.to_vec().expect("a document has bytes");
        for len in [0, 3, 4, 9, whole.len() - 1, whole.len(), whole.len() + 100] {
            let mut bytes = vec![0xFF; 1000];
            assert!(fill(&mut bytes, len, write).is_ok());
            assert_eq!(bytes, whole, "a buffer of {len}");
        }
    }

    #[test]
    fn a_codec_that_writes_more_each_time_is_refused() {
        let n = std::cell::Cell::new(1_usize);
        let written = fill(&mut Vec::new(), 0, |out| {
            n.set(n.get() * 2);
            out.put(&vec![0; n.get()]);
        });
        assert!(written.is_err());
    }
}
