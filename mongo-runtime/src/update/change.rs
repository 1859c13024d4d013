//! What an update is made of.

use bson::{Bson, Document};

use super::{
    Guard,
    element::{Scope, scopes},
    expression::Node,
    guard,
};
use crate::{
    field::Path,
    filter::{OperandValue, Term, Values, check_element, render_element},
    refusal::Refusal,
};

/// One operator on one path.
#[derive(Clone, PartialEq)]
pub(super) struct Change {
    /// The dotted name, without what says which elements are meant.
    pub(super) path: &'static str,
    /// The arrays that the path goes into elements of, outermost first.
    pub(super) scopes: Vec<Scope>,
    pub(super) op: &'static str,
    pub(super) argument: Argument,
    pub(super) guards: Vec<Guard>,
}

#[derive(Clone, PartialEq)]
pub(super) enum Argument {
    /// A value of the user's.
    Value(OperandValue),
    /// Part of the update's form, not data.
    Fixed(Bson),
    /// `$each` and what goes with it.
    Modifiers(Vec<(&'static str, Self)>),
    /// The elements that meet a condition.
    Matching(Box<Term>),
    /// What the server computes.
    Expression(Node),
}

impl Change {
    /// A change that can only take something away, or nothing.
    pub(super) fn new<P: Path>(op: &'static str, argument: Argument) -> Self {
        let scopes = scopes(P::ELEMENT_OF);
        Self { path: P::NAME, scopes, op, argument, guards: guard::of_variant(P::VARIANT) }
    }

    /// A change that makes the field where it is absent. An optional document around it must not come into being by half.
    pub(super) fn making<P: Path>(op: &'static str, argument: Argument) -> Self {
        Self::new::<P>(op, argument).with_guards(guard::whole_parent::<P>())
    }

    /// The paths whose stored values it is computed from.
    pub(super) fn read_paths(&self) -> Vec<&'static str> {
        match &self.argument {
            Argument::Expression(node) => node.paths(),
            _ => Vec::new(),
        }
    }

    pub(super) fn with_guards(mut self, guards: impl IntoIterator<Item = Guard>) -> Self {
        self.guards.extend(guards);
        self
    }
}

pub(super) fn refused(path: &str, why: &str) -> Argument {
    Argument::Value(Err(Refusal::Rule(format!("`{path}` {why}"))))
}

impl Argument {
    pub(super) fn render(&self, path: &str, values: Values) -> OperandValue {
        match self {
            Self::Value(value) => values.of(value),
            Self::Fixed(value) => Ok(value.clone()),
            Self::Modifiers(modifiers) => {
                let parts = modifiers
                    .iter()
                    .map(|(name, part)| Ok(((*name).to_owned(), part.render(path, values)?)));
                parts.collect::<Result<Document, Refusal>>().map(Bson::Document)
            }
            Self::Expression(node) => node.render(values),
            Self::Matching(term) => {
                check_element(term)?;
                if term.is_everything() {
                    let text = "would be emptied, since every element meets the condition; write `set` with no elements";
                    return Err(Refusal::Rule(format!("`{path}` {text}")));
                }
                if term.negates_whole() {
                    let text = "is pulled from by the opposite of a condition on the whole element, which the server does not \
                                take; use `ne`, `not_in` or the opposite comparison";
                    return Err(Refusal::Rule(format!("`{path}` {text}")));
                }
                render_element(term, values).map(Bson::Document)
            }
        }
    }
}
