//! The name of the operation.

use proc_macro2::Ident;
use syn::{DeriveInput, LitStr, Path};

use crate::{
    errors::Errors,
    parse::{self, Set},
};

/// What a catalog knows a recipe by.
pub(crate) struct RecipeName {
    pub(crate) document: Path,
    pub(crate) operation: LitStr,
}

impl RecipeName {
    /// That of a recipe that is wrong somewhere, if it says of which document it is. What is no name is made up.
    pub(crate) fn leniently(input: &DeriveInput) -> Option<Self> {
        let (document, operation) = parse::recipe_name(&input.attrs);
        let (document, ident) = (document?.value, &input.ident);
        let operation = checked(ident, operation, &mut Errors::default()).unwrap_or_else(|| {
            let mut letters = ident.to_string().to_ascii_lowercase();
            letters.retain(|letter| letter.is_ascii_alphanumeric());
            letters.truncate(64);
            let made_up = format!("unknown.{letters}");
            LitStr::new(&made_up, ident.span())
        });
        Some(Self { document, operation })
    }
}

/// The name, if it is one: `[a-z][a-z0-9.-]{2,95}`, as the runtime says.
pub(super) fn checked(
    ident: &Ident,
    operation: Option<Set<LitStr>>,
    errors: &mut Errors,
) -> Option<LitStr> {
    let Some(operation) = operation else {
        errors.at(
            ident,
            "an operation has a name, which errors and logs have, too: write `#[mongo(operation = \"order.mark-paid\")]`",
        );
        return None;
    };
    let name = operation.value.value();
    let is_letter = |letter: char| letter.is_ascii_lowercase();
    let is_other = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-';
    let is_name = (3..=96).contains(&name.len())
        && name.starts_with(is_letter)
        && name.chars().all(|letter| is_letter(letter) || is_other(letter));
    if !is_name {
        errors.at(
            &operation.value,
            "an operation is named by 3 to 96 lower-case letters, digits, `.` and `-`, starting with a letter: \
             `\"order.mark-paid\"`",
        );
        return None;
    }
    Some(operation.value)
}
