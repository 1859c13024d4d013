//! Arrays: `Vec`, `VecDeque` and sets.

use std::{
    collections::{BTreeSet, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
};

use super::{
    Bounds, DecodeReason, EncodeReason, Failure, Over, Reader, Scope, Value, Writer, scalar::ARRAY,
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
    fn encode(&self, out: &mut Writer<'_>) {
        encode_elements(self.iter(), out);
    }

    #[inline]
    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != ARRAY {
            return Err(input.unexpected(element_type, "array"));
        }
        let scope = input.open()?;
        let mut elements = Self::new();
        while let Some(element_type) = input.next_item(&scope)? {
            if elements.len() == elements.capacity() {
                elements.reserve(expect_items::<T>(element_type, input, &scope));
            }
            // Into its place at once: each copy of what was just written makes the processor wait.
            match T::decode(element_type, input) {
                Ok(element) => elements.push(element),
                Err(failure) => return Err(failure),
            }
        }
        input.close(scope)?;
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

    #[inline]
    fn encode(&self, out: &mut Writer<'_>) {
        encode_elements(self.iter(), out);
    }

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

    fn encode(&self, out: &mut Writer<'_>) {
        if const { T::SHAPE.keeps_difference() } {
            encode_elements(self.iter(), out);
        } else {
            encode_distinct(self.iter(), false, out);
        }
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let mut elements = Self::new();
        decode_elements(element_type, input, |element| elements.insert(element))?;
        Ok(elements)
    }
}

impl<C: 'static, T: Value<C> + Eq + Hash + 'static, S: BuildHasher + Default + 'static> Value<C>
    for HashSet<T, S>
{
    const SHAPE: &'static Shape = &Shape::Set(T::SHAPE);
    const BACK: &'static Shape = &Shape::Set(T::BACK);
    type Class = class::Set<T, C>;
    type Inner = Self;
    type Fields<P: Path> = ArrayField<P, T, C>;

    array_methods!();

    fn encode(&self, out: &mut Writer<'_>) {
        // Its own order is another one each time, and equal sets have to be equal arrays.
        encode_distinct(self.iter(), true, out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let mut elements = Self::default();
        decode_elements(element_type, input, |element| elements.insert(element))?;
        Ok(elements)
    }
}

#[inline]
pub(super) fn encode_elements<'a, C, T: Value<C> + 'a>(
    elements: impl Iterator<Item = &'a T>,
    out: &mut Writer<'_>,
) {
    let slot = out.open();
    if !out.is_too_deep() {
        for (index, element) in elements.enumerate() {
            out.put_index(element.element_type(), index);
            element.encode(out);
        }
    }
    out.close(slot);
}

/// The same for a set, two elements of which may be stored alike, as times are that differ below a millisecond: what is read
/// back would be no set. `is_sorted` writes them in the order of their bytes. Either costs a sort of the elements.
fn encode_distinct<'a, C, T: Value<C> + 'a>(
    elements: impl Iterator<Item = &'a T>,
    is_sorted: bool,
    out: &mut Writer<'_>,
) {
    let start = out.position();
    let slot = out.open();
    if !out.is_too_deep() {
        let is_distinct = out.put_distinct(is_sorted, |out, starts| {
            for (index, element) in elements.enumerate() {
                starts.push(out.position());
                out.put_index(element.element_type(), index);
                element.encode(out);
            }
        });
        if !is_distinct {
            out.refuse_at(start, EncodeReason::Custom("two elements of the set are equal as they are stored, and it could not be read any more"));
        }
    }
    out.close(slot);
}

/// How many elements to make room for: as many as there are if all are as large as the next one, but not more than someone
/// may ask for with a few bytes.
fn expect_items<T>(element_type: u8, input: &Reader<'_>, scope: &Scope) -> usize {
    const MOST_BYTES: usize = 1 << 16;
    let mut ahead = input.clone();
    let n_left = input.n_left(scope);
    match ahead.skip(element_type) {
        Ok(()) => {
            1 + (n_left / (n_left - ahead.n_left(scope)).max(1))
                .min(MOST_BYTES / size_of::<T>().max(1))
        }
        Err(_) => 1,
    }
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
    while let Some(element_type) = input.next_item(&scope)? {
        let element = input.element_at();
        if !add(T::decode(element_type, input)?) {
            let reason = DecodeReason::Custom("expected a set, found an element twice");
            return Err(Failure::new(reason, element));
        }
    }
    input.close(scope)
}
