//! What a filter compares a field with, and an update sets it to.

use bson::Bson;

use crate::codec::{AsIs, Bounds, EncodeError, Value, operand};

/// A value that stands for a field of type `T` in representation `C`: a `T`, a `&T`, or a `&str` for a `String`.
///
/// It is written by the codec of the field, so a filter looks for exactly what an insert stored.
#[diagnostic::on_unimplemented(
    message = "the field holds `{T}`, and `{Self}` was given",
    label = "expected `{T}`",
    note = "an operand has the type of the field, or what its `Option` or `Presence` holds",
    note = "an `Option` is none: ask with `is_absent`, `is_null` or `is_null_or_absent`, and take a field away with `unset`"
)]
pub trait Operand<T, C = AsIs> {
    /// The BSON of the operand, for the field at `path`.
    ///
    /// # Errors
    ///
    /// The codec refuses the value: over a bound, out of range, a bad map key.
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError>;
}

#[diagnostic::do_not_recommend]
impl<T: Value<C>, C> Operand<T, C> for T {
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
        operand::<C, T>(self, bounds, path)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Value<C>, C> Operand<T, C> for &T {
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
        operand::<C, T>(self, bounds, path)
    }
}

#[diagnostic::do_not_recommend]
impl Operand<String> for &str {
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
        operand::<AsIs, String>(&(*self).to_owned(), bounds, path)
    }
}
