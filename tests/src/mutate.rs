//! Makes wrong documents out of right ones.

use crate::{
    random::Random,
    raw::{self, Element, Value},
};

/// A repeatable sequence of mutated documents.
#[derive(Debug)]
pub struct Mutator {
    random: Random,
    seeds: Vec<Vec<u8>>,
}

/// Bytes that are the edge of something.
const EDGES: [u8; 8] = [0x00, 0x01, 0x03, 0x04, 0x7F, 0x80, 0xFE, 0xFF];

/// Lengths that are the edge of something.
const LENGTHS: [i32; 10] = [i32::MIN, -1, 0, 1, 4, 5, 6, 255, 1 << 24, i32::MAX];

/// Values of each type, to stand where another type is expected.
const STRANGERS: [(u8, &[u8]); 22] = [
    (0x01, &[0, 0, 0, 0, 0, 0, 0xF8, 0x7F]),
    (0x02, b"\x07\0\0\0c7313z\0"),
    (0x02, b"\x03\0\0\0\xFF\xFE\0"),
    (0x03, b"\x05\0\0\0\0"),
    (0x03, b"\x0C\0\0\0\x10a\0\x01\0\0\0\0"),
    (0x04, b"\x05\0\0\0\0"),
    (0x05, b"\x06\0\0\0\0c7313z"),
    (0x06, b""),
    (0x07, b"c7313zc7313z"),
    (0x08, b"\x02"),
    (0x09, &[0xFF; 8]),
    (0x0A, b""),
    (0x0B, b"c7313z\0i\0"),
    (0x0C, b"\x02\0\0\0n\0c7313zc7313z"),
    (0x0D, b"\x07\0\0\0c7313z\0"),
    (0x0F, b"\x10\0\0\0\x03\0\0\0f;\0\x05\0\0\0\0"),
    (0x10, &[0x51, 0xDE, 0x97, 0x2B]),
    (0x11, &[0; 8]),
    (0x12, &[0x51, 0xDE, 0x97, 0x2B, 0, 0, 0, 0]),
    (0x13, &[0xFF; 16]),
    (0x7F, b""),
    (0xFF, b""),
];

/// Keys that a map should not have, and some that no type declares.
const KEYS: [&str; 5] = ["c7313z", "", "$c7313z", "a.c7313z", "0"];

impl Mutator {
    /// Mutates these documents.
    #[must_use]
    pub fn new(seed: u64, seeds: Vec<Vec<u8>>) -> Self {
        Self { random: Random::new(seed), seeds }
    }

    /// The next document. About half of them have right lengths, so that they are wrong deeper inside.
    pub fn document(&mut self) -> Vec<u8> {
        let mut bytes = self.random.pick(&self.seeds).clone();
        for _ in 0..1 + self.random.below(3) {
            bytes = match raw::read(&bytes) {
                Some(elements) if self.random.below(3) != 0 => self.rebuild(elements),
                _ => self.scratch(bytes),
            };
        }
        bytes
    }

    /// Changes bytes and leaves lengths as they are.
    fn scratch(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let at = self.random.below(bytes.len());
        match self.random.below(6) {
            0 => bytes.truncate(at),
            1 => {
                let edge = *self.random.pick(&EDGES);
                set(&mut bytes, at, &[edge]);
            }
            2 => {
                let bit = 1 << self.random.below(8);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= bit);
            }
            3 => {
                let len = self.random.pick(&LENGTHS).to_le_bytes();
                set(&mut bytes, at, &len);
            }
            4 => {
                let other = self.random.pick(&self.seeds).clone();
                let from = self.random.below(other.len());
                let n = self.random.below(32);
                let piece: Vec<u8> = other.into_iter().skip(from).take(n).collect();
                set(&mut bytes, at, &piece);
            }
            _ => {
                let to = self.random.below(bytes.len());
                let (first, second) = (at.min(to), at.max(to));
                if second - first >= 4 && second + 4 <= bytes.len() {
                    let (head, tail) = bytes.split_at_mut(second);
                    head[first..first + 4].swap_with_slice(&mut tail[..4]);
                }
            }
        }
        bytes
    }

    /// Changes the tree and writes it back with right lengths.
    fn rebuild(&mut self, mut elements: Vec<Element>) -> Vec<u8> {
        self.change(&mut elements);
        raw::write(&elements)
    }

    fn change(&mut self, elements: &mut Vec<Element>) {
        let at = self.random.below(elements.len());
        let Some(element) = elements.get_mut(at) else {
            let key = *self.random.pick(&KEYS);
            return elements.push(self.stranger(key));
        };
        if let Value::Elements(inner) = &mut element.value
            && self.random.below(4) != 0
        {
            return self.change(inner);
        }
        match self.random.below(9) {
            0 => drop(elements.remove(at)),
            1 => {
                // Once is a key twice, more is an array over its bound.
                let n = *self.random.pick(&[1, 1, 30]);
                let copy = element.clone();
                elements.splice(at..at, std::iter::repeat_n(copy, n));
            }
            2 => self.random.shuffle(elements),
            3 => {
                let key = *self.random.pick(&KEYS);
                elements.insert(at, self.stranger(key));
            }
            4 => element.key.push(*self.random.pick(&EDGES[1..])),
            5 => {
                let key = if self.random.below(2) == 0 { "a" } else { "0" };
                let kind = if key == "a" { 0x03 } else { 0x04 };
                let levels = *self.random.pick(&[90, 97, 100, 101, 180, 1000]);
                element.kind = kind;
                element.value = Value::Bytes(raw::nested(kind, key, levels));
            }
            _ => {
                let key = String::from_utf8_lossy(&element.key).into_owned();
                *element = self.stranger(&key);
            }
        }
    }

    fn stranger(&mut self, key: &str) -> Element {
        let (kind, payload) = self.random.pick(&STRANGERS);
        Element::leaf(*kind, key, payload)
    }
}

fn set(bytes: &mut [u8], at: usize, new: &[u8]) {
    bytes.iter_mut().skip(at).zip(new).for_each(|(old, new)| *old = *new);
}
