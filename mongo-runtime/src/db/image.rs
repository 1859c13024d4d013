//! A document as it was before a change, or as it is after it.

use std::ops::Deref;

use bson::RawDocumentBuf;
use mongodb::options::ReturnDocument;

use super::executor::Call;
use crate::{
    document::{self, Document},
    error::{Error, Outcome},
};

/// Which image of a changed document an operation gives: [`Before`] or [`After`].
pub trait Image<D>: From<D> + Send + 'static {
    /// Whether it is the image after the change.
    const IS_AFTER: bool;
}

macro_rules! images {
    ($($(#[$doc:meta])* $name:ident is_after $is_after:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name<D>(D);

        impl<D> $name<D> {
            /// The document.
            pub fn into_inner(self) -> D {
                self.0
            }
        }

        impl<D> From<D> for $name<D> {
            fn from(document: D) -> Self {
                Self(document)
            }
        }

        impl<D> Deref for $name<D> {
            type Target = D;

            fn deref(&self) -> &D {
                &self.0
            }
        }

        impl<D: Send + 'static> Image<D> for $name<D> {
            const IS_AFTER: bool = $is_after;
        }
    )* };
}

images! {
    /// A document as it was before the operation changed it. What it says may be true no more.
    Before is_after false;
    /// A document as the operation left it.
    After is_after true;
}

/// What the driver calls it.
pub(super) fn return_document<D, I: Image<D>>() -> ReturnDocument {
    if I::IS_AFTER { ReturnDocument::After } else { ReturnDocument::Before }
}

/// The image in the server's answer. One that can't be read is told with the truth: the change was done.
pub(super) fn read<D: Document>(image: &RawDocumentBuf, call: &Call) -> Result<D, Error> {
    document::from_slice(image.as_bytes())
        .map_err(|error| call.finish(Error::from(error).with_outcome(Outcome::WriteConfirmed), 1))
}
