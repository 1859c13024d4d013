//! A checked projection, as far as tokens can tell. Rules about the document's fields are traits and `const` functions of the
//! runtime.

use proc_macro2::Span;
use syn::{Ident, LitInt, Path, Type};

use crate::{
    errors::Errors,
    parse::{FieldPath, PartialTerm, ProjectionField, ProjectionInput, Set, Slice},
};

/// A checked projection.
pub(crate) struct Projected {
    pub(crate) ident: Ident,
    pub(crate) runtime: Path,
    pub(crate) document: Path,
    pub(crate) columns: Vec<Column>,
}

/// One field.
pub(crate) struct Column {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) path: FieldPath,
    pub(crate) kept: Kept,
}

/// How much is read of what is at a path.
pub(crate) enum Kept {
    /// All of it, or a part that is a projection.
    Whole,
    /// Some elements.
    Slice { key: Span, slice: Slice },
    /// The first element that meets all conditions.
    ElemMatch { key: Span, terms: Vec<PartialTerm> },
}

impl Projected {
    pub(crate) fn new(parsed: ProjectionInput, runtime: Path) -> syn::Result<Self> {
        let mut errors = Errors::default();
        let ProjectionInput { input, document, fields } = parsed;
        if document.is_none() {
            errors.at(
                &input.ident,
                "a projection is a part of documents of one type: write `#[mongo(document = ..)]`",
            );
        }
        if fields.is_empty() {
            errors.at(
                &input.ident,
                "a projection without fields reads nothing: add one, or ask by `exists` or `count`",
            );
        }
        let columns =
            fields.into_iter().filter_map(|field| Column::new(field, &mut errors)).collect();
        errors.finish()?;
        let document = document.map_or_else(|| syn::parse_quote!(Unknown), |set| set.value);
        Ok(Self { ident: input.ident, runtime, document, columns })
    }
}

impl Column {
    /// What an element of an array has to meet.
    pub(crate) fn terms(&self) -> &[PartialTerm] {
        match &self.kept {
            Kept::ElemMatch { terms, .. } => terms,
            Kept::Whole | Kept::Slice { .. } => &[],
        }
    }

    fn new(field: ProjectionField, errors: &mut Errors) -> Option<Self> {
        let ProjectionField { ident, ty, path, slice, elem_match } = field;
        let path = path.map_or_else(|| FieldPath::of(&ident), |set| set.value);
        if let Some((last, 1..)) = path.steps.last() {
            errors.at(
                last,
                format!("a field reads the whole array: remove the brackets behind `{last}`, or go on to a field of its elements"),
            );
            return None;
        }
        let kept = match (slice, elem_match) {
            (Some(_), Some(elem_match)) => {
                errors.at(
                    &elem_match.key,
                    "the server chooses elements in one way: keep `elem_match`, which finds the first that meets the conditions, or `slice`",
                );
                return None;
            }
            (Some(slice), None) => {
                Kept::Slice { key: slice.key.span(), slice: checked(slice, errors)? }
            }
            (None, Some(Set { key, value: terms })) => {
                if terms.is_empty() {
                    errors.at(&key, "say which element: `elem_match(sku = \"a\", quantity > 3)`");
                    return None;
                }
                Kept::ElemMatch { key: key.span(), terms }
            }
            (None, None) => Kept::Whole,
        };
        Some(Self { ident, ty, path, kept })
    }
}

/// The slice, if it has some elements.
fn checked(slice: Set<Slice>, errors: &mut Errors) -> Option<Slice> {
    let Slice { skip, n } = &slice.value;
    let number = |number: &LitInt| number.base10_parse::<i32>();
    let wrong = match (skip.as_ref().map(number), number(n)) {
        (Some(Err(_)), _) => Some((skip.as_ref()?, RANGE)),
        (_, Err(_)) => Some((n, RANGE)),
        (_, Ok(0)) => {
            Some((n, "this keeps no element: write how many are read, or remove the field"))
        }
        (Some(_), Ok(i32::MIN..0)) => Some((
            n,
            "how many are kept behind those that are skipped is a number above 0; a negative number of skipped ones counts from the end",
        )),
        _ => None,
    };
    match wrong {
        Some((number, text)) => {
            errors.at(number, text);
            None
        }
        None => Some(slice.value),
    }
}

const RANGE: &str = "this number is out of the range of int32: write a smaller one";
