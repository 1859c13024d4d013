//! Catalogs: the explicit list of what a store may touch.

mod collections;

mod sharing;

use crate::document::{Declaration, Document};

#[doc(hidden)]
pub use self::sharing::clash;

pub(crate) use self::collections::{Collection, collections};

/// An application's list of its document types. Comes from [`catalog!`](crate::catalog!).
///
/// A store is built over a catalog, and a type that is not listed has no collection in it. The list is what provisioning
/// creates and what the manifest holds.
pub trait Catalog: Send + Sync + 'static {
    /// The declarations of all listed documents, in the order of the list.
    const DOCUMENTS: &'static [&'static Declaration];
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
#[macro_export]
macro_rules! catalog {
    ($(#[$doc:meta])* $vis:vis $name:ident: documents($($document:ty),* $(,)?) $(,)?) => {
        $(#[$doc])*
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy)]
        $vis struct $name;

        impl $crate::catalog::Catalog for $name {
            const DOCUMENTS: &'static [&'static $crate::document::Declaration] =
                &[$(<$document as $crate::document::Document>::DECLARATION),*];
        }

        $( impl $crate::catalog::Lists<$document> for $name {} )*

        const _: () = $crate::shape::ensure($crate::catalog::clash(
            <$name as $crate::catalog::Catalog>::DOCUMENTS,
        ));
    };
}
