//! Reads the fields of a projection in one pass over a document.

use super::{
    Column,
    column::Typed,
    find::{Opened, Place, find, find_in, open},
    walk::Step,
};
use crate::codec::{DecodeReason, Failure, Reader};

/// The place of a field's value until the projection has all of them.
#[derive(Debug)]
pub struct Slot<U: 'static> {
    typed: &'static Typed<U>,
    value: Option<U>,
    is_read: bool,
}

impl<U> Slot<U> {
    /// An empty one.
    #[must_use]
    pub const fn new(typed: &'static Typed<U>) -> Self {
        Self { typed, value: None, is_read: false }
    }

    /// The value.
    ///
    /// # Errors
    ///
    /// The document lacks a required field on the way to it.
    #[inline]
    pub fn taken(self, document: &Opened<'_>) -> Result<U, Failure> {
        match self.value {
            Some(value) => Ok(value),
            None => self.not_met(document),
        }
    }

    /// The value, where the pass over the document did not meet it.
    fn not_met(&self, document: &Opened<'_>) -> Result<U, Failure> {
        let column = self.typed.column();
        let (found, steps) = find_in(document, column.steps)?;
        let value = (self.typed.read)(found, steps)?;
        value.ok_or_else(|| document.lacks(column.first_name()))
    }
}

/// A slot of any type.
pub trait Fill {
    /// The column.
    fn column(&self) -> &Column;

    /// Reads the value, given that of the first step of the column.
    ///
    /// # Errors
    ///
    /// It can't be read, or was read before.
    fn fill(&mut self, element_type: u8, input: &Reader<'_>) -> Result<(), Failure>;
}

impl<U> Fill for Slot<U> {
    fn column(&self) -> &Column {
        &self.typed.column
    }

    fn fill(&mut self, element_type: u8, input: &Reader<'_>) -> Result<(), Failure> {
        if self.is_read {
            return Err(input.fail(DecodeReason::DuplicateKey));
        }
        self.is_read = true;
        let [Step::Key { may_lack, .. }, steps @ ..] = self.column().steps else { return Ok(()) };
        let place = Place { element_type, input: input.clone(), may_be_null: *may_lack };
        let (found, steps) = find(place, steps)?;
        self.value = (self.typed.read)(found, steps)?;
        Ok(())
    }
}

/// Passes once over a document, and reads what is met on the way.
///
/// # Errors
///
/// Something can't be read.
pub fn fill<'a>(
    element_type: u8,
    size: usize,
    slots: &mut [&mut dyn Fill],
    input: &mut Reader<'a>,
) -> Result<Opened<'a>, Failure> {
    let scope = open(element_type, size, input)?;
    let document = Opened { scope, reader: input.clone() };
    while let Some((element_type, key)) = input.next_element(&scope)? {
        for slot in &mut *slots {
            if slot.column().starts_with(key) {
                slot.fill(element_type, input)?;
            }
        }
        input.skip(element_type)?;
    }
    input.close(scope)?;
    Ok(document)
}
