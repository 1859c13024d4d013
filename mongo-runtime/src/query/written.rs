//! Paths as they stand in attributes, for messages.

use super::{Predicate, SortKey};

impl Predicate {
    /// The same with its path as it is written: `items[line].sku`.
    #[doc(hidden)]
    #[must_use]
    pub const fn written_as(self, written: &'static str) -> Self {
        Self { written, ..self }
    }
}

impl SortKey {
    /// The same with its path as it is written: `customer.name`.
    #[doc(hidden)]
    #[must_use]
    pub const fn written_as(self, written: &'static str) -> Self {
        Self { written, ..self }
    }
}
