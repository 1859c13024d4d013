//! The operands of queries: what a field of the struct must be to be one.

use crate::{codec::AsIs, field::Operand, update::recipe::Parts};

/// A field of a query whose value stands for a `T` in representation `C`.
#[diagnostic::on_unimplemented(
    message = "the document's field holds `{T}`, and the query gives `{Self}`",
    label = "expected `{T}`",
    note = "an operand has the type of the document's field, or what its `Option` or `Presence` holds",
    note = "an `Option` of that is marked `optional`: `None` leaves the condition out. To ask for documents without a value, write \
            `is_null_or_absent(..)` on the struct"
)]
pub trait Part<T, C = AsIs>: Operand<T, C> {}

#[diagnostic::do_not_recommend]
impl<T, C, V: Operand<T, C>> Part<T, C> for V {}

/// A field of a query that may have no value.
#[diagnostic::on_unimplemented(
    message = "a condition that is `optional` is an `Option`, and this one is `{Self}`",
    label = "not an `Option`",
    note = "make it an `Option`, or remove `optional`"
)]
pub trait MayBeNone {
    /// What it holds.
    type Held;
    /// What it holds, if it does.
    fn held(&self) -> Option<&Self::Held>;
}

impl<V> MayBeNone for Option<V> {
    type Held = V;

    fn held(&self) -> Option<&V> {
        self.as_ref()
    }
}

/// A field of a query that has several values.
#[diagnostic::on_unimplemented(
    message = "this operator takes several values, and the query gives `{Self}`",
    label = "expected a `Vec`, a slice, an array or a set",
    note = "for one value, write `eq` or `ne`"
)]
pub trait Several {
    /// One of them.
    type One;
    /// Each of them.
    fn parts(&self) -> impl Iterator<Item = &Self::One>;
}

#[diagnostic::do_not_recommend]
impl<L: Parts> Several for L {
    type One = L::One;

    fn parts(&self) -> impl Iterator<Item = &L::One> {
        Parts::parts(self)
    }
}

/// A field of a query that is text.
#[diagnostic::on_unimplemented(
    message = "this operator looks for text, and the query gives `{Self}`",
    label = "expected `String` or `&str`"
)]
pub trait TextPart {
    /// The text.
    fn text(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl<V: AsRef<str>> TextPart for V {
    fn text(&self) -> &str {
        self.as_ref()
    }
}
