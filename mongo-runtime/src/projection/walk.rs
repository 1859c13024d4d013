//! The way of a path through the bytes of a document.

use crate::{
    codec::Value,
    field::{As, Each, Key, Member, Path, Reach, Root, Variant},
};

/// One step of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To a field of the document. `may_lack` says whether its type allows that it is not there.
    Key { name: &'static str, may_lack: bool },
    /// To each element of the array. `may_be_null` says whether one may be null.
    Each { may_be_null: bool },
    /// On, if the document is this variant.
    Variant { tag_field: &'static str, tag: &'static str },
}

/// The steps of a path. What is over its capacity is refused at compile time.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    steps: [Step; Self::CAPACITY],
    len: usize,
}

impl Way {
    /// Most steps of a path.
    const CAPACITY: usize = 32;

    const EMPTY: Self = Self { steps: [Step::Each { may_be_null: false }; Self::CAPACITY], len: 0 };

    const fn and(mut self, step: Step) -> Self {
        assert!(self.len < Self::CAPACITY, "a path of a projection has more than 32 steps");
        self.steps[self.len] = step;
        self.len += 1;
        self
    }

    const fn as_slice(&self) -> &[Step] {
        self.steps.split_at(self.len).0
    }
}

/// Paths that a projection has.
pub trait Walk: Path {
    /// What is read there, as [`One`] value or [`Many`], given what is read at its end.
    type Read<End: Told>: Told;
    /// The way.
    const WAY: Way;
    /// The same, for good.
    const WAY_REF: &'static Way = &Self::WAY;
    /// The steps.
    const STEPS: &'static [Step] = Self::WAY_REF.as_slice();
}

/// What is read, as a type.
pub trait Told {
    /// How a document would hold it, for messages.
    type Type;
}

/// One value, of type `T` in representation `C`.
#[derive(Debug)]
pub struct One<T, C>(std::marker::PhantomData<(T, C)>);

/// One of these for each element of an array.
#[derive(Debug)]
pub struct Many<L>(std::marker::PhantomData<L>);

impl<T, C> Told for One<T, C> {
    type Type = T;
}

impl<L: Told> Told for Many<L> {
    type Type = Vec<L::Type>;
}

impl<D: Value<C> + 'static, C: 'static> Walk for Root<D, C> {
    type Read<End: Told> = End;
    const WAY: Way = Way::EMPTY;
}

impl<P: Walk, F: Member> Walk for Key<P, F> {
    type Read<End: Told> = P::Read<End>;
    const WAY: Way = P::WAY.and(Step::Key { name: F::NAME, may_lack: Self::SHAPE.is_optional() });
}

impl<P: Walk, T: Value<C> + 'static, C: 'static, R: Reach + 'static> Walk for Each<P, T, C, R> {
    type Read<End: Told> = P::Read<Many<End>>;
    const WAY: Way = P::WAY.and(Step::Each { may_be_null: Self::SHAPE.is_optional() });
}

impl<P: Walk, V: Variant> Walk for As<P, V> {
    type Read<End: Told> = P::Read<End>;
    const WAY: Way = P::WAY.and(Step::Variant { tag_field: V::TAG_FIELD, tag: V::TAG });
}
