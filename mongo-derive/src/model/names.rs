//! Stored names: the only place where they are made and checked.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::{Ident, LitStr, ext::IdentExt};

use crate::{
    errors::Errors,
    parse::{Rename, Set},
};

/// The stored name of a field or variant.
pub(super) fn stored(
    ident: &Ident,
    rename: Option<&Set<LitStr>>,
    all: Option<Rename>,
    errors: &mut Errors,
) -> String {
    match rename {
        Some(rename) => {
            let name = rename.value.value();
            check(&name, rename.value.span(), errors);
            name
        }
        None => {
            let name = ident.unraw().to_string();
            let made = all.map_or_else(|| name.clone(), |form| form.apply(&name));
            if made.is_empty() {
                errors.at(
                    ident,
                    format!("`rename_all` leaves nothing of `{name}`, and a stored name can't be empty: give it one with `rename`"),
                );
            }
            made
        }
    }
}

/// The name of a variant in the form of a method's.
pub(super) fn snake(ident: &Ident) -> String {
    Rename::Snake.apply(&ident.unraw().to_string())
}

/// Reports a name that no path can lead to.
pub(super) fn check(name: &str, span: Span, errors: &mut Errors) {
    let wrong = if name.is_empty() {
        "a stored name can't be empty"
    } else if name.starts_with('$') {
        "a stored name can't start with `$`: the server takes it for an operator"
    } else if name.contains('.') {
        "a stored name can't have a `.`: in a path it leads into a document"
    } else if name.contains('\0') {
        "a stored name can't have a NUL: BSON ends the name there"
    } else if name.contains(char::is_control) {
        "a stored name can't have a control character: it would break the lines of a log"
    } else {
        return;
    };
    errors.push(syn::Error::new(span, wrong));
}

/// Finds names that are used twice.
#[derive(Default)]
pub(super) struct Clashes {
    taken: BTreeMap<String, String>,
    left: Option<&'static str>,
}

impl Clashes {
    /// Reserves a name that the mapper writes itself.
    pub(super) fn reserve(&mut self, name: &str, what: &str) {
        self.taken.insert(name.to_owned(), what.to_owned());
    }

    /// Leaves a name to another rule, which reports every field that has it.
    pub(super) fn leave(&mut self, name: &'static str) {
        self.left = Some(name);
    }

    /// Reports `ident` when another variant has a path of the same name.
    pub(super) fn add_method(&mut self, name: &str, ident: &Ident, errors: &mut Errors) {
        if let Some(first) = self.taken.get(name) {
            let text = format!(
                "the path into `{ident}` is `{name}()`, and so is {first}: give the variant another name"
            );
            errors.at(ident, text);
        }
        self.taken.insert(name.to_owned(), format!("the path into `{}`", ident.unraw()));
    }

    /// Reports `ident` when another one is stored under the same name.
    pub(super) fn add(&mut self, name: &str, ident: &Ident, span: Span, errors: &mut Errors) {
        match self.taken.get(name) {
            // Each is reported already.
            _ if self.left == Some(name) || name.is_empty() => {}
            Some(first) => {
                errors.push(syn::Error::new(
                    span,
                    format!(
                        "`{}` is stored as `{name}`, and so is {first}: give one of them another name with `rename`",
                        ident.unraw()
                    ),
                ));
            }
            None => {
                self.taken.insert(name.to_owned(), format!("`{}`", ident.unraw()));
            }
        }
    }
}

/// The fields of a type, for paths that start there.
pub(super) struct Known {
    type_name: String,
    fields: Vec<String>,
}

impl Known {
    pub(super) fn new<'a>(ident: &Ident, fields: impl Iterator<Item = &'a Ident>) -> Self {
        let fields = fields.map(|field| field.unraw().to_string()).collect();
        Self { type_name: ident.unraw().to_string(), fields }
    }

    /// Reports a field that is not there, with the one that was most likely meant.
    pub(super) fn check(&self, field: &Ident, errors: &mut Errors) {
        let name = field.unraw().to_string();
        if self.fields.contains(&name) {
            return;
        }
        let most = (name.len() / 3).max(1);
        let near = self.fields.iter().map(|known| (distance(&name, known), known)).min();
        let hint = match near {
            Some((far, known)) if far <= most => format!("did you mean `{known}`?"),
            _ => format!("its fields are `{}`", self.fields.join("`, `")),
        };
        errors.push(syn::Error::new(
            field.span(),
            format!("no field `{name}` in `{}`: {hint}", self.type_name),
        ));
    }
}

/// How many letters to add, leave out or change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

impl Rename {
    fn apply(self, name: &str) -> String {
        let words = words(name);
        let lower = |word: &String| word.to_lowercase();
        let capital = |word: &String| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect()
            })
        };
        match self {
            Self::Camel => {
                words.iter().take(1).map(lower).chain(words.iter().skip(1).map(capital)).collect()
            }
            Self::Pascal => words.iter().map(capital).collect(),
            Self::Snake => words.iter().map(lower).collect::<Vec<_>>().join("_"),
            Self::ScreamingSnake => {
                words.iter().map(|word| word.to_uppercase()).collect::<Vec<_>>().join("_")
            }
            Self::Kebab => words.iter().map(lower).collect::<Vec<_>>().join("-"),
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
        }
    }
}

/// The words of `snake_case` or `PascalCase`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    for letter in name.chars() {
        if letter == '_' {
            is_new = true;
            continue;
        }
        let follows_lower = words
            .last()
            .and_then(|word| word.chars().last())
            .is_some_and(|last| !last.is_uppercase());
        match words.last_mut() {
            Some(word) if !(is_new || letter.is_uppercase() && follows_lower) => word.push(letter),
            _ => words.push(letter.to_string()),
        }
        is_new = false;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_declared_form() {
        let forms = [
            (Rename::Camel, "created_at", "createdAt"),
            (Rename::Pascal, "created_at", "CreatedAt"),
            (Rename::ScreamingSnake, "created_at", "CREATED_AT"),
            (Rename::Kebab, "InTransit", "in-transit"),
            (Rename::Snake, "InTransit", "in_transit"),
            (Rename::Camel, "InTransit", "inTransit"),
            (Rename::Lower, "InTransit", "intransit"),
            (Rename::Upper, "paid", "PAID"),
            (Rename::Camel, "line_2", "line2"),
        ];
        for (form, name, stored) in forms {
            assert_eq!(form.apply(name), stored);
        }
    }
}
