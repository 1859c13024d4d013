//! Ids that say whose they are.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
    str::FromStr,
};

use bson::oid::ObjectId;

use crate::{
    codec::{Bounds, Failure, Over, Reader, Value, Writer},
    field::Path,
    shape::Shape,
};

/// The `_id` of a document of type `D`, stored as a `T` and as nothing more: an ObjectId where no `T` is named.
///
/// The id of one document is none of another: where an `Id<Order>` is wanted, an `Id<Customer>` does not compile. The type of
/// the id decides how it is stored, never its content: an `Id<Order, String>` of 24 hex digits is a string.
///
/// A new one is `Id::new()`. One of a value that is known, as of a text or of an id that another program names, is `Id::from(value)`;
/// where a document has the `_id` of another one on purpose, `Id::from(customer.id.into_inner())` says so.
///
/// A representation named on the field is that of the `T`: `#[mongo(as = "uuid_java_legacy")] id: Id<Order, Uuid>`.
///
/// ```
/// use mongo_runtime::prelude::*;
///
/// #[derive(Document)]
/// #[mongo(collection = "customers")]
/// struct Customer {
///     #[mongo(id)]
///     id: Id<Customer>,
/// }
///
/// #[derive(Document)]
/// #[mongo(collection = "orders")]
/// struct Order {
///     #[mongo(id)]
///     id: Id<Order, i64>,
///     customer: Id<Customer>,
/// }
///
/// let customer = Customer { id: Id::new() };
/// let order = Order { id: 7.into(), customer: customer.id };
/// let of_customer = Order::fields().customer().eq(customer.id);
/// let read: Id<Customer> = "0123456789abcdef01234567".parse()?;
/// assert_eq!(read.to_string(), "0123456789abcdef01234567");
/// # let _ = (order, of_customer);
/// # Ok::<(), mongo_runtime::id::ParseIdError>(())
/// ```
pub struct Id<D, T = ObjectId>(T, PhantomData<fn() -> D>);

impl<D> Id<D> {
    /// A new id: an ObjectId that no other is equal to, made from the time, the process and a counter.
    #[must_use]
    pub fn new() -> Self {
        Self::from(ObjectId::new())
    }
}

impl<D, T> Id<D, T> {
    /// The value that is stored.
    #[inline]
    #[must_use]
    pub const fn inner(&self) -> &T {
        &self.0
    }

    /// The value that is stored.
    #[inline]
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// Says that the value is the id of a `D`.
impl<D, T> From<T> for Id<D, T> {
    #[inline]
    fn from(value: T) -> Self {
        Self(value, PhantomData)
    }
}

impl<D> Default for Id<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// A text that is no ObjectId. It does not hold the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseIdError;

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("24 hex digits expected")
    }
}

impl std::error::Error for ParseIdError {}

/// Reads exactly 24 hex digits, as `to_string` writes them.
impl<D> FromStr for Id<D> {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let mut bytes = [0; 12];
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return Err(ParseIdError);
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Ok(ObjectId::from_bytes(bytes).into())
    }
}

fn digit(text: u8) -> Result<u8, ParseIdError> {
    match text {
        b'0'..=b'9' => Ok(text - b'0'),
        b'a'..=b'f' => Ok(text - b'a' + 10),
        b'A'..=b'F' => Ok(text - b'A' + 10),
        _ => Err(ParseIdError),
    }
}

// Written out, since a derive would ask all of these of the document, too.

impl<D, T: Clone> Clone for Id<D, T> {
    #[inline]
    fn clone(&self) -> Self {
        Self::from(self.0.clone())
    }
}

impl<D, T: Copy> Copy for Id<D, T> {}

impl<D, T: PartialEq> PartialEq for Id<D, T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<D, T: Eq> Eq for Id<D, T> {}

impl<D, T: PartialOrd> PartialOrd for Id<D, T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl<D, T: Ord> Ord for Id<D, T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<D, T: Hash> Hash for Id<D, T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<D, T: fmt::Debug> fmt::Debug for Id<D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Id").field(&self.0).finish()
    }
}

impl<D, T: fmt::Display> fmt::Display for Id<D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Stored as the `T`. Nothing is asked of `D`, so that a document can hold its own id.
impl<C, D: 'static, T: Value<C>> Value<C> for Id<D, T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const BACK: &'static Shape = T::BACK;
    type Class = T::Class;
    type Inner = Self;
    type Fields<P: Path> = T::Fields<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        self.0.element_type()
    }

    #[inline]
    fn is_absent(&self) -> bool {
        self.0.is_absent()
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        self.0.encode(out);
    }

    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        self.0.encode_element(header, out);
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        T::decode(element_type, input).map(Self::from)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_element(
        slot: &mut Option<Self>,
        header: &[u8],
        input: &mut Reader<'_>,
    ) -> Result<(), Failure> {
        let mut inner = None;
        T::decode_element(&mut inner, header, input)?;
        if let Some(value) = inner {
            *slot = Some(Self::from(value));
        }
        Ok(())
    }

    #[inline]
    fn absent() -> Option<Self> {
        T::absent().map(Self::from)
    }

    #[inline]
    fn over(&self, bounds: &Bounds) -> Option<Over> {
        self.0.over(bounds)
    }

    fn as_key(&self) -> Option<&str> {
        self.0.as_key()
    }

    fn from_key(key: &str) -> Option<Self> {
        T::from_key(key).map(Self::from)
    }
}
