//! The driver's error → ours, once.
//!
//! What is told about the data comes from evidence: what kind of error it is, its labels, and how often the command may
//! have left. A label or a code alone never says "not written" when an earlier attempt could have written.

use std::sync::Arc;

use bson::{RawBsonRef, RawDocument};
use mongodb::error::{
    CommandError, Error as DriverError, ErrorKind, InsertManyError, NO_WRITES_PERFORMED,
    SYSTEM_OVERLOADED_ERROR, WriteFailure,
};

use super::{
    executor::{Call, Effect},
    tls_error,
    write_error::{self, Refused},
};
use crate::error::{Cause, Detail, Error, Kind, Outcome};

/// The driver's own error, for the rare case that code must tell more apart than [`Error`] does.
///
/// Its `Display` and `Debug` show the server's reply, and so document values and keys, in text and in hex: never log it.
#[must_use]
pub fn driver_error(error: &Error) -> Option<&DriverError> {
    error.driver().and_then(|driver| driver.downcast_ref())
}

/// What failed with one of these may have been carried out, even when it was sent once: the server or its router was
/// interrupted.
const MAY_HAVE_WRITTEN: [i32; 19] =
    [6, 7, 50, 64, 89, 91, 134, 175, 189, 202, 237, 262, 279, 355, 384, 9001, 11600, 11601, 11602];

pub(crate) fn may_have_written(code: i32) -> bool {
    MAY_HAVE_WRITTEN.contains(&code)
}

#[cold]
pub(crate) fn translate(error: DriverError, call: &Call, n_attempts: u32) -> Error {
    let ours = classify(&error, call, n_attempts).with_cause(cause(&error));
    ours.with_driver(Box::new(error))
}

fn classify(error: &DriverError, call: &Call, n_attempts: u32) -> Error {
    // Without a connection nothing has left; with one, something may have.
    let sent_or_not = match n_attempts {
        0 => Outcome::NotSent,
        _ => Outcome::WriteResultUnknown,
    };
    let plain = |kind, outcome| Error::new(kind, Some(outcome), Detail::None);
    let told = |kind, outcome, text: &'static str| {
        Error::new(kind, Some(outcome), Detail::Text(text.into()))
    };
    // The driver builds a command after its check-out, so one attempt does not mean that it left.
    let before_sending =
        if n_attempts <= 1 { Outcome::NotSent } else { Outcome::WriteResultUnknown };
    match &*error.kind {
        _ if is_unreadable(error) => {
            told(connection_kind(call), sent_or_not, "the server's answer can't be read")
        }
        ErrorKind::InvalidArgument { .. } => {
            told(Kind::OperationRejected, before_sending, "the driver refused the command")
        }
        ErrorKind::Shutdown => {
            told(Kind::OperationRejected, Outcome::NotSent, "the store is closed")
        }
        ErrorKind::SessionsNotSupported | ErrorKind::IncompatibleServer { .. } => told(
            Kind::Config,
            before_sending,
            "the server lacks what a store needs: a replica set or a sharded cluster of a supported version",
        ),
        ErrorKind::InvalidTlsConfig { .. } => {
            told(Kind::Config, sent_or_not, "the TLS settings can't be used")
        }
        ErrorKind::DnsResolve { .. } => {
            told(Kind::Connection, sent_or_not, "the name of the deployment can't be resolved")
        }
        ErrorKind::ServerSelection { message, .. } => match tls_error::told_by(message) {
            Some(text) => told(Kind::ServerSelection, sent_or_not, text),
            None => plain(Kind::ServerSelection, sent_or_not),
        },
        ErrorKind::Authentication { .. } => plain(Kind::Auth, sent_or_not),
        // Only set while a connection is being established.
        ErrorKind::Io(_) if n_attempts == 0 && error.contains_label(SYSTEM_OVERLOADED_ERROR) => {
            told(
                Kind::Connection,
                Outcome::NotSent,
                "the server is overloaded and takes no connection",
            )
        }
        ErrorKind::Io(_) | ErrorKind::ConnectionPoolCleared { .. } => lost(call, sent_or_not),
        ErrorKind::Write(WriteFailure::WriteError(refused)) => {
            write_error::refused(&Refused::of(refused, error.server_response()), call, n_attempts)
        }
        ErrorKind::Write(WriteFailure::WriteConcernError(_)) => {
            unmet_concern(error.server_response().map(|reply| &**reply))
        }
        ErrorKind::InsertMany(many) => insert_many(many, call, n_attempts),
        ErrorKind::Command(failed) => command(failed, error, call, n_attempts),
        _ => plain(connection_kind(call), sent_or_not),
    }
}

/// Whether there was an answer that makes no sense, to a command that may have been carried out.
pub(crate) fn is_unreadable(error: &DriverError) -> bool {
    match &*error.kind {
        ErrorKind::InvalidResponse { .. } | ErrorKind::Bson(_) => true,
        // For an answer with an impossible length the driver reports an argument: all of its checked arithmetic does, in these words.
        ErrorKind::InvalidArgument { message, .. } => {
            message == "checked arithmetic failure"
                || message == "out of range integral type conversion attempted"
        }
        _ => false,
    }
}

fn connection_kind(call: &Call) -> Kind {
    if call.effect == Effect::ReadOn { Kind::Cursor } else { Kind::Connection }
}

fn lost(call: &Call, outcome: Outcome) -> Error {
    let text = match outcome {
        Outcome::NotSent => "no connection to the server could be had",
        _ if call.effect.reads() => "the connection was lost before the answer",
        _ => "the connection was lost after the command may have left",
    };
    Error::new(connection_kind(call), Some(outcome), Detail::Text(text.into()))
}

/// The primary has done the write, and what is missing is proof that it will last; or there was nothing to write.
fn unmet_concern(reply: Option<&RawDocument>) -> Error {
    let told = |outcome| Error::new(Kind::WriteConcern, Some(outcome), Detail::None);
    match reply.is_some_and(has_matched_nothing) {
        true => told(Outcome::NoWritePerformed),
        false => told(Outcome::WriteResultUnknown).with_write_on_primary(),
    }
}

/// The server waits for the members after a command that found no document, too.
fn has_matched_nothing(reply: &RawDocument) -> bool {
    let is_zero = |reply: &RawDocument| {
        matches!(reply.get("n"), Ok(Some(RawBsonRef::Int32(0) | RawBsonRef::Int64(0))))
    };
    is_zero(reply) || reply.get_document("lastErrorObject").is_ok_and(is_zero)
}

/// An insert_many of one mapper chunk that failed as a whole; its single documents are looked at by the bulk insert.
fn insert_many(many: &InsertManyError, call: &Call, n_attempts: u32) -> Error {
    match (many.write_errors.as_deref(), &many.write_concern_error) {
        (Some([first, ..]), _) => write_error::refused(&Refused::of_item(first), call, n_attempts),
        (_, Some(_)) => unmet_concern(None),
        _ => Error::new(Kind::Connection, Some(Outcome::WriteResultUnknown), Detail::None),
    }
}

fn command(failed: &CommandError, error: &DriverError, call: &Call, n_attempts: u32) -> Error {
    let code = failed.code;
    let mut kind = kind_of(code);
    if call.effect == Effect::ReadOn
        && matches!(kind, Kind::Connection | Kind::OperationRejected | Kind::ShardRouting)
    {
        kind = Kind::Cursor;
    }
    // The server tells so before it looks at the command.
    if error.contains_label(SYSTEM_OVERLOADED_ERROR) && kind == Kind::OperationRejected {
        kind = Kind::Connection;
    }
    let may_have_written = may_have_written(code)
        || n_attempts != 1
        // It is not atomic: a change of primary or of the shards can stop it half-way.
        || (call.effect == Effect::WriteMany && comes_from_around(kind));
    let outcome = match error.contains_label(NO_WRITES_PERFORMED) {
        true => Outcome::NoWritePerformed,
        false if may_have_written => Outcome::WriteResultUnknown,
        false => Outcome::NoWritePerformed,
    };
    let refused = Refused::of_command(failed, error.server_response());
    Error::new(kind, Some(outcome), write_error::detail(kind, &refused, call.declaration))
}

/// Whether a refusal is about the server or its surroundings, which can change in the middle of a command, and not about the
/// command itself.
fn comes_from_around(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::OperationRejected
            | Kind::Auth
            | Kind::DocumentTooLarge
            | Kind::DuplicateKey
            | Kind::SchemaValidation
    )
}

/// The kind of a server code, wherever in a reply it stands.
pub(crate) fn kind_of(code: i32) -> Kind {
    match code {
        11000 | 11001 | 12582 => Kind::DuplicateKey,
        121 => Kind::SchemaValidation,
        10334 | 17419 | 17420 => Kind::DocumentTooLarge,
        112 => Kind::WriteConflict,
        13 | 18 | 391 => Kind::Auth,
        50 | 89 | 202 | 262 => Kind::Timeout,
        43 | 175 | 237 => Kind::Cursor,
        134 | 148 | 239 | 246 => Kind::ReadConcern,
        61 | 63 | 70 | 72 | 13388 => Kind::ShardRouting,
        64 | 79 | 100 => Kind::WriteConcern,
        244 | 251 | 290 => Kind::TransactionTransient,
        260 | 280 | 286 => Kind::Resume,
        6 | 7 | 91 | 189 | 279 | 355 | 384 | 9001 | 10058 | 10107 | 11600 | 11601 | 11602
        | 13435 | 13436 => Kind::Connection,
        _ => Kind::OperationRejected,
    }
}

/// Code, name, labels and kind of I/O error: what may be shown.
pub(crate) fn cause(error: &DriverError) -> Cause {
    let io = match &*error.kind {
        ErrorKind::Io(io) => Some(Arc::clone(io).kind()),
        _ => None,
    };
    let code = match &*error.kind {
        ErrorKind::Command(failed) => Some((failed.code, Some(failed.code_name.as_str()))),
        ErrorKind::Write(WriteFailure::WriteError(refused)) => {
            Some((refused.code, refused.code_name.as_deref()))
        }
        ErrorKind::Write(WriteFailure::WriteConcernError(unmet)) => {
            Some((unmet.code, Some(unmet.code_name.as_str())))
        }
        ErrorKind::InsertMany(many) => {
            match (many.write_errors.as_deref(), &many.write_concern_error) {
                (Some([first, ..]), _) => Some((first.code, first.code_name.as_deref())),
                (_, Some(unmet)) => Some((unmet.code, Some(unmet.code_name.as_str()))),
                _ => None,
            }
        }
        _ => None,
    };
    Cause::new(code, error.labels().iter().map(String::as_str), io)
}
