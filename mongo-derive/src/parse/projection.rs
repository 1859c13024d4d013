//! Attributes of a projection: paths on its fields, and what is kept of arrays.

use syn::{Attribute, DeriveInput, Ident, LitInt, Path, Token, Type, parse::ParseStream};

use super::{
    attr::{Entry, Set, each_entry, number},
    index::{PartialTerm, comma_separated},
    named_fields::named_fields,
    path::FieldPath,
};
use crate::errors::Errors;

/// What was written about a projection.
pub(crate) struct ProjectionInput {
    pub(crate) input: DeriveInput,
    pub(crate) document: Option<Set<Path>>,
    pub(crate) fields: Vec<ProjectionField>,
}

/// A field and its `#[mongo(..)]`.
pub(crate) struct ProjectionField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) path: Option<Set<FieldPath>>,
    pub(crate) slice: Option<Set<Slice>>,
    pub(crate) elem_match: Option<Set<Vec<PartialTerm>>>,
}

/// Some elements of an array.
pub(crate) struct Slice {
    /// How many are skipped: `slice(10, 5)`.
    pub(crate) skip: Option<LitInt>,
    /// How many are kept.
    pub(crate) n: LitInt,
}

pub(crate) fn projection(input: &DeriveInput) -> syn::Result<ProjectionInput> {
    let fields = named_fields(input, "a projection", "what is read of a document")?;
    if let Some(param) = input.generics.params.first() {
        return Err(syn::Error::new_spanned(
            param,
            "a projection has no parameters: it is read of documents of one type, and owns what it has",
        ));
    }
    let mut errors = Errors::default();
    let fields = fields.iter().filter_map(|it| field(it, &mut errors)).collect();
    let document = document(&input.attrs, &mut errors);
    errors.finish()?;
    Ok(ProjectionInput { input: input.clone(), document, fields })
}

/// The type that the projection is of, of attributes that may be wrong.
pub(crate) fn projected_document(attrs: &[Attribute]) -> Option<Path> {
    document(attrs, &mut Errors::default()).map(|set| set.value)
}

fn document(attrs: &[Attribute], errors: &mut Errors) -> Option<Set<Path>> {
    let mut document = None;
    each_entry(attrs, errors, |entry| match entry.key.to_string().as_str() {
        "document" => entry.set(&mut document, entry.type_path()?),
        "crate" => entry.path().map(drop),
        _ => Err(entry.unknown(&["document", "crate"])),
    });
    document
}

fn field(field: &syn::Field, errors: &mut Errors) -> Option<ProjectionField> {
    let mut it = ProjectionField {
        ident: field.ident.clone()?,
        ty: field.ty.clone(),
        path: None,
        slice: None,
        elem_match: None,
    };
    each_entry(&field.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "path" => entry.set(&mut it.path, entry.value(FieldPath::through_arrays)?),
        "slice" => entry.set(&mut it.slice, Slice::parse(entry)?),
        "elem_match" => entry.set(&mut it.elem_match, entry.list(comma_separated)?),
        _ => Err(entry.unknown(&["path", "slice", "elem_match"])),
    });
    Some(it)
}

impl Slice {
    fn parse(entry: &Entry<'_>) -> syn::Result<Self> {
        const EXAMPLE: &str = "`slice = 5`, `slice = -5` from the end, `slice(10, 5)` behind ten";
        if !entry.is_list() {
            return entry.value(|input| Ok(Self { skip: None, n: number(input, EXAMPLE)? }));
        }
        entry.list(|input: ParseStream<'_>| {
            let skip = number(input, EXAMPLE)?;
            input.parse::<Token![,]>().map_err(|_| {
                let text = format!("write how many are skipped, and how many are kept: {EXAMPLE}");
                syn::Error::new(skip.span(), text)
            })?;
            Ok(Self { skip: Some(skip), n: number(input, EXAMPLE)? })
        })
    }
}
