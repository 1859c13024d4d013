//! The operands of recipes: what a field of the struct must be to be one.

use std::collections::{BTreeSet, HashSet};

use crate::{codec::AsIs, field::Operand};

/// A field of a recipe whose value stands for a `T` in representation `C`.
#[diagnostic::on_unimplemented(
    message = "the document's field holds `{T}`, and the recipe gives `{Self}`",
    label = "expected `{T}`",
    note = "an operand has the type of the document's field, or what its `Option` or `Presence` holds",
    note = "an `Option` of that is marked `optional` (`None` changes nothing) or `set_or_unset` (`None` takes the field away)"
)]
pub trait Part<T, C = AsIs>: Operand<T, C> {}

#[diagnostic::do_not_recommend]
impl<T, C, V: Operand<T, C>> Part<T, C> for V {}

/// A field of a recipe that may have no value.
#[diagnostic::on_unimplemented(
    message = "a part that is `optional` or `set_or_unset` is an `Option`, and this one is `{Self}`",
    label = "not an `Option`",
    note = "make it an `Option`, or remove `optional` (instead of `set_or_unset`, write `set`)"
)]
pub trait OptionalPart {
    /// What it holds.
    type Held;
    /// What it holds, if it does.
    fn held(&self) -> Option<&Self::Held>;
}

impl<V> OptionalPart for Option<V> {
    type Held = V;

    fn held(&self) -> Option<&V> {
        self.as_ref()
    }
}

/// A field of a recipe that has several values.
#[diagnostic::on_unimplemented(
    message = "this operator takes several values, and the recipe gives `{Self}`",
    label = "expected a `Vec`, a slice, an array or a set",
    note = "for one value, write `push`, `add_to_set`, `pull` or `expect`"
)]
pub trait Parts {
    /// One of them.
    type One;
    /// Each of them.
    fn parts(&self) -> impl Iterator<Item = &Self::One>;
}

macro_rules! several {
    ($([$($generics:tt)*] $ty:ty;)*) => { $(
        impl<$($generics)*> Parts for $ty {
            type One = V;

            fn parts(&self) -> impl Iterator<Item = &V> {
                self.iter()
            }
        }
    )* };
}

several! {
    [V] Vec<V>;
    [V] [V];
    [V] &[V];
    [V, const N: usize] [V; N];
    [V] BTreeSet<V>;
    [V, S] HashSet<V, S>;
}
