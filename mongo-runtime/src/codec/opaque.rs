//! `#[mongo(opaque)]`: values that are kept and not looked into.

use std::collections::HashSet;

use bson::{Bson, Document, RawDocument, RawDocumentBuf};

use super::{
    DecodeReason, EncodeReason, Failure, MAX_DEPTH, Reader, Scope, Value, Writer,
    scalar::{
        ARRAY, BINARY, BOOL, CODE, CODE_WITH_SCOPE, DB_POINTER, DOCUMENT, REGEX, STRING, SYMBOL,
        take_binary,
    },
    writer::{unwrap, wrap},
};
use crate::{
    class,
    field::{Leaf, Path},
    shape::Shape,
};

/// `opaque`: any BSON, kept as it is. It has no operators but presence, and its size is unbounded.
#[derive(Debug, Clone, Copy)]
pub struct Opaque;

const NOT_BSON: EncodeReason = EncodeReason::Custom("the value can't be written as BSON");

impl Value<Opaque> for Document {
    const SHAPE: &'static Shape = &Shape::Opaque;
    type Class = class::Opaque;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        DOCUMENT
    }

    fn encoded_len(&self) -> usize {
        if values_depth(self.values()) > MAX_DEPTH {
            0
        } else {
            self.to_vec().map_or(0, |bytes| bytes.len())
        }
    }

    fn encode(&self, out: &mut Writer<'_>) {
        if values_depth(self.values()) + out.depth() >= MAX_DEPTH {
            return out.refuse(EncodeReason::TooDeep);
        }
        match self.to_vec() {
            Ok(bytes) => out.put(&bytes),
            Err(_) => out.refuse(NOT_BSON),
        }
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != DOCUMENT {
            return Err(input.unexpected(element_type, "document"));
        }
        let start = input.offset();
        let bytes = take_checked(DOCUMENT, input)?;
        let document = RawDocument::from_bytes(bytes).and_then(Self::try_from);
        document
            .map_err(|_| Failure::new(DecodeReason::Malformed { what: "a value inside" }, start))
    }
}

impl Value<Opaque> for RawDocumentBuf {
    const SHAPE: &'static Shape = &Shape::Opaque;
    type Class = class::Opaque;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        DOCUMENT
    }

    fn encoded_len(&self) -> usize {
        self.as_bytes().len()
    }

    fn encode(&self, out: &mut Writer<'_>) {
        match check(DOCUMENT, &mut Reader::at_depth(self.as_bytes(), out.depth()), &mut |_, _| true)
        {
            Ok(()) => out.put(self.as_bytes()),
            Err(failure) if failure.reason() == DecodeReason::TooDeep => {
                out.refuse(EncodeReason::TooDeep)
            }
            Err(_) => out.refuse(NOT_BSON),
        }
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != DOCUMENT {
            return Err(input.unexpected(element_type, "document"));
        }
        let before = input.clone();
        // Bytes keep a key that stands twice.
        check(DOCUMENT, input, &mut |_, _| true)?;
        Self::from_bytes(input.since(&before).to_vec()).map_err(|_| {
            Failure::new(DecodeReason::Malformed { what: "a document inside" }, before.offset())
        })
    }
}

impl Value<Opaque> for Bson {
    const SHAPE: &'static Shape = &Shape::Opaque;
    type Class = class::Opaque;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        Self::element_type(self) as u8
    }

    fn encoded_len(&self) -> usize {
        payload(self).map_or(0, |bytes| bytes.len())
    }

    fn encode(&self, out: &mut Writer<'_>) {
        if values_depth(std::iter::once(self)) + out.depth() > MAX_DEPTH {
            return out.refuse(EncodeReason::TooDeep);
        }
        match payload(self) {
            Some(bytes) => out.put(&bytes),
            None => out.refuse(NOT_BSON),
        }
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let start = input.offset();
        let payload = take_checked(element_type, input)?;
        let mut bytes = Vec::new();
        let wrapped = wrap(&mut bytes, element_type, payload.len(), |out| out.put(payload));
        let value = wrapped.ok().and_then(|()| unwrap(&bytes));
        value.ok_or_else(|| Failure::new(DecodeReason::Malformed { what: "a value inside" }, start))
    }
}

const WRAPPER_HEADER: &[u8] = b"\0v\0";

/// The bytes of a value without its type and key.
fn payload(value: &Bson) -> Option<Vec<u8>> {
    if values_depth(std::iter::once(value)) > MAX_DEPTH {
        return None;
    }
    let wrapped = bson::doc! { "v": value.clone() }.to_vec().ok()?;
    let (_, rest) = wrapped.split_at_checked(4 + WRAPPER_HEADER.len())?;
    rest.split_last().map(|(_, payload)| payload.to_vec())
}

/// The number of nested levels below a document, told without recursion: the values may be from anywhere.
pub(super) fn values_depth<'a>(values: impl Iterator<Item = &'a Bson>) -> usize {
    let mut open: Vec<(&Bson, usize)> = values.map(|value| (value, 0)).collect();
    let mut deepest = 0;
    while let Some((value, depth)) = open.pop() {
        deepest = deepest.max(depth);
        match value {
            Bson::Document(document) => {
                open.extend(document.values().map(|value| (value, depth + 1)))
            }
            Bson::Array(array) => open.extend(array.iter().map(|value| (value, depth + 1))),
            Bson::JavaScriptCodeWithScope(code) => {
                open.extend(code.scope.values().map(|value| (value, depth + 1)))
            }
            _ => {}
        }
        let is_container =
            matches!(value, Bson::Document(_) | Bson::Array(_) | Bson::JavaScriptCodeWithScope(_));
        deepest = deepest.max(depth + usize::from(is_container));
    }
    deepest
}

/// The bytes of a value that is well formed, not too deep for bson's own, recursive reading, and without a key that stands
/// twice in a document: bson keeps one of the two.
fn take_checked<'a>(element_type: u8, input: &mut Reader<'a>) -> Result<&'a [u8], Failure> {
    let before = input.clone();
    check(element_type, input, &mut |keys, key| keys.insert(key))?;
    Ok(input.since(&before))
}

/// The keys of a document that were met.
pub(super) type Keys<'a> = HashSet<&'a [u8]>;

/// A document or array that is being checked.
struct Open<'a> {
    scope: Scope,
    /// Where the value that holds it ends, if that is more than the document: JavaScript with a scope.
    code_end: Option<usize>,
    is_array: bool,
    keys: Keys<'a>,
}

/// Steps over a value and all that it holds, without recursion. `is_new` says whether a document may have one more key.
pub(super) fn check<'a>(
    element_type: u8,
    input: &mut Reader<'a>,
    is_new: &mut dyn FnMut(&mut Keys<'a>, &'a [u8]) -> bool,
) -> Result<(), Failure> {
    let mut open: Vec<Open<'a>> = step(element_type, input)?.into_iter().collect();
    while let Some(last) = open.last_mut() {
        match input.next_element(&last.scope)? {
            Some((_, key)) if std::str::from_utf8(key).is_err() => {
                return Err(input.fail(DecodeReason::InvalidUtf8));
            }
            Some((_, key)) if !last.is_array && !is_new(&mut last.keys, key) => {
                return Err(input.fail(DecodeReason::DuplicateKey));
            }
            Some((element_type, _)) => open.extend(step(element_type, input)?),
            None => {
                let (scope, code_end) = (last.scope, last.code_end);
                input.close(scope)?;
                if code_end.is_some_and(|end| end != input.offset()) {
                    return Err(input.malformed("the lengths of a JavaScript with scope disagree"));
                }
                open.pop();
            }
        }
    }
    Ok(())
}

/// Steps over a value without parts that every reader of BSON takes: raw bytes are lent to others as they are.
fn leaf(element_type: u8, input: &mut Reader<'_>) -> Result<(), Failure> {
    match element_type {
        STRING | CODE | SYMBOL => input.take_str().map(|_| ()),
        BINARY => take_binary(input).map(|_| ()),
        BOOL => <bool as Value>::decode(element_type, input).map(|_| ()),
        DB_POINTER => {
            input.take_str()?;
            input.take_array::<12>().map(|_| ())
        }
        REGEX => {
            let before = input.clone();
            input.skip(element_type)?;
            let is_text = std::str::from_utf8(input.since(&before)).is_ok();
            if is_text { Ok(()) } else { Err(before.fail(DecodeReason::InvalidUtf8)) }
        }
        _ => input.skip(element_type),
    }
}

/// Steps over a value without parts, or into one with parts.
fn step<'a>(element_type: u8, input: &mut Reader<'a>) -> Result<Option<Open<'a>>, Failure> {
    let mut code_end = None;
    match element_type {
        DOCUMENT | ARRAY => {}
        CODE_WITH_SCOPE => {
            let start = input.offset();
            code_end = start.checked_add(input.take_len()?);
            input.take_str()?;
        }
        _ => return leaf(element_type, input).map(|()| None),
    }
    let scope = input.open()?;
    Ok(Some(Open { scope, code_end, is_array: element_type == ARRAY, keys: Keys::new() }))
}
