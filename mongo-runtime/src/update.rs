//! Updates: changes of documents, as values. They do no I/O.

mod arithmetic;

mod change;

mod element;

mod elements;

mod expected;

mod expression;

mod pipeline;

mod field;

mod guard;

mod push;

pub mod recipe;

mod render;

mod upsert;

#[cfg(test)]
mod tests;

use std::{fmt, marker::PhantomData};

use bson::{Document as BsonDocument, doc};

use self::{change::Change, expected::Expected};
use crate::{
    document::Document,
    filter::{Masked, Term, Values},
    operation::OperationName,
    refusal::Refusal,
};

pub use self::{
    elements::UpdateElements,
    expression::{ComputeField, Expression, IntoExpression},
    field::UpdateField,
    guard::{Guard, Rejection},
    push::Push,
    recipe::Recipe,
    upsert::{IntoUpsert, RenderedUpsert, Upsert},
};

/// A change of a document of type `D`: one command, atomic on one document.
///
/// Typed paths make updates; [`and`](Self::and) combines them. An update compares with `==`, its `Debug` shows its form
/// with `?` for values, and [`render`](Self::render) gives the BSON that the manual shows.
#[must_use = "an update does nothing by itself; give it to an operation"]
pub struct Update<D> {
    changes: Vec<Change>,
    expected: Vec<Expected>,
    root: PhantomData<fn() -> D>,
}

/// An update as it is sent, and the conditions under which it is safe.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct RenderedUpdate {
    /// The update document: operators only. Empty when the update is a pipeline.
    pub update: BsonDocument,
    /// The stages of an update that computes; empty when it is made of operators.
    pub pipeline: Vec<BsonDocument>,
    /// The conditions on elements that the update names: `arrayFilters`.
    pub array_filters: Vec<BsonDocument>,
    /// Conditions that are added to the filter. A document that fails one is not changed.
    pub guards: Vec<Guard>,
}

impl<D> Update<D> {
    const fn new(changes: Vec<Change>, expected: Vec<Expected>) -> Self {
        Self { changes, expected, root: PhantomData }
    }

    const fn nothing() -> Self {
        Self::new(Vec::new(), Vec::new())
    }

    fn from_change(change: Change) -> Self {
        Self::new(vec![change], Vec::new())
    }

    /// All of the changes, in one update. None at all is an error when it is rendered.
    pub fn all_of<U: IntoUpdate<D>>(updates: impl IntoIterator<Item = U>) -> Self {
        updates.into_iter().fold(Self::nothing(), |all, update| all.and(update))
    }

    /// This change and the other, in one update.
    pub fn and(mut self, other: impl IntoUpdate<D>) -> Self {
        let other = other.into_update();
        self.changes.extend(other.changes);
        self.expected.extend(other.expected);
        self
    }
}

impl<D: Document> Update<D> {
    /// The BSON of the update, and its guards. A type with a revision has it counted up.
    ///
    /// What `update_matched` changes depends on the filter of the command. Here, where there is none, its guards ask that no
    /// element of the array fails them; beside a filter, they ask it of those elements that the filter can match.
    ///
    /// # Errors
    ///
    /// An operand that its field can't hold, or a broken rule: no change at all; a `$setOnInsert`, which is of an [`Upsert`]; a path, or one that encloses it, changed
    /// twice; a `slice` over the bound of the array; a null where the field does not store null; a guard that the server
    /// can't be asked of single elements.
    pub fn render(&self) -> Result<RenderedUpdate, Refusal> {
        self.render_beside(None)
    }

    pub(crate) fn render_beside(&self, filter: Option<&Term>) -> Result<RenderedUpdate, Refusal> {
        render::check_no_insert(&self.changes)?;
        render::render(&self.changes, &self.expected, filter, D::DECLARATION)
    }

    /// The update of an upsert, which inserts.
    fn render_inserting(&self) -> Result<RenderedUpdate, Refusal> {
        render::render(&self.changes, &self.expected, None, D::DECLARATION)
    }
}

impl<D> Clone for Update<D> {
    fn clone(&self) -> Self {
        Self::new(self.changes.clone(), self.expected.clone())
    }
}

impl<D> PartialEq for Update<D> {
    fn eq(&self, other: &Self) -> bool {
        self.changes == other.changes && self.expected == other.expected
    }
}

impl<D> fmt::Debug for Update<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (update, array_filters) = match render::operators(&self.changes, Values::Masked) {
            Ok(rendered) => rendered,
            Err(refusal) => return write!(f, "Update(invalid: {refusal})"),
        };
        write!(f, "Update({}", Masked(&update))?;
        if !array_filters.is_empty() {
            write!(f, " with {}", Masked(&doc! { "arrayFilters": array_filters }))?;
        }
        let expected: Vec<_> = self.expected.iter().filter_map(Expected::form).collect();
        if !expected.is_empty() {
            write!(f, " expecting {}", Masked(&doc! { "$and": expected }))?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for RenderedUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operators: Vec<&str> = self.update.keys().map(String::as_str).collect();
        f.debug_struct("RenderedUpdate")
            .field("operators", &operators)
            .field("n_array_filters", &self.array_filters.len())
            .field("guards", &self.guards)
            .finish()
    }
}

/// What an operation takes as its update: an [`Update`], or a [`Push`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an update of `{D}`",
    label = "expected an update of `{D}`",
    note = "change a field: `{D}::fields().name().set(value)`; join changes with `.and(..)`",
    note = "a recipe of an upsert brings its own filter, and goes to `upsert_one`"
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
