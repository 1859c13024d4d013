//! Declared bounds of a field, and what a value that is over one says.

use std::fmt;

/// The declared bounds of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Most elements of an array or map, or positions of a geometry, outermost first; empty when none is declared.
    pub max_items: &'static [usize],
    /// Most code points of a string, most bytes of a binary; `usize::MAX` when none is declared.
    pub max_len: usize,
    /// Most bytes of the whole value as it is stored; `usize::MAX` when none is declared.
    pub max_bytes: usize,
}

impl Bounds {
    /// No bound.
    pub const NONE: Self = Self { max_items: &[], max_len: usize::MAX, max_bytes: usize::MAX };

    /// The bounds of the elements of an array with these bounds.
    #[must_use]
    pub const fn inner(&self) -> Self {
        let max_items = match self.max_items {
            [_, rest @ ..] => rest,
            [] => &[],
        };
        Self { max_items, max_len: self.max_len, ..Self::NONE }
    }

    /// These bounds of a field, and those that its type declares itself: both hold.
    #[must_use]
    pub const fn and(&self, own: &Self) -> Self {
        Self {
            // The levels of a type with bounds of its own are not those of the field.
            max_items: if self.max_items.is_empty() { own.max_items } else { self.max_items },
            max_len: if own.max_len < self.max_len { own.max_len } else { self.max_len },
            max_bytes: if own.max_bytes < self.max_bytes { own.max_bytes } else { self.max_bytes },
        }
    }

    /// Whether nothing is bounded.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.max_items.is_empty() && self.max_len == usize::MAX && self.max_bytes == usize::MAX
    }

    /// The bound of the outermost array or map, if one is declared.
    #[must_use]
    pub const fn items(&self) -> Option<usize> {
        match self.max_items {
            [first, ..] => Some(*first),
            [] => None,
        }
    }

    /// Checks a number of elements against the outermost bound.
    #[inline]
    pub(crate) fn over_items(&self, n_items: usize) -> Option<Over> {
        match self.items() {
            Some(max) if n_items > max => Some(Over { what: "items", found: n_items, max }),
            _ => None,
        }
    }

    /// Checks the number of positions of a geometry against the outermost bound.
    pub(crate) fn over_positions(&self, n_positions: usize) -> Option<Over> {
        self.over_items(n_positions).map(|over| Over { what: POSITIONS, ..over })
    }

    /// Whether elements have bounds of their own.
    #[inline]
    pub(crate) const fn bounds_elements(&self) -> bool {
        self.max_items.len() > 1 || self.max_len != usize::MAX
    }
}

/// What `max_items` of a geometry counts.
const POSITIONS: &str = "positions";

/// What `max_bytes` counts.
pub(crate) const ENCODED_BYTES: &str = "encoded bytes";

/// By how much a value is over a bound. Holds counts, never the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over {
    /// What was counted: `items`, `positions`, `code points`, `bytes`, or `encoded bytes` of a whole value.
    pub what: &'static str,
    /// How many there are.
    pub found: usize,
    /// How many the declaration allows.
    pub max: usize,
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attribute = match self.what {
            "items" | POSITIONS => "max_items",
            ENCODED_BYTES => "max_bytes",
            _ => "max_len",
        };
        write!(f, "{} {} are over the declared `{attribute} = {}`", self.found, self.what, self.max)
    }
}
