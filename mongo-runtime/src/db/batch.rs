//! The documents of one reply, borrowed one after the other.

use mongodb::raw_batch_cursor::RawBatch;

/// A reply with a batch of documents, and how far it was read.
pub(crate) struct Batch {
    reply: RawBatch,
    at: usize,
    end: usize,
}

/// The reply is not what a server sends. It never leaves this module's users.
#[derive(Debug)]
pub(crate) struct Malformed;

impl Batch {
    pub(crate) fn new(reply: RawBatch) -> Result<Self, Malformed> {
        let bytes = reply.as_raw_document().as_bytes();
        let documents = reply.doc_slices().map_err(|_| Malformed)?.as_bytes();
        // The array is a part of the reply, so the distance of their first bytes is its offset.
        let start =
            (documents.as_ptr() as usize).checked_sub(bytes.as_ptr() as usize).ok_or(Malformed)?;
        let end = start
            .checked_add(documents.len())
            .filter(|end| *end <= bytes.len())
            .ok_or(Malformed)?;
        Ok(Self { at: start + 4, end: end - 1, reply })
    }

    /// The bytes of the next document.
    pub(crate) fn next(&mut self) -> Option<Result<&[u8], Malformed>> {
        if self.at >= self.end {
            return None;
        }
        Some(match self.span() {
            Some((start, end)) => {
                self.at = end;
                self.reply.as_raw_document().as_bytes().get(start..end).ok_or(Malformed)
            }
            None => {
                self.at = self.end;
                Err(Malformed)
            }
        })
    }

    /// Where the next document starts and ends: behind a type byte and a key of a few digits.
    fn span(&self) -> Option<(usize, usize)> {
        const DOCUMENT: u8 = 0x03;
        let rest = self.reply.as_raw_document().as_bytes().get(self.at..self.end)?;
        let (&DOCUMENT, rest) = rest.split_first()? else { return None };
        let key_len = rest.iter().position(|byte| *byte == 0)?;
        let start = self.at + 1 + key_len + 1;
        let len: [u8; 4] = rest.get(key_len + 1..key_len + 5)?.try_into().ok()?;
        let end = start.checked_add(usize::try_from(i32::from_le_bytes(len)).ok()?)?;
        (end <= self.end && end >= start + 5).then_some((start, end))
    }
}
