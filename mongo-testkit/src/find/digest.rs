//! SHA-256 of a file, as hexadecimal text.

use std::{
    fmt::Write as _,
    io::{self, Read, Write},
};

use sha2::{Digest, Sha256};

/// Reads to the end and gives the checksum.
pub(super) fn sha256(mut from: impl Read) -> io::Result<String> {
    let mut hashing = Hashing::new(io::sink());
    io::copy(&mut from, &mut hashing)?;
    Ok(hashing.finish())
}

/// A writer that knows the checksum of all that went through it.
#[derive(Debug)]
pub(super) struct Hashing<W> {
    to: W,
    state: Sha256,
}

impl<W> Hashing<W> {
    pub(super) fn new(to: W) -> Self {
        Self { to, state: Sha256::new() }
    }

    pub(super) fn finish(self) -> String {
        self.state.finalize().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.to.write(bytes)?;
        self.state.update(&bytes[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_abc_is_the_one_of_the_standard() {
        assert_eq!(
            sha256(&b"abc"[..]).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
