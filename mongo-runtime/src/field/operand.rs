//! What a filter compares a field with, and an update sets it to.

use bson::Bson;

use crate::codec::{AsIs, Bounds, EncodeError, Value, operand};

/// A value that stands for a field of type `T` in representation `C`: a `T`, a `&T`, or a `&str` for a `String`.
///
/// It is written by the codec of the field, so a filter looks for exactly what an insert stored.
#[diagnostic::on_unimplemented(
    message = "the field holds `{T}`, and `{Self}` was given",
    label = "expected `{T}`",
    note = "an operand has the type of the field; of an `Option` or `Presence`, that of the value inside",
    note = "an `Option` is taken apart first: `match value {{ Some(value) => field.set(value), None => field.unset() }}`; a filter asks for \
            no value by `is_absent`, `is_null` or `is_null_or_absent`"
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

impl<T: FromText> Operand<T> for &str {
    fn to_operand(&self, bounds: &Bounds, path: &'static str) -> Result<Bson, EncodeError> {
        operand::<AsIs, T>(&T::from_text(self), bounds, path)
    }
}

/// Types whose operand a `&str` is.
#[diagnostic::on_unimplemented(
    message = "the field holds `{Self}`, and text was given",
    label = "expected `{Self}`, found text",
    note = "the value of an enum is its variant, not its tag: `Status::Open` for \"Open\"",
    note = "an id or a number is read from text first: `ObjectId::parse_str(text)?`, `text.parse()?`"
)]
pub trait FromText: Value<AsIs> {
    /// The value of the text.
    fn from_text(text: &str) -> Self;
}

#[diagnostic::do_not_recommend]
impl FromText for String {
    fn from_text(text: &str) -> Self {
        text.to_owned()
    }
}
