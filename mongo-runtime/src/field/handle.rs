//! What a user holds of a path. The operators are in [`filter`](crate::filter), [`update`](crate::update) and
//! [`sort`](crate::sort), as extension traits.

use std::marker::PhantomData;

use super::{Each, Key, Member, Path, Root};
use crate::codec::Value;

/// A typed path to a field: `Order::fields().customer().id()`.
///
/// Derived types have a type of their own that implements this, with a method a field. A field that is named like an
/// operator hides it; call such an operator as `FilterField::eq(path, value)`.
pub trait Field: Copy + Sized {
    /// The path that this leads along.
    type Path: Path;

    /// The handle of a path.
    #[doc(hidden)]
    fn at_path() -> Self;

    /// The dotted name in stored documents.
    fn path_name(self) -> &'static str {
        <Self::Path as Path>::NAME
    }
}

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident<$path:ident $(, $generic:ident)*>;)*) => { $(
        $(#[$doc])*
        pub struct $name<$path $(, $generic)*>(PhantomData<fn() -> ($path, $($generic,)*)>);

        impl<$path $(, $generic)*> Clone for $name<$path $(, $generic)*> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$path $(, $generic)*> Copy for $name<$path $(, $generic)*> {}

        impl<$path: Path $(, $generic)*> std::fmt::Debug for $name<$path $(, $generic)*> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($path::NAME)
            }
        }

        impl<$path: Path $(, $generic)*> Field for $name<$path $(, $generic)*> {
            type Path = $path;

            fn at_path() -> Self {
                Self(PhantomData)
            }
        }
    )* };
}

handles! {
    /// A path to a value without fields of its own.
    Leaf<P>;
    /// A path to an array or set of `T`.
    ArrayField<P, T, C>;
    /// A path to a map.
    MapField<P>;
}

impl<P: Path, T: Value<C> + 'static, C: 'static> ArrayField<P, T, C> {
    /// The path to each element: `items().each().sku()` is `items.sku`.
    ///
    /// Two conditions on such paths may be met by two elements; [`elem_match`](crate::filter::FilterField::elem_match)
    /// asks for one element that meets both.
    ///
    /// The server does not go into an array inside of an array by a path, so `each().each()` does not compile where the
    /// elements are arrays: write `elem_match(|row| row.each().eq(1))`.
    #[must_use]
    pub fn each(self) -> T::Fields<Each<P, T, C>>
    where
        P: Enterable,
    {
        Field::at_path()
    }
}

/// Paths to arrays whose elements a longer path leads to: those of fields, and the element that an `elem_match` looks at.
#[diagnostic::on_unimplemented(
    message = "no path leads into an array inside of an array",
    label = "each element is an array itself",
    note = "ask one of these arrays for one of its elements: `rows().elem_match(|row| row.each().eq(value))`"
)]
pub trait Enterable {}

impl<D, C> Enterable for Root<D, C> {}

impl<P: Path, F: Member> Enterable for Key<P, F> {}
