//! Updates: changes of documents, as values. They do no I/O.

mod arithmetic;

mod change;

mod field;

mod guard;

mod push;

mod render;

#[cfg(test)]
mod tests;

use std::{fmt, marker::PhantomData};

use bson::Document as BsonDocument;

use self::change::Change;
use crate::{
    document::Document,
    filter::{Masked, Values},
    operation::OperationName,
    refusal::Refusal,
};

pub use self::{
    field::UpdateField,
    guard::{Guard, Rejection},
    push::Push,
};

/// A change of a document of type `D`: one command, atomic on one document.
///
/// Typed paths make updates; [`and`](Self::and) combines them. An update compares with `==`, its `Debug` shows its form
/// with `?` for values, and [`render`](Self::render) gives the BSON that the manual shows.
#[must_use = "an update does nothing by itself; give it to an operation"]
pub struct Update<D> {
    changes: Vec<Change>,
    root: PhantomData<fn() -> D>,
}

/// An update as it is sent, and the conditions under which it is safe.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct RenderedUpdate {
    /// The update document: operators only.
    pub update: BsonDocument,
    /// Conditions that are added to the filter. A document that fails one is not changed.
    pub guards: Vec<Guard>,
}

impl<D> Update<D> {
    fn from_change(change: Change) -> Self {
        Self { changes: vec![change], root: PhantomData }
    }

    /// All of the changes, in one update. None at all is an error when it is rendered.
    pub fn all_of<U: IntoUpdate<D>>(updates: impl IntoIterator<Item = U>) -> Self {
        let changes = updates.into_iter().flat_map(|update| update.into_update().changes).collect();
        Self { changes, root: PhantomData }
    }

    /// This change and the other, in one update.
    pub fn and(mut self, other: impl IntoUpdate<D>) -> Self {
        self.changes.extend(other.into_update().changes);
        self
    }
}

impl<D: Document> Update<D> {
    /// The BSON of the update, and its guards. A type with a revision has it counted up.
    ///
    /// # Errors
    ///
    /// An operand that its field can't hold, or a broken rule: no change at all; a path, or one that encloses it, changed
    /// twice; a `slice` over the bound of the array; a null where the field does not store null.
    pub fn render(&self) -> Result<RenderedUpdate, Refusal> {
        render::render(&self.changes, D::DECLARATION)
    }
}

impl<D> Clone for Update<D> {
    fn clone(&self) -> Self {
        Self { changes: self.changes.clone(), root: PhantomData }
    }
}

impl<D> PartialEq for Update<D> {
    fn eq(&self, other: &Self) -> bool {
        self.changes == other.changes
    }
}

impl<D> fmt::Debug for Update<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match render::operators(&self.changes, Values::Masked) {
            Ok(document) => write!(f, "Update({})", Masked(&document)),
            Err(refusal) => write!(f, "Update(invalid: {refusal})"),
        }
    }
}

impl fmt::Debug for RenderedUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operators: Vec<&str> = self.update.keys().map(String::as_str).collect();
        f.debug_struct("RenderedUpdate")
            .field("operators", &operators)
            .field("guards", &self.guards)
            .finish()
    }
}

/// What an operation takes as its update: an [`Update`], or a [`Push`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an update of `{D}`",
    label = "expected an update of `{D}`",
    note = "change a field: `{D}::fields().name().set(value)`; join changes with `.and(..)`"
)]
pub trait IntoUpdate<D> {
    /// The update.
    fn into_update(self) -> Update<D>;

    /// The name of the operation, where the update brings one.
    fn operation_name(&self) -> Option<OperationName> {
        None
    }
}

impl<D> IntoUpdate<D> for Update<D> {
    fn into_update(self) -> Self {
        self
    }
}

impl<D> IntoUpdate<D> for &Update<D> {
    fn into_update(self) -> Update<D> {
        self.clone()
    }
}
