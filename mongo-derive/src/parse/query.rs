//! Attributes of a query: operators on its fields, those on the struct that need no field, its order and its limits.

mod fixed;

mod limits;

mod operator;

mod order;

pub(crate) use self::{
    fixed::{Fixed, With},
    operator::{Operator, Takes},
    order::SortKey,
};

use syn::{Attribute, DeriveInput, Ident, LitInt, LitStr, Path, Type};

use super::{
    attr::{Allow, Entry, Set, each_entry},
    element_path::{ElementPath, QueryPath},
    index::Collation,
    named_fields::named_fields,
};
use crate::errors::Errors;

/// What was written about a query.
pub(crate) struct QueryInput {
    pub(crate) input: DeriveInput,
    pub(crate) attrs: QueryAttrs,
    pub(crate) fields: Vec<QueryField>,
}

/// What was written on the struct.
#[derive(Default)]
pub(crate) struct QueryAttrs {
    pub(crate) document: Option<Set<Path>>,
    pub(crate) operation: Option<Set<LitStr>>,
    pub(crate) sort: Option<Set<Vec<SortKey>>>,
    pub(crate) max_results: Option<Set<LitInt>>,
    pub(crate) batch_size: Option<Set<LitInt>>,
    pub(crate) deadline_ms: Option<Set<u32>>,
    pub(crate) projection: Option<Set<Path>>,
    pub(crate) covered: Option<Set<()>>,
    /// Without a name, it is the index that serves the query.
    pub(crate) hint: Option<Set<Option<LitStr>>>,
    pub(crate) collation: Option<Set<Collation>>,
    pub(crate) include_expired: Option<Set<()>>,
    pub(crate) of_current_version: Option<Set<()>>,
    pub(crate) as_stored: Option<Set<()>>,
    pub(crate) collection_scan: Option<Set<LitStr>>,
    pub(crate) allow: Vec<Allow>,
    pub(crate) fixed: Vec<Fixed>,
}

/// A field and its `#[mongo(..)]`.
pub(crate) struct QueryField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) operators: Vec<Set<Operator>>,
    pub(crate) path: Option<Set<ElementPath>>,
    pub(crate) optional: Option<Set<()>>,
    pub(crate) max_items: Option<Set<LitInt>>,
}

/// The rules that a query may break.
const RULES: &[&str] = &["residual", "only_negative", "rival"];

const KEYS: &[&str] = &[
    "document",
    "operation",
    "sort",
    "max_results",
    "batch_size",
    "deadline",
    "projection",
    "covered",
    "hint",
    "collation",
    "include_expired",
    "of_current_version",
    "as_stored",
    "collection_scan",
    "allow",
];

pub(crate) fn query(input: &DeriveInput) -> syn::Result<QueryInput> {
    let fields = named_fields(input, "a query", "the operands")?;
    let mut errors = Errors::default();
    let fields = fields.iter().filter_map(|it| field(it, &mut errors)).collect();
    let attrs = container(&input.attrs, &mut errors);
    errors.finish()?;
    Ok(QueryInput { input: input.clone(), attrs, fields })
}

/// The document and the name of the operation, as far as they can be read.
pub(crate) fn query_name(attrs: &[Attribute]) -> (Option<Set<Path>>, Option<Set<LitStr>>) {
    // Errors are reported by the derive's own reading of the attributes.
    let QueryAttrs { document, operation, .. } = container(attrs, &mut Errors::default());
    (document, operation)
}

fn container(attrs: &[Attribute], errors: &mut Errors) -> QueryAttrs {
    let mut it = QueryAttrs::default();
    each_entry(attrs, errors, |entry| match entry.key.to_string().as_str() {
        "document" => entry.set(&mut it.document, entry.type_path()?),
        "operation" => entry.set(&mut it.operation, entry.text()?),
        "sort" => entry.set(&mut it.sort, SortKey::parse_all(entry)?),
        "max_results" => entry.set(&mut it.max_results, entry.number()?),
        "batch_size" => entry.set(&mut it.batch_size, entry.number()?),
        "deadline" => entry.set(&mut it.deadline_ms, limits::deadline_ms(entry)?),
        "projection" => entry.set(&mut it.projection, entry.type_path()?),
        "covered" => entry.flag().and_then(|()| entry.set(&mut it.covered, ())),
        "hint" => entry.set(&mut it.hint, limits::hint(entry)?),
        "collation" => entry.set(&mut it.collation, Collation::parse(entry)?),
        "include_expired" => entry.flag().and_then(|()| entry.set(&mut it.include_expired, ())),
        "of_current_version" => {
            entry.flag().and_then(|()| entry.set(&mut it.of_current_version, ()))
        }
        "as_stored" => entry.flag().and_then(|()| entry.set(&mut it.as_stored, ())),
        "collection_scan" => entry.set(&mut it.collection_scan, limits::reason(entry)?),
        "allow" => {
            it.allow.push(Allow::parse(entry)?.only(RULES)?);
            Ok(())
        }
        "crate" => entry.path().map(drop),
        _ => {
            it.fixed.extend(fixed_or_unknown(entry)?);
            Ok(())
        }
    });
    it
}

fn fixed_or_unknown(entry: &Entry<'_>) -> syn::Result<Vec<Fixed>> {
    match Operator::of(entry.key) {
        Some(operator) if operator.takes().is_fixed() => Fixed::parse_all(entry, operator),
        Some(_) => Err(syn::Error::new(
            entry.key.span(),
            format!(
                "`{0}` takes its operand from a field: write `#[mongo({0}, path = ..)]` there, or compare with a literal, \
                 `constant(path = \"open\")`",
                entry.key
            ),
        )),
        None => Err(entry.unknown(&Operator::keys(Takes::is_fixed, KEYS, &["crate"]))),
    }
}

fn field(field: &syn::Field, errors: &mut Errors) -> Option<QueryField> {
    let mut it = QueryField {
        ident: field.ident.clone()?,
        ty: field.ty.clone(),
        operators: Vec::new(),
        path: None,
        optional: None,
        max_items: None,
    };
    each_entry(&field.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "path" => {
            let QueryPath(path) = entry.value(syn::parse::Parse::parse)?;
            entry.set(&mut it.path, path)
        }
        "optional" => entry.flag().and_then(|()| entry.set(&mut it.optional, ())),
        "max_items" => entry.set(&mut it.max_items, entry.number()?),
        _ => match Operator::of(entry.key) {
            Some(operator) if operator.takes().is_fixed() => Err(syn::Error::new(
                entry.key.span(),
                format!("`{0}` needs no operand: write `{0}(..)` on the struct", entry.key),
            )),
            Some(operator) => {
                entry.flag()?;
                it.operators.push(Set { key: entry.key.clone(), value: operator });
                Ok(())
            }
            None => {
                let more = ["path", "max_items", "optional"];
                Err(entry.unknown(&Operator::keys(|takes| !takes.is_fixed(), &[], &more)))
            }
        },
    });
    Some(it)
}
