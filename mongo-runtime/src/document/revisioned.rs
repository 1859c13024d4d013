//! Documents that count their changes.

use super::Document;
#[cfg(feature = "driver")]
use crate::codec::{Failure, Reader};
use crate::revision::Revision;

/// A document type with a revision. Comes from `#[mongo(revision)]` on a field of type [`Revision`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no revision, so nobody can tell whether it was changed since it was read",
    label = "has no field marked `#[mongo(revision)]`",
    note = "add a field `#[mongo(revision)] revision: Revision`, or change the document by a recipe of operators (`update_one`)"
)]
pub trait Revisioned: Document {
    /// The revision that was read, or [`Revision::FIRST`] of a new document.
    fn revision(&self) -> Revision;
}

/// Sets the revision in the bytes of a document that was just encoded.
///
/// # Errors
///
/// The document has no such field.
#[cfg(feature = "driver")]
pub(crate) fn set_revision<D: Revisioned>(
    bytes: &mut [u8],
    revision: Revision,
) -> Result<(), Failure> {
    const INT64: u8 = 0x12;
    let field = D::DECLARATION.revision.unwrap_or_default().as_bytes();
    let mut input = Reader::new(bytes);
    let scope = input.open()?;
    while let Some((element_type, key)) = input.next_element(&scope)? {
        let at = input.offset();
        if key == field && element_type == INT64 {
            if let Some(place) = bytes.get_mut(at..at + size_of::<i64>()) {
                place.copy_from_slice(&revision.get().to_le_bytes());
            }
            return Ok(());
        }
        input.skip(element_type)?;
    }
    Err(input.malformed("the revision is missing"))
}
