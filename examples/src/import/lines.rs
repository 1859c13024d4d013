//! Reads a file line by line, with a bound on what is held in memory.

use std::io::{self, BufRead, Read};

/// More than a document can have, as the longest form of Extended JSON.
const MAX_LINE: u64 = 64 << 20;

/// The lines of a file. Blank ones are counted and left out.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    n_lines: u64,
    n_bytes: u64,
}

/// One line.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// What it says, without its end; `None` when it is longer than 64 MiB.
    pub text: Option<Vec<u8>>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, n_lines: 0, n_bytes: 0 }
    }

    /// How many bytes were read.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The next line that is not blank, or `None` at the end.
    ///
    /// # Errors
    ///
    /// The file can't be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        loop {
            let mut text = Vec::new();
            let n_read = self.input.by_ref().take(MAX_LINE).read_until(b'\n', &mut text)?;
            if n_read == 0 {
                return Ok(None);
            }
            self.n_lines += 1;
            self.n_bytes += n_read as u64;
            let is_whole = text.last() == Some(&b'\n') || (n_read as u64) < MAX_LINE;
            if !is_whole {
                self.n_bytes += self.input.skip_until(b'\n')? as u64;
                return Ok(Some(Line { number: self.n_lines, text: None }));
            }
            if !text.trim_ascii().is_empty() {
                return Ok(Some(Line { number: self.n_lines, text: Some(text) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_counted_and_the_last_line_needs_no_end() {
        let mut lines = Lines::new(&b"{}\r\n\n  \n{\"a\":1}"[..]);
        let mut numbers = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            numbers.push((line.number, line.text.unwrap().len()));
        }
        assert_eq!(numbers, [(1, 4), (4, 7)]);
        assert_eq!(lines.n_bytes(), 15);
    }
}
