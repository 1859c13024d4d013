//! What a form refuses. The texts are for the one who asked: they name keys and what is allowed, never a value.

use std::fmt;

/// What was refused of an input, and where. Nothing of it was taken.
///
/// `Display` lists all problems, to be shown to the one who asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError {
    pub(super) problems: Vec<FormProblem>,
}

impl FormError {
    /// How many problems are listed at most. Reading ends there.
    pub const MAX_PROBLEMS: usize = 16;

    /// The problems, in the order of the input.
    #[must_use]
    pub fn problems(&self) -> &[FormProblem] {
        &self.problems
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for FormError {}

/// One thing that a form does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormProblem {
    pub(super) path: String,
    pub(super) fault: FormFault,
    pub(super) text: String,
}

impl FormProblem {
    /// Where in the input: `total.gte`, `status.in[3]`; empty for the whole. A key that is longer than 40 bytes, or has anything but
    /// ASCII letters, digits and `_-.$[]`, is shown by its place: `#3` for the third one.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What kind of problem it is.
    #[must_use]
    pub fn fault(&self) -> FormFault {
        self.fault
    }

    /// What is wrong, and what is allowed there.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for FormProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.text),
            path => write!(f, "`{path}`: {}", self.text),
        }
    }
}

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormFault {
    /// Not JSON, not UTF-8, or not an object.
    Syntax,
    /// A key that the form does not have.
    UnknownKey,
    /// An operator that the field does not take.
    UnknownOperator,
    /// An order that the form does not have.
    UnknownSort,
    /// A null, an object, a list, or another kind of value than the field holds.
    WrongKind,
    /// A value of the right kind that the field can't hold.
    OutOfRange,
    /// Text, a list or the input is longer than is allowed.
    TooLong,
    /// More conditions than are allowed.
    TooMany,
    /// The same key or operator twice.
    Twice,
    /// A required field was not asked for.
    Missing,
    /// Two conditions on the elements of one array, which two elements could meet.
    NotTogether,
}

/// The path of a key below another.
pub(super) fn below(path: &str, key: &str, index: usize) -> String {
    let dot = if path.is_empty() { "" } else { "." };
    format!("{path}{dot}{}", shown(key, index))
}

/// A key as it may be shown; the place of one that may be anything.
fn shown(key: &str, index: usize) -> String {
    const MAX_LEN: usize = 40;
    let is_plain = !key.is_empty()
        && key.len() <= MAX_LEN
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.$[]".contains(&byte));
    if is_plain { key.to_owned() } else { format!("#{}", index + 1) }
}

/// Names as a list in a message.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}
