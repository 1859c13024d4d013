//! Just enough of the wire protocol: where a message ends, which command it is, whether an answer follows.

use std::io;

use mongodb::bson::RawDocument;
use tokio::io::{AsyncRead, AsyncReadExt};

const HEADER_BYTES: usize = 16;
/// The server's own limit.
const MAX_BYTES: usize = 48_000_000;
const OP_MSG: i32 = 2013;
const OP_QUERY: i32 = 2004;
const MORE_TO_COME: i32 = 2;

/// One whole message.
#[derive(Debug)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// Reads the next message; `None` when the other side has closed between two.
    pub(crate) async fn read(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Self>> {
        let mut bytes = vec![0; HEADER_BYTES];
        if from.read(&mut bytes[..1]).await? == 0 {
            return Ok(None);
        }
        from.read_exact(&mut bytes[1..]).await?;
        let n_bytes = usize::try_from(int(&bytes, 0).unwrap_or_default()).unwrap_or_default();
        if !(HEADER_BYTES..=MAX_BYTES).contains(&n_bytes) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "no message of the wire protocol",
            ));
        }
        bytes.resize(n_bytes, 0);
        from.read_exact(&mut bytes[HEADER_BYTES..]).await?;
        Ok(Some(Self(bytes)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The first `n` bytes, or all.
    pub(super) fn first(&self, n: usize) -> &[u8] {
        &self.0[..n.min(self.0.len())]
    }

    /// The name of the command: the first key of its document. Compressed messages don't tell.
    pub(crate) fn command(&self) -> Option<&str> {
        // Its length and the type of its first value.
        let key = self.0.get(self.document_start()? + 5..)?;
        let end = key.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(&key[..end]).ok()
    }

    /// The document of the command.
    pub(crate) fn document(&self) -> Option<&RawDocument> {
        let bytes = self.0.get(self.document_start()?..)?;
        let n_bytes = usize::try_from(int(bytes, 0)?).ok()?;
        RawDocument::from_bytes(bytes.get(..n_bytes)?).ok()
    }

    fn document_start(&self) -> Option<usize> {
        match int(&self.0, 12)? {
            // Flags, then the kind of the first section, 0 for a document.
            OP_MSG if self.0.get(20) == Some(&0) => Some(21),
            // Flags, the name of a collection, two numbers.
            OP_QUERY => Some(20 + self.0.get(20..)?.iter().position(|byte| *byte == 0)? + 9),
            _ => None,
        }
    }

    /// The bytes of a message that answers this one with a document.
    pub(super) fn answered_with(&self, document: &[u8]) -> Vec<u8> {
        let n_bytes = HEADER_BYTES + 5 + document.len();
        let mut bytes = Vec::with_capacity(n_bytes);
        let length = i32::try_from(n_bytes).unwrap_or(i32::MAX);
        // Its own number, which nobody asks for, the number of the request, and no flags.
        for int in [length, 0, int(&self.0, 4).unwrap_or_default(), OP_MSG, 0] {
            bytes.extend(int.to_le_bytes());
        }
        bytes.push(0);
        bytes.extend(document);
        bytes
    }

    /// Whether the sender goes on without an answer.
    pub(super) fn more_to_come(&self) -> bool {
        int(&self.0, 12) == Some(OP_MSG)
            && int(&self.0, 16).is_some_and(|flags| flags & MORE_TO_COME != 0)
    }
}

fn int(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(op: i32, body: &[u8]) -> Message {
        let mut bytes = Vec::new();
        for int in [i32::try_from(HEADER_BYTES + body.len()).unwrap(), 1, 0, op] {
            bytes.extend(int.to_le_bytes());
        }
        bytes.extend(body);
        Message(bytes)
    }

    #[test]
    fn the_command_is_read_from_both_kinds_of_message() {
        let new = message(OP_MSG, b"\x02\0\0\0\x00\x0f\0\0\0\x10ping\0\x01\0\0\0\0");
        assert_eq!((new.command(), new.more_to_come()), (Some("ping"), true));
        assert_eq!(new.document().unwrap().get_i32("ping").ok(), Some(1));
        let old = message(
            OP_QUERY,
            b"\0\0\0\0admin.$cmd\0\0\0\0\0\xff\xff\xff\xff\x10\0\0\0\x10hello\0\x01\0\0\0\0",
        );
        assert_eq!((old.command(), old.more_to_come()), (Some("hello"), false));
        assert_eq!(old.document().unwrap().get_i32("hello").ok(), Some(1));
    }

    #[tokio::test]
    async fn an_answer_is_a_message_that_names_its_request() {
        let request = message(OP_MSG, b"\0\0\0\0\0\x0f\0\0\0\x10ping\0\x01\0\0\0\0");
        let bytes = request.answered_with(b"\x0d\0\0\0\x10ok\0\x01\0\0\0\0");
        let answer = Message::read(&mut &bytes[..]).await.unwrap().unwrap();
        assert_eq!((answer.command(), answer.more_to_come()), (Some("ok"), false));
        assert_eq!(int(answer.bytes(), 8), int(request.bytes(), 4));
    }

    #[test]
    fn a_message_that_is_cut_anywhere_has_no_command_and_no_panic() {
        let whole = message(
            OP_QUERY,
            b"\0\0\0\0a\0\0\0\0\0\xff\xff\xff\xff\x10\0\0\0\x10hello\0\x01\0\0\0\0",
        );
        for n in 0..whole.bytes().len() {
            let cut = Message(whole.first(n).to_vec());
            let _ = (cut.command(), cut.more_to_come());
            assert!(cut.document().is_none(), "{n}");
        }
    }

    #[tokio::test]
    async fn a_length_that_no_message_has_is_an_error() {
        for n_bytes in [0, 15, -1, i32::MAX] {
            let mut bytes = [0; 64];
            bytes[..4].copy_from_slice(&n_bytes.to_le_bytes());
            assert!(Message::read(&mut &bytes[..]).await.is_err(), "{n_bytes}");
        }
        assert!(Message::read(&mut &b""[..]).await.unwrap().is_none());
    }
}
