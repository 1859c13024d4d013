//! Fields that are copies of another document's, as far as tokens can tell. Whether these exist, and are stored alike, are
//! `const` functions of the runtime.

use syn::{Generics, Path};

use crate::{
    errors::Errors,
    parse::{self, FieldPath},
};

/// Whether a field is a copy, and of what.
pub(crate) enum Copied {
    /// It is none.
    No,
    /// Of the field of the same name.
    SameName,
    /// Of the field that is named.
    Named(FieldPath),
}

/// Where the fields of a type stand.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In a struct with `copy_of`.
    Copy,
    /// Anywhere else.
    Elsewhere,
}

impl Copied {
    /// Whether one field of a struct with `copy_of` is a copy.
    pub(super) fn new(field: &mut parse::Field) -> Self {
        match (&field.not_copied, field.copy.take()) {
            (Some(_), _) => Self::No,
            (None, Some(path)) => Self::Named(path.value),
            (None, None) => Self::SameName,
        }
    }
}

/// Checks the attributes that are about copies.
pub(super) fn check(fields: &[parse::Field], place: Place, errors: &mut Errors) {
    fields.iter().for_each(|field| check_one(field, place, errors));
}

fn check_one(field: &parse::Field, place: Place, errors: &mut Errors) {
    let keys = [
        field.copy.as_ref().map(|set| &set.key),
        field.not_copied.as_ref().map(|set| &set.key),
        field.allow.first().map(|allow| &allow.rule),
    ];
    if let (Place::Elsewhere, Some(key)) = (place, keys.into_iter().flatten().next()) {
        errors.at(
            key,
            format!("only a struct with `#[mongo(copy_of = Customer)]` has copies: name the document there, or remove `{key}`"),
        );
        return;
    }
    let Some(copy) = &field.copy else { return };
    if let Some(not_copied) = &field.not_copied {
        errors.at(
            &not_copied.key,
            "this field is a copy, as `copy` says: remove one of `copy` and `not_copied`",
        );
    } else if let Some((step, _)) = copy.value.steps.iter().find(|(_, n_arrays)| *n_arrays > 0) {
        errors.at(
            step,
            "a copy is of one value, and `[]` stands for each element of an array: copy the array, or mark the field `not_copied`",
        );
    }
}

/// Checks what `copy_of` stands on.
pub(super) fn check_struct(
    copy_of: &parse::Set<Path>,
    fields: &[parse::Field],
    generics: &Generics,
    errors: &mut Errors,
) {
    if let Some(param) = generics.params.first() {
        errors.at(
            param,
            "a copy has the types of one document: remove `copy_of`, or make the generic part a type of its own",
        );
    } else if fields.is_empty() {
        errors.at(&copy_of.key, "nothing is copied here: add the field that is the `_id`");
    }
}
