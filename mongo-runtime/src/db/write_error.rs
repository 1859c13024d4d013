//! One refused document: kind, and the detail that holds no value.

use bson::{Document, RawBsonRef, RawDocument, RawDocumentBuf};
use mongodb::error::{CommandError, IndexedWriteError, WriteError};

use super::{
    driver_error::{kind_of, may_have_written},
    duplicate::duplicate_index,
    executor::{Call, Effect},
    validation::validation_failures,
};
use crate::{
    document::Declaration,
    error::{Detail, Error, ItemFailure, ItemStatus, Kind, Outcome},
};

/// What the server said about one document.
pub(crate) struct Refused<'e> {
    code: i32,
    message: &'e str,
    info: Option<&'e Document>,
    key_pattern: Option<&'e RawDocument>,
}

impl<'e> Refused<'e> {
    pub(crate) fn of(error: &'e WriteError, reply: Option<&'e RawDocumentBuf>) -> Self {
        Self {
            code: error.code,
            message: &error.message,
            info: error.details.as_ref(),
            key_pattern: reply.and_then(|reply| key_pattern(reply)),
        }
    }

    pub(crate) fn of_item(error: &'e IndexedWriteError) -> Self {
        Self {
            code: error.code,
            message: &error.message,
            info: error.details.as_ref(),
            key_pattern: None,
        }
    }

    pub(crate) fn of_command(error: &'e CommandError, reply: Option<&'e RawDocumentBuf>) -> Self {
        let key_pattern = reply.and_then(|reply| reply.get_document("keyPattern").ok());
        Self { code: error.code, message: &error.message, info: None, key_pattern }
    }
}

/// The error of a write that the server refused for one document.
pub(crate) fn refused(refused: &Refused<'_>, call: &Call, n_attempts: u32) -> Error {
    let kind = kind_of(refused.code);
    // The server applies a multi-document write one document at a time, and those before the refused one stay written.
    let outcome = match call.effect {
        Effect::WriteMany => Outcome::WriteResultUnknown,
        // Nor does an interruption say how far the statement had come.
        _ if may_have_written(refused.code) => Outcome::WriteResultUnknown,
        // A retried write answers for the statement as a whole: the server remembers what the first attempt did.
        _ => {
            debug_assert!(n_attempts > 0, "a reply comes over a connection");
            Outcome::NoWritePerformed
        }
    };
    Error::new(kind, Some(outcome), detail(kind, refused, call.declaration))
}

/// The status of one document of a bulk insert that the server gave an error for.
pub(crate) fn item_status(error: &IndexedWriteError, declaration: &Declaration) -> ItemStatus {
    match may_have_written(error.code) {
        true => ItemStatus::Unknown,
        false => ItemStatus::Failed(item_failure(error, declaration)),
    }
}

fn item_failure(error: &IndexedWriteError, declaration: &Declaration) -> ItemFailure {
    let kind = kind_of(error.code);
    let failure = ItemFailure::new(kind, Some(error.code));
    match (kind, &error.details) {
        (Kind::DuplicateKey, _) => {
            failure.with_duplicate(duplicate_index(&error.message, None, declaration))
        }
        (Kind::SchemaValidation, Some(info)) => {
            failure.with_validation(validation_failures(info, version_field(declaration)))
        }
        _ => failure,
    }
}

pub(crate) fn detail(kind: Kind, refused: &Refused<'_>, declaration: &Declaration) -> Detail {
    match kind {
        Kind::DuplicateKey => duplicate_index(refused.message, refused.key_pattern, declaration)
            .map_or(Detail::None, Detail::Duplicate),
        Kind::SchemaValidation => refused.info.map_or(Detail::None, |info| {
            Detail::Validation(validation_failures(info, version_field(declaration)))
        }),
        _ => Detail::None,
    }
}

fn version_field(declaration: &Declaration) -> Option<&'static str> {
    declaration.schema_version.map(|version| version.field)
}

/// The key pattern in the first write error of a reply.
fn key_pattern(reply: &RawDocument) -> Option<&RawDocument> {
    let errors = reply.get_array("writeErrors").ok()?;
    match errors.into_iter().next()?.ok()? {
        RawBsonRef::Document(first) => first.get_document("keyPattern").ok(),
        _ => None,
    }
}
