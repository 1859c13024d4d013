//! Strings.

use super::{Bounds, Failure, Over, Reader, Value, Writer, scalar::STRING};
use crate::{
    class,
    field::{Leaf, Path},
    shape::{BsonType, Scalar, Shape},
};

macro_rules! text {
    ($($ty:ty)*) => { $(
        impl Value for $ty {
            const SHAPE: &'static Shape = &Shape::Scalar(Scalar::variable(BsonType::String));
            type Class = class::Text;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            #[inline]
            fn element_type(&self) -> u8 {
                STRING
            }

            #[inline]
            fn encoded_len(&self) -> usize {
                4 + self.len() + 1
            }

            #[inline]
            fn encode(&self, out: &mut Writer<'_>) {
                out.put_str(self);
            }

            #[inline]
            fn encode_element(&self, header: &[u8], out: &mut Writer<'_>) {
                out.put_text(STRING, header, self);
            }

            #[inline]
            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                if element_type != STRING {
                    return Err(input.unexpected(element_type, "string"));
                }
                input.take_str().map(Self::from)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_element(slot: &mut Option<Self>, header: &[u8], input: &mut Reader<'_>) -> Result<(), Failure> {
                if input.expect(STRING, header) {
                    *slot = Some(Self::from(input.take_str()?));
                }
                Ok(())
            }

            #[inline]
            fn over(&self, bounds: &Bounds) -> Option<Over> {
                over_code_points(self, bounds)
            }

            fn as_key(&self) -> Option<&str> {
                Some(self)
            }

            fn from_key(key: &str) -> Option<Self> {
                Some(Self::from(key))
            }
        }
    )* };
}

text! { String Box<str> std::sync::Arc<str> }

/// Checks text against `max_len`. There are never more code points than bytes, so short text is not counted.
#[inline]
pub(super) fn over_code_points(text: &str, bounds: &Bounds) -> Option<Over> {
    if text.len() <= bounds.max_len {
        return None;
    }
    let found = text.chars().count();
    (found > bounds.max_len).then_some(Over { what: "code points", found, max: bounds.max_len })
}
