//! `#[mongo(with = serde)]`: values of a type that only serde knows, kept as serde writes them.

use std::{fmt, marker::PhantomData};

use bson::Bson;
use ref_cast::RefCast;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, Error as _, IgnoredAny, MapAccess, Visitor},
    ser::SerializeMap,
};

use super::{
    AsIs, Bounds, DecodeReason, EncodeError, EncodeReason, Failure, MAX_DEPTH, Reader, Value,
    Writer,
    opaque::check,
    scalar::STRING,
    writer::{operand, wrap},
};
use crate::{
    class,
    field::{Leaf, Operand, Path},
    shape::{CodecName, Shape},
};

/// A value that is stored as its `Serialize` says, and read as its `Deserialize` does: for a type of another crate that
/// knows serde and nothing of this one.
///
/// A field says the same with `#[mongo(with = serde)]`, and keeps its type. `Serde<T>` is for the places that the attribute
/// does not reach: inside of an `Option` (then it is absent when `None`), of an array or map, and of a newtype.
///
/// ```
/// use std::net::IpAddr;
///
/// use mongo_runtime::{Serde, prelude::*};
///
/// #[derive(Document)]
/// #[mongo(collection = "hosts")]
/// struct Host {
///     #[mongo(id)]
///     id: ObjectId,
///     #[mongo(with = serde)]
///     address: IpAddr,
///     backup: Option<Serde<IpAddr>>,
///     #[mongo(max_items = 8, max_bytes = "1 KiB")]
///     seen: Vec<Serde<IpAddr>>,
/// }
/// # let host = Host { id: ObjectId::new(), address: [127, 0, 0, 1].into(), backup: None, seen: vec![Serde([10, 0, 0, 1].into())] };
/// # assert_eq!(mongo_runtime::from_slice::<Host>(&mongo_runtime::to_vec(&host)?)?.address, host.address);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What such a field can't do
///
/// The mapper knows nothing of what is inside. It is set as a whole and asked for its presence; there are no paths into it, it
/// is not compared, sorted or indexed, and the validator takes anything. Its size has no bound but `max_bytes`. What it looks
/// like is decided by the crate that writes it, so the manifest shows `serde@1` and can't notice a change.
///
/// # Costs
///
/// A write serializes the value twice (once to size the buffer), into a buffer of its own each time; a read checks the bytes and
/// copies them before serde sees them. Fields beside it pay nothing.
///
/// # Traps
///
/// It is bson's serde path, and not human-readable. A test pins each of these:
///
/// - a `None` is written as null, not left out, and the field must be there when it is read: use `Option<Serde<T>>`;
/// - `chrono::DateTime` is a string, unless a helper of bson (`serde_with`, `FromChrono04DateTime`) stores it as a date;
/// - `uuid::Uuid` is a binary of subtype 0, not 4, and equals no UUID that another field stores;
/// - `Vec<u8>` is an array of int32;
/// - `u32` and `u64` are int64 (the former of this mapper, too), and a `u64` above `i64::MAX` is refused; `f32` is a double;
///   `u128` and `i128` are refused;
/// - the keys of a map are texts, or the map is refused, integers included. A key with a `.` or a leading `$` is written, and
///   no path leads to it;
/// - enums take serde's forms, `{ Card: { .. } }` unless `#[serde(tag)]` says otherwise, and a renamed Rust variant changes
///   what is stored without anybody being told;
/// - a type that asks `is_human_readable` takes its other form, as `IpAddr` does: it is an enum of bytes, not a text;
/// - `skip_serializing_if`, `flatten` and `untagged` do what they do in serde. What serde skips is lost here, too.
///
/// # Errors
///
/// What `Serialize` refuses is an encode error with the path, and what `Deserialize` refuses a decode error. Neither shows the
/// text of serde's own error, which may hold the value. What is nested deeper than 32 levels, or has a key twice, is refused
/// both ways, and on reading before serde sees it; a value that nests itself deeper than the stack when it is written is the
/// type's own affair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, RefCast)]
#[repr(transparent)]
pub struct Serde<T>(pub T);

const SHAPE: &Shape = &Shape::Coded(CodecName::built_in("serde"), &Shape::Opaque);

/// The element type of what is refused. It is one with a length, so that the error is of this element, not of the next one.
const UNKNOWN: u8 = STRING;

const NOT_WRITTEN: EncodeReason = EncodeReason::Custom("serde could not write the value as BSON");

const NOT_READ: DecodeReason = DecodeReason::Custom("serde could not read the value");

impl<T: Serialize + DeserializeOwned> Value for Serde<T> {
    const SHAPE: &'static Shape = SHAPE;
    type Class = class::Opaque;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        written(&self.0).and_then(|bytes| bytes.get(4).copied()).unwrap_or(UNKNOWN)
    }

    fn encoded_len(&self) -> usize {
        written(&self.0).map_or(0, |bytes| payload(&bytes).map_or(0, <[u8]>::len))
    }

    fn encode(&self, out: &mut Writer<'_>) {
        put(written(&self.0).as_deref(), out);
    }

    /// In one step, so that it is serialized once.
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        let bytes = written(&self.0);
        let element_type = bytes.as_ref().and_then(|bytes| bytes.get(4).copied());
        out.put_header(element_type.unwrap_or(UNKNOWN), header);
        put(bytes.as_deref(), out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let before = input.clone();
        input.skip(element_type)?;
        let payload = input.since(&before);
        let start = before.offset();
        check_inside(element_type, payload, input.depth()).map_err(|failure| {
            let reason = match failure.reason() {
                DecodeReason::TooDeep => DecodeReason::Custom(TOO_DEEP),
                reason => reason,
            };
            Failure::new(reason, start)
        })?;
        let mut bytes = Vec::new();
        let wrapped = wrap(&mut bytes, element_type, payload.len(), |out| out.put(payload));
        let read = wrapped.ok().and_then(|()| bson::deserialize_from_slice::<One<T>>(&bytes).ok());
        read.map(|One(value)| Self(value)).ok_or_else(|| Failure::new(NOT_READ, start))
    }
}

/// A document with the value as its one field, since serde writes whole documents only.
fn written<T: Serialize>(value: &T) -> Option<Vec<u8>> {
    bson::serialize_to_vec(&One(value)).ok()
}

/// The bytes of the value in such a document: behind the length, a type and the key, before the end.
fn payload(bytes: &[u8]) -> Option<&[u8]> {
    const HEADER: usize = 4 + 1 + KEY.len() + 1;
    bytes.get(HEADER..)?.split_last().map(|(_, payload)| payload)
}

fn put(bytes: Option<&[u8]>, out: &mut Writer<'_>) {
    let found = bytes.and_then(|bytes| Some((*bytes.get(4)?, payload(bytes)?)));
    let Some((element_type, payload)) = found else { return out.refuse(NOT_WRITTEN) };
    // What is written must be readable: a type can hand bytes of its own to the serializer.
    match check_inside(element_type, payload, out.depth()) {
        Ok(()) => out.put(payload),
        Err(failure) => out.refuse(match failure.reason() {
            DecodeReason::TooDeep => EncodeReason::Custom(TOO_DEEP),
            DecodeReason::DuplicateKey => EncodeReason::InvalidKey { what: "is there twice" },
            _ => NOT_WRITTEN,
        }),
    }
}

/// Levels of documents and arrays inside of a value. A level of serde takes a multiple of the stack that one of the codec does.
const MAX_LEVELS: usize = 32;

const TOO_DEEP: &str = "the value is nested deeper than the 32 levels that serde may read or write";

/// Well formed, not too deep for serde's recursion, and without a key that stands twice.
fn check_inside(element_type: u8, payload: &[u8], depth: usize) -> Result<(), Failure> {
    let mut reader = Reader::at_depth(payload, depth.max(MAX_DEPTH - MAX_LEVELS));
    check(element_type, &mut reader, &mut |keys, key| keys.insert(key))
}

const KEY: &str = "v";

/// The document around a value.
struct One<T>(T);

impl<T: Serialize> Serialize for One<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(Some(1))?;
        document.serialize_entry(KEY, &self.0)?;
        document.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for One<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Document<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Document<T> {
            type Value = One<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a document around one value")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut document: A) -> Result<One<T>, A::Error> {
                match document.next_key::<IgnoredAny>()? {
                    Some(_) => document.next_value().map(One),
                    None => Err(A::Error::missing_field(KEY)),
                }
            }
        }

        deserializer.deserialize_map(Document(PhantomData))
    }
}

/// A field that is stored through serde takes the value itself.
#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> Operand<Serde<T>> for T {
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
        operand::<AsIs, Serde<T>>(Serde::ref_cast(self), bounds, path)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> Operand<Serde<T>> for &T {
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
        operand::<AsIs, Serde<T>>(Serde::ref_cast(*self), bounds, path)
    }
}

/// The value of a field as what stores it.
#[inline]
pub fn as_serde<T>(value: &T) -> &Serde<T> {
    Serde::ref_cast(value)
}

/// The value that was read.
#[inline]
pub fn inside_serde<T>(value: Option<Serde<T>>) -> Option<T> {
    value.map(|value| value.0)
}
