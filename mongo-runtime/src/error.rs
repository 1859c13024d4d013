//! What went wrong, and what it means for the data.

mod kind;

mod outcome;

mod cause;

mod duplicate;

mod validation;

mod bulk;

mod token_refusal;

mod startup_fault;

mod display;

mod build;

use std::{any::Any, borrow::Cow, time::Duration};

use bson::Bson;

use crate::{
    codec::{DecodeError, ElementPath, EncodeError},
    update::Rejection,
};

pub use self::{
    bulk::{BulkStatus, ItemFailure, ItemStatus},
    cause::Cause,
    duplicate::{DuplicateIndex, IndexDirection},
    kind::Kind,
    outcome::Outcome,
    startup_fault::StartupFault,
    token_refusal::TokenRefusal,
    validation::ValidationFailure,
};

/// A failed operation: one word wide, and free of data.
///
/// Neither `Display`, `Debug` nor [`source`](std::error::Error::source) shows a document, a value, a key, a parameter or a
/// credential, in any encoding; what could hold one is behind an accessor of its own and should not be logged without need.
pub struct Error(Box<Inner>);

#[cfg_attr(
    not(feature = "driver"),
    expect(dead_code, reason = "only I/O fails with more than an encode or a decode")
)]
pub(crate) struct Inner {
    kind: Kind,
    outcome: Option<Outcome>,
    operation: Option<&'static str>,
    document: Option<&'static str>,
    collection: Option<&'static str>,
    attempts: u32,
    elapsed: Duration,
    delivered: Option<u64>,
    input_index: Option<usize>,
    applied_on_primary: bool,
    document_id: Option<Bson>,
    cause: Option<Cause>,
    detail: Detail,
    driver: Option<Box<dyn Any + Send + Sync>>,
}

/// What is known beyond the kind. No variant shows data in `Display` or `Debug`.
#[cfg_attr(
    not(feature = "driver"),
    expect(dead_code, reason = "only I/O fails with more than an encode or a decode")
)]
pub(crate) enum Detail {
    None,
    Text(Cow<'static, str>),
    Encode(EncodeError),
    Decode(DecodeError),
    Rejection(Rejection),
    Duplicate(DuplicateIndex),
    Validation(Vec<ValidationFailure>),
    Bulk(BulkStatus),
    Token(TokenRefusal),
    Startup(Vec<StartupFault>),
}

impl Error {
    /// The kind of failure.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// What it means for the data; `None` for an operation that only reads.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome
    }

    /// Whether a unique index has such a key already.
    #[must_use]
    pub fn is_duplicate_key(&self) -> bool {
        self.0.kind == Kind::DuplicateKey
    }

    /// Whether the time ran out: the call's deadline or the server's own limit.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        self.0.kind == Kind::Timeout
    }

    /// Whether the collection's validator refused the document.
    #[must_use]
    pub fn is_schema_validation(&self) -> bool {
        self.0.kind == Kind::SchemaValidation
    }

    /// Whether stored bytes could not be read as the type.
    #[must_use]
    pub fn is_decode(&self) -> bool {
        matches!(self.0.kind, Kind::Decode | Kind::SchemaVersionUnsupported)
    }

    /// Whether it is not known if the write, or a part of it, was done.
    ///
    /// Such a call must not be repeated blindly: read first, or make the write idempotent.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        match self.0.outcome {
            Some(Outcome::WriteResultUnknown | Outcome::TransactionCommitUnknown) => true,
            Some(Outcome::PartialBulkWrite) => self.bulk().is_some_and(|bulk| bulk.n_unknown() > 0),
            _ => false,
        }
    }

    /// Whether the same call may succeed when it is made again, and making it again can't do anything twice.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        let is_passing = match self.0.kind {
            Kind::Connection
            | Kind::ServerSelection
            | Kind::WriteConflict
            | Kind::TransactionTransient => true,
            Kind::Timeout | Kind::ReadConcern | Kind::ShardRouting => true,
            Kind::Cursor => self.0.outcome.is_none(),
            _ => false,
        };
        let is_harmless =
            matches!(self.0.outcome, None | Some(Outcome::NotSent | Outcome::NoWritePerformed));
        is_passing && is_harmless
    }

    /// The name of the operation: `order.insert-one`.
    #[must_use]
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// The name of the document type.
    #[must_use]
    pub fn document_type(&self) -> Option<&'static str> {
        self.0.document
    }

    /// The collection.
    #[must_use]
    pub fn collection(&self) -> Option<&'static str> {
        self.0.collection
    }

    /// The server's error code.
    #[must_use]
    pub fn code(&self) -> Option<i32> {
        self.0.cause.as_ref().and_then(Cause::code)
    }

    /// The server's name for the code.
    #[must_use]
    pub fn code_name(&self) -> Option<&str> {
        self.0.cause.as_ref().and_then(Cause::code_name)
    }

    /// The labels that the server or the driver put on the failure.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        self.0.cause.as_ref().map_or(&[], Cause::labels)
    }

    /// How often the command left, as an upper bound.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// How long the call took.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed
    }

    /// Where in the document, for a failed encode or decode.
    #[must_use]
    pub fn path(&self) -> Option<&ElementPath> {
        match &self.0.detail {
            Detail::Encode(error) => Some(error.path()),
            Detail::Decode(error) => Some(error.path()),
            _ => None,
        }
    }

    /// Why a value was refused before it was sent.
    #[must_use]
    pub fn encode_error(&self) -> Option<&EncodeError> {
        match &self.0.detail {
            Detail::Encode(error) => Some(error),
            _ => None,
        }
    }

    /// Why a stored document could not be read.
    #[must_use]
    pub fn decode_error(&self) -> Option<&DecodeError> {
        match &self.0.detail {
            Detail::Decode(error) => Some(error),
            _ => None,
        }
    }

    /// Which guard of an update refused: a full array, a number out of its range, an older schema version.
    #[must_use]
    pub fn rejection(&self) -> Option<&Rejection> {
        match &self.0.detail {
            Detail::Rejection(rejection) => Some(rejection),
            _ => None,
        }
    }

    /// The unique index that has the key already. Its name and keys, never the values.
    #[must_use]
    pub fn duplicate_index(&self) -> Option<&DuplicateIndex> {
        match &self.0.detail {
            Detail::Duplicate(index) => Some(index),
            _ => None,
        }
    }

    /// The rules of the validator that the document breaks: paths and rule names, never the values.
    #[must_use]
    pub fn validation_failures(&self) -> &[ValidationFailure] {
        match &self.0.detail {
            Detail::Validation(failures) => failures,
            _ => &[],
        }
    }

    /// What became of each document of a bulk write.
    #[must_use]
    pub fn bulk(&self) -> Option<&BulkStatus> {
        match &self.0.detail {
            Detail::Bulk(bulk) => Some(bulk),
            _ => None,
        }
    }

    /// Why a page token was refused.
    #[must_use]
    pub fn token_refusal(&self) -> Option<TokenRefusal> {
        match self.0.detail {
            Detail::Token(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// What keeps a store of production from starting: all that was found.
    #[must_use]
    pub fn startup_faults(&self) -> &[StartupFault] {
        match &self.0.detail {
            Detail::Startup(faults) => faults,
            _ => &[],
        }
    }

    /// How many documents a cursor gave before it failed.
    #[must_use]
    pub fn delivered(&self) -> Option<u64> {
        self.0.delivered
    }

    /// Which of several inputs it is about, counted from 0.
    #[must_use]
    pub fn input_index(&self) -> Option<usize> {
        self.0.input_index
    }

    /// Whether the primary has done the write, and only its durability is unproven. A write that found no document is none.
    #[must_use]
    pub fn applied_on_primary(&self) -> bool {
        self.0.applied_on_primary
    }

    /// The `_id` of the document that failed, where it is known. It is data: don't log it without need.
    #[must_use]
    pub fn document_id(&self) -> Option<&Bson> {
        let decoded = self.decode_error().and_then(DecodeError::id);
        self.0.document_id.as_ref().or(decoded)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.detail {
            Detail::Encode(error) => Some(error),
            Detail::Decode(error) => Some(error),
            _ => self.0.cause.as_ref().map(|cause| cause as _),
        }
    }
}
