//! Declared bounds of a field, and what a value that is over one says.

use std::fmt;

/// The declared bounds of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Most elements of an array or map, outermost first; empty when none is declared.
    pub max_items: &'static [usize],
    /// Most code points of a string, most bytes of a binary; `usize::MAX` when none is declared.
    pub max_len: usize,
}

impl Bounds {
    /// No bound.
    pub const NONE: Self = Self { max_items: &[], max_len: usize::MAX };

    /// The bounds of the elements of an array with these bounds.
    #[must_use]
    pub const fn inner(&self) -> Self {
        let max_items = match self.max_items {
            [_, rest @ ..] => rest,
            [] => &[],
        };
        Self { max_items, max_len: self.max_len }
    }

    /// Whether nothing is bounded.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.max_items.is_empty() && self.max_len == usize::MAX
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

    /// Whether elements have bounds of their own.
    #[inline]
    pub(crate) const fn bounds_elements(&self) -> bool {
        self.max_items.len() > 1 || self.max_len != usize::MAX
    }
}

/// By how much a value is over a bound. Holds counts, never the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over {
    /// What was counted: `items`, `code points` or `bytes`.
    pub what: &'static str,
    /// How many there are.
    pub found: usize,
    /// How many the declaration allows.
    pub max: usize,
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attribute = if self.what == "items" { "max_items" } else { "max_len" };
        write!(f, "{} {} are over the declared `{attribute} = {}`", self.found, self.what, self.max)
    }
}
