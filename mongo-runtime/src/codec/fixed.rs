//! Fixed arrays and tuples: arrays of exactly so many elements.

use super::{
    Bounds, DecodeReason, Failure, Over, Reader, Value, Writer, container::encode_elements,
    scalar::ARRAY, writer::array_keys_len,
};
use crate::{
    class,
    field::{Leaf, Path},
    shape::{BYTES, Role, Scalar, Shape},
};

impl<C: 'static, T: Value<C>, const N: usize> Value<C> for [T; N] {
    const SHAPE: &'static Shape = match T::SHAPE {
        Shape::Scalar(Scalar { role: Role::Byte, .. }) => &Shape::Refused(BYTES),
        _ => &Shape::Fixed(&[T::SHAPE; N]),
    };
    const BACK: &'static Shape = &Shape::Fixed(&[T::BACK; N]);
    type Class = class::Fixed;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        ARRAY
    }

    fn encoded_len(&self) -> usize {
        4 + array_keys_len(N) + self.iter().map(T::encoded_len).sum::<usize>() + 1
    }

    fn encode(&self, out: &mut Writer<'_>) {
        encode_elements(self.iter(), out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != ARRAY {
            return Err(input.unexpected(element_type, "array"));
        }
        let scope = input.open()?;
        let mut elements = Vec::with_capacity(N);
        while let Some((element_type, _)) = input.next_element(&scope)? {
            if elements.len() == N {
                return Err(input.fail_in(&scope, DecodeReason::Length { expected: N }));
            }
            elements.push(T::decode(element_type, input)?);
        }
        input.close(scope)?;
        Self::try_from(elements)
            .map_err(|_| input.fail_in(&scope, DecodeReason::Length { expected: N }))
    }

    fn over(&self, bounds: &Bounds) -> Option<Over> {
        self.iter().find_map(|element| element.over(bounds))
    }
}

macro_rules! tuple {
    ($n:literal: $($name:ident $index:tt),*) => {
        impl<C: 'static, $($name: Value<C>),*> Value<C> for ($($name,)*) {
            const SHAPE: &'static Shape = &Shape::Fixed(&[$($name::SHAPE),*]);
            const BACK: &'static Shape = &Shape::Fixed(&[$($name::BACK),*]);
            type Class = class::Fixed;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            fn element_type(&self) -> u8 {
                ARRAY
            }

            fn encoded_len(&self) -> usize {
                4 + array_keys_len($n) $(+ self.$index.encoded_len())* + 1
            }

            fn encode(&self, out: &mut Writer<'_>) {
                let slot = out.open();
                $(
                    out.put_index(self.$index.element_type(), $index);
                    self.$index.encode(out);
                )*
                out.close(slot);
            }

            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                if element_type != ARRAY {
                    return Err(input.unexpected(element_type, "array"));
                }
                let scope = input.open()?;
                let wrong = DecodeReason::Length { expected: $n };
                let tuple = ($(
                    match input.next_element(&scope)? {
                        Some((element_type, _)) => $name::decode(element_type, input)?,
                        None => return Err(input.fail_in(&scope, wrong)),
                    },
                )*);
                if !input.is_at_end(&scope) {
                    return Err(input.fail_in(&scope, wrong));
                }
                input.close(scope)?;
                Ok(tuple)
            }

            fn over(&self, bounds: &Bounds) -> Option<Over> {
                None $(.or_else(|| self.$index.over(bounds)))*
            }
        }
    };
}

tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, D 2);
tuple!(4: A 0, B 1, D 2, E 3);
