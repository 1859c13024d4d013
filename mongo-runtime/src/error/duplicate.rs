//! The unique index that refused a write.

/// A unique index that has a key already: its name and its keys, never the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateIndex {
    name: String,
    keys: Vec<(String, IndexDirection)>,
}

/// The direction of a key of a unique index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexDirection {
    /// Ascending.
    Ascending,
    /// Descending.
    Descending,
    /// Another kind of key.
    Other,
}

impl DuplicateIndex {
    /// The name of the index on the server.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The dotted paths of its keys, in order.
    ///
    /// Empty for an index that is not declared, where the driver drops the part of the reply that names them.
    #[must_use]
    pub fn keys(&self) -> &[(String, IndexDirection)] {
        &self.keys
    }
}

#[cfg(feature = "driver")]
impl DuplicateIndex {
    pub(crate) fn new(name: String, keys: Vec<(String, IndexDirection)>) -> Self {
        Self { name, keys }
    }
}
