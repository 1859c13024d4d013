//! Walks the bytes of one document.

use super::{DecodeReason, Failure, is_too_deep};

/// A place in the bytes of a document.
///
/// Every read checks the bytes that are left, so any input gives a value or a [`Failure`], never a panic.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    /// The size of the Rust values that are being read, one inside of another.
    open_size: usize,
    header: usize,
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("at", &self.at).field("len", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// A document or array that is being read: where it starts and where its last byte, the NUL, stands.
#[derive(Debug, Clone, Copy)]
pub struct Scope {
    start: usize,
    end: usize,
    /// The size of the Rust value.
    size: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self::at_depth(bytes, 0)
    }

    /// The same for a document that is to stand `depth` levels inside of another.
    pub(crate) fn at_depth(bytes: &'a [u8], depth: usize) -> Self {
        Self { bytes, at: 0, depth, open_size: 0, header: 0 }
    }

    /// The offset of the next byte in the whole document.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// A failure at the element that is being read.
    #[cold]
    #[must_use]
    pub fn fail(&self, reason: DecodeReason) -> Failure {
        Failure::new(reason, self.header)
    }

    /// A failure because the element has another type than the field.
    #[cold]
    #[must_use]
    pub fn unexpected(&self, found: u8, expected: &'static str) -> Failure {
        self.fail(DecodeReason::UnexpectedType { expected, found })
    }

    #[cold]
    pub(crate) fn malformed(&self, what: &'static str) -> Failure {
        self.fail(DecodeReason::Malformed { what })
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    ///
    /// The document ends before.
    #[inline]
    pub fn take_array<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        match self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.malformed(ENDS_EARLY)),
        }
    }

    /// The next `n` bytes.
    ///
    /// # Errors
    ///
    /// The document ends before.
    #[inline]
    pub fn take(&mut self, n: usize) -> Result<&'a [u8], Failure> {
        match self.bytes.get(self.at..).and_then(|rest| rest.get(..n)) {
            Some(slice) => {
                self.at += n;
                Ok(slice)
            }
            None => Err(self.malformed(ENDS_EARLY)),
        }
    }

    /// A length prefix.
    ///
    /// # Errors
    ///
    /// It is negative, or the document ends before.
    #[inline]
    pub fn take_len(&mut self) -> Result<usize, Failure> {
        let len = i32::from_le_bytes(self.take_array()?);
        usize::try_from(len).map_err(|_| self.malformed("a length is negative"))
    }

    /// The payload of a BSON string.
    ///
    /// # Errors
    ///
    /// It is not UTF-8, or its length is wrong.
    #[inline]
    pub fn take_str(&mut self) -> Result<&'a str, Failure> {
        let len = self.take_len()?;
        match self.take(len)? {
            [text @ .., 0] => match utf8(text) {
                Some(text) => Ok(text),
                None => Err(self.fail(DecodeReason::InvalidUtf8)),
            },
            _ => Err(self.malformed("a string has no end")),
        }
    }

    /// Opens a document or array.
    ///
    /// # Errors
    ///
    /// Its length is wrong, or it is nested too deep.
    #[inline]
    pub fn open(&mut self) -> Result<Scope, Failure> {
        self.open_sized(0)
    }

    /// Opens a document that becomes a Rust value of `size` bytes, each of which takes some of the stack while it is read.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    #[inline]
    pub fn open_sized(&mut self, size: usize) -> Result<Scope, Failure> {
        let start = self.at;
        let len = self.take_len()?;
        let last = start.checked_add(len).and_then(|end| end.checked_sub(1));
        match last {
            Some(end) if len >= 5 && self.bytes.get(end) == Some(&0) => {
                self.depth += 1;
                self.open_size = self.open_size.saturating_add(size);
                if is_too_deep(self.depth, self.open_size) {
                    return Err(Failure::new(DecodeReason::TooDeep, start));
                }
                Ok(Scope { start, end, size })
            }
            _ => Err(self.malformed("the length of a document is wrong")),
        }
    }

    /// Closes what [`open`](Self::open) opened.
    ///
    /// # Errors
    ///
    /// The last element reached over its end.
    #[inline]
    pub fn close(&mut self, scope: Scope) -> Result<(), Failure> {
        if self.at != scope.end {
            return Err(self.malformed("an element reaches over the end of its document"));
        }
        self.at += 1;
        self.depth = self.depth.saturating_sub(1);
        self.open_size = self.open_size.saturating_sub(scope.size);
        Ok(())
    }

    /// Whether the next element has the key of this header template. Moves to its value, and gives its type, when it has.
    #[inline]
    pub(crate) fn expect_key(&mut self, template: &[u8]) -> Option<u8> {
        let header = self.bytes.get(self.at..)?.get(..template.len())?;
        let (element_type, key) = header.split_first()?;
        if key != template.get(1..)? || *element_type == 0 {
            return None;
        }
        self.header = self.at;
        self.at += template.len();
        Some(*element_type)
    }

    /// The type and key of the next element of a scope, or `None` at its end.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    #[inline]
    pub fn next_element(&mut self, scope: &Scope) -> Result<Option<(u8, &'a [u8])>, Failure> {
        if self.at >= scope.end {
            return Ok(None);
        }
        self.header = self.at;
        let rest = self.bytes.get(self.at..scope.end).unwrap_or_default();
        match rest.split_first() {
            Some((element_type, rest)) if *element_type != 0 => match rest.iter().position(|byte| *byte == 0) {
                Some(len) => {
                    self.at += len + 2;
                    Ok(Some((*element_type, rest.get(..len).unwrap_or_default())))
                }
                None => Err(self.malformed("a key has no end")),
            },
            _ => Err(self.malformed("a document ends before its length says")),
        }
    }

    /// Whether the next element is the last byte of the scope.
    #[inline]
    pub(crate) fn is_at_end(&self, scope: &Scope) -> bool {
        self.at == scope.end
    }

    /// Steps over a value.
    ///
    /// # Errors
    ///
    /// Its type is unknown, or its length is wrong.
    pub fn skip(&mut self, element_type: u8) -> Result<(), Failure> {
        let len = match element_type {
            0x01 | 0x09 | 0x11 | 0x12 => 8,
            0x02 | 0x0D | 0x0E => self.take_len()?,
            0x03 | 0x04 | 0x0F => {
                self.take_len()?.checked_sub(4).ok_or_else(|| self.malformed("the length of a document is wrong"))?
            }
            0x05 => self.take_len()?.saturating_add(1),
            0x06 | 0x0A | 0x7F | 0xFF => 0,
            0x07 => 12,
            0x08 => 1,
            0x0B => {
                self.skip_cstring()?;
                return self.skip_cstring();
            }
            0x0C => self.take_len()?.saturating_add(12),
            0x10 => 4,
            0x13 => 16,
            _ => return Err(self.malformed("an unknown BSON type")),
        };
        self.take(len).map(|_| ())
    }

    fn skip_cstring(&mut self) -> Result<(), Failure> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.iter().position(|byte| *byte == 0) {
            Some(len) => self.take(len + 1).map(|_| ()),
            None => Err(self.malformed(ENDS_EARLY)),
        }
    }

    /// Where the element that was entered last starts. Reading its value may enter others.
    #[inline]
    pub(crate) fn element_at(&self) -> usize {
        self.header
    }

    /// A failure about a whole document, at its start.
    #[cold]
    pub(crate) fn fail_in(&self, scope: &Scope, reason: DecodeReason) -> Failure {
        Failure::new(reason, scope.start)
    }

    /// The bytes from `start` to here.
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }
}

const ENDS_EARLY: &str = "the document ends early";

#[inline]
fn utf8(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}
