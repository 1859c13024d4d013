//! Shows the form of a filter or update without its values.

use std::fmt;

use bson::{Bson, Document};

/// A document that was rendered with masked values, as text: `{ status: ?, qty: { $lt: ? } }`.
pub(crate) struct Masked<'a>(pub(crate) &'a Document);

/// What stands for a value. No codec writes it, so it can't be taken for one.
pub(crate) const VALUE: Bson = Bson::Undefined;

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        document(self.0, f)
    }
}

fn document(document: &Document, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if document.is_empty() {
        return f.write_str("{}");
    }
    let mut separator = "{ ";
    for (key, inner) in document {
        write!(f, "{separator}{key}: ")?;
        value(inner, f)?;
        separator = ", ";
    }
    f.write_str(" }")
}

fn value(value: &Bson, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Bson::Undefined => f.write_str("?"),
        Bson::Document(inner) => document(inner, f),
        Bson::Array(elements) => {
            f.write_str("[")?;
            for (index, element) in elements.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { ", " })?;
                self::value(element, f)?;
            }
            f.write_str("]")
        }
        other => write!(f, "{other}"),
    }
}
