//! A field with its stored name, representation and bounds.

use proc_macro2::Span;
use syn::{DeriveInput, Ident, LitInt, Path, Type, Visibility, ext::IdentExt, spanned::Spanned};

use super::{
    copies::Copied,
    names::{self, Clashes},
};
use crate::{
    errors::Errors,
    parse::{self, Allow, MaxItems, Rename, Set, near::unknown},
};

/// A checked field.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The name in the stored document.
    pub(crate) stored: String,
    pub(crate) codec: Codec,
    /// Where numbers of other widths are read too: the key.
    pub(crate) lossless: Option<Span>,
    pub(crate) role: Role,
    /// Whether `None` is written as null.
    pub(crate) null: bool,
    pub(crate) max_items: Vec<usize>,
    pub(crate) max_len: Option<usize>,
    pub(crate) max_depth: Option<usize>,
    pub(crate) max_bytes: Option<usize>,
    /// The document whose `_id` it is.
    pub(crate) reference: Option<Path>,
    pub(crate) copied: Copied,
    pub(crate) allow: Vec<Allow>,
}

/// The representation of a field.
pub(crate) enum Codec {
    /// None was named.
    AsIs,
    /// One of the runtime's, by the name of its marker.
    Named { marker: &'static str, span: Span },
    /// One of the application's.
    With(Path),
    /// What serde makes of it.
    Serde,
}

/// What the mapper does with a field by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    Id,
    Revision,
}

/// `as = ".."` and the marker in the runtime that stands for it.
const REPRESENTATIONS: &[(&str, &str)] = &[
    ("int64_checked", "Int64Checked"),
    ("decimal128", "DecimalInt"),
    ("string_padded", "StringPadded"),
    ("double", "Double"),
    ("date_ms", "DateMs"),
    ("millis", "Millis"),
    ("binary", "BinaryBytes"),
    ("int_array", "IntArray"),
    ("civil_date", "CivilDate"),
    ("civil_date_time", "CivilDateTime"),
    ("nanos_of_day", "NanosOfDay"),
    ("string", "Text"),
    ("uuid_python_legacy", "UuidPythonLegacy"),
    ("uuid_java_legacy", "UuidJavaLegacy"),
    ("uuid_csharp_legacy", "UuidCSharpLegacy"),
];

impl Field {
    /// The fields of a struct that is wrong somewhere, as far as they can be made out.
    pub(crate) fn leniently(input: &DeriveInput) -> Vec<Self> {
        // What is wrong with them is reported already.
        let errors = &mut Errors::default();
        parse::named_fields(input)
            .into_iter()
            .enumerate()
            .map(|(index, field)| Self::new(field, index, None, errors))
            .collect()
    }

    /// Checks the fields of one struct or variant.
    pub(super) fn all(
        fields: Vec<parse::Field>,
        rename_all: Option<Rename>,
        clashes: &mut Clashes,
        errors: &mut Errors,
    ) -> Vec<Self> {
        fields
            .into_iter()
            .enumerate()
            .map(|(index, field)| {
                let field = Self::new(field, index, rename_all, errors);
                clashes.add(&field.stored, &field.ident, field.ident.span(), errors);
                field
            })
            .collect()
    }

    /// Checks one field. `index` names it in a tuple.
    pub(super) fn new(
        field: parse::Field,
        index: usize,
        rename_all: Option<Rename>,
        errors: &mut Errors,
    ) -> Self {
        let role = role(&field, errors);
        if let Some(marker) = &field.marker {
            errors.at(
                &marker.key,
                "only beside the value of a newtype does a field hold nothing: remove `marker`, and this field",
            );
        }
        let ident = field
            .ident
            .clone()
            .unwrap_or_else(|| Ident::new(&format!("__{index}"), field.ty.span()));
        let stored = if role == Role::Id {
            "_id".to_owned()
        } else {
            names::stored(&ident, field.rename.as_ref(), rename_all, errors)
        };
        Self {
            codec: codec(&field, errors),
            lossless: field.lossless.as_ref().map(|lossless| lossless.key.span()),
            max_items: max_items(field.max_items.as_ref(), errors),
            max_len: number(field.max_len.as_ref(), errors),
            max_depth: number(field.max_depth.as_ref(), errors),
            max_bytes: field.max_bytes.map(|size| size.value.n_bytes),
            reference: field.reference.map(|reference| reference.value),
            copied: Copied::No,
            allow: field.allow,
            null: field.null.is_some(),
            vis: field.vis,
            ty: field.ty,
            ident,
            stored,
            role,
        }
    }

    /// The name of the field in messages.
    pub(crate) fn rust_name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

fn role(field: &parse::Field, errors: &mut Errors) -> Role {
    match (&field.id, &field.revision) {
        (Some(_), Some(revision)) => {
            errors.at(&revision.key, "a field is the id or the revision, not both");
            Role::Id
        }
        (Some(id), None) => {
            if field.rename.is_some() {
                errors.at(&id.key, "`id` sets the stored name `_id`: remove `rename`");
            }
            Role::Id
        }
        (None, Some(_)) => Role::Revision,
        (None, None) => Role::Plain,
    }
}

fn codec(field: &parse::Field, errors: &mut Errors) -> Codec {
    let named = [
        field.representation.as_ref().map(|set| &set.key),
        field.with.as_ref().map(|set| &set.key),
        field.opaque.as_ref().map(|set| &set.key),
    ];
    if let Some(second) = named.iter().flatten().nth(1) {
        errors.at(second, "a field has one representation: keep one of `as`, `with` and `opaque`");
    }
    if let Some(with) = &field.with {
        if with.value.is_ident("serde") {
            return serde(field, errors);
        }
        return Codec::With(with.value.clone());
    }
    if let Some(opaque) = &field.opaque {
        return Codec::Named { marker: "Opaque", span: opaque.key.span() };
    }
    let Some(representation) = &field.representation else { return Codec::AsIs };
    let name = representation.value.value();
    match REPRESENTATIONS.iter().find(|(known, _)| *known == name) {
        Some((_, marker)) => Codec::Named { marker, span: representation.value.span() },
        None => {
            let known: Vec<&str> = REPRESENTATIONS.iter().map(|(known, _)| *known).collect();
            errors.at(&representation.value, unknown("representation", &name, &known));
            Codec::AsIs
        }
    }
}

/// serde alone decides what the value looks like.
fn serde(field: &parse::Field, errors: &mut Errors) -> Codec {
    if let Some(id) = &field.id {
        errors.at(
            &id.key,
            "the `_id` is looked for, and what goes through serde can't be: give it a type with a form, such as `ObjectId`",
        );
    }
    if let Some(lossless) = &field.lossless {
        errors.at(&lossless.key, "serde reads what it finds by its own rules: remove `lossless`");
    }
    if let Some(null) = &field.null {
        errors.at(
            &null.key,
            "serde writes a `None` as null by itself: remove `null`, or write `Option<Serde<T>>` for a field that is absent",
        );
    }
    Codec::Serde
}

pub(super) fn max_items(bounds: Option<&Set<MaxItems>>, errors: &mut Errors) -> Vec<usize> {
    let bounds = bounds.map_or(&[][..], |bounds| bounds.value.0.as_slice());
    bounds.iter().filter_map(|bound| positive(bound, errors)).collect()
}

fn number(bound: Option<&Set<LitInt>>, errors: &mut Errors) -> Option<usize> {
    positive(&bound?.value, errors)
}

pub(super) fn positive(number: &LitInt, errors: &mut Errors) -> Option<usize> {
    match number.base10_parse::<u32>() {
        Ok(0) => {
            errors.at(number, "a bound is at least 1: write a larger one");
            None
        }
        Ok(bound) => usize::try_from(bound).ok(),
        Err(_) if number.base10_digits().starts_with('-') => {
            errors.at(number, "a bound is at least 1: write a larger one");
            None
        }
        Err(_) => {
            errors.at(
                number,
                "a bound is at most 4294967295, and a document has 16 MiB: write a smaller one",
            );
            None
        }
    }
}
