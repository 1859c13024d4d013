//! Fields that hold nothing, beside the value of a newtype.

use std::marker::PhantomData;

/// A type with one value, which is not stored.
#[diagnostic::on_unimplemented(
    message = "a field marked `#[mongo(marker)]` holds nothing, and `{Self}` holds something",
    label = "not a `PhantomData`",
    note = "what holds something is stored: a newtype holds one value, and a struct names each of its fields"
)]
pub trait Marker {
    /// The value.
    const IT: Self;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> Marker for PhantomData<T> {
    const IT: Self = Self;
}

/// The value of a field that holds nothing.
#[must_use]
pub const fn marker<M: Marker>() -> M {
    M::IT
}
