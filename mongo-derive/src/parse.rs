//! Tokens to what the user wrote, every value with the key that set it. Decides nothing.

mod attr;

mod container;

mod element_path;

mod family;

mod field;

mod foreign;

mod named_fields;

mod index;

pub(crate) mod near;

mod own_type;

mod path;

mod projection;

mod query;

mod recipe;

mod validation;

mod variant;

use syn::{Attribute, DeriveInput, Path, parse_quote};

use crate::errors::Errors;

pub(crate) use self::{
    attr::{Allow, ByteSize, Set},
    container::{Discriminator, DocumentAttrs, EmbeddedAttrs, Rename},
    element_path::{ElementPath, Elements, Step},
    family::Member as FamilyMember,
    field::{Field, MaxItems},
    index::{Collation, Index, Key, KeyKind, Literal, Owner, PartialOp, PartialTerm},
    own_type::write_out_self,
    path::FieldPath,
    projection::{ProjectionField, ProjectionInput, Slice, projected_document, projection},
    query::{
        Fixed as FixedCondition, Operator as QueryOperator, QueryField, QueryInput, SortKey,
        Takes as QueryTakes, With, query, query_name,
    },
    recipe::{
        Direction, Fixed, Operator, Order, RecipeAttrs, RecipeField, RecipeInput, Takes, recipe,
        recipe_name,
    },
    validation::Validation,
    variant::Variant,
};

/// What was written about a document.
pub(crate) struct DocumentInput {
    pub(crate) input: DeriveInput,
    pub(crate) attrs: DocumentAttrs,
    pub(crate) fields: Vec<Field>,
}

/// What was written about an enum over document types.
pub(crate) struct FamilyInput {
    pub(crate) input: DeriveInput,
    pub(crate) members: Vec<FamilyMember>,
}

/// The two forms of a document.
pub(crate) enum WholeInput {
    /// A struct.
    One(Box<DocumentInput>),
    /// An enum over documents.
    Family(Box<FamilyInput>),
}

/// What was written about an embedded type.
pub(crate) struct EmbeddedInput {
    pub(crate) input: DeriveInput,
    pub(crate) attrs: EmbeddedAttrs,
    pub(crate) body: Body,
}

/// The three forms of an embedded type.
pub(crate) enum Body {
    /// A struct with named fields.
    Struct(Vec<Field>),
    /// A tuple struct.
    Tuple(Vec<Field>),
    /// An enum.
    Enum(Vec<Variant>),
}

pub(crate) fn document(input: &DeriveInput) -> syn::Result<WholeInput> {
    let mut errors = Errors::default();
    let fields = match &input.data {
        syn::Data::Struct(data) => match &data.fields {
            syn::Fields::Named(named) => field::all(named.named.iter(), &mut errors),
            _ => {
                return Err(syn::Error::new(
                    input.ident.span(),
                    "a document has named fields: write `struct .. { .. }`",
                ));
            }
        },
        syn::Data::Enum(data) if !family::is_one(data) => {
            return Err(syn::Error::new(
                input.ident.span(),
                "an enum with `Document` has a variant for each document type of a collection, `Car(Car)`; derive `Embedded` for an \
                 enum that is a field of a document",
            ));
        }
        syn::Data::Enum(data) => {
            family::attributes(&input.attrs, &mut errors);
            let members = family::members(data, &mut errors);
            errors.finish()?;
            let family = FamilyInput { input: input.clone(), members };
            return Ok(WholeInput::Family(Box::new(family)));
        }
        syn::Data::Union(data) => return Err(union(data)),
    };
    let attrs = container::document(&input.attrs, &mut errors);
    errors.finish()?;
    Ok(WholeInput::One(Box::new(DocumentInput { input: input.clone(), attrs, fields })))
}

pub(crate) fn embedded(input: &DeriveInput) -> syn::Result<EmbeddedInput> {
    let mut errors = Errors::default();
    let body = match &input.data {
        syn::Data::Struct(data) => match &data.fields {
            syn::Fields::Named(named) => Body::Struct(field::all(named.named.iter(), &mut errors)),
            syn::Fields::Unnamed(unnamed) => {
                Body::Tuple(field::all(unnamed.unnamed.iter(), &mut errors))
            }
            syn::Fields::Unit => Body::Struct(Vec::new()),
        },
        syn::Data::Enum(data) => Body::Enum(variant::all(data, &mut errors)),
        syn::Data::Union(data) => return Err(union(data)),
    };
    let attrs = container::embedded(&input.attrs, &mut errors);
    errors.finish()?;
    Ok(EmbeddedInput { input: input.clone(), attrs, body })
}

/// The named fields of a struct, or of all variants of an enum, with what can be read of their attributes.
pub(crate) fn named_fields(input: &DeriveInput) -> Vec<Field> {
    match &input.data {
        syn::Data::Struct(syn::DataStruct { fields: syn::Fields::Named(named), .. }) => {
            field::all(named.named.iter(), &mut Errors::default())
        }
        syn::Data::Enum(data) => {
            let fields = data.variants.iter().flat_map(|variant| match &variant.fields {
                syn::Fields::Named(named) => field::all(named.named.iter(), &mut Errors::default()),
                _ => Vec::new(),
            });
            fields.map(|field| Field { vis: input.vis.clone(), ..field }).collect()
        }
        _ => Vec::new(),
    }
}

fn union(data: &syn::DataUnion) -> syn::Error {
    syn::Error::new_spanned(
        data.union_token,
        "a union can't be stored: write a struct, or an enum with a tag",
    )
}

/// The path of the runtime crate, even when the rest of the input is wrong.
pub(crate) fn runtime_path(attrs: &[Attribute]) -> Path {
    attr::runtime_path(attrs).unwrap_or_else(|| parse_quote!(::mongo_runtime))
}
