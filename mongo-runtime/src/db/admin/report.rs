//! What was changed, and what is not as declared.

use std::fmt;

use crate::{db::Environment, index::Owner};

/// The result of provisioning or verifying. `Display` gives a line for each thing.
#[must_use = "it says what is not as declared"]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub(super) changes: Vec<Change>,
    pub(super) differences: Vec<Difference>,
    pub(super) only_verified: Option<OnlyVerified>,
}

/// Why provisioning changed nothing, and only looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnlyVerified {
    /// The configuration does not say that the database is a local or a test one.
    Environment(Environment),
    /// A host of the connection string is not this machine.
    HostIsElsewhere,
}

/// Something that was done to the database.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// A collection was created, with its validator.
    CollectionCreated {
        /// The collection.
        collection: &'static str,
    },
    /// A collection that was there got the declared validator.
    ValidatorSet {
        /// The collection.
        collection: &'static str,
    },
    /// An index was created.
    IndexCreated {
        /// The collection.
        collection: &'static str,
        /// The index.
        index: &'static str,
    },
}

/// Something that is not as declared, and was left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// A collection is not there.
    MissingCollection {
        /// The collection.
        collection: &'static str,
    },
    /// The validator is not the declared one, or has another level or action.
    ValidatorDiffers {
        /// The collection.
        collection: &'static str,
    },
    /// An index is not there.
    MissingIndex {
        /// The collection.
        collection: &'static str,
        /// The index.
        index: &'static str,
    },
    /// An index is not there, and is none that provisioning creates.
    AwaitedIndex {
        /// The collection.
        collection: &'static str,
        /// The index.
        index: &'static str,
        /// Who creates it.
        owner: Owner,
    },
    /// An index is there in another form.
    IndexDiffers {
        /// The collection.
        collection: &'static str,
        /// The declared name.
        index: &'static str,
        /// The name on the server, by which it can be dropped.
        live: String,
        /// The names of the options that differ: `name`, `key`, `unique`, and so on.
        options: Vec<String>,
    },
    /// An index that no declaration has.
    UnmanagedIndex {
        /// The collection.
        collection: &'static str,
        /// The name on the server.
        live: String,
    },
}

impl Report {
    /// What was done, in order.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// What is not as declared.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Why provisioning changed nothing and only looked; none when it might change things, and for
    /// [`Admin::verify`](super::Admin::verify).
    #[must_use]
    pub fn only_verified(&self) -> Option<OnlyVerified> {
        self.only_verified
    }

    /// Whether everything that is declared is there as declared. Unmanaged indexes don't count.
    #[must_use]
    pub fn is_as_declared(&self) -> bool {
        self.differences
            .iter()
            .all(|difference| matches!(difference, Difference::UnmanagedIndex { .. }))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.only_verified {
            writeln!(f, "{why}")?;
        }
        if self.changes.is_empty() && self.differences.is_empty() {
            return f.write_str("everything is as declared");
        }
        let changes = self.changes.iter().map(ToString::to_string);
        let differences = self.differences.iter().map(ToString::to_string);
        f.write_str(&changes.chain(differences).collect::<Vec<_>>().join("\n"))
    }
}

impl fmt::Display for OnlyVerified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HostIsElsewhere => {
                f.write_str("nothing was changed: the host is not this machine")
            }
            Self::Environment(environment) => write!(
                f,
                "nothing was changed: the environment is `{environment:?}`, and only `Local` and `Test` are changed"
            ),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CollectionCreated { collection } => {
                write!(f, "created the collection `{collection}` with its validator")
            }
            Self::ValidatorSet { collection } => write!(f, "set the validator of `{collection}`"),
            Self::IndexCreated { collection, index } => {
                write!(f, "created the index `{index}` of `{collection}`")
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingCollection { collection } => {
                write!(f, "the collection `{collection}` is missing")
            }
            Self::ValidatorDiffers { collection } => {
                write!(f, "the validator of `{collection}` is not the declared one")
            }
            Self::MissingIndex { collection, index } => {
                write!(f, "the index `{index}` of `{collection}` is missing")
            }
            Self::AwaitedIndex { collection, index, owner } => {
                let owner = owner.as_str();
                write!(
                    f,
                    "the index `{index}` of `{collection}` is missing, and `{owner}` creates it"
                )
            }
            Self::IndexDiffers { collection, index, live, options } => write!(
                f,
                "the index `{index}` of `{collection}` differs in `{}` from `{}` on the server: drop that one by hand, \
                 and run again",
                options.join("`, `"),
                live.escape_debug()
            ),
            Self::UnmanagedIndex { collection, live } => write!(
                f,
                "the index `{}` of `{collection}` is not declared, and is left alone",
                live.escape_debug()
            ),
        }
    }
}
