//! Fallback variants: what an enum keeps of a tag that none of its variants has.

use bson::{Document, RawDocumentBuf};

use super::{EncodeReason, Failure, Opaque, Over, Reader, Value, Writer};
use crate::shape::TagsShape;

/// What the fallback of an enum without data holds: the tag, as it is stored.
#[diagnostic::on_unimplemented(
    message = "the fallback of an enum without data keeps the tag that is stored, and `{Self}` can't hold it",
    label = "write `String`"
)]
pub trait FallbackTag {
    /// Keeps a tag.
    fn from_tag(tag: &str) -> Self;

    /// The tag.
    fn as_tag(&self) -> &str;
}

impl FallbackTag for String {
    fn from_tag(tag: &str) -> Self {
        tag.to_owned()
    }

    fn as_tag(&self) -> &str {
        self
    }
}

impl FallbackTag for Box<str> {
    fn from_tag(tag: &str) -> Self {
        tag.into()
    }

    fn as_tag(&self) -> &str {
        self
    }
}

/// What the fallback of an enum with data holds: the whole document, with its tag.
#[diagnostic::on_unimplemented(
    message = "the fallback of an enum with data keeps the whole document that is stored, and `{Self}` can't hold it",
    label = "write `bson::RawDocumentBuf` or `bson::Document`"
)]
pub trait FallbackDocument: Value<Opaque> {
    /// The tag, if there is one and it is text.
    fn tag(&self, name: &str) -> Option<&str>;

    /// The size of the document.
    fn n_bytes(&self) -> usize {
        self.encoded_len()
    }

    /// Writes the document. One with a tag that a variant has is refused: it would be read back as that.
    fn put(&self, tag: &str, known: &[&str], out: &mut Writer<'_>) {
        match self.tag(tag) {
            None => out.refuse(EncodeReason::NoTag),
            Some(tag) if known.contains(&tag) => out.refuse(EncodeReason::DeclaredTag),
            Some(_) => {}
        }
        self.encode(out);
    }

    /// Reads the document, from `before` on.
    ///
    /// # Errors
    ///
    /// It is nested too deep, or malformed.
    fn take<'a>(
        element_type: u8,
        before: Reader<'a>,
        input: &mut Reader<'a>,
    ) -> Result<Self, Failure> {
        *input = before;
        Self::decode(element_type, input)
    }
}

impl FallbackDocument for RawDocumentBuf {
    fn tag(&self, name: &str) -> Option<&str> {
        self.get_str(name).ok()
    }
}

impl FallbackDocument for Document {
    fn tag(&self, name: &str) -> Option<&str> {
        self.get_str(name).ok()
    }
}

/// Writes a tag that no variant has. One that a variant has is refused: it would be read back as that.
pub fn put_fallback_tag(tag: &str, shape: &TagsShape, out: &mut Writer<'_>) {
    if shape.tags.contains(&tag) {
        out.refuse(EncodeReason::DeclaredTag);
    }
    if let Some(over) = over_fallback_tag(tag, shape) {
        out.refuse(EncodeReason::Over(over));
    }
    out.put_str(tag);
}

/// Whether a tag that no variant has is longer than is declared.
#[must_use]
pub fn over_fallback_tag(tag: &str, shape: &TagsShape) -> Option<Over> {
    let max = shape.fallback.unwrap_or(usize::MAX);
    // A text has no more code points than bytes.
    if tag.len() <= max {
        return None;
    }
    let found = tag.chars().count();
    (found > max).then_some(Over { what: "code points", found, max })
}

/// The text of such a tag as the key of a map; none for one that a variant has.
#[must_use]
pub fn fallback_key<'a>(tag: &'a str, shape: &TagsShape) -> Option<&'a str> {
    (!shape.tags.contains(&tag)).then_some(tag)
}
