//! What a failure means for the data.

use std::fmt;

/// What is known about the write after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// Nothing left the process.
    NotSent,
    /// The server answered, and did nothing.
    NoWritePerformed,
    /// The write was done as asked for.
    WriteConfirmed,
    /// Some documents were written, others were not.
    PartialBulkWrite,
    /// The write may have been done, or not, or in part.
    WriteResultUnknown,
    /// The transaction may have been committed, or not.
    TransactionCommitUnknown,
}

impl Outcome {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::NotSent => "nothing was sent",
            Self::NoWritePerformed => "nothing was written",
            Self::WriteConfirmed => "the write was done",
            Self::PartialBulkWrite => "a part was written",
            Self::WriteResultUnknown => "the write may have been done or not",
            Self::TransactionCommitUnknown => "the transaction may be committed or not",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
