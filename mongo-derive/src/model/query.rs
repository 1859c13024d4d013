//! A checked query, as far as tokens can tell. Rules about the document's fields are traits and `const` functions of the runtime.

mod elements;

mod limits;

use proc_macro2::{Ident, Span};
use syn::{Generics, LitInt, LitStr, Path, Type, spanned::Spanned};

use super::{one_operator::one_operator, operation};
use crate::{
    errors::Errors,
    parse::{
        Allow, Collation, ElementPath, Elements, FixedCondition, Literal, PartialOp, QueryField,
        QueryInput, QueryOperator, QueryTakes, Set, SortKey, With,
    },
};

pub(crate) use self::limits::{Hint, Limits, Versions};

/// A checked query.
pub(crate) struct Query {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) runtime: Path,
    pub(crate) document: Path,
    pub(crate) operation: LitStr,
    pub(crate) conditions: Vec<Asked>,
    pub(crate) sort: Vec<SortKey>,
    pub(crate) limits: Limits,
    pub(crate) projection: Option<Path>,
    pub(crate) covered: bool,
    pub(crate) hint: Option<Hint>,
    pub(crate) collation: Option<Collation>,
    pub(crate) include_expired: bool,
    pub(crate) versions: Versions,
    pub(crate) collection_scan: Option<LitStr>,
    pub(crate) allow: Vec<Allow>,
}

/// One condition.
pub(crate) struct Asked {
    pub(crate) operator: Set<QueryOperator>,
    pub(crate) path: ElementPath,
    pub(crate) with: AskedWith,
    pub(crate) optional: bool,
}

/// What a condition compares with.
pub(crate) enum AskedWith {
    Nothing,
    Field { ident: Ident, ty: Box<Type> },
    Several { ident: Ident, ty: Box<Type>, max_items: LitInt },
    Literal { op: PartialOp, literal: Literal },
    Pattern(LitStr),
}

/// The longest list, which a filter carries to the server, and the server compares each document with.
const MAX_ITEMS: usize = 1_000;

/// The most conditions that a call may leave out: each combination is judged by itself.
const MAX_OPTIONAL: usize = 6;

impl Query {
    pub(crate) fn new(parsed: QueryInput, runtime: Path) -> syn::Result<Self> {
        let mut errors = Errors::default();
        let QueryInput { input, attrs: parsed, fields } = parsed;
        let ident = input.ident;
        let document = parsed.document.map(|set| set.value);
        if document.is_none() {
            errors.at(
                &ident,
                "a query looks for documents of one type: write `#[mongo(document = ..)]`",
            );
        }
        let operation =
            operation::checked(&ident, parsed.operation, "order.find-recent", &mut errors);
        let fields: Vec<Asked> =
            fields.into_iter().filter_map(|field| Asked::of_field(field, &mut errors)).collect();
        let conditions: Vec<Asked> =
            parsed.fixed.into_iter().map(Asked::of_fixed).chain(fields).collect();
        let limits = Limits::new(
            parsed.max_results.as_ref(),
            parsed.batch_size.as_ref(),
            parsed.deadline_ms,
            &mut errors,
        );
        let versions = Versions::new(parsed.of_current_version, parsed.as_stored, &mut errors);
        if let (Some(covered), None) = (&parsed.covered, &parsed.projection) {
            errors.at(
                &covered.key,
                "an index holds its keys, not whole documents: name the part that is read, `projection = ..`, or remove `covered`",
            );
        }
        let it = Self {
            ident,
            generics: input.generics,
            runtime,
            document: document.unwrap_or_else(|| syn::parse_quote!(Unknown)),
            operation: operation.unwrap_or_else(|| LitStr::new("unknown", Span::call_site())),
            conditions,
            sort: parsed.sort.map_or_else(Vec::new, |sort| sort.value),
            limits,
            projection: parsed.projection.map(|set| set.value),
            covered: parsed.covered.is_some(),
            hint: parsed.hint.map(Hint::new),
            collation: parsed.collation.map(|set| set.value),
            include_expired: parsed.include_expired.is_some(),
            versions,
            collection_scan: parsed.collection_scan.map(|set| set.value),
            allow: parsed.allow,
        };
        // A wrong part would make others look wrong.
        errors.finish()?;
        let mut errors = Errors::default();
        it.check(&mut errors);
        errors.finish()?;
        Ok(it)
    }

    fn check(&self, errors: &mut Errors) {
        let is_limited = !self.sort.is_empty() && self.limits.max_results.is_some();
        if self.conditions.iter().all(|it| it.optional) && !is_limited {
            let whole = match self.conditions.is_empty() {
                true => "asks for nothing",
                false => "may ask for nothing, since each of its conditions is `optional`",
            };
            let advice = match (self.sort.is_empty(), self.limits.max_results) {
                (true, None) => {
                    "write which of them come first, `sort(..)`, and how many, `max_results = 100`"
                }
                (true, Some(_)) => "write which of them come first, `sort(..)`",
                (false, _) => "write how many of them, `max_results = 100`",
            };
            let text = format!(
                "`{}` {whole}, so it finds all documents: {advice}; or add a condition",
                self.ident
            );
            return errors.at(&self.ident, text);
        }
        let mut optional = self.conditions.iter().filter(|it| it.optional);
        if let Some(over) = optional.nth(MAX_OPTIONAL) {
            errors.push(syn::Error::new(
                over.operator.key.span(),
                format!(
                    "a query has at most {MAX_OPTIONAL} optional conditions, since each combination of them is judged: make it two \
                     queries, or let some be always there"
                ),
            ));
        }
        elements::check(self, errors);
    }
}

impl Asked {
    fn of_fixed(fixed: FixedCondition) -> Self {
        let FixedCondition { operator, path, with } = fixed;
        let with = match with {
            With::Nothing => AskedWith::Nothing,
            With::Literal { op, literal } => AskedWith::Literal { op, literal },
            With::Pattern(pattern) => AskedWith::Pattern(pattern),
        };
        Self { operator, path, with, optional: false }
    }

    fn of_field(field: QueryField, errors: &mut Errors) -> Option<Self> {
        let QueryField { ident, ty, operators, path, optional, max_items } = field;
        let missing = format!("say how `{ident}` is compared: `#[mongo(eq)]`, or another operator");
        let operator = one_operator(&ident, operators, missing, errors)?;
        let path = path.map_or_else(|| ElementPath::of(&ident), |set| set.value);
        let ty = Box::new(ty);
        let is_several = operator.value.takes() == QueryTakes::Several;
        let with = match max_items {
            Some(max_items) if !is_several => {
                let text = format!(
                    "`max_items` is of a list, and this field is `{}`: remove it, or write `is_in`",
                    operator.key
                );
                errors.at(&max_items.key, text);
                return None;
            }
            Some(max_items) => {
                let n = max_items.value.base10_parse::<usize>();
                if !n.is_ok_and(|n| (1..=MAX_ITEMS).contains(&n)) {
                    errors.at(
                        &max_items.value,
                        format!("a list in a query has 1 to {MAX_ITEMS} values: write such a number, and ask for more in several calls"),
                    );
                    return None;
                }
                AskedWith::Several { ident, ty, max_items: max_items.value }
            }
            None if is_several => {
                let text = format!(
                    "say how many values the list has at most: `#[mongo({}, max_items = 20)]`",
                    operator.key
                );
                errors.at(&operator.key, text);
                return None;
            }
            None => AskedWith::Field { ident, ty },
        };
        Some(Self { operator, path, with, optional: optional.is_some() })
    }

    /// The name in the brackets of the path, and how many brackets stand before it.
    pub(crate) fn element(&self) -> Option<(&Ident, usize)> {
        self.path.elements().enumerate().find_map(|(depth, elements)| match elements {
            Elements::Named(name) => Some((name, depth)),
            Elements::Each(_) | Elements::Matched(_) => None,
        })
    }
}

impl AskedWith {
    /// The token that an error about the value is shown under.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Self::Nothing => None,
            Self::Field { ty, .. } | Self::Several { ty, .. } => Some(ty.span()),
            Self::Literal { literal, .. } => Some(literal.span()),
            Self::Pattern(pattern) => Some(pattern.span()),
        }
    }
}
