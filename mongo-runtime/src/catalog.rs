//! Catalogs: the explicit list of what a store may touch.

use crate::document::{Declaration, Document};

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
/// Two listed documents with one collection are a compile error.
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

/// The first two documents that share a collection, as the text of a compile error.
#[doc(hidden)]
#[must_use]
pub const fn clash(documents: &[&Declaration]) -> Option<crate::shape::Text> {
    let mut later = 1;
    while later < documents.len() {
        let mut earlier = 0;
        while earlier < later {
            let (first, second) = (documents[earlier], documents[later]);
            if crate::shape::str_eq(first.collection, second.collection) {
                return Some(
                    crate::shape::Text::new("`")
                        .and(first.name)
                        .and("` and `")
                        .and(second.name)
                        .and("` are both stored in the collection `")
                        .and(first.collection)
                        .and("`: give one of them another `collection = \"..\"`, or list only one"),
                );
            }
            earlier += 1;
        }
        later += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::DocumentShape;

    static SHAPE: DocumentShape = DocumentShape::new("x", "X", &[], false);

    #[test]
    fn two_documents_in_one_collection_clash() {
        let (a, b, c) = (
            Declaration::new("Order", "orders", &SHAPE),
            Declaration::new("Customer", "customers", &SHAPE),
            Declaration::new("OldOrder", "orders", &SHAPE),
        );
        assert!(clash(&[&a, &b]).is_none());
        let text = clash(&[&a, &b, &c]).expect("a clash");
        assert!(
            text.as_str()
                .starts_with("`Order` and `OldOrder` are both stored in the collection `orders`")
        );
    }
}
