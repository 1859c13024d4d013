//! Where the codec and the validator differ, and why.

mod table;

pub(crate) use self::table::DIFFERENCES;
use crate::{mutate::Mutant, verdict::Codec};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    Refuses,
    Takes,
}

/// The codec's side of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Refuses,
    Reads,
    Takes,
}

/// One kind of difference.
pub(crate) struct Difference {
    /// The places, as they are declared. `*` stands for any text, once.
    pub(crate) places: &'static [&'static str],
    /// The changes there.
    pub(crate) changes: &'static [&'static str],
    pub(crate) codec: Side,
    pub(crate) server: Server,
    /// Why it is so.
    pub(crate) reason: &'static str,
}

impl Difference {
    pub(crate) fn is_of(&self, mutant: &Mutant, codec: &Codec, server: Server) -> bool {
        let side = match codec {
            Codec::Refuses => Side::Refuses,
            Codec::Reads => Side::Reads,
            Codec::Takes(_) => Side::Takes,
        };
        (side, server) == (self.codec, self.server)
            && self.places.iter().any(|place| fits(place, declared(&mutant.place)))
            && self.changes.iter().any(|change| fits(change, &mutant.change))
    }

    /// The places and changes of the row that a mutant needs.
    pub(crate) fn parts(&self, row: usize, mutant: &Mutant) -> Vec<String> {
        let places = self.places.iter().filter(|place| fits(place, declared(&mutant.place)));
        let changes = self.changes.iter().filter(|change| fits(change, &mutant.change));
        self.named(row, places.chain(changes))
    }

    /// All places and changes of the row.
    pub(crate) fn all_parts(&self, row: usize) -> Vec<String> {
        self.named(row, self.places.iter().chain(self.changes))
    }

    fn named<'a>(&self, row: usize, parts: impl Iterator<Item = &'a &'static str>) -> Vec<String> {
        parts.map(|part| format!("`{part}` of row {row}: {}", self.reason)).collect()
    }
}

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, end)) => {
            text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
        }
    }
}

/// Where a place stands makes no difference.
const STANDS: [&str; 6] = ["optional ", "presence ", "element ", "entry ", "part ", "_id "];

/// What is declared, wherever it stands.
fn declared(mut place: &str) -> &str {
    while let Some(inner) = STANDS.iter().find_map(|stand| place.strip_prefix(stand)) {
        place = inner;
    }
    place
}
