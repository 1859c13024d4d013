//! Catalogs: the explicit list of what a store may touch.

mod collections;

mod sharing;

mod unused;

use crate::{
    document::{Declaration, Document},
    operation::{Operation, OperationDeclaration, check_operations},
    shape::Text,
};

#[doc(hidden)]
pub use self::sharing::clash;

pub use self::unused::{UnusedIndex, unused_indexes};

pub(crate) use self::collections::{Collection, collections};

/// An application's list of its document types. Comes from [`catalog!`](crate::catalog!).
///
/// A store is built over a catalog, and a type that is not listed has no collection in it. The list is what provisioning
/// creates and what the manifest holds.
pub trait Catalog: Send + Sync + 'static {
    /// The declarations of all listed documents, in the order of the list.
    const DOCUMENTS: &'static [&'static Declaration];

    /// The listed operations, in the order of the list. Plain ones (`order.insert-one`) have their names without being listed.
    const OPERATIONS: &'static [OperationDeclaration] = &[];
}

/// Says that a catalog lists a document. Comes from [`catalog!`](crate::catalog!).
#[diagnostic::on_unimplemented(
    message = "`{D}` is not in the catalog `{Self}`: add it to `documents(..)`",
    label = "the catalog `{Self}` does not list `{D}`",
    note = "a store touches only what its catalog lists: add `{D}` to the list in `catalog!`"
)]
pub trait Lists<D: Document>: Catalog {}

/// Declares the catalog of an application: a type, and the documents that its store may touch.
///
/// ```
/// use mongo_runtime::{catalog, catalog::Catalog, prelude::*};
///
/// #[derive(Document)]
/// #[mongo(collection = "orders")]
/// struct Order {
///     #[mongo(id)]
///     id: ObjectId,
/// }
///
/// catalog! {
///     /// Everything that the shop stores; its store is a `Store<Shop>`.
///     pub Shop: documents(Order)
/// }
/// assert_eq!(Shop::DOCUMENTS[0].collection, "orders");
/// ```
///
/// Two listed documents with one collection are a compile error, unless each says how its documents are told apart
/// (`discriminator(..)`): all by the same field, each by a tag of its own, and with the same type of `_id`.
///
/// Operations with a name of their own are listed behind the documents, `operations(FindOpen, MarkPaid)`, which
/// [`operation!`](crate::operation!) declares, or which are recipes (`#[derive(Update)]`) or queries (`#[derive(Filter)]`). The
/// manifest holds them, and an index names those that it `serves(..)`. Two operations of one name are a compile error, and so are an operation of a document that is not listed, and an index that serves what is
/// not listed, or a query that is proven with another index. [`unused_indexes`] names the indexes that nothing
/// uses.
#[macro_export]
macro_rules! catalog {
    (
        $(#[$doc:meta])*
        $vis:vis $name:ident: documents($($document:ty),* $(,)?)
        $(, operations($($operation:ty),* $(,)?))?
        $(,)?
    ) => {
        $(#[$doc])*
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy)]
        $vis struct $name;

        impl $crate::catalog::Catalog for $name {
            const DOCUMENTS: &'static [&'static $crate::document::Declaration] =
                &[$(<$document as $crate::document::Document>::DECLARATION),*];
            const OPERATIONS: &'static [$crate::operation::OperationDeclaration] =
                &[$($($crate::catalog::operation::<$name, $operation>()),*)?];
        }

        $( impl $crate::catalog::Lists<$document> for $name {} )*

        const _: () = $crate::shape::ensure($crate::catalog::clash(
            <$name as $crate::catalog::Catalog>::DOCUMENTS,
        ));

        const _: () = $crate::shape::ensure($crate::catalog::check::<$name>(
            &[$($(::core::stringify!($operation)),*)?],
        ));
    };
}

/// The declaration of an operation of a document that the catalog lists.
#[doc(hidden)]
#[must_use]
pub const fn operation<C: Lists<O::Document>, O: Operation>() -> OperationDeclaration {
    OperationDeclaration::of::<O>()
}

/// The first operation or index that the catalog has no place for, as the text of a compile error. The operations are `written` so.
#[doc(hidden)]
#[must_use]
pub const fn check<C: Catalog>(written: &[&str]) -> Option<Text> {
    check_operations(C::DOCUMENTS, C::OPERATIONS, written)
}
