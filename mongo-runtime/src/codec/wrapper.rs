//! `Option`, `Presence` and `Box`.

use super::{Bounds, EncodeReason, Failure, Over, Reader, Value, Writer, scalar::NULL};
use crate::{field::Path, presence::Presence, shape::Shape};

impl<C, T: Value<C>> Value<C> for Option<T> {
    const SHAPE: &'static Shape = &Shape::Optional(T::SHAPE);
    const BACK: &'static Shape = &Shape::Optional(T::BACK);
    type Class = T::Class;
    type Inner = T::Inner;
    type Fields<P: Path> = T::Fields<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        self.as_ref().map_or(NULL, T::element_type)
    }

    #[inline]
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        self.as_ref().map_or(0, T::encoded_len)
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        if let Some(value) = self {
            refuse_null(value, out);
            value.encode(out);
        }
    }

    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        match self {
            Some(value) => {
                refuse_null(value, out);
                value.encode_element(header, out);
            }
            None => out.put_header(NULL, header),
        }
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        match element_type {
            NULL => Ok(None),
            _ => T::decode(element_type, input).map(Some),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_element(
        slot: &mut Option<Self>,
        header: &[u8],
        input: &mut Reader<'_>,
    ) -> Result<(), Failure> {
        // First, since a type inside would refuse a null, or take it for a value of its own.
        if input.expect(NULL, header) {
            *slot = Some(None);
            return Ok(());
        }
        let mut inner = None;
        T::decode_element(&mut inner, header, input)?;
        if inner.is_some() {
            *slot = Some(inner);
        }
        Ok(())
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }

    #[inline]
    fn over(&self, bounds: &Bounds) -> Option<Over> {
        self.as_ref().and_then(|value| value.over(bounds))
    }
}

/// Refuses a value that is null by itself, as an opaque one can be: it would be read as no value.
#[inline]
fn refuse_null<C, T: Value<C>>(value: &T, out: &mut Writer<'_>) {
    if value.element_type() == NULL {
        out.refuse(EncodeReason::Custom(
            "a null inside of an `Option` or `Presence` would be read as no value",
        ));
    }
}

impl<C, T: Value<C>> Value<C> for Presence<T> {
    const SHAPE: &'static Shape = &Shape::Presence(T::SHAPE);
    const BACK: &'static Shape = &Shape::Presence(T::BACK);
    type Class = T::Class;
    type Inner = T::Inner;
    type Fields<P: Path> = T::Fields<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        self.value().map_or(NULL, T::element_type)
    }

    #[inline]
    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        self.value().map_or(0, T::encoded_len)
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        if let Self::Value(value) = self {
            refuse_null(value, out);
            value.encode(out);
        }
    }

    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        match self {
            Self::Value(value) => {
                refuse_null(value, out);
                value.encode_element(header, out);
            }
            Self::Absent | Self::Null => out.put_header(NULL, header),
        }
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        match element_type {
            NULL => Ok(Self::Null),
            _ => T::decode(element_type, input).map(Self::Value),
        }
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(Self::Absent)
    }

    #[inline]
    fn over(&self, bounds: &Bounds) -> Option<Over> {
        self.value().and_then(|value| value.over(bounds))
    }
}

impl<C, T: Value<C>> Value<C> for Box<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const BACK: &'static Shape = T::BACK;
    type Class = T::Class;
    type Inner = T::Inner;
    type Fields<P: Path> = T::Fields<P>;

    #[inline]
    fn element_type(&self) -> u8 {
        T::element_type(self)
    }

    #[inline]
    fn is_absent(&self) -> bool {
        T::is_absent(self)
    }

    #[inline]
    fn encoded_len(&self) -> usize {
        T::encoded_len(self)
    }

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        T::encode(self, out);
    }

    #[inline]
    fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
        T::encode_element(self, header, out);
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        T::decode(element_type, input).map(Self::new)
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
            *slot = Some(Self::new(value));
        }
        Ok(())
    }

    #[inline]
    fn absent() -> Option<Self> {
        T::absent().map(Self::new)
    }

    #[inline]
    fn over(&self, bounds: &Bounds) -> Option<Over> {
        T::over(self, bounds)
    }

    fn as_key(&self) -> Option<&str> {
        T::as_key(self)
    }

    fn from_key(key: &str) -> Option<Self> {
        T::from_key(key).map(Self::new)
    }
}
