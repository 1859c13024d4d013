//! How errors are made.

use std::time::Duration;
#[cfg(feature = "driver")]
use std::{any::Any, borrow::Cow};

#[cfg(feature = "driver")]
use super::{BulkStatus, Cause, TokenRefusal};
use super::{Detail, Error, Inner, Kind, Outcome};
use crate::{
    codec::{DecodeError, DecodeReason, EncodeError, EncodeReason},
    refusal::Refusal,
};

impl Error {
    pub(crate) fn new(kind: Kind, outcome: Option<Outcome>, detail: Detail) -> Self {
        Self(Box::new(Inner {
            kind,
            outcome,
            operation: None,
            document: None,
            collection: None,
            attempts: 0,
            elapsed: Duration::ZERO,
            delivered: None,
            input_index: None,
            applied_on_primary: false,
            document_id: None,
            cause: None,
            detail,
            driver: None,
        }))
    }
}

#[cfg(feature = "driver")]
impl Error {
    /// An operation that the mapper refuses before anything is sent. The text has no data.
    pub(crate) fn rejected(text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::OperationRejected, Some(Outcome::NotSent), Detail::Text(text.into()))
    }

    /// A page token that is refused before anything is sent.
    pub(crate) fn refused_token(refusal: TokenRefusal) -> Self {
        Self::new(Kind::OperationRejected, Some(Outcome::NotSent), Detail::Token(refusal))
    }

    /// A configuration that can't be used. The text has no data.
    pub(crate) fn config(text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Config, Some(Outcome::NotSent), Detail::Text(text.into()))
    }

    pub(crate) fn on(
        mut self,
        operation: &'static str,
        document: &'static str,
        collection: &'static str,
    ) -> Self {
        self.0.operation = Some(operation);
        self.0.document = Some(document);
        self.0.collection = Some(collection);
        self
    }

    /// Leaves document and collection out: the operation is about several.
    pub(crate) fn of_no_document(mut self) -> Self {
        self.0.document = None;
        self.0.collection = None;
        self
    }

    pub(crate) fn after(mut self, attempts: u32, elapsed: Duration) -> Self {
        self.0.attempts = attempts;
        self.0.elapsed = elapsed;
        self
    }

    /// Leaves the outcome out: the operation only reads.
    pub(crate) fn of_a_read(mut self) -> Self {
        self.0.outcome = None;
        self
    }

    pub(crate) fn with_cause(mut self, cause: Cause) -> Self {
        self.0.cause = Some(cause);
        self
    }

    pub(crate) fn with_driver(mut self, error: Box<dyn Any + Send + Sync>) -> Self {
        self.0.driver = Some(error);
        self
    }

    pub(crate) fn with_delivered(mut self, n_documents: u64) -> Self {
        self.0.delivered = Some(n_documents);
        self
    }

    pub(crate) fn with_document_id(mut self, id: Option<bson::Bson>) -> Self {
        self.0.document_id = id;
        self
    }

    pub(crate) fn with_write_on_primary(mut self) -> Self {
        self.0.applied_on_primary = true;
        self
    }

    pub(crate) fn with_outcome(mut self, outcome: Outcome) -> Self {
        self.0.outcome = Some(outcome);
        self
    }

    pub(crate) fn with_kind(mut self, kind: Kind) -> Self {
        self.0.kind = kind;
        self
    }

    /// Says it in words of our own, which hold no data, and keeps what the server has said.
    pub(crate) fn with_text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.0.detail = Detail::Text(text.into());
        self
    }

    /// Which of several inputs it is about.
    pub(crate) fn at_input(mut self, index: usize) -> Self {
        self.0.input_index = Some(index);
        self
    }

    /// The failure of a bulk write, of which this was the last one.
    pub(crate) fn with_bulk(mut self, kind: Kind, outcome: Outcome, bulk: BulkStatus) -> Self {
        self.0.kind = kind;
        self.0.outcome = Some(outcome);
        self.0.detail = Detail::Bulk(bulk);
        self
    }

    /// A failure before there is any operation.
    pub(crate) fn on_connect(mut self) -> Self {
        self.0.operation = Some("store.connect");
        self.0.document = None;
        self.0.collection = None;
        self
    }

    /// The driver's own error, which `db` gives out.
    pub(crate) fn driver(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.0.driver.as_deref()
    }
}

impl Kind {
    /// The kind of a value that the codec refuses.
    pub(crate) fn of_encode(error: &EncodeError) -> Self {
        match error.reason() {
            EncodeReason::OverSize { .. } | EncodeReason::TooLarge => Self::DocumentTooLarge,
            _ => Self::Encode,
        }
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Self::new(Kind::of_encode(&error), Some(Outcome::NotSent), Detail::Encode(error))
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        let kind = match error.reason() {
            DecodeReason::SchemaVersion { .. } => Kind::SchemaVersionUnsupported,
            _ => Kind::Decode,
        };
        Self::new(kind, None, Detail::Decode(error))
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Encode(error) => error.into(),
            Refusal::Rule(text) => Self::new(
                Kind::OperationRejected,
                Some(Outcome::NotSent),
                Detail::Text(text.into()),
            ),
        }
    }
}
