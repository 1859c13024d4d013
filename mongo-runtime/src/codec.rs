//! The codec: a Rust value ↔ the bytes of one BSON element.

mod writer;

mod reader;

mod failure;

mod path;

mod bounds;

mod scalar;

mod text;

mod wrapper;

mod container;

mod map;

mod text_key;

mod fallback;

mod fixed;

mod refused;

mod represent;

#[cfg(feature = "_civil")]
mod civil;

#[cfg(feature = "_foreign")]
mod foreign;

mod opaque;

pub(crate) mod catch_all;

pub(crate) mod stored_as;

#[cfg(feature = "serde-1")]
pub(crate) mod serde;

#[cfg(not(feature = "serde-1"))]
pub(crate) mod serde_off;

mod lossless;

use crate::{
    document::Declaration,
    field::{Field, Path},
    shape::Shape,
};

pub use self::{
    bounds::{Bounds, Over},
    catch_all::{CatchAll, Rest},
    failure::{DecodeError, DecodeReason, EncodeError, EncodeReason, Failure},
    fallback::{FallbackDocument, FallbackTag, fallback_key, over_fallback_tag, put_fallback_tag},
    lossless::Lossless,
    opaque::Opaque,
    path::{ElementPath, Segment},
    reader::{Reader, Scope},
    represent::{
        BinaryBytes, CivilDate, CivilDateTime, DateMs, DecimalInt, Double, Int64Checked, IntArray,
        Millis, NanosOfDay, StringPadded, Text, UuidCSharpLegacy, UuidJavaLegacy, UuidPythonLegacy,
    },
    stored_as::StoredAs,
    text_key::TextKey,
    writer::{Slot, Writer},
};

#[cfg(feature = "serde-1")]
pub use self::serde::Serde;

pub(crate) use self::{
    bounds::ENCODED_BYTES,
    failure::decode_error,
    path::locate,
    writer::{array_keys_len, fill, operand},
};

/// The representation of a field that names none: the one of its type.
#[derive(Debug, Clone, Copy)]
pub struct AsIs;

/// Deepest nesting of documents and arrays that is read or written, in levels.
///
/// The server stores up to 180 levels; a decoder that follows them all on a worker thread's stack risks its process, so
/// anything deeper than this is a typed error.
pub const MAX_DEPTH: usize = 100;

/// Whether a document or array may not be entered: it is nested too deep, or what is entered already fills the stack.
///
/// A level costs a multiple of the size of the Rust value that is read there: in a debug build, a hundred levels of a struct
/// with a hundred fields are more than the stack of a worker. So the sizes of the values that enclose one another are
/// bounded, too, but for the first levels, which every type may have.
#[inline]
pub(crate) const fn is_too_deep(depth: usize, open_size: usize) -> bool {
    const MAX_OPEN_SIZE: usize = 64 << 10;
    const FREE_LEVELS: usize = 8;
    depth > FREE_LEVELS && (depth > MAX_DEPTH || open_size > MAX_OPEN_SIZE)
}

/// A Rust type that can be a field of a document, in the representation `C`.
///
/// One implementation serves inserts, filters, updates and reads, so a value has one form wherever it travels.
/// Structs and enums get it from `#[derive(Embedded)]` and `#[derive(Document)]`. For a type of another crate, implement
/// it for a representation of your own: `impl Value<MyCodec> for Foreign` passes the orphan rule when `MyCodec` is yours,
/// and `#[mongo(with = MyCodec)]` on a field selects it. The short way is [`StoredAs`]: two functions to and from a type that
/// has a form already.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be stored in a document (representation `{C}`)",
    label = "no representation `{C}` for this type",
    note = "`AsIs` is the representation of a field that names none; each of the others is for certain types",
    note = "for a type of yours, add `#[derive(Embedded)]`",
    note = "for someone else's type, name a representation: `#[mongo(as = \"..\")]`, or `#[mongo(with = Codec)]` with \
            `impl StoredAs<Type> for Codec` and `stored_as!(Codec: Type)`"
)]
pub trait Value<C = AsIs>: Sized {
    /// What is stored: BSON type, bounds, nested fields. All rules and the validator read this.
    const SHAPE: &'static Shape;

    /// The same, but stopping at documents. Breaks the cycle of a recursive type.
    const BACK: &'static Shape = Self::SHAPE;

    /// What is declared of it, if it is stored whole.
    #[doc(hidden)]
    const DECLARED: Option<&'static Declaration> = None;

    /// The kind of value, which decides what operators a path has: `class::Number`, `class::Text`, and so on.
    type Class;

    /// The type without `Option` or `Presence`: what a filter compares with and an update sets.
    type Inner: Value<C>;

    /// What a typed path to this value offers.
    type Fields<P: Path>: Field<Path = P>;

    /// The BSON element type byte that [`encode`](Self::encode) writes for this value.
    fn element_type(&self) -> u8;

    /// Whether a field of this value is left out of its document.
    fn is_absent(&self) -> bool {
        false
    }

    /// The number of bytes that [`encode`](Self::encode) appends, to size the buffer once.
    ///
    /// What is inside of a recursive field (`max_depth`) is not counted: it may be deeper than a stack, and the writer, which
    /// stops at a depth, counts it and starts again with a larger buffer.
    fn encoded_len(&self) -> usize;

    /// Appends the payload: neither element type nor key.
    ///
    /// What can't be stored is noted in the writer, not returned; see [`Writer::refuse`].
    fn encode(&self, out: &mut Writer<'_>);

    /// Appends the whole element: type, key and payload. `header` is a byte for the type, the key, and NUL.
    ///
    /// The default does it in two steps; some types do it in one.
    #[doc(hidden)]
    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        out.put_header(self.element_type(), header);
        self.encode(out);
    }

    /// Reads the payload of an element of type `element_type`.
    ///
    /// # Errors
    ///
    /// Another element type, a value out of range, or malformed bytes.
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure>;

    /// Reads the next element into `slot` if it has the key of `header`, which is as in
    /// [`encode_element`](Self::encode_element). Else both stay as they are.
    ///
    /// They may also stay when the element is not as expected: what is wrong with it, if anything is, is then said by
    /// [`decode`](Self::decode).
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_element(
        slot: &mut Option<Self>,
        header: &[u8],
        input: &mut Reader<'_>,
    ) -> Result<(), Failure> {
        let Some(element_type) = input.expect_key(header) else { return Ok(()) };
        // A copy is lent, so that the caller's reader can stay in registers.
        let mut lent = input.clone();
        *slot = Some(Self::decode(element_type, &mut lent)?);
        *input = lent;
        Ok(())
    }

    /// The value of a field that its document lacks; `None` when the field is required.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// The first declared bound that this value is over, if any.
    fn over(&self, _bounds: &Bounds) -> Option<Over> {
        None
    }

    /// The text of this value as a map key. Only text-like values have one.
    fn as_key(&self) -> Option<&str> {
        None
    }

    /// The value that a map key stands for.
    #[must_use]
    fn from_key(_key: &str) -> Option<Self> {
        None
    }
}
