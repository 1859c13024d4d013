//! A variant of an enum with data, and the methods that lead into it.

use std::collections::BTreeMap;

use syn::{DeriveInput, Ident, Visibility, ext::IdentExt};

use super::{
    copies::{self, Place},
    embedded::no_roles,
    field::Field,
    names::{self, Clashes},
    rest::Rest,
};
use crate::{errors::Errors, parse};

/// A variant of an enum with data.
pub(crate) struct UnionVariant {
    pub(crate) ident: Ident,
    pub(crate) stored: String,
    /// `None` for a variant that is written without braces.
    pub(crate) fields: Option<Vec<Field>>,
    /// The method that leads to the fields: `card`.
    pub(crate) method: Ident,
    /// The method that asks for the variant: `is_card`.
    pub(crate) is_method: Ident,
}

impl UnionVariant {
    /// Checks a variant. Whoever sees the enum sees its fields.
    pub(super) fn new(
        variant: parse::Variant,
        stored: String,
        vis: &Visibility,
        tag: &str,
        errors: &mut Errors,
    ) -> Self {
        let mut clashes = Clashes::default();
        clashes.reserve(tag, "the tag of the enum");
        let fields = variant.fields.map(|fields| {
            let why = "a catch-all is a field of a struct: give the variant one field whose type derives `Embedded` and has it";
            Rest::refuse(&fields, why, errors);
            fields.iter().for_each(|field| no_roles(field, errors));
            copies::check(&fields, Place::Elsewhere, errors);
            let fields = Field::all(fields, None, &mut clashes, errors);
            fields.into_iter().map(|field| Field { vis: vis.clone(), ..field }).collect()
        });
        let snake = names::snake(&variant.ident);
        let method = method(&snake, &variant.ident, &stored, errors);
        let is_method = Ident::new(&format!("is_{snake}"), variant.ident.span());
        Self { ident: variant.ident, stored, fields, method, is_method }
    }
}

/// The methods of an enum that is wrong somewhere: those into its variants, and those that ask for one.
pub(crate) fn methods_leniently(input: &DeriveInput) -> Vec<(Ident, Ident)> {
    let syn::Data::Enum(data) = &input.data else { return Vec::new() };
    // What is wrong with them is reported already.
    let errors = &mut Errors::default();
    let methods = data.variants.iter().map(|variant| {
        let snake = names::snake(&variant.ident);
        let is_method = Ident::new(&format!("is_{snake}"), variant.ident.span());
        (method(&snake, &variant.ident, "", errors), is_method)
    });
    methods.collect()
}

/// A word of the language is one behind `r#`, but for a few.
fn method(snake: &str, variant: &Ident, stored: &str, errors: &mut Errors) -> Ident {
    if let Ok(plain) = syn::parse_str::<Ident>(snake) {
        return Ident::new(&plain.to_string(), variant.span());
    }
    let is_word = !snake.starts_with(|first: char| first.is_ascii_digit());
    if is_word && !matches!(snake, "" | "_" | "crate" | "self" | "super") {
        return Ident::new_raw(snake, variant.span());
    }
    errors.at(
        variant,
        format!(
            "no path can lead into `{0}`, since `{snake}` is no name of a method: call the variant otherwise, and what is stored \
             stays with `#[mongo(rename = \"{stored}\")]`",
            variant.unraw()
        ),
    );
    variant.clone()
}

/// Reports variants whose methods have one name.
pub(super) fn check_methods(variants: &[UnionVariant], errors: &mut Errors) {
    let mut taken = BTreeMap::new();
    for variant in variants {
        for method in [&variant.method, &variant.is_method] {
            let name = method.unraw().to_string();
            if let Some(first) = taken.insert(name.clone(), &variant.ident) {
                errors.at(
                    &variant.ident,
                    format!(
                        "paths into `{}` and `{}` both have a method `{name}`: call one of the variants otherwise, and what is \
                         stored stays with `#[mongo(rename = \"{}\")]`",
                        first.unraw(),
                        variant.ident.unraw(),
                        variant.stored
                    ),
                );
            }
        }
    }
}
