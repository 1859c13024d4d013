//! Projections: a typed part of a document, sent as what is read of it.

mod table;

mod render;

mod walk;

mod find;

mod reads;

mod column;

mod slot;

mod place;

mod check;

#[doc(hidden)]
pub mod derived;

use crate::{
    codec::{DecodeError, DecodeReason, Failure, Reader, Value, decode_error},
    document::stored_version,
};

pub use self::{
    place::HasFields,
    table::{Column, Kept, ProjectionTable},
};

/// The element type byte of a document.
const DOCUMENT: u8 = 0x03;

/// A part of a document as a struct: its fields are what is read, and nothing else is sent. Comes from
/// `#[derive(Projection)]`.
///
/// It is another type than the document, so it is never written back.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a projection",
    label = "not a projection",
    note = "derive it: `#[derive(Projection)] #[mongo(document = ..)]`"
)]
pub trait Projection: Sized + 'static {
    /// What it is a part of: a document, or a type that is stored inside of one.
    type Document: HasFields;

    /// What it has of that, by the names in stored documents.
    const TABLE: &'static ProjectionTable;

    /// Reads the part from the value that it is a part of.
    #[doc(hidden)]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure>;

    /// Reads a document of a reply to which [`TABLE`](Self::TABLE) was sent as projection.
    ///
    /// # Errors
    ///
    /// Bytes that are not such a document: a required field is missing, a value has another type than the document's, or the
    /// schema version is one that the document's type does not read. The error has the path and the BSON types, never the
    /// value; the `_id`, where the projection has it, is behind an accessor.
    fn read(bytes: &[u8]) -> Result<Self, DecodeError> {
        read(bytes)
    }
}

fn read<P: Projection>(bytes: &[u8]) -> Result<P, DecodeError> {
    let table = P::TABLE;
    let mut input = Reader::new(bytes);
    let is_live = check_version(table, bytes);
    let failure = match is_live.and_then(|()| P::decode(DOCUMENT, &mut input)) {
        Ok(part) if input.offset() == bytes.len() => return Ok(part),
        Ok(_) => input.malformed("bytes follow the document"),
        Err(failure) => failure,
    };
    Err(decode_error(table.document, <P::Document as Value>::SHAPE, bytes, &failure))
}

/// Refuses a document of a schema version that its type does not read: what is stored there may mean something else.
fn check_version(table: &ProjectionTable, bytes: &[u8]) -> Result<(), Failure> {
    let Some((declaration, version)) = table.version() else { return Ok(()) };
    let found = stored_version(version.field, bytes)?;
    if declaration.of_version(found).is_some() {
        return Ok(());
    }
    Err(Failure::new(DecodeReason::SchemaVersion { found, current: version.current }, 0))
}
