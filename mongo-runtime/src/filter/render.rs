//! Writes a filter in the form that the manual shows.

use bson::{Bson, Document, doc};

use super::{
    masked::VALUE,
    term::{Argument, Operand, Term, Test, guarded},
};
use crate::refusal::Refusal;

/// Whether values are written, or something that stands for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    Real,
    Masked,
}

impl Values {
    pub(crate) fn of(self, operand: &Operand) -> Operand {
        match self {
            Self::Real => operand.clone(),
            Self::Masked => Ok(VALUE),
        }
    }
}

/// A filter on documents.
pub(crate) fn render_document(term: &Term, values: Values) -> Result<Document, Refusal> {
    match term {
        Term::Test(test) => one(test, values),
        Term::Not(test) => negated(test, values),
        Term::All(terms) => conjunction(terms, values),
        // A list of alternatives without one is met by nothing, and the server takes no empty list.
        Term::Any(terms) if terms.is_empty() => Ok(doc! { "$nor": [{}] }),
        Term::Any(terms) => Ok(doc! { "$or": each(terms, values)? }),
        Term::Nor(terms) if terms.is_empty() => Ok(doc! {}),
        Term::Nor(terms) => Ok(doc! { "$nor": each(terms, values)? }),
        Term::AllDocuments => Ok(doc! {}),
        Term::Scoped(scope) => scope.render(values),
    }
}

/// A condition on one element of an array.
pub(crate) fn render_element(term: &Term, values: Values) -> Result<Document, Refusal> {
    let document = render_document(term, values)?;
    let is_split = document.keys().any(|key| key == "$and");
    if is_split && term.tests_whole() {
        let text = "two conditions of one kind on the same element can't be written in one `elem_match`; use one of them, \
                    or `is_in`";
        return Err(Refusal::Rule(text.to_owned()));
    }
    Ok(document)
}

fn each(terms: &[Term], values: Values) -> Result<Vec<Document>, Refusal> {
    terms.iter().map(|term| render_document(term, values)).collect()
}

/// One document for all conditions; a list where two have a key in common that can't be merged.
fn conjunction(terms: &[Term], values: Values) -> Result<Document, Refusal> {
    each(terms, values).map(joined)
}

/// The same of conditions that are written already.
pub(crate) fn joined(documents: Vec<Document>) -> Document {
    let mut merged = Document::new();
    if documents.iter().all(|document| merge(&mut merged, document)) {
        merged
    } else {
        doc! { "$and": documents }
    }
}

/// Adds the conditions of `other`. False when a key of both can't be merged.
fn merge(merged: &mut Document, other: &Document) -> bool {
    other.iter().all(|(key, value)| {
        let Some(present) = merged.get_mut(key) else {
            merged.insert(key, value.clone());
            return true;
        };
        if key.starts_with('$') {
            return false;
        }
        let (mut operators, more) = (operators(present), operators(value));
        // The server takes no other operator beside `$near`.
        let has_near = operators.contains_key("$near") || more.contains_key("$near");
        let is_disjoint = !has_near && more.keys().all(|op| !operators.contains_key(op));
        operators.extend(more);
        *present = operators.into();
        is_disjoint
    })
}

/// The operators on a path. A bare value stands for `$eq`; see [`guarded`] for why the two can't be mixed up.
fn operators(value: &Bson) -> Document {
    match value {
        Bson::Document(document)
            if document.keys().next().is_some_and(|key| key.starts_with('$')) =>
        {
            document.clone()
        }
        value => doc! { "$eq": value.clone() },
    }
}

fn one(test: &Test, values: Values) -> Result<Document, Refusal> {
    let argument = argument(test, values)?;
    let path = test.place.path;
    let condition = match (test.op, path) {
        ("$eq", "") => doc! { "$eq": argument },
        ("$eq", path) => doc! { path: guarded(argument) },
        (op, "") => doc! { op: argument },
        (op, path) => doc! { path: { op: argument } },
    };
    // The server does not go into an array inside of an array by itself.
    Ok(if test.place.is_in_element() {
        doc! { "$elemMatch": condition }
    } else {
        condition
    })
}

fn negated(test: &Test, values: Values) -> Result<Document, Refusal> {
    let path = test.place.path;
    if test.place.is_in_element() {
        return Ok(doc! { "$not": one(test, values)? });
    }
    let inner = doc! { test.op: argument(test, values)? };
    Ok(if path.is_empty() {
        doc! { "$not": inner }
    } else {
        doc! { path: { "$not": inner } }
    })
}

fn argument(test: &Test, values: Values) -> Operand {
    match &test.argument {
        Argument::Value(operand) => values.of(operand),
        Argument::Fixed(value) => Ok(value.clone()),
        Argument::Element(term) => {
            let inner = render_element(term, values)?;
            if inner.is_empty() {
                let text =
                    "`elem_match` has no condition; to ask for any element, use `has_len(0).not()`";
                return Err(Refusal::Rule(format!("`{}`: {text}", test.place.path)));
            }
            Ok(inner.into())
        }
    }
}
