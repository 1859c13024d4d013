//! The fields of a projection: what the derive makes of each.

use std::marker::PhantomData;

use super::{
    Column, Kept,
    find::Found,
    place::Elements,
    reads::{Reading, Reads, ReadsElement},
    walk::{One, Step, Told, Walk},
};
use crate::{
    codec::Failure,
    field::{Field, Path},
    filter::{CodecOf, PathOf, TyOf},
    index::PartialTerm,
};

/// A column, and how a `U` is read of it.
#[derive(Debug)]
pub struct Typed<U> {
    pub(super) column: Column,
    pub(super) read: fn(Found<'_>, &'static [Step]) -> Result<Option<U>, Failure>,
}

type ReadOf<F> = <PathOf<F> as Walk>::Read<One<TyOf<F>, CodecOf<F>>>;

/// The path of a field of a projection. It is known before the type of the field is asked whether it can be read there.
#[derive(Debug)]
pub struct At<F>(PhantomData<fn() -> F>);

/// The path that a closure would give. The closure is never called: its type is the path.
#[must_use]
pub const fn at<F>(_: fn() -> F) -> At<F> {
    At(PhantomData)
}

impl<F: Field> At<F>
where
    F::Path: Walk,
{
    /// The field of type `U`.
    #[must_use]
    pub const fn read<U, K>(self) -> Typed<U>
    where
        U: Reads<<ReadOf<F> as Told>::Type, ReadOf<F>, K>,
    {
        let kept = match U::READING.part {
            Some(part) => Kept::Part(part),
            None => Kept::Whole,
        };
        let column = Column { reading: U::READING, ..column::<F>(kept) };
        Typed { column, read: U::read }
    }
}

impl<F: Field, T, C> At<Elements<F, T, C>>
where
    F::Path: Walk,
{
    /// The field of type `U`, for the first element that meets all conditions.
    #[must_use]
    pub const fn read_element<U>(self, terms: &'static [PartialTerm]) -> Typed<U>
    where
        U: ReadsElement<T, C>,
    {
        Typed { column: column::<F>(Kept::ElemMatch(terms)), read: U::read }
    }
}

const fn column<F: Field>(kept: Kept) -> Column
where
    F::Path: Walk,
{
    Column {
        path: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        array: <F::Path as Path>::INNER_ARRAY,
        variant: <F::Path as Path>::VARIANT,
        kept,
        steps: <F::Path as Walk>::STEPS,
        reading: Reading::WHOLE,
    }
}

impl<U> Typed<U> {
    /// So many elements of an array.
    #[must_use]
    pub const fn slice(mut self, n: i32) -> Self {
        self.column.kept = Kept::Slice(n);
        self
    }

    /// So many elements of an array, behind those that are skipped.
    #[must_use]
    pub const fn slice_from(mut self, skip: i32, n: i32) -> Self {
        self.column.kept = Kept::SliceFrom(skip, n);
        self
    }

    /// The column, for the table.
    #[must_use]
    pub const fn column(&self) -> Column {
        self.column
    }
}
