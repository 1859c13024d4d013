//! The operator of a field that is an operand.

use std::fmt::Display;

use proc_macro2::Ident;

use crate::{errors::Errors, parse::Set};

/// The operator of the field, which has one. Without one, `missing` says what to write.
pub(super) fn one_operator<O>(
    field: &Ident,
    operators: Vec<Set<O>>,
    missing: impl Display,
    errors: &mut Errors,
) -> Option<Set<O>> {
    let mut operators = operators.into_iter();
    let Some(operator) = operators.next() else {
        errors.at(field, missing);
        return None;
    };
    if let Some(second) = operators.next() {
        errors.at(
            &second.key,
            format!(
                "`{field}` has two operators, `{}` and `{}`: an operand has one; make another field for the other",
                operator.key, second.key
            ),
        );
        return None;
    }
    Some(operator)
}
