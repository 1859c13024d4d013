//! Which rules of a validator a document breaks.

use std::fmt;

/// One broken rule of a collection's `$jsonSchema`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidationFailure {
    path: String,
    rule: String,
}

impl ValidationFailure {
    /// The dotted path of the field, by stored names; empty for a rule of the whole document. An element has its index,
    /// `items[2].sku`; a key of a map is data, and shown as `{?}`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The name of the broken rule, in the words of `$jsonSchema`: `bsonType`, `required`, `maxItems`.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }
}

impl fmt::Display for ValidationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "`{}`", self.rule),
            path => write!(f, "`{path}` (`{}`)", self.rule),
        }
    }
}

#[cfg(feature = "driver")]
impl ValidationFailure {
    pub(crate) fn new(path: String, rule: &str) -> Self {
        Self { path, rule: rule.to_owned() }
    }
}
