//! `#[mongo(catch_all)]`: the fields of a document that its type does not declare, kept and written back.

use std::{borrow::Cow, collections::BTreeMap};

use bson::{Bson, Document, RawDocumentBuf};

use super::{
    DecodeReason, EncodeReason, Failure, MAX_DEPTH, Over, Reader, Scope, Writer,
    bounds::ENCODED_BYTES,
    opaque::{Keys, check, values_depth},
    scalar::DOCUMENT,
};
use crate::shape::{DocumentShape, Shape};

/// Types that hold the fields which a type does not declare.
///
/// `bson::Document` and `RawDocumentBuf` keep their order, a `BTreeMap<String, Bson>` is in the order of its keys. The
/// cheapest is `RawDocumentBuf`, whose bytes are copied as they are; the others are made of values and back, and written
/// twice for each write.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't hold the fields that a type does not declare",
    label = "not a catch-all",
    note = "give the field marked `catch_all` one of the types `bson::Document`, `bson::RawDocumentBuf` and \
            `BTreeMap<String, Bson>`"
)]
pub trait CatchAll: Sized {
    /// The fields as the bytes of a document; `None` when they can't be written.
    fn to_bytes(&self) -> Option<Cow<'_, [u8]>>;

    /// The fields out of the bytes of a document; `None` when they can't be held.
    fn from_bytes(bytes: Vec<u8>) -> Option<Self>;
}

impl CatchAll for RawDocumentBuf {
    fn to_bytes(&self) -> Option<Cow<'_, [u8]>> {
        Some(Cow::Borrowed(self.as_bytes()))
    }

    fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        Self::from_bytes(bytes).ok()
    }
}

impl CatchAll for Document {
    fn to_bytes(&self) -> Option<Cow<'_, [u8]>> {
        // bson writes by recursion.
        if values_depth(self.values()) > MAX_DEPTH {
            return None;
        }
        self.to_vec().ok().map(Cow::Owned)
    }

    fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        RawDocumentBuf::from_bytes(bytes).and_then(|raw| Self::try_from(&raw)).ok()
    }
}

impl CatchAll for BTreeMap<String, Bson> {
    fn to_bytes(&self) -> Option<Cow<'_, [u8]>> {
        let document: Document =
            self.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        document.to_bytes().map(|bytes| Cow::Owned(bytes.into_owned()))
    }

    fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        <Document as CatchAll>::from_bytes(bytes).map(|document| document.into_iter().collect())
    }
}

/// The field of a type that holds what is not declared. The derives make one.
pub trait Rest: 'static {
    /// Its type.
    type Ty: CatchAll;
    /// Most fields that are kept; `usize::MAX` when none is declared.
    const MAX_ITEMS: usize;
    /// Most bytes that they take; `usize::MAX` when none is declared.
    const MAX_BYTES: usize;
}

/// The bytes of a document around its elements: the length and the end.
const AROUND: usize = 5;

/// The bytes that the fields take in their document.
pub fn rest_len<R: Rest>(rest: &R::Ty) -> usize {
    rest.to_bytes().map_or(0, |bytes| bytes.len().saturating_sub(AROUND))
}

/// Writes the fields behind those of the document `shape`.
pub fn put_rest<R: Rest>(rest: &R::Ty, shape: &Shape, out: &mut Writer<'_>) {
    let Some(bytes) = rest.to_bytes() else { return out.refuse(NOT_WRITTEN) };
    let Shape::Document(shape) = shape else { return };
    match checked(&bytes, shape, out.depth()) {
        Ok(n_items) => {
            let elements = bytes.get(4..bytes.len().saturating_sub(1)).unwrap_or_default();
            let counts =
                [("items", n_items, R::MAX_ITEMS), (ENCODED_BYTES, elements.len(), R::MAX_BYTES)];
            let over = counts.into_iter().find(|(_, found, max)| found > max);
            match over {
                Some((what, found, max)) => {
                    out.refuse(EncodeReason::Over(Over { what, found, max }))
                }
                None => out.put(elements),
            }
        }
        Err(why) => out.refuse(why),
    }
}

const NOT_WRITTEN: EncodeReason =
    EncodeReason::Custom("what the catch-all holds can't be written as BSON");

/// The number of fields, if they may stand beside the declared ones.
fn checked(bytes: &[u8], shape: &DocumentShape, depth: usize) -> Result<usize, EncodeReason> {
    // The document of the fields is the one that is open.
    let mut whole = Reader::at_depth(bytes, depth.saturating_sub(1));
    check(DOCUMENT, &mut whole, &mut |keys, key| keys.insert(key)).map_err(
        |failure| match failure.reason() {
            DecodeReason::TooDeep => EncodeReason::TooDeep,
            DecodeReason::DuplicateKey => EncodeReason::Custom("the catch-all has a key twice"),
            _ => NOT_WRITTEN,
        },
    )?;
    let mut reader = Reader::at_depth(bytes, 0);
    let mut n_items = 0;
    let scope = reader.open().map_err(|_| NOT_WRITTEN)?;
    while let Some((element_type, key)) = reader.next_element(&scope).map_err(|_| NOT_WRITTEN)? {
        if shape.fields.iter().any(|field| field.name.as_bytes() == key) {
            return Err(EncodeReason::DeclaredKey);
        }
        reader.skip(element_type).map_err(|_| NOT_WRITTEN)?;
        n_items += 1;
    }
    Ok(n_items)
}

/// The fields that were met and are not declared, as the bytes of a document.
#[derive(Default)]
#[expect(missing_debug_implementations, reason = "it holds values of a document")]
pub struct Unknown<'a> {
    bytes: Vec<u8>,
    keys: Keys<'a>,
}

impl<'a> Unknown<'a> {
    /// None yet. It allocates nothing until there is one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a field whose value comes next.
    ///
    /// # Errors
    ///
    /// It is malformed, nested too deep, or there twice.
    pub fn keep(
        &mut self,
        element_type: u8,
        key: &'a [u8],
        input: &mut Reader<'a>,
    ) -> Result<(), Failure> {
        if std::str::from_utf8(key).is_err() {
            return Err(input.fail(DecodeReason::InvalidUtf8));
        }
        if !self.keys.insert(key) {
            return Err(input.fail(DecodeReason::DuplicateKey));
        }
        let before = input.clone();
        check(element_type, input, &mut |keys, key| keys.insert(key))?;
        if self.bytes.is_empty() {
            self.bytes.extend([0; 4]);
        }
        self.bytes.push(element_type);
        self.bytes.extend_from_slice(key);
        self.bytes.push(0);
        self.bytes.extend_from_slice(input.since(&before));
        Ok(())
    }

    /// The field that holds them.
    ///
    /// # Errors
    ///
    /// A value that its type can't hold, as text that is not UTF-8.
    pub fn finish<R: Rest>(mut self, scope: &Scope, input: &Reader<'_>) -> Result<R::Ty, Failure> {
        if self.bytes.is_empty() {
            self.bytes.extend([0; 4]);
        }
        self.bytes.push(0);
        let len = i32::try_from(self.bytes.len()).unwrap_or(i32::MAX);
        if let Some(slot) = self.bytes.first_chunk_mut() {
            *slot = len.to_le_bytes();
        }
        R::Ty::from_bytes(self.bytes).ok_or_else(|| {
            input.fail_in(scope, DecodeReason::Malformed { what: "a field that is not declared" })
        })
    }
}
