//! What a filter says of the whole command that it becomes a part of.

use super::rules::rule;
use crate::{index::Collation, refusal::Refusal};

/// What is kept when filters are combined, since a command has it once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Carried {
    /// Whether an operation finds expired documents, too.
    pub(crate) includes_expired: bool,
    texts: Texts,
}

/// How text is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Texts {
    /// Byte by byte.
    Bytes,
    /// As a language does.
    As(&'static Collation),
    /// In two ways, which no command can do.
    Unlike,
}

impl Carried {
    pub(super) const NONE: Self = Self { includes_expired: false, texts: Texts::Bytes };

    /// The same, with expired documents.
    pub(super) fn with_expired(self) -> Self {
        Self { includes_expired: true, ..self }
    }

    /// The same, comparing text by a collation.
    pub(super) fn collated(self, collation: &'static Collation) -> Self {
        Self { texts: Texts::As(collation), ..self }
    }

    /// What both say.
    pub(super) fn and(self, other: Self) -> Self {
        let texts = match (self.texts, other.texts) {
            (Texts::Bytes, texts) | (texts, Texts::Bytes) => texts,
            (Texts::As(one), Texts::As(other)) if one.is_like(other) => Texts::As(one),
            _ => Texts::Unlike,
        };
        Self { includes_expired: self.includes_expired || other.includes_expired, texts }
    }

    pub(crate) fn collation(self) -> Option<&'static Collation> {
        match self.texts {
            Texts::As(collation) => Some(collation),
            Texts::Bytes | Texts::Unlike => None,
        }
    }

    pub(super) fn check(self) -> Result<(), Refusal> {
        match self.texts {
            Texts::Unlike => Err(rule(
                "two queries that compare text by different collations can't be parts of one filter: the server compares by one \
                 in a command"
                    .to_owned(),
            )),
            Texts::Bytes | Texts::As(_) => Ok(()),
        }
    }
}
