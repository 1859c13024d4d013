//! Writes an update in the form that the manual shows, and checks the rules over a whole update.

use bson::{Bson, Document, doc};

use super::{Guard, Rejection, RenderedUpdate, change::Change};
use crate::{document::Declaration, filter::Values, refusal::Refusal};

pub(super) fn render(
    changes: &[Change],
    declaration: &Declaration,
) -> Result<RenderedUpdate, Refusal> {
    if changes.is_empty() {
        return Err(Refusal::Rule(
            "the update changes nothing; leave the operation out".to_owned(),
        ));
    }
    conflict(changes)?;
    let mut update = operators(changes, Values::Real)?;
    if let Some(revision) = declaration.revision {
        add(&mut update, "$inc", revision, Bson::Int64(1));
    }
    let mut guards: Vec<Guard> = version_guard(declaration).into_iter().collect();
    for guard in changes.iter().flat_map(|change| &change.guards) {
        if !guards.contains(guard) {
            guards.push(guard.clone());
        }
    }
    one_variant(&guards)?;
    Ok(RenderedUpdate { update, guards })
}

/// The operators, each once, in the order in which they are used first.
pub(super) fn operators(changes: &[Change], values: Values) -> Result<Document, Refusal> {
    let mut update = Document::new();
    for change in changes {
        add(&mut update, change.op, change.path, change.argument.render(change.path, values)?);
    }
    Ok(update)
}

fn add(update: &mut Document, op: &str, path: &str, argument: Bson) {
    match update.get_mut(op) {
        Some(Bson::Document(fields)) => {
            fields.insert(path, argument);
        }
        _ => {
            update.insert(op, doc! { path: argument });
        }
    }
}

/// What is stored is one variant, so an update of fields of two can do nothing.
fn one_variant(guards: &[Guard]) -> Result<(), Refusal> {
    for (index, guard) in guards.iter().enumerate() {
        let Rejection::OtherVariant { path, tag } = guard.rejection else { continue };
        for earlier in guards.iter().take(index) {
            if let Rejection::OtherVariant { path: same, tag: other } = earlier.rejection
                && same == path
            {
                let what =
                    if path.is_empty() { "the document".to_owned() } else { format!("`{path}`") };
                return Err(Refusal::Rule(format!(
                    "fields of `{other}` and of `{tag}` are changed in one update, and {what} is one of them at most; change \
                     one, or set it as a whole"
                )));
            }
        }
    }
    Ok(())
}

/// The server changes a path once in an update, and refuses one beside a path that encloses it.
fn conflict(changes: &[Change]) -> Result<(), Refusal> {
    for (index, change) in changes.iter().enumerate() {
        for earlier in changes.iter().take(index) {
            let (a, b) = (earlier.path, change.path);
            if a == b {
                return Err(Refusal::Rule(format!(
                    "`{a}` is changed twice in one update (`{}` and `{}`); say once what becomes of it",
                    earlier.op, change.op
                )));
            }
            if encloses(a, b) || encloses(b, a) {
                return Err(Refusal::Rule(format!(
                    "`{a}` and `{b}` are changed in one update, and one is a part of the other; change only one of them"
                )));
            }
        }
    }
    Ok(())
}

fn encloses(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

/// An update of the current version would leave a document of an older one in a shape that no version has.
fn version_guard(declaration: &Declaration) -> Option<Guard> {
    let version = declaration.schema_version.filter(|version| version.oldest < version.current)?;
    let current = version.current;
    Some(Guard {
        condition: doc! { version.field: current },
        rejection: Rejection::OlderVersion { current },
    })
}
