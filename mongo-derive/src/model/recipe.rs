//! A checked recipe, as far as tokens can tell. Rules about the document's fields are traits and `const` functions of the runtime.

mod places;

mod upsert;

use proc_macro2::{Ident, Span};
use syn::{Expr, Generics, LitInt, LitStr, Path, Type, spanned::Spanned};

use super::{one_operator::one_operator, operation};
use crate::{
    errors::Errors,
    parse::{
        ElementPath, Elements, Fixed, Operator, Order, RecipeAttrs, RecipeField, RecipeInput, Set,
        Takes,
    },
};

/// A checked recipe.
pub(crate) struct Recipe {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) runtime: Path,
    pub(crate) document: Path,
    pub(crate) operation: LitStr,
    /// The unique index by which an upsert finds its document; none of a plain update.
    pub(crate) upsert: Option<LitStr>,
    pub(crate) keys: Vec<Key>,
    pub(crate) changes: Vec<Change>,
    pub(crate) expected: Vec<Expected>,
    pub(crate) matched: Vec<Conditions>,
    pub(crate) named: Vec<Conditions>,
}

/// One operator on one path.
pub(crate) struct Change {
    pub(crate) operator: Set<Operator>,
    pub(crate) path: ElementPath,
    pub(crate) operand: Operand,
    pub(crate) optional: bool,
    pub(crate) push: Modifiers,
}

/// What goes beside a push.
#[derive(Default)]
pub(crate) struct Modifiers {
    pub(crate) slice: Option<LitInt>,
    pub(crate) position: Option<LitInt>,
    pub(crate) sort: Option<Order>,
}

/// A key of the document that an upsert finds, or inserts.
pub(crate) struct Key {
    pub(crate) key: Ident,
    pub(crate) path: ElementPath,
    pub(crate) operand: Operand,
}

/// What the document must be.
pub(crate) struct Expected {
    pub(crate) operator: Set<Operator>,
    /// The name in the table.
    pub(crate) is: &'static str,
    pub(crate) path: ElementPath,
    pub(crate) operand: Operand,
    pub(crate) optional: bool,
}

/// Conditions on elements of one array, which one element meets together.
pub(crate) struct Conditions {
    /// The name; `matched` for those of the filter.
    pub(crate) name: Ident,
    /// How many brackets stand before those of the array.
    pub(crate) depth: usize,
    /// Which array it is.
    pub(crate) array: String,
    pub(crate) all: Vec<Condition>,
}

/// One of them: the path leads through the array.
pub(crate) struct Condition {
    pub(crate) key: Span,
    /// The function that makes it.
    pub(crate) function: &'static str,
    pub(crate) path: ElementPath,
    pub(crate) operand: Operand,
}

/// Where the value of an operator comes from.
pub(crate) enum Operand {
    None,
    Field { ident: Ident, ty: Box<Type> },
    Constant(Box<Expr>),
}

/// A part of a recipe before it is known what kind of part it is.
struct Part {
    operator: Set<Operator>,
    path: ElementPath,
    operand: Operand,
    optional: Option<Set<()>>,
    push: Modifiers,
}

impl Recipe {
    pub(crate) fn new(parsed: RecipeInput, runtime: Path) -> syn::Result<Self> {
        let mut errors = Errors::default();
        let RecipeInput { input, attrs, fields } = parsed;
        let RecipeAttrs { document, operation, upsert, fixed } = attrs;
        let document = document.map(|set| set.value);
        if document.is_none() {
            errors.at(
                &input.ident,
                "a recipe changes documents of one type: write `#[mongo(document = ..)]`",
            );
        }
        let operation = operation::checked(&input.ident, operation, "order.mark-paid", &mut errors);
        let parts: Vec<Part> = fixed
            .into_iter()
            .map(Part::of_fixed)
            .chain(fields.into_iter().filter_map(|field| Part::of_field(field, &mut errors)))
            .collect();
        let mut it = Self {
            ident: input.ident,
            generics: input.generics,
            runtime,
            document: document.unwrap_or_else(|| syn::parse_quote!(Unknown)),
            operation: operation.unwrap_or_else(|| LitStr::new("unknown", Span::call_site())),
            upsert: upsert.map(|set| set.value),
            keys: Vec::new(),
            changes: Vec::new(),
            expected: Vec::new(),
            matched: Vec::new(),
            named: Vec::new(),
        };
        // A wrong part would make others look wrong.
        errors.finish()?;
        let mut errors = Errors::default();
        for part in parts {
            it.add(part, &mut errors);
        }
        errors.finish()?;
        let mut errors = Errors::default();
        it.check(&mut errors);
        errors.finish()?;
        Ok(it)
    }

    fn add(&mut self, part: Part, errors: &mut Errors) {
        let Part { operator, path, operand, optional, push } = part;
        let key = operator.key.span();
        let is_of_element = path.elements().next().is_some();
        match (operator.value, operator.value.condition(), operator.value.expectation()) {
            (Operator::Element, Some(function), _) => {
                let condition = Condition { key, function, path, operand };
                places::add_named(&mut self.named, condition, errors);
            }
            (Operator::Key, ..) => {
                self.keys.push(Key { key: operator.key, path, operand });
            }
            (_, Some(function), _) if is_of_element => {
                if let Some(optional) = &optional {
                    errors.at(&optional.key, "the condition that finds the matched element is always there: remove `optional`");
                }
                let condition = Condition { key, function, path, operand };
                places::add_matched(&mut self.matched, condition, errors);
            }
            (_, _, Some(is)) => {
                if let Some(elements) = path.elements().next() {
                    errors.push(syn::Error::new(
                        elements.span(),
                        format!(
                            "`{}` is of a field of the document: remove the brackets",
                            operator.key
                        ),
                    ));
                }
                self.expected.push(Expected {
                    operator,
                    is,
                    path,
                    operand,
                    optional: optional.is_some(),
                });
            }
            _ => self.changes.push(Change {
                operator,
                path,
                operand,
                optional: optional.is_some(),
                push,
            }),
        }
    }

    fn check(&self, errors: &mut Errors) {
        if self.changes.is_empty() {
            let text = format!(
                "`{}` changes nothing: mark a field with what becomes of it, such as `#[mongo(set)]`, or write `unset(..)` or \
                 `inc(path = 1)` on the struct",
                self.ident
            );
            return errors.at(&self.ident, text);
        }
        if upsert::check(self, errors) {
            return;
        }
        places::check(self, errors);
    }
}

impl Part {
    fn of_fixed(fixed: Fixed) -> Self {
        let Fixed { operator, path, value } = fixed;
        let operand = value.map_or(Operand::None, |value| Operand::Constant(Box::new(value)));
        Self { operator, path, operand, optional: None, push: Modifiers::default() }
    }

    fn of_field(field: RecipeField, errors: &mut Errors) -> Option<Self> {
        let RecipeField { ident, ty, operators, path, optional, slice, position, sort } = field;
        let missing = format!(
            "say what becomes of `{ident}`: `#[mongo(set)]`, or another operator; a value that chooses the document \
                     belongs in the filter"
        );
        let operator = one_operator(&ident, operators, missing, errors)?;
        let is_push = matches!(operator.value, Operator::Push | Operator::PushEach);
        let modifiers = [
            slice.as_ref().map(|set| &set.key),
            position.as_ref().map(|set| &set.key),
            sort.as_ref().map(|set| &set.key),
        ];
        if let (false, Some(key)) = (is_push, modifiers.into_iter().flatten().next()) {
            errors.at(
                key,
                format!(
                    "`{key}` goes with `push` or `push_each`, and this field is `{}`",
                    operator.key
                ),
            );
            return None;
        }
        if let (Some(position), Some(_)) = (&position, &sort) {
            let text =
                "`sort` puts all elements in order, those that are pushed, too: remove `position`";
            errors.at(&position.key, text);
            return None;
        }
        for number in [&slice, &position].into_iter().flatten() {
            if number.value.base10_parse::<i32>().is_err() {
                errors.at(
                    &number.value,
                    "this number is out of the range of int32: write a smaller one",
                );
            }
        }
        if let Some(optional) = &optional {
            let why = match operator.value {
                Operator::SetOrUnset => {
                    Some("`set_or_unset` says already what `None` does: remove `optional`")
                }
                Operator::Key => Some("a key of an upsert is always there: remove `optional`"),
                Operator::Element => {
                    Some("what chooses elements is always there: remove `optional`")
                }
                _ => None,
            };
            if let Some(why) = why {
                errors.at(&optional.key, why);
                return None;
            }
        }
        debug_assert!(operator.value.takes() != Takes::Nothing, "the parser refuses it");
        let path = path.map_or_else(|| ElementPath::of(&ident), |set| set.value);
        let push = Modifiers {
            slice: slice.map(|set| set.value),
            position: position.map(|set| set.value),
            sort: sort.map(|set| set.value),
        };
        let operand = Operand::Field { ident, ty: Box::new(ty) };
        Some(Self { operator, path, operand, optional, push })
    }
}

impl Operand {
    /// The token that an error about the value is shown under.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::None => Span::call_site(),
            Self::Field { ty, .. } => ty.span(),
            Self::Constant(value) => value.span(),
        }
    }
}

impl Conditions {
    /// Whether these brackets stand for the elements that meet the conditions.
    pub(crate) fn is_meant_by(&self, elements: &Elements) -> bool {
        match elements {
            Elements::Each(_) => false,
            Elements::Matched(_) => self.name == "matched",
            Elements::Named(name) => self.name == *name,
        }
    }
}
