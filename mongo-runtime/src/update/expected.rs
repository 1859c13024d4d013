//! What an update expects of a document: a state that it leads out of.

use bson::Bson;

use super::{Guard, Rejection};
use crate::{
    filter::{Place, Term, Test, Values, check_parts, render_document},
    refusal::Refusal,
};

/// A condition of the update itself. A document that meets the filter of the command and not this is told apart.
#[derive(Clone, PartialEq)]
pub(super) struct Expected {
    /// What a document that fails it has another value at.
    pub(super) path: &'static str,
    pub(super) term: Term,
}

impl Expected {
    /// Of an element, an expectation would be met by any other.
    pub(super) fn of_an_element(self) -> Self {
        let text = format!(
            "`{}` is in the elements of an array, and an expectation is of the document: choose the elements with \
             `update_where`, or put an `elem_match` in the filter",
            self.path
        );
        let place = Place::named(self.path);
        Self { term: Term::Test(Test::value(place, "$eq", Err(Refusal::Rule(text)))), ..self }
    }

    pub(super) fn guard(&self) -> Result<Guard, Refusal> {
        check_parts(&self.term)?;
        let condition = render_document(&self.term, Values::Real)?;
        Ok(Guard { condition, rejection: Rejection::Unexpected { path: self.path } })
    }

    /// The form of the condition, without values.
    pub(super) fn form(&self) -> Option<Bson> {
        render_document(&self.term, Values::Masked).ok().map(Bson::from)
    }
}
