//! Walks the bytes of one document.

use super::{DecodeReason, Failure, is_too_deep};

/// A place in the bytes of a document.
///
/// Every read checks the bytes that are left, so any input gives a value or a [`Failure`], never a panic.
#[derive(Clone)]
pub struct Reader<'a> {
    /// The bytes that are left. Places are kept as the number of bytes from there to the end: one number tells both whether
    /// a read fits and where it is.
    rest: &'a [u8],
    /// The number of bytes of the whole document.
    len: usize,
    depth: usize,
    /// The size of the Rust values that are being read, one inside of another.
    open_size: usize,
    /// What was left at the element that is being read.
    element: usize,
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("at", &self.offset())
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// A document or array that is being read.
#[derive(Debug, Clone, Copy)]
pub struct Scope {
    /// What was left at its start.
    start: usize,
    /// What is left at its last byte, the NUL.
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
        Self { rest: bytes, len: bytes.len(), depth, open_size: 0, element: bytes.len() }
    }

    /// The offset of the next byte in the whole document.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.len - self.rest.len()
    }

    /// Levels of nesting that are open.
    #[cfg(feature = "serde-1")]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// A failure at the element that is being read.
    #[cold]
    #[must_use]
    pub fn fail(&self, reason: DecodeReason) -> Failure {
        Failure::new(reason, self.len - self.element)
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
        match self.rest.split_first_chunk::<N>() {
            Some((chunk, rest)) => {
                self.rest = rest;
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
        match self.rest.split_at_checked(n) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
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
        match text(self.rest).map(|text| (text, self.rest.get(4 + text.len() + 1..))) {
            Some((text, Some(rest))) => {
                self.rest = rest;
                Ok(text)
            }
            _ => Err(self.clone().bad_text()),
        }
    }

    /// Why there is no string here.
    #[cold]
    fn bad_text(mut self) -> Failure {
        match self.take_len().and_then(|len| self.take(len)) {
            Ok([.., 0]) => self.fail(DecodeReason::InvalidUtf8),
            Ok(_) => self.malformed("a string has no end"),
            Err(failure) => failure,
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
        let whole = self.rest;
        let len = self.take_len()?;
        match len.checked_sub(1).and_then(|last| whole.get(last)) {
            Some(0) if len >= 5 => {
                self.depth += 1;
                self.open_size = self.open_size.saturating_add(size);
                if is_too_deep(self.depth, self.open_size) {
                    return Err(Failure::new(DecodeReason::TooDeep, self.len - whole.len()));
                }
                Ok(Scope { start: whole.len(), end: whole.len() - len + 1, size })
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
        match self.rest.split_first() {
            Some((_, rest)) if self.is_at_end(&scope) => {
                self.rest = rest;
                self.depth = self.depth.saturating_sub(1);
                self.open_size = self.open_size.saturating_sub(scope.size);
                Ok(())
            }
            _ => Err(self.malformed("an element reaches over the end of its document")),
        }
    }

    /// Whether the next element has the key of this header template. Moves to its value, and gives its type, when it has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn expect_key(&mut self, template: &[u8]) -> Option<u8> {
        let (header, rest) = self.rest.split_at_checked(template.len())?;
        let (element_type, key) = header.split_first()?;
        if key != template.get(1..)? || *element_type == 0 {
            return None;
        }
        self.element = self.rest.len();
        self.rest = rest;
        Some(*element_type)
    }

    /// The payload of the next element, if it has this type and the key of this header template. `None` does not move, and
    /// leaves it to a slower way to say what is wrong, if anything is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn expect_fixed<const N: usize>(
        &mut self,
        element_type: u8,
        template: &[u8],
    ) -> Option<[u8; N]> {
        let (payload, rest) =
            split_header(self.rest, element_type, template)?.split_first_chunk()?;
        self.element = self.rest.len();
        self.rest = rest;
        Some(*payload)
    }

    /// Whether the next element has this type and the key of this header template. Moves to its value when it has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn expect(&mut self, element_type: u8, template: &[u8]) -> bool {
        match split_header(self.rest, element_type, template) {
            Some(rest) => {
                self.element = self.rest.len();
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The type and key of the next element of a scope, or `None` at its end.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    #[inline]
    pub fn next_element(&mut self, scope: &Scope) -> Result<Option<(u8, &'a [u8])>, Failure> {
        let Some(n_left) = self.rest.len().checked_sub(scope.end).filter(|n_left| *n_left > 0)
        else {
            return Ok(None);
        };
        self.element = self.rest.len();
        match self.rest.split_first() {
            Some((element_type, rest)) if *element_type != 0 => {
                // The key ends before the scope does.
                let inside = rest.get(..n_left - 1).unwrap_or_default();
                let len = inside.iter().position(|byte| *byte == 0);
                match len.and_then(|len| rest.split_at_checked(len)) {
                    Some((key, [_, rest @ ..])) => {
                        self.rest = rest;
                        Ok(Some((*element_type, key)))
                    }
                    _ => Err(self.malformed("a key has no end")),
                }
            }
            _ => Err(self.malformed("a document ends before its length says")),
        }
    }

    /// The type of the next element of an array, whose keys are not looked at, or `None` at its end.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    #[inline]
    pub(crate) fn next_item(&mut self, scope: &Scope) -> Result<Option<u8>, Failure> {
        match self.rest {
            // Keys of one and two digits, as they are written. A scope has one more byte than its elements.
            [element_type @ 1..=255, 1..=255, 0, rest @ ..]
            | [element_type @ 1..=255, 1..=255, 1..=255, 0, rest @ ..]
                if rest.len() >= scope.end =>
            {
                self.element = self.rest.len();
                self.rest = rest;
                Ok(Some(*element_type))
            }
            _ => Ok(self.next_element(scope)?.map(|(element_type, _)| element_type)),
        }
    }

    /// The bytes of a scope that are left.
    #[inline]
    pub(crate) fn n_left(&self, scope: &Scope) -> usize {
        self.rest.len().saturating_sub(scope.end)
    }

    /// Whether the next element is the last byte of the scope.
    #[inline]
    #[must_use]
    pub fn is_at_end(&self, scope: &Scope) -> bool {
        self.rest.len() == scope.end
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
            0x03 | 0x04 | 0x0F => self
                .take_len()?
                .checked_sub(4)
                .ok_or_else(|| self.malformed("the length of a document is wrong"))?,
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
        match self.rest.iter().position(|byte| *byte == 0) {
            Some(len) => self.take(len + 1).map(|_| ()),
            None => Err(self.malformed(ENDS_EARLY)),
        }
    }

    /// Where the element that was entered last starts. Reading its value may enter others.
    #[inline]
    pub(crate) fn element_at(&self) -> usize {
        self.len - self.element
    }

    /// A failure about a whole document, at its start.
    #[cold]
    pub(crate) fn fail_in(&self, scope: &Scope, reason: DecodeReason) -> Failure {
        Failure::new(reason, self.len - scope.start)
    }

    /// The bytes from where a reader of the same document was to here.
    pub(crate) fn since(&self, before: &Self) -> &'a [u8] {
        let n_read = before.rest.len().saturating_sub(self.rest.len());
        before.rest.get(..n_read).unwrap_or_default()
    }
}

const ENDS_EARLY: &str = "the document ends early";

/// What follows a header with this type and the key of this template.
#[cfg_attr(not(debug_assertions), inline(always))]
fn split_header<'a>(bytes: &'a [u8], element_type: u8, template: &[u8]) -> Option<&'a [u8]> {
    let (header, rest) = bytes.split_at_checked(template.len())?;
    let (found, key) = header.split_first()?;
    (*found == element_type && key == template.get(1..)?).then_some(rest)
}

/// The text of the string whose payload comes next. Out of line: it is as large as it is common.
fn text(bytes: &[u8]) -> Option<&str> {
    let (len, rest) = bytes.split_first_chunk()?;
    match rest.get(..usize::try_from(i32::from_le_bytes(*len)).ok()?)? {
        [text @ .., 0] => utf8(text),
        _ => None,
    }
}

#[inline]
fn utf8(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}
