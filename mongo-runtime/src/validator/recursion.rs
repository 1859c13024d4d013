//! Unrolls recursive types: the server's dialect has no references.

use crate::shape::{DocumentShape, FieldShape, UnionShape};

/// The documents and fields that enclose a place.
#[derive(Default)]
pub(super) struct Open {
    containers: Vec<Container>,
    fields: Vec<&'static FieldShape>,
    n_documents: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Container {
    Document(&'static DocumentShape),
    Union(&'static UnionShape),
}

/// How a recursion goes on.
pub(super) enum Next {
    /// One level more.
    Unroll(Container),
    /// The declared depth is used up: only an empty value fits.
    Empty,
    /// As deep as a schema goes: the rest is not looked into.
    Unchecked,
}

/// How many documents a schema describes before it stops to unroll. Two recursive fields double them at each level.
const MAX_DOCUMENTS: usize = 400;

/// How deep a schema is nested before it stops to unroll; the server refuses one that is nested too deep.
const MAX_NESTING: usize = 12;

impl Container {
    fn id(self) -> &'static str {
        match self {
            Self::Document(document) => document.id,
            Self::Union(union) => union.id,
        }
    }
}

impl Open {
    pub(super) fn enter<T>(
        &mut self,
        container: Container,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.n_documents += 1;
        self.containers.push(container);
        let found = inside(self);
        self.containers.pop();
        found
    }

    pub(super) fn enter_field<T>(
        &mut self,
        field: &'static FieldShape,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.fields.push(field);
        let found = inside(self);
        self.fields.pop();
        found
    }

    /// What stands where the type `id` is met again.
    pub(super) fn again(&self, id: &str) -> Next {
        let Some(container) = self.containers.iter().rev().find(|open| open.id() == id) else {
            return Next::Unchecked;
        };
        let Some(field) = self.fields.last().filter(|field| field.max_depth != 0) else {
            return Next::Unchecked;
        };
        let n_open = self.fields.iter().filter(|open| std::ptr::eq(**open, *field)).count();
        if n_open > field.max_depth {
            Next::Empty
        } else if self.n_documents >= MAX_DOCUMENTS || self.containers.len() >= MAX_NESTING {
            Next::Unchecked
        } else {
            Next::Unroll(*container)
        }
    }
}
