//! Limits of a query, and what it says of versions and indexes.

use syn::{LitInt, LitStr};

use crate::{errors::Errors, parse::Set};

/// How much a call asks for at most.
pub(crate) struct Limits {
    pub(crate) max_results: Option<u32>,
    pub(crate) batch_size: Option<u32>,
    pub(crate) deadline_ms: Option<u32>,
}

impl Limits {
    pub(super) fn new(
        max_results: Option<&Set<LitInt>>,
        batch_size: Option<&Set<LitInt>>,
        deadline_ms: Option<Set<u32>>,
        errors: &mut Errors,
    ) -> Self {
        let max = checked(max_results, "finds", errors);
        let batch = checked(batch_size, "fetches", errors);
        if let (Some(max), Some(batch), Some(set)) = (max, batch, batch_size)
            && batch > max
        {
            let text = format!(
                "no batch has more than the {max} documents of `max_results`: write a smaller number, or remove `batch_size`"
            );
            errors.at(&set.value, text);
        }
        Self { max_results: max, batch_size: batch, deadline_ms: deadline_ms.map(|set| set.value) }
    }
}

fn checked(set: Option<&Set<LitInt>>, does: &str, errors: &mut Errors) -> Option<u32> {
    let set = set?;
    let number = set.value.base10_parse::<i32>().ok().filter(|number| *number > 0);
    if number.is_none() {
        errors.at(
            &set.value,
            format!(
                "a query {does} at least one document, and at most {}: write `{} = 100`",
                i32::MAX,
                set.key
            ),
        );
    }
    number.and_then(|number| u32::try_from(number).ok())
}

/// The index that the server is told to use.
pub(crate) enum Hint {
    /// The one that serves the query.
    Proven,
    /// This one.
    Named(LitStr),
}

impl Hint {
    pub(super) fn new(set: Set<Option<LitStr>>) -> Self {
        match set.value {
            Some(name) => Self::Named(name),
            None => Self::Proven,
        }
    }
}

/// What the query says of documents of other schema versions.
pub(crate) enum Versions {
    Unsaid,
    /// It leaves them out.
    Current,
    /// It judges them as they are stored.
    AsStored,
}

impl Versions {
    pub(super) fn new(
        current: Option<Set<()>>,
        as_stored: Option<Set<()>>,
        errors: &mut Errors,
    ) -> Self {
        match (current, as_stored) {
            (Some(_), Some(second)) => {
                errors.at(
                    &second.key,
                    "a query leaves documents of other versions out, or judges them as they are stored: keep one of \
                     `of_current_version` and `as_stored`",
                );
                Self::Unsaid
            }
            (Some(_), None) => Self::Current,
            (None, Some(_)) => Self::AsStored,
            (None, None) => Self::Unsaid,
        }
    }
}
