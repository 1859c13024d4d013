//! A checked document.

use syn::{Ident, Path, Visibility, ext::IdentExt};

use super::{
    copies::{self, Place},
    field::{Field, Role},
    index::Index,
    names::{self, Clashes},
    rest::Rest,
};
use crate::{
    errors::Errors,
    parse::{self, ByteSize, DocumentAttrs, DocumentInput, Set, Validation},
};

/// A checked document.
pub(crate) struct Document {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) runtime: Path,
    pub(crate) collection: String,
    pub(crate) discriminator: Option<Discriminator>,
    /// The `_id` first, as it is written.
    pub(crate) fields: Vec<Field>,
    pub(crate) version: Option<Version>,
    /// The field that keeps what is not declared.
    pub(crate) rest: Option<Rest>,
    pub(crate) deny_unknown: bool,
    pub(crate) owns_document: bool,
    pub(crate) max_size: Option<ByteSize>,
    pub(crate) proven: Option<Ident>,
    pub(crate) validation: Option<Validation>,
    pub(crate) indexes: Vec<Index>,
}

/// What tells the documents of a type from others in its collection.
pub(crate) struct Discriminator {
    pub(crate) field: String,
    pub(crate) tag: String,
}

/// The schema version and its readers.
pub(crate) struct Version {
    pub(crate) field: String,
    pub(crate) current: i32,
    pub(crate) readers: Vec<Path>,
    pub(crate) newer: Vec<Path>,
}

const LARGEST_MAX_SIZE: usize = 15 << 20;

impl Document {
    pub(crate) fn new(parsed: DocumentInput, runtime: Path) -> syn::Result<Self> {
        let DocumentInput { input, mut attrs, mut fields } = parsed;
        let mut errors = Errors::default();
        if let Some(generic) = input.generics.params.first() {
            errors.at(
                generic,
                "a document is one concrete type, since a collection holds one: make the generic part an `Embedded` type",
            );
        }

        let rest = Rest::take(&mut fields, attrs.deny_unknown.as_ref(), &mut errors);
        check_ownership(&attrs, rest.as_ref(), &mut errors);
        let version = version(&mut attrs, &mut errors);
        let mut clashes = Clashes::default();
        if let Some(version) = &version {
            clashes.reserve(&version.field, "the schema version (see `version_field`)");
        }
        let discriminator = discriminator(&mut attrs, version.as_ref(), &mut errors);
        if let Some(discriminator) = &discriminator {
            clashes.reserve(&discriminator.field, "the discriminator of the type");
        }
        // Which field is the `_id` is a rule of its own.
        clashes.leave("_id");
        let rename_all = attrs.rename_all.as_ref().map(|set| set.value);
        let is_id_spelled = check_names(&fields, rename_all, &mut errors);
        check_roles(&input.ident, &fields, is_id_spelled, &mut errors);
        copies::check(&fields, Place::Elsewhere, &mut errors);
        let mut fields = Field::all(fields, rename_all, &mut clashes, &mut errors);
        // Stable: the other fields keep the order of the struct.
        fields.sort_by_key(|field| field.role != Role::Id);

        if let Some(max_size) =
            attrs.max_size.as_ref().filter(|max_size| max_size.value.n_bytes > LARGEST_MAX_SIZE)
        {
            errors.at(
                &max_size.value.token,
                "`max_size` is at most 15 MiB, since the server refuses documents over 16 MiB: write a smaller one",
            );
        }
        let collection = collection(&attrs, &input.ident, &mut errors);
        let known = names::Known::new(&input.ident, fields.iter().map(|field| &field.ident));
        let indexes = attrs
            .indexes
            .into_iter()
            .filter_map(|index| Index::new(index, &known, &mut errors))
            .collect();
        errors.finish()?;
        Ok(Self {
            ident: input.ident,
            vis: input.vis,
            runtime,
            collection,
            discriminator,
            fields,
            version,
            rest,
            deny_unknown: attrs.deny_unknown.is_some(),
            owns_document: attrs.owns_document.is_some(),
            max_size: attrs.max_size.map(|set| set.value),
            proven: attrs.proven.map(|set| set.key),
            validation: attrs.validation.map(|set| set.value),
            indexes,
        })
    }

    pub(crate) fn id(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.role == Role::Id)
    }

    pub(crate) fn revision(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.role == Role::Revision)
    }
}

/// A document is owned in one way.
fn check_ownership(attrs: &DocumentAttrs, rest: Option<&Rest>, errors: &mut Errors) {
    let Some(owns_document) = &attrs.owns_document else { return };
    if rest.is_some() {
        errors.at(
            &owns_document.key,
            "the field marked `catch_all` keeps what others write, and with `owns_document` nobody else does: remove one of them",
        );
    } else if attrs.deny_unknown.is_some() {
        errors.at(
            &owns_document.key,
            "`deny_unknown` owns the document already, and refuses unknown fields when they are read, too: remove one of them",
        );
    }
}

/// Reports a field that is stored as `_id` and not marked. Says whether there is one.
fn check_names(
    fields: &[parse::Field],
    rename_all: Option<parse::Rename>,
    errors: &mut Errors,
) -> bool {
    let is_marked = fields.iter().any(|field| field.id.is_some());
    let mut found = false;
    for field in fields.iter().filter(|field| field.id.is_none()) {
        let Some(ident) = &field.ident else { continue };
        // What is wrong with the name beside that is reported with the field.
        let name = names::stored(ident, field.rename.as_ref(), rename_all, &mut Errors::default());
        if name != "_id" {
            continue;
        }
        let spelled = field.rename.as_ref().map_or(ident.span(), |rename| rename.value.span());
        let wrong = if is_marked {
            "`_id` is where the field marked `#[mongo(id)]` is stored: give this one another name"
        } else {
            "`_id` is the document's id: mark the field `#[mongo(id)]`"
        };
        errors.push(syn::Error::new(spelled, wrong));
        found = true;
    }
    found
}

fn check_roles(ident: &Ident, fields: &[parse::Field], is_id_spelled: bool, errors: &mut Errors) {
    let ids: Vec<_> = fields.iter().filter_map(|field| field.id.as_ref()).collect();
    if ids.is_empty() && !is_id_spelled {
        errors.at(
            ident,
            "no field is marked `#[mongo(id)]`, and every document has an `_id`: mark the field that is it",
        );
    }
    for id in ids.iter().skip(1) {
        errors.at(
            &id.key,
            "a document has one `_id`, and another field is it: remove `id` from one of them",
        );
    }
    for revision in fields.iter().filter_map(|field| field.revision.as_ref()).skip(1) {
        errors.at(
            &revision.key,
            "a document has one revision, and another field is it: remove this one",
        );
    }
}

fn discriminator(
    attrs: &mut DocumentAttrs,
    version: Option<&Version>,
    errors: &mut Errors,
) -> Option<Discriminator> {
    let parse::Discriminator { field, tag } = attrs.discriminator.take()?.value;
    names::check(&field.value, field.key.span(), errors);
    if field.value == "_id" {
        errors.at(
            &field.key,
            "`_id` is where the document's id is stored: give the discriminator another name",
        );
    }
    if version.is_some_and(|version| version.field == field.value) {
        errors.at(
            &field.key,
            "the schema version is stored under this name: give the discriminator another one, or the version with `version_field`",
        );
    }
    if tag.value().is_empty() {
        errors
            .at(&tag, "the tag of a type can't be empty: write what is stored, such as `\"car\"`");
    }
    Some(Discriminator { field: field.value, tag: tag.value() })
}

fn version(attrs: &mut DocumentAttrs, errors: &mut Errors) -> Option<Version> {
    let Some(number) = attrs.schema_version.take() else {
        if let Some(Set { key, .. }) = &attrs.reads {
            errors.at(
                key,
                "`reads` names the types of older versions, so this type needs one, too: add `schema_version = N`, greater than that of \
                 each type in `reads` (one without is of version 0), or remove `reads`",
            );
        }
        if let Some(Set { key, .. }) = &attrs.reads_newer {
            errors.at(
                key,
                "`reads_newer` names the types of newer versions, which only a type with a version tells apart: add `schema_version = N`, \
                 less than that of each type in `reads_newer` and at least 1, and release that first; or remove `reads_newer`",
            );
        }
        if let Some(Set { key, .. }) = &attrs.version_field {
            errors.at(key, "`version_field` is where the version of a document is stored, and this type has none: add `schema_version = 1`, or remove \
                 `version_field`");
        }
        return None;
    };
    let Ok(current) = number.value.base10_parse::<i32>() else {
        errors.at(&number.value, "a version is an int32: write a number from 1 to 2147483647");
        return None;
    };
    if current < 1 {
        errors
            .at(&number.value, "versions start at 1: write 1 or more. For documents without a version, which count as version 0, leave `schema_version` out");
    }
    let field = attrs.version_field.take().map_or_else(
        || "schemaVersion".to_owned(),
        |name| {
            names::check(&name.value.value(), name.value.span(), errors);
            if name.value.value() == "_id" {
                errors.at(
                    &name.value,
                    "`_id` is where the document's id is stored: give the version another name",
                );
            }
            name.value.value()
        },
    );
    let readers = attrs.reads.take().map_or_else(Vec::new, |set| set.value);
    let newer = attrs.reads_newer.take().map_or_else(Vec::new, |set| set.value);
    Some(Version { field, current, readers, newer })
}

fn collection(attrs: &DocumentAttrs, ident: &Ident, errors: &mut Errors) -> String {
    let Some(collection) = &attrs.collection else {
        let example = ident.unraw().to_string().to_lowercase();
        errors.at(ident, format!("name the collection: `#[mongo(collection = \"{example}s\")]`"));
        return String::new();
    };
    let name = collection.value.value();
    let wrong = if name.is_empty() {
        Some("the name of a collection can't be empty")
    } else if name.starts_with("system.") {
        Some("`system.` is the server's: choose another name")
    } else if name.contains(['$', '\0']) {
        Some("the name of a collection can't have a `$` or a NUL")
    } else if name.contains(char::is_control) {
        Some(
            "the name of a collection can't have a control character: it would break the lines of a log",
        )
    } else if name.starts_with('.') || name.ends_with('.') || name.contains("..") {
        Some("the name of a collection can't start or end with a dot, or have two in a row")
    } else if name.len() > 120 {
        Some(
            "the name of a collection is at most 120 bytes here: the server counts the database's name with it",
        )
    } else {
        None
    };
    if let Some(wrong) = wrong {
        errors.at(&collection.value, wrong);
    }
    name
}
