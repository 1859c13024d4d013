//! Names as the user writes them: messages advise in Rust names, and the tables of types have stored ones.

use crate::{
    document::Declaration,
    shape::{FieldShape, Shape, Text, str_eq},
};

/// The written path of the document `outer` around a written path, where both are known by their stored names. No variant and no
/// array is between the two.
pub(super) const fn parent(written: &'static str, path: &str, outer: &str) -> &'static str {
    without_last(written, n_dots(path) - n_dots(outer))
}

/// The same of the enum whose variant, which has no stored name, stands before the rest of the path.
pub(super) const fn parent_enum(written: &'static str, path: &str, of: &str) -> &'static str {
    without_last(written, n_dots(path) - n_dots(of) + 1)
}

const fn without_last(written: &'static str, n_names: usize) -> &'static str {
    let (mut n_steps, mut at) = (n_names, written.len());
    while n_steps > 0 && at > 0 {
        at -= 1;
        if written.as_bytes()[at] == b'.' {
            n_steps -= 1;
        }
    }
    written.split_at(at).0
}

const fn n_dots(path: &str) -> usize {
    let (mut n_dots, mut at) = (0, 0);
    while at < path.len() {
        if path.as_bytes()[at] == b'.' {
            n_dots += 1;
        }
        at += 1;
    }
    n_dots
}

/// Appends the Rust names of a stored path.
pub(super) const fn and_rust(text: Text, declaration: &Declaration, stored: &str) -> Text {
    and_below(text, declaration.shape.fields, stored)
}

const fn and_below(text: Text, fields: &[FieldShape], stored: &str) -> Text {
    let (name, rest) = first(stored);
    let mut fields = fields;
    while let [field, next @ ..] = fields {
        fields = next;
        if !str_eq(field.name, name) {
            continue;
        }
        let text = text.and(field.rust_name);
        if rest.is_empty() {
            return text;
        }
        let inner = match field.shape.inside() {
            Shape::Document(document) => document.fields,
            _ => &[],
        };
        return and_below(text.and("."), inner, rest);
    }
    // Nothing that is declared has it: a variant's, or that of a type with a mistake.
    text.and(stored)
}

/// The name before the first dot, and what is behind it.
const fn first(path: &str) -> (&str, &str) {
    let mut at = 0;
    while at < path.len() {
        if path.as_bytes()[at] == b'.' {
            return (path.split_at(at).0, path.split_at(at + 1).1);
        }
        at += 1;
    }
    (path, "")
}
