//! The sentence that an error is: operation, what happened, what it means for the data, what to do.

use std::fmt;

use super::{Detail, Error, Kind, Outcome};

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.operation(), self.collection()) {
            (Some(operation), Some(collection)) => write!(f, "{operation} on `{collection}`: ")?,
            (Some(operation), None) => write!(f, "{operation}: ")?,
            (None, _) => {}
        }
        if let Some(index) = self.input_index() {
            write!(f, "input {index}: ")?;
        }
        self.write_what(f)?;
        if let Some(cause) = self.0.cause.as_ref().filter(|cause| !cause.is_empty()) {
            write!(f, " ({cause})")?;
        }
        if let Some(delivered) = self.delivered() {
            write!(f, " after {delivered} documents")?;
        }
        self.write_meaning(f)?;
        match self.advice() {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

impl Error {
    fn write_what(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.detail {
            Detail::None => f.write_str(self.kind().text()),
            Detail::Text(text) => f.write_str(text),
            Detail::Encode(error) => write!(f, "{error}"),
            Detail::Decode(error) => write!(f, "{error}"),
            Detail::Rejection(rejection) => write!(f, "{rejection}"),
            Detail::Duplicate(index) => {
                write!(f, "the unique index `{}` has this key already", index.name())
            }
            Detail::Validation(failures) => {
                f.write_str(self.kind().text())?;
                for (n, failure) in failures.iter().enumerate() {
                    write!(f, "{} {failure}", if n == 0 { ":" } else { "," })?;
                }
                Ok(())
            }
            Detail::Startup(faults) => {
                f.write_str("a store of production does not start like this")?;
                for (n, fault) in faults.iter().enumerate() {
                    write!(f, "{} ({}) {fault}", if n == 0 { ":" } else { ";" }, n + 1)?;
                }
                Ok(())
            }
            Detail::Token(refusal) => write!(f, "{refusal}"),
            Detail::Bulk(bulk) => write!(f, "{}: {bulk}", self.kind().text()),
        }
    }

    fn write_meaning(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Some(_) if self.applied_on_primary() => {
                f.write_str(", so the primary has the write and a failover may still undo it")
            }
            Some(Outcome::PartialBulkWrite) | None => Ok(()),
            Some(outcome) => write!(f, ", so {}", outcome.text()),
        }
    }

    fn advice(&self) -> Option<&'static str> {
        if self.applied_on_primary() {
            return Some("don't repeat it; read it back later with the majority");
        }
        match (self.outcome(), self.kind()) {
            (Some(Outcome::WriteResultUnknown | Outcome::TransactionCommitUnknown), _) => {
                Some("read the data before trying again")
            }
            (Some(Outcome::PartialBulkWrite), _) => {
                Some("repeat only what was not stored; the status of each is in `bulk()`")
            }
            (_, Kind::DuplicateKey) => {
                Some("change the key, or take the document as stored already")
            }
            (_, Kind::ServerSelection) if matches!(self.0.detail, Detail::None) => {
                Some("check that the servers run and can be reached")
            }
            // The text says what to do.
            (_, Kind::ServerSelection) => None,
            (_, Kind::Auth) => Some("check the credential and the privileges of its role"),
            (_, Kind::Cursor) => Some("what came before is not the whole result; read again"),
            (_, Kind::SchemaVersionUnsupported) => {
                Some("declare a reader with `#[mongo(reads(..))]`")
            }
            (_, Kind::DocumentTooLarge) => Some("split the document"),
            (_, Kind::OperationRejected) if self.token_refusal().is_some() => {
                Some("begin again with the first page")
            }
            _ if self.is_retryable() => Some("it is safe to try again"),
            _ => None,
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("text", &format_args!("{self}"))
            .field("kind", &self.kind())
            .field("outcome", &self.outcome())
            .field("operation", &self.operation())
            .field("collection", &self.collection())
            .field("code", &self.code())
            .field("labels", &self.labels())
            .field("attempts", &self.attempts())
            .field("elapsed", &self.elapsed())
            .finish()
    }
}
