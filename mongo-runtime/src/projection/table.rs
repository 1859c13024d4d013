//! What a projection has of a document, as constants.

use super::{Projection, reads::Reading, walk::Step};
use crate::{
    codec::Value,
    document::{Declaration, SchemaVersion},
    field::IsVariant,
    index::PartialTerm,
    shape::Shape,
};

/// What a projection has of a document.
#[derive(Debug)]
#[non_exhaustive]
pub struct ProjectionTable {
    /// The name of its Rust type.
    pub name: &'static str,
    /// The name of the Rust type that it is a part of.
    pub document: &'static str,
    /// What that type declares, if it is stored whole; nothing of a type that is stored inside of others.
    pub declaration: Option<&'static Declaration>,
    /// What it has, in the order of its fields.
    pub columns: &'static [Column],
}

/// One field of a projection.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Column {
    /// The dotted path.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    pub array: &'static str,
    /// The variant of an enum that the path leads into, of which the tag is read, too.
    pub variant: Option<&'static IsVariant>,
    /// How much of it is sent.
    pub kept: Kept,
    /// The way to it.
    pub(super) steps: &'static [Step],
    /// How the type of the field reads it.
    pub(super) reading: Reading,
}

/// How much is sent of what is at a path.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Kept {
    /// All of it.
    Whole,
    /// What another projection has of it, or of each element of it.
    Part(&'static ProjectionTable),
    /// So many elements of an array: the first, or the last when negative.
    Slice(i32),
    /// So many elements of an array, behind those that are skipped: from the start, or from the end when negative.
    SliceFrom(i32, i32),
    /// The first element of an array that meets all conditions.
    ElemMatch(&'static [PartialTerm]),
}

/// What a projection is a part of.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Of {
    name: &'static str,
    declaration: Option<&'static Declaration>,
}

impl Of {
    /// That of `P`.
    #[must_use]
    pub const fn new<P: Projection>() -> Self {
        let declaration = <P::Document as Value>::DECLARED;
        let name = match (declaration, <P::Document as Value>::SHAPE) {
            (Some(declaration), _) => declaration.name,
            (None, Shape::Document(document)) => document.name,
            (None, Shape::Union(union)) => union.name,
            _ => "",
        };
        Self { name, declaration }
    }
}

impl Column {
    /// Whether the way starts at this key.
    #[inline]
    pub(super) fn starts_with(&self, key: &[u8]) -> bool {
        matches!(self.steps, [Step::Key { name, .. }, ..] if name.as_bytes() == key)
    }

    /// The first field on the way.
    pub(super) fn first_name(&self) -> &'static str {
        let name = |step: &Step| match step {
            Step::Key { name, .. } => Some(*name),
            _ => None,
        };
        self.steps.iter().find_map(name).unwrap_or(self.path)
    }
}

impl ProjectionTable {
    /// The table of the projection `name`.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, of: Of, columns: &'static [Column]) -> Self {
        Self { name, document: of.name, declaration: of.declaration, columns }
    }

    /// The schema version that is read beside the columns, of a document that has one.
    pub(super) const fn version(&self) -> Option<(&'static Declaration, SchemaVersion)> {
        let Some(declaration) = self.declaration else { return None };
        match declaration.schema_version {
            Some(version) => Some((declaration, version)),
            None => None,
        }
    }
}
