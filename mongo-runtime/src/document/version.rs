//! Reads documents of other schema versions.

use std::fmt;

use bson::{Bson, Document as BsonDocument, doc};

use super::Document;
use crate::codec::{
    Bounds, DecodeError, DecodeReason, Failure, Reader, Value, decode_error, operand,
};

/// Makes a document of an older schema version one of this type.
///
/// Declare the reader with `#[mongo(reads(OrderV1))]`; documents are upgraded when they are read, and nothing is written
/// back.
#[diagnostic::on_unimplemented(
    message = "`{Self}` reads `{Old}`, but nothing says how to upgrade it",
    label = "needs `impl Upgrade<{Old}> for {Self}`"
)]
pub trait Upgrade<Old>: Sized {
    /// The upgraded document.
    ///
    /// # Errors
    ///
    /// The old document lacks what the new type needs and nothing can stand for it.
    fn upgrade(old: Old) -> Result<Self, UpgradeError>;
}

/// Why a document of an older version can't become one of the current version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpgradeError(&'static str);

impl UpgradeError {
    /// The reason. It is shown in errors and logs, so it is fixed text and holds no data.
    #[must_use]
    pub const fn new(reason: &'static str) -> Self {
        Self(reason)
    }
}

impl fmt::Display for UpgradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for UpgradeError {}

/// Makes a document of a newer schema version one of this type, for reading while binaries of both run.
///
/// Declare the reader in the old binary with `#[mongo(reads_newer(OrderV2))]`, before the first binary of the new version
/// writes. What comes out holds less than what is stored: it is for reading, and nothing is written back.
#[diagnostic::on_unimplemented(
    message = "`{Self}` reads the newer `{New}`, but nothing says how to downgrade it",
    label = "needs `impl Downgrade<{New}> for {Self}`"
)]
pub trait Downgrade<New>: Sized {
    /// What this version knows of the newer document.
    ///
    /// # Errors
    ///
    /// The newer document has something that this type can't stand for.
    fn downgrade(new: New) -> Result<Self, DowngradeError>;
}

/// Why a document of a newer version can't be read as one of the current version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DowngradeError(&'static str);

impl DowngradeError {
    /// The reason. It is shown in errors and logs, so it is fixed text and holds no data.
    #[must_use]
    pub const fn new(reason: &'static str) -> Self {
        Self(reason)
    }
}

impl fmt::Display for DowngradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for DowngradeError {}

/// The schema version of a raw document: 0 when it has no such field.
///
/// # Errors
///
/// The field is no int32, or the document is malformed.
pub(crate) fn stored_version(field: &str, bytes: &[u8]) -> Result<i32, Failure> {
    let mut input = Reader::new(bytes);
    let scope = input.open()?;
    while let Some((element_type, key)) = input.next_element(&scope)? {
        if key == field.as_bytes() {
            return <i32 as Value>::decode(element_type, &mut input);
        }
        input.skip(element_type)?;
    }
    Ok(0)
}

/// The condition that a document is of one of these versions. One without the field is of version 0; null is no version.
pub(crate) fn version_condition(field: &str, versions: &[i32]) -> BsonDocument {
    match versions {
        [only] if *only != 0 => doc! { field: *only },
        versions if !versions.contains(&0) => doc! { field: { "$in": versions } },
        versions => {
            let all = std::iter::once(Bson::Null).chain(versions.iter().map(|it| Bson::Int32(*it)));
            doc! { field: { "$in": all.collect::<Vec<_>>(), "$not": { "$type": 10 } } }
        }
    }
}

/// Reads a document as an `Old` and upgrades it.
///
/// # Errors
///
/// It is no `Old`, or the upgrade fails.
#[doc(hidden)]
pub fn upgrade_from<Old: Document, D: Document + Upgrade<Old>>(
    bytes: &[u8],
) -> Result<D, DecodeError> {
    let old = super::from_slice::<Old>(bytes)?;
    let upgraded =
        D::upgrade(old).map_err(|error| fail::<D>(bytes, DecodeReason::Custom(error.0)))?;
    with_stored_id(upgraded, bytes)
}

/// Reads a document as a `New` and downgrades it.
///
/// # Errors
///
/// It is no `New`, or the downgrade fails.
#[doc(hidden)]
pub fn downgrade_from<New: Document, D: Document + Downgrade<New>>(
    bytes: &[u8],
) -> Result<D, DecodeError> {
    let new = super::from_slice::<New>(bytes)?;
    let downgraded =
        D::downgrade(new).map_err(|error| fail::<D>(bytes, DecodeReason::Custom(error.0)))?;
    with_stored_id(downgraded, bytes)
}

/// The document, if its `_id` is the stored one: an update by another would change somebody else's document, or nothing.
fn with_stored_id<D: Document>(document: D, bytes: &[u8]) -> Result<D, DecodeError> {
    let form = |id: &D::Id| {
        let id = operand::<D::IdCodec, D::Id>(id, &Bounds::NONE, "_id").ok()?;
        doc! { "": id }.to_vec().ok()
    };
    match stored_id::<D>(bytes) {
        Ok(Some(stored)) if form(&stored) == form(document.id()) => Ok(document),
        Ok(_) => Err(fail::<D>(bytes, DecodeReason::Custom(OTHER_ID))),
        Err(failure) => Err(decode_error(D::DECLARATION.name, D::SHAPE, bytes, &failure)),
    }
}

const OTHER_ID: &str = "the upgrade or downgrade gives the document another `_id`, and that never changes: take over the one that was read";

fn stored_id<D: Document>(bytes: &[u8]) -> Result<Option<D::Id>, Failure> {
    let mut input = Reader::new(bytes);
    let scope = input.open()?;
    while let Some((element_type, key)) = input.next_element(&scope)? {
        if key == b"_id" {
            return <D::Id as Value<D::IdCodec>>::decode(element_type, &mut input).map(Some);
        }
        input.skip(element_type)?;
    }
    Ok(None)
}

fn fail<D: Document>(bytes: &[u8], reason: DecodeReason) -> DecodeError {
    decode_error(D::DECLARATION.name, D::SHAPE, bytes, &Failure::new(reason, 0))
}

/// No reader is declared for this version.
#[doc(hidden)]
#[must_use]
pub fn unsupported<D: Document>(found: i32, bytes: &[u8]) -> DecodeError {
    fail::<D>(
        bytes,
        DecodeReason::SchemaVersion { found, current: D::DECLARATION.current_version() },
    )
}
