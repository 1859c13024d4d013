//! The kinds of failures.

use std::fmt;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// What the call needs is not there.
    NotFound,
    /// The server does not know the user, or the user lacks the privilege.
    Auth,
    /// The configuration can't be used, or does not fit the server.
    Config,
    /// A unique index has such a key already.
    DuplicateKey,
    /// The collection's validator refused the document.
    SchemaValidation,
    /// Somebody else changed the document since it was read.
    OptimisticConflict,
    /// Two writes met on one document.
    WriteConflict,
    /// The transaction was given up by the server; its body may run again.
    TransactionTransient,
    /// It is not known whether the transaction was committed.
    TransactionCommitUnknown,
    /// The primary has the write, but not as many members as were asked for have confirmed it.
    WriteConcern,
    /// The read can't be given with the wanted guarantee.
    ReadConcern,
    /// No server that could take the operation was found in time.
    ServerSelection,
    /// The connection or the server behind it failed.
    Connection,
    /// The time ran out.
    Timeout,
    /// A read broke off between two batches.
    Cursor,
    /// A document or command over the server's size limit.
    DocumentTooLarge,
    /// Some documents of a bulk write failed.
    BulkPartialFailure,
    /// The router's view of the shards was stale or a shard did not answer.
    ShardRouting,
    /// A change stream can't go on where it stopped.
    Resume,
    /// Encryption or decryption failed.
    Encryption,
    /// The operation was refused, by the mapper or by the server.
    OperationRejected,
    /// The codec refused a value.
    Encode,
    /// A stored document can't be read as the type.
    Decode,
    /// A stored document has a schema version that no reader is declared for.
    SchemaVersionUnsupported,
}

impl Kind {
    /// What happened, in words, when nothing more is known.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::NotFound => "what the call needs was not found",
            Self::Auth => "the server did not accept the user, or the user lacks the privilege",
            Self::Config => "the configuration can't be used",
            Self::DuplicateKey => "a unique index has this key already",
            Self::SchemaValidation => "the collection's validator refused the document",
            Self::OptimisticConflict => "the document was changed since it was read",
            Self::WriteConflict => "another write changed the document at the same time",
            Self::TransactionTransient => "the server gave up the transaction",
            Self::TransactionCommitUnknown => "the answer to the commit was lost",
            Self::WriteConcern => "too few members have confirmed the write",
            Self::ReadConcern => "the read can't be given with the wanted guarantee",
            Self::ServerSelection => "no suitable server was found in time",
            Self::Connection => "the connection or the server behind it failed",
            Self::Timeout => "the time ran out",
            Self::Cursor => "the read broke off between two batches",
            Self::DocumentTooLarge => "a document is over the size limit",
            Self::BulkPartialFailure => "some documents failed",
            Self::ShardRouting => "the router could not reach the right shard",
            Self::Resume => "the change stream can't go on where it stopped",
            Self::Encryption => "encryption failed",
            Self::OperationRejected => "the server refused the operation",
            Self::Encode => "a value can't be stored",
            Self::Decode => "a stored document can't be read",
            Self::SchemaVersionUnsupported => "a stored document has an unsupported schema version",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
