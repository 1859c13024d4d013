//! Which items of a bulk write travel together.
//!
//! A server from 8.0 on takes a whole bulk write as one command; this is where it would become one step. It is not used yet.

use super::item::{Insert, Single, Task};

/// What is sent at once.
pub(super) enum Step {
    /// One operation, by its place.
    Single(usize, Single),
    /// Inserts into one collection, by their places.
    Inserts(Vec<(usize, Insert)>),
}

/// The steps of these tasks: inserts into one collection go together where they stand together, or, when the order is free,
/// wherever they stand.
pub(super) fn steps(tasks: Vec<(usize, Task)>, is_ordered: bool) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (index, task) in tasks {
        let insert = match task {
            Task::Single(single) => {
                steps.push(Step::Single(index, single));
                continue;
            }
            Task::Insert(insert) => insert,
        };
        let n_open = if is_ordered { 1 } else { steps.len() };
        let open = steps.iter_mut().rev().take(n_open).find_map(|step| match step {
            Step::Inserts(inserts) => {
                let (_, first) = inserts.first()?;
                first.goes_with(&insert).then_some(inserts)
            }
            Step::Single(..) => None,
        });
        match open {
            Some(inserts) => inserts.push((index, insert)),
            None => steps.push(Step::Inserts(vec![(index, insert)])),
        }
    }
    steps
}
