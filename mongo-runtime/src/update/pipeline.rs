//! Writes an update that computes as a pipeline.

use bson::{Bson, Document, doc};

use super::change::{Argument, Change};
use crate::{filter::Values, refusal::Refusal};

/// Whether the server computes something in these changes.
pub(super) fn is_computed(changes: &[Change]) -> bool {
    changes.iter().any(|change| matches!(change.argument, Argument::Expression(_)))
}

/// The stages: what is set, with the revision counted up, then what is taken away. All values of the application are literals.
pub(super) fn stages(
    changes: &[Change],
    revision: Option<&str>,
    values: Values,
) -> Result<Vec<Document>, Refusal> {
    let (mut set, mut unset) = (Document::new(), Vec::new());
    for change in changes {
        let path = change.path;
        if !change.scopes.is_empty() {
            return Err(refused(change, "changes elements of an array"));
        }
        let argument = change.argument.render(path, values)?;
        let value: Bson = match (change.op, &change.argument) {
            (_, Argument::Expression(_)) => argument,
            ("$set", _) => doc! { "$literal": argument }.into(),
            ("$inc", _) => arithmetic("$add", path, argument),
            ("$mul", _) => arithmetic("$multiply", path, argument),
            ("$unset", _) => {
                unset.push(path);
                continue;
            }
            (op, _) => return Err(refused(change, op)),
        };
        set.insert(path, value);
    }
    if let Some(revision) = revision {
        set.insert(revision, arithmetic("$add", revision, Bson::Int64(1)));
    }
    let mut stages = Vec::new();
    if !set.is_empty() {
        stages.push(doc! { "$set": set });
    }
    if !unset.is_empty() {
        stages.push(doc! { "$unset": unset });
    }
    Ok(stages)
}

/// As the operators do it: an absent number counts as zero, and the width stays. Over the end of int64 the server would go on with
/// a double; here it refuses, as it does for the operators.
fn arithmetic(operator: &str, path: &str, argument: Bson) -> Bson {
    let convert = match argument {
        Bson::Int32(_) => Some("$toInt"),
        Bson::Int64(_) => Some("$toLong"),
        _ => None,
    };
    let stored = doc! { "$ifNull": [format!("${path}"), 0] };
    let result = doc! { operator: [stored, { "$literal": argument }] };
    match convert {
        Some(convert) => doc! { convert: result }.into(),
        None => result.into(),
    }
}

fn refused(change: &Change, what: &str) -> Refusal {
    let path = change.path;
    Refusal::Rule(format!(
        "`{path}` is changed by `{what}` beside a field that is computed (`set_to`), and a pipeline has `set`, `set_null`, `unset`, \
         `inc`, `dec` and `mul` only; send them as two updates, or leave one out"
    ))
}
