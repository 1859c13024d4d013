//! Documents: types that are stored whole in a collection of their own.

mod declaration;

mod family;

mod link;

mod ownership;

mod revisioned;

mod version;

use bson::RawDocumentBuf;

use crate::{
    codec::{DecodeError, EncodeError, EncodeReason, Reader, Value, decode_error, fill},
    shape::Shape,
};

pub use self::{
    declaration::{
        Allowance, Declaration, Discriminator, Family, SchemaVersion, Validation, ValidationAction,
        ValidationLevel,
    },
    family::OtherDocument,
    link::CopyOf,
    ownership::{Ownership, OwnsDocument},
    revisioned::Revisioned,
    version::{Downgrade, DowngradeError, Upgrade, UpgradeError},
};

#[doc(hidden)]
pub use self::{
    family::{
        KeepsOther, SameId, check_family, family_field, family_max_size, family_tag, look_at,
        other_document, type_tag, unknown_type,
    },
    link::{
        Copies, Refers, Source, check_copied, check_copies, check_copy, check_reference,
        collection_of, declaration_of,
    },
    version::{downgrade_from, unsupported, upgrade_from},
};

pub(crate) use self::version::{stored_version, version_condition};

#[cfg(feature = "driver")]
pub(crate) use self::revisioned::set_revision;

/// The element type byte of a document.
const DOCUMENT: u8 = 0x03;

/// A type that is stored whole, as one document of a collection. Comes from `#[derive(Document)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a document",
    label = "needs `#[derive(Document)]`",
    note = "a type that is stored inside of others has `#[derive(Embedded)]`; only a document has a collection"
)]
pub trait Document: Value + Send + Sync + 'static {
    /// The name of the collection. It asks for nothing else of the type, so that two documents can name each other.
    const COLLECTION: &'static str;

    /// Everything that was declared: collection, fields, indexes, versions, bounds.
    const DECLARATION: &'static Declaration;

    /// The type of the `_id`.
    type Id: Value<Self::IdCodec>;

    /// The representation of the `_id`.
    type IdCodec: 'static;

    /// The name of the representation of the `_id`, if that is one of the application.
    #[doc(hidden)]
    const ID_CODEC: Option<&'static str> = None;

    /// The `_id`.
    fn id(&self) -> &Self::Id;

    /// Reads a document from its bytes: for an enum, as the type that the tag says.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Result<Self, DecodeError> {
        read(bytes)
    }

    /// What is declared of this very document: for an enum, of the type in the variant.
    #[doc(hidden)]
    #[inline]
    fn part(&self) -> (&'static Declaration, &'static Shape) {
        (Self::DECLARATION, Self::SHAPE)
    }

    /// Reads a document of another schema version than the current one.
    #[doc(hidden)]
    fn read_version(found: i32, bytes: &[u8]) -> Result<Self, DecodeError> {
        Err(unsupported::<Self>(found, bytes))
    }
}

/// Encodes a document: one allocation, no I/O.
///
/// # Errors
///
/// A value that its field can't hold: over a bound, out of range, a map key that no path can lead to, nested too deep, or
/// a document over its `max_size`. The error has the path and no value.
pub fn to_vec<D: Document>(document: &D) -> Result<Vec<u8>, EncodeError> {
    let len = document.encoded_len();
    let mut bytes = Vec::with_capacity(len);
    encode(document, len, &mut bytes)?;
    Ok(bytes)
}

/// Encodes a document into a buffer that is used again. What the buffer holds is dropped; on error it is left empty.
///
/// # Errors
///
/// As [`to_vec`].
pub fn to_buffer<D: Document>(document: &D, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
    let encoded = encode(document, document.encoded_len(), buffer);
    if encoded.is_err() {
        buffer.clear();
    }
    encoded
}

/// Encodes a document into the raw form that the driver takes.
///
/// # Errors
///
/// As [`to_vec`].
pub fn to_raw<D: Document>(document: &D) -> Result<RawDocumentBuf, EncodeError> {
    let refused = EncodeReason::Custom("the codec of a field wrote bytes that are not BSON");
    RawDocumentBuf::from_bytes(to_vec(document)?)
        .map_err(|_| EncodeError::new(D::DECLARATION.name, Default::default(), refused))
}

fn encode<D: Document>(document: &D, len: usize, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
    let (declaration, shape) = document.part();
    let name = declaration.name;
    fill(buffer, len, |out| document.encode(out))
        .map_err(|refusal| refusal.locate(buffer, name, shape))?;
    let (found, max) = (buffer.len(), declaration.max_size);
    if found > max {
        return Err(EncodeError::new(
            name,
            Default::default(),
            EncodeReason::OverSize { found, max },
        ));
    }
    Ok(())
}

/// Decodes a document of the current schema version, or of an older one that a reader is declared for. No I/O.
///
/// # Errors
///
/// Bytes that are not such a document. The error has the path and the BSON types, never the value; the `_id` is behind an
/// accessor.
pub fn from_slice<D: Document>(bytes: &[u8]) -> Result<D, DecodeError> {
    D::read(bytes)
}

/// Reads a document of one type.
fn read<D: Document>(bytes: &[u8]) -> Result<D, DecodeError> {
    match D::DECLARATION.schema_version {
        None => decode(bytes),
        Some(version) => match stored_version(version.field, bytes) {
            Ok(found) if found == version.current => decode(bytes),
            Ok(found) => D::read_version(found, bytes),
            Err(failure) => Err(decode_error(D::DECLARATION.name, D::SHAPE, bytes, &failure)),
        },
    }
}

fn decode<D: Document>(bytes: &[u8]) -> Result<D, DecodeError> {
    let mut input = Reader::new(bytes);
    let failure = match D::decode(DOCUMENT, &mut input) {
        Ok(document) if input.offset() == bytes.len() => return Ok(document),
        Ok(_) => input.malformed("bytes follow the document"),
        Err(failure) => failure,
    };
    Err(decode_error(D::DECLARATION.name, D::SHAPE, bytes, &failure))
}
