//! Why a query can't be read page by page. Each reason is a trait that nothing has, and its text is that of the error.

use super::{HAS_NO_ORDER, IS_KEYSET, Keyset, NOT_UNIQUE, NULLS_UNSAID};

/// What the reasons are conditions on.
#[derive(Debug)]
pub struct ThisQuery;

/// Orders that tell any two documents apart.
pub trait IsKeyset {}

impl IsKeyset for Keyset<IS_KEYSET> {}

macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident for $code:ident [$message:literal, $label:literal $(, $note:literal)*])*) => { $(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = $label $(, note = $note)*)]
        pub trait $reason {}

        // Without `for`, the condition is refused here already, where it is seen that it is never met.
        impl IsKeyset for Keyset<$code> where for<'a> ThisQuery: $reason {}
    )* };
}

reasons! {
    /// It has no order.
    Order for HAS_NO_ORDER ["a page follows the one before it in the order of the query, and this query has none",
        "no `sort(..)`", "write an order that ends with the id at the query: `#[mongo(sort(created_at = desc, id = desc))]`"]

    /// Two documents may be equal in it.
    UniqueOrder for NOT_UNIQUE ["two documents may be equal in the order of this query, and a page that ends between them would lose one",
        "the order does not end with what only one document has",
        "end the order with the id at the query: `#[mongo(sort(.., id))]`",
        "the keys of a unique index do as well, where each is in the order, or equal to a value (`eq`, `constant(..)`)"]

    /// A key may be null.
    NullOrder for NULLS_UNSAID ["a key of the order of this query may be null or absent, and it is not said where those documents come",
        "no place for documents without the key",
        "say it at the query: `sort(paid_at(asc, nulls = first), id)`, or `sort(paid_at(desc, nulls = last), id = desc)`"]
}
