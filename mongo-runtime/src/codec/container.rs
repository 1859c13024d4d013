//! Arrays: `Vec`, `VecDeque` and sets.

use std::{
    collections::{BTreeSet, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
};

use super::{
    Bounds, DecodeReason, Failure, Over, Reader, Value, Writer,
    scalar::ARRAY,
    writer::array_keys_len,
};
use crate::{
    class,
    field::{ArrayField, Path},
    shape::Shape,
};

/// The parts of [`Value`] that every collection of elements shares.
macro_rules! array_methods {
    () => {
        #[inline]
        fn element_type(&self) -> u8 {
            ARRAY
        }

        #[inline]
        fn encoded_len(&self) -> usize {
            4 + array_keys_len(self.len()) + self.iter().map(T::encoded_len).sum::<usize>() + 1
        }

        #[inline]
        fn encode(&self, out: &mut Writer<'_>) {
            encode_elements(self.iter(), out);
        }

        #[inline]
        fn over(&self, bounds: &Bounds) -> Option<Over> {
            bounds.over_items(self.len()).or_else(|| {
                if !bounds.bounds_elements() {
                    return None;
                }
                let inner = bounds.inner();
                self.iter().find_map(|element| element.over(&inner))
            })
        }
    };
}

impl<C: 'static, T: Value<C> + 'static> Value<C> for Vec<T> {
    const SHAPE: &'static Shape = &Shape::Array(T::SHAPE);
    const BACK: &'static Shape = &Shape::Array(T::BACK);
    type Class = class::Array<T, C>;
    type Inner = Self;
    type Fields<P: Path> = ArrayField<P, T, C>;

    array_methods!();

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let mut elements = Self::new();
        decode_elements(element_type, input, |element| {
            elements.push(element);
            true
        })?;
        Ok(elements)
    }
}

impl<C: 'static, T: Value<C> + 'static> Value<C> for VecDeque<T> {
    const SHAPE: &'static Shape = &Shape::Array(T::SHAPE);
    const BACK: &'static Shape = &Shape::Array(T::BACK);
    type Class = class::Array<T, C>;
    type Inner = Self;
    type Fields<P: Path> = ArrayField<P, T, C>;

    array_methods!();

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        <Vec<T> as Value<C>>::decode(element_type, input).map(Self::from)
    }
}

impl<C: 'static, T: Value<C> + Ord + 'static> Value<C> for BTreeSet<T> {
    const SHAPE: &'static Shape = &Shape::Set(T::SHAPE);
    const BACK: &'static Shape = &Shape::Set(T::BACK);
    type Class = class::Set<T, C>;
    type Inner = Self;
    type Fields<P: Path> = ArrayField<P, T, C>;

    array_methods!();

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let mut elements = Self::new();
        decode_elements(element_type, input, |element| elements.insert(element))?;
        Ok(elements)
    }
}

impl<C: 'static, T: Value<C> + Eq + Hash + 'static, S: BuildHasher + Default + 'static> Value<C> for HashSet<T, S> {
    const SHAPE: &'static Shape = &Shape::Set(T::SHAPE);
    const BACK: &'static Shape = &Shape::Set(T::BACK);
    type Class = class::Set<T, C>;
    type Inner = Self;
    type Fields<P: Path> = ArrayField<P, T, C>;

    array_methods!();

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let mut elements = Self::default();
        decode_elements(element_type, input, |element| elements.insert(element))?;
        Ok(elements)
    }
}

#[inline]
pub(super) fn encode_elements<'a, C, T: Value<C> + 'a>(elements: impl Iterator<Item = &'a T>, out: &mut Writer<'_>) {
    let slot = out.open();
    if !out.is_too_deep() {
        for (index, element) in elements.enumerate() {
            out.put_index(element.element_type(), index);
            element.encode(out);
        }
    }
    out.close(slot);
}

/// Reads each element. `add` says whether the collection took it: a set does not take an equal one, which would be lost.
#[inline]
fn decode_elements<C, T: Value<C>>(
    element_type: u8,
    input: &mut Reader<'_>,
    mut add: impl FnMut(T) -> bool,
) -> Result<(), Failure> {
    if element_type != ARRAY {
        return Err(input.unexpected(element_type, "array"));
    }
    let scope = input.open()?;
    while let Some((element_type, _)) = input.next_element(&scope)? {
        let element = input.element_at();
        if !add(T::decode(element_type, input)?) {
            let reason = DecodeReason::Custom("expected a set, found an element twice");
            return Err(Failure::new(reason, element));
        }
    }
    input.close(scope)
}
