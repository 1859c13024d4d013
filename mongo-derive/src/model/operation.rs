//! The name of the operation.

use proc_macro2::Ident;
use syn::{LitStr, Path};

use crate::{errors::Errors, parse::Set};

/// What a catalog knows an operation by.
pub(crate) struct Named {
    pub(crate) document: Path,
    pub(crate) operation: LitStr,
}

impl Named {
    /// That of a recipe or query that is wrong somewhere, if it says of which document it is. What is no name is made up.
    pub(crate) fn leniently(
        ident: &Ident,
        document: Option<Set<Path>>,
        operation: Option<Set<LitStr>>,
    ) -> Option<Self> {
        let document = document?.value;
        let operation = operation.map(|set| set.value).filter(|name| is_name(&name.value()));
        let operation = operation.unwrap_or_else(|| {
            let mut letters = ident.to_string().to_ascii_lowercase();
            letters.retain(|letter| letter.is_ascii_alphanumeric());
            letters.truncate(64);
            LitStr::new(&format!("unknown.{letters}"), ident.span())
        });
        Some(Self { document, operation })
    }
}

/// The name, if it is one: `[a-z][a-z0-9.-]{2,95}`, as the runtime says.
pub(super) fn checked(
    ident: &Ident,
    operation: Option<Set<LitStr>>,
    example: &str,
    errors: &mut Errors,
) -> Option<LitStr> {
    let Some(operation) = operation else {
        errors.at(
            ident,
            format!("an operation has a name, which errors and logs have, too: write `#[mongo(operation = \"{example}\")]`"),
        );
        return None;
    };
    if !is_name(&operation.value.value()) {
        errors.at(
            &operation.value,
            format!(
                "an operation is named by 3 to 96 lower-case letters, digits, `.` and `-`, starting with a letter: `\"{example}\"`"
            ),
        );
        return None;
    }
    Some(operation.value)
}

/// Whether the text is a name.
pub(crate) fn is_name(name: &str) -> bool {
    (3..=96).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '.' | '-'))
}
