//! The server changes a place once in an update.

use super::{ArrayFilters, Change};
use crate::refusal::Refusal;

/// Refuses two changes of one place, and of one place inside of another.
pub(super) fn check(changes: &[Change]) -> Result<(), Refusal> {
    let mut filters = ArrayFilters::default();
    let places: Vec<_> = changes.iter().map(|change| change.place(&mut filters)).collect();
    for (index, (change, b)) in changes.iter().zip(&places).enumerate() {
        for (earlier, a) in changes.iter().zip(&places).take(index) {
            let Some(conflict) = between(a, b) else { continue };
            return Err(Refusal::Rule(match conflict {
                Conflict::Same => format!(
                    "`{a}` is changed twice in one update (`{}` and `{}`); say once what becomes of it",
                    earlier.op, change.op
                ),
                Conflict::Inside => format!(
                    "`{a}` and `{b}` are changed in one update, and one is a part of the other; change only one of them"
                ),
                Conflict::Overlap => format!(
                    "`{a}` and `{b}` are changed in one update, and each element is among those of `$[]`; change only one of them"
                ),
                Conflict::Mixed => format!(
                    "`{a}` and `{b}` are changed in one update, and the server takes no `$` beside `$[..]` on one array; choose \
                     the elements of both in one way"
                ),
            }));
        }
    }
    Ok(())
}

enum Conflict {
    /// One place.
    Same,
    /// A place, and a part of it.
    Inside,
    /// A place of each element, and the same of some.
    Overlap,
    /// Two ways to choose elements that don't go together.
    Mixed,
}

fn between(a: &str, b: &str) -> Option<Conflict> {
    let (mut left, mut right) = (a.split('.'), b.split('.'));
    let mut is_overlap = false;
    loop {
        return match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => continue,
            (Some("$"), Some(b)) if b.starts_with('$') => Some(Conflict::Mixed),
            (Some(a), Some("$")) if a.starts_with('$') => Some(Conflict::Mixed),
            (Some("$[]"), Some(b)) | (Some(b), Some("$[]")) if b.starts_with('$') => {
                is_overlap = true;
                continue;
            }
            // Two conditions can be met by different elements. The server refuses the update when one element meets both.
            (Some(_), Some(_)) => None,
            (None, None) if is_overlap => Some(Conflict::Overlap),
            (None, None) => Some(Conflict::Same),
            (None, Some(_)) | (Some(_), None) => Some(Conflict::Inside),
        };
    }
}
