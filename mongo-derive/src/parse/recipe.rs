//! Attributes of a recipe: operators on its fields, and those on the struct that need no field.

use syn::{
    Attribute, DeriveInput, Expr, Ident, LitInt, LitStr, Path, Token, Type,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use super::{
    attr::{Entry, Set, each_entry},
    element_path::ElementPath,
    named_fields::named_fields,
};
use crate::errors::Errors;

/// What was written about a recipe.
pub(crate) struct RecipeInput {
    pub(crate) input: DeriveInput,
    pub(crate) attrs: RecipeAttrs,
    pub(crate) fields: Vec<RecipeField>,
}

/// What was written on the struct.
#[derive(Default)]
pub(crate) struct RecipeAttrs {
    pub(crate) document: Option<Set<Path>>,
    pub(crate) operation: Option<Set<LitStr>>,
    /// The unique index by which an upsert finds its document.
    pub(crate) upsert: Option<Set<LitStr>>,
    pub(crate) fixed: Vec<Fixed>,
}

/// An operator on the struct: `unset(coupon)`, `inc(visits = 1)`.
pub(crate) struct Fixed {
    pub(crate) operator: Set<Operator>,
    pub(crate) path: ElementPath,
    pub(crate) value: Option<Expr>,
}

/// A field and its `#[mongo(..)]`.
pub(crate) struct RecipeField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) operators: Vec<Set<Operator>>,
    pub(crate) path: Option<Set<ElementPath>>,
    pub(crate) optional: Option<Set<()>>,
    pub(crate) slice: Option<Set<LitInt>>,
    pub(crate) position: Option<Set<LitInt>>,
    pub(crate) sort: Option<Set<Order>>,
}

/// The order of a push.
pub(crate) enum Order {
    /// `sort = desc`: of the elements themselves.
    Whole(Direction),
    /// `sort(score = desc)`: of their fields.
    Fields(Vec<(ElementPath, Direction)>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Asc,
    Desc,
}

/// How an operator is given its operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// A value: a field, or a constant.
    Value,
    /// A field of several values.
    Several,
    /// A field that is an `Option`.
    Option,
    /// Nothing.
    Nothing,
}

macro_rules! operators {
    ($($name:ident $text:literal $bson:literal $takes:ident;)*) => {
        /// An operator of a recipe.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Operator { $($name),* }

        impl Operator {
            const ALL: &'static [(&'static str, Self)] = &[$(($text, Self::$name)),*];

            /// Its key, which is the name of its function, too.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// The operator of the server; empty for what is a part of the filter.
            pub(crate) fn bson(self) -> &'static str {
                match self { $(Self::$name => $bson),* }
            }

            pub(crate) fn takes(self) -> Takes {
                match self { $(Self::$name => Takes::$takes),* }
            }
        }
    };
}

operators! {
    Set "set" "$set" Value;
    SetOrUnset "set_or_unset" "$set" Option;
    SetOnInsert "set_on_insert" "$setOnInsert" Value;
    Unset "unset" "$unset" Nothing;
    Inc "inc" "$inc" Value;
    Dec "dec" "$inc" Value;
    Mul "mul" "$mul" Value;
    Min "min" "$min" Value;
    Max "max" "$max" Value;
    CurrentDate "current_date" "$currentDate" Nothing;
    Push "push" "$push" Value;
    PushEach "push_each" "$push" Several;
    AddToSet "add_to_set" "$addToSet" Value;
    AddToSetEach "add_to_set_each" "$addToSet" Several;
    Pull "pull" "$pull" Value;
    PullAll "pull_all" "$pullAll" Several;
    PopFirst "pop_first" "$pop" Nothing;
    PopLast "pop_last" "$pop" Nothing;
    BitAnd "bit_and" "$bit" Value;
    BitOr "bit_or" "$bit" Value;
    BitXor "bit_xor" "$bit" Value;
    Expect "expect" "" Value;
    ExpectIn "expect_in" "" Several;
    ExpectGt "expect_gt" "" Value;
    ExpectGte "expect_gte" "" Value;
    ExpectLt "expect_lt" "" Value;
    ExpectLte "expect_lte" "" Value;
    ExpectPresent "expect_present" "" Nothing;
    ExpectAbsent "expect_absent" "" Nothing;
    ExpectIs "expect_is" "" Nothing;
    Element "element" "" Value;
    Key "key" "" Value;
}

impl Operator {
    /// The function of a condition on an element, for what can be expected of one.
    pub(crate) fn condition(self) -> Option<&'static str> {
        Some(match self {
            Self::Expect | Self::Element => "is",
            Self::ExpectIn => "is_in",
            Self::ExpectGt => "is_gt",
            Self::ExpectGte => "is_gte",
            Self::ExpectLt => "is_lt",
            Self::ExpectLte => "is_lte",
            _ => return None,
        })
    }

    /// The name in the table, for what is expected of a document.
    pub(crate) fn expectation(self) -> Option<&'static str> {
        Some(match self {
            Self::Expect => "Equal",
            Self::ExpectIn => "OneOf",
            Self::ExpectGt | Self::ExpectGte => "Above",
            Self::ExpectLt | Self::ExpectLte => "Below",
            Self::ExpectPresent => "Present",
            Self::ExpectAbsent => "Absent",
            Self::ExpectIs => "Variant",
            _ => return None,
        })
    }

    fn of(key: &Ident) -> Option<Self> {
        let known = Self::ALL.iter().find(|(text, _)| key == text);
        known.map(|(_, operator)| *operator)
    }

    fn keys(
        is_known: impl Fn(Self) -> bool,
        more: &[&'static str],
        last: &[&'static str],
    ) -> Vec<&'static str> {
        let operators = Self::ALL.iter().filter(|(_, operator)| is_known(*operator));
        let operators = operators.map(|(text, _)| *text);
        more.iter().copied().chain(operators).chain(last.iter().copied()).collect()
    }
}

pub(crate) fn recipe(input: &DeriveInput) -> syn::Result<RecipeInput> {
    let fields = named_fields(input, "a recipe", "the operands")?;
    let mut errors = Errors::default();
    let fields = fields.iter().filter_map(|it| field(it, &mut errors)).collect();
    let attrs = container(&input.attrs, &mut errors);
    errors.finish()?;
    Ok(RecipeInput { input: input.clone(), attrs, fields })
}

/// The document and the name of the operation, as far as they can be read.
pub(crate) fn recipe_name(attrs: &[Attribute]) -> (Option<Set<Path>>, Option<Set<LitStr>>) {
    // Errors are reported by the derive's own reading of the attributes.
    let RecipeAttrs { document, operation, .. } = container(attrs, &mut Errors::default());
    (document, operation)
}

fn container(attrs: &[Attribute], errors: &mut Errors) -> RecipeAttrs {
    let mut it = RecipeAttrs::default();
    each_entry(attrs, errors, |entry| match entry.key.to_string().as_str() {
        "document" => entry.set(&mut it.document, entry.type_path()?),
        "operation" => entry.set(&mut it.operation, entry.text()?),
        "upsert" => entry.set(&mut it.upsert, entry.text()?),
        "crate" => entry.path().map(drop),
        _ => {
            let operator = Operator::of(entry.key);
            match operator.filter(|operator| is_fixed(*operator)) {
                Some(operator) => {
                    it.fixed.extend(fixed(entry, operator)?);
                    Ok(())
                }
                None if operator.is_some() => Err(syn::Error::new(
                    entry.key.span(),
                    format!("`{}` takes its operand from a field: write it there", entry.key),
                )),
                None => Err(entry.unknown(&Operator::keys(
                    is_fixed,
                    &["document", "operation", "upsert"],
                    &["crate"],
                ))),
            }
        }
    });
    it
}

fn is_fixed(operator: Operator) -> bool {
    match operator.takes() {
        Takes::Value => operator != Operator::Element,
        Takes::Nothing => true,
        Takes::Several => operator == Operator::ExpectIn,
        Takes::Option => false,
    }
}

/// The list behind the key of an operator.
fn fixed(entry: &Entry<'_>, operator: Operator) -> syn::Result<Vec<Fixed>> {
    let key = entry.key;
    let one = |input: ParseStream<'_>| {
        let path: ElementPath = input.parse()?;
        let value = match operator.takes() {
            Takes::Nothing if input.peek(Token![=]) => {
                return Err(input
                    .error(format!("`{key}` takes no value: write `{key}(..)` with paths only")));
            }
            Takes::Nothing => None,
            _ if input.peek(Token![=]) => {
                input.parse::<Token![=]>()?;
                Some(input.parse()?)
            }
            _ => {
                let text = format!(
                    "write the constant, `{key}(path = value)`, or make it a field of the recipe"
                );
                return Err(syn::Error::new_spanned(&path, text));
            }
        };
        Ok(Fixed { operator: Set { key: key.clone(), value: operator }, path, value })
    };
    let list = entry.list(|input| {
        let mut list = Vec::new();
        while !input.is_empty() {
            list.push(one(input)?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(list)
    })?;
    if list.is_empty() {
        return Err(syn::Error::new(key.span(), format!("write what it changes: `{key}(..)`")));
    }
    Ok(list)
}

const MORE_FIELD_KEYS: &[&str] = &["path", "optional", "slice", "sort", "position"];

fn field(field: &syn::Field, errors: &mut Errors) -> Option<RecipeField> {
    let mut it = RecipeField {
        ident: field.ident.clone()?,
        ty: field.ty.clone(),
        operators: Vec::new(),
        path: None,
        optional: None,
        slice: None,
        position: None,
        sort: None,
    };
    each_entry(&field.attrs, errors, |entry| match entry.key.to_string().as_str() {
        "path" => entry.set(&mut it.path, entry.value(ElementPath::parse)?),
        "optional" => entry.flag().and_then(|()| entry.set(&mut it.optional, ())),
        "slice" => entry.set(&mut it.slice, entry.number()?),
        "position" => entry.set(&mut it.position, entry.number()?),
        "sort" => entry.set(&mut it.sort, Order::parse(entry)?),
        _ => match Operator::of(entry.key) {
            Some(operator) if operator.takes() == Takes::Nothing => Err(syn::Error::new(
                entry.key.span(),
                format!("`{0}` needs no operand: write `{0}(..)` on the struct", entry.key),
            )),
            Some(operator) => {
                entry.flag()?;
                it.operators.push(Set { key: entry.key.clone(), value: operator });
                Ok(())
            }
            None => {
                let known = |operator: Operator| operator.takes() != Takes::Nothing;
                Err(entry.unknown(&Operator::keys(known, &[], MORE_FIELD_KEYS)))
            }
        },
    });
    Some(it)
}

impl Order {
    fn parse(entry: &Entry<'_>) -> syn::Result<Self> {
        if !entry.is_list() {
            return entry.value(Direction::parse).map(Self::Whole);
        }
        let one = |input: ParseStream<'_>| {
            let path = input.parse()?;
            input.parse::<Token![=]>().map_err(|error| {
                syn::Error::new(error.span(), "write the direction: `sort(score = desc)`")
            })?;
            Ok((path, Direction::parse(input)?))
        };
        let list = entry.list(|input| {
            Punctuated::<(ElementPath, Direction), Token![,]>::parse_terminated_with(input, one)
        })?;
        Ok(Self::Fields(list.into_iter().collect()))
    }
}

impl Direction {
    pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const HELP: &str = "expected `asc` or `desc`";
        let word =
            input.call(Ident::parse_any).map_err(|error| syn::Error::new(error.span(), HELP))?;
        match word.to_string().as_str() {
            "asc" => Ok(Self::Asc),
            "desc" => Ok(Self::Desc),
            _ => Err(syn::Error::new(word.span(), HELP)),
        }
    }
}
