//! `index(name = "..", keys(..), ..)`.

mod collation;

pub(crate) use self::collation::Collation;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{
    Ident, LitBool, LitFloat, LitInt, LitStr, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

use super::{
    attr::{Allow, Entry, Set, each_in},
    path::FieldPath,
};
use crate::errors::Errors;

/// What was written about an index.
#[derive(Default)]
pub(crate) struct Index {
    pub(crate) name: Option<Set<LitStr>>,
    pub(crate) keys: Option<Set<Vec<Key>>>,
    pub(crate) unique: Option<Set<()>>,
    pub(crate) one_absent: Option<Set<()>>,
    pub(crate) sparse: Option<Set<()>>,
    pub(crate) hidden: Option<Set<()>>,
    pub(crate) partial: Option<Set<Vec<PartialTerm>>>,
    pub(crate) expire_after: Option<Set<Expiry>>,
    pub(crate) collation: Option<Set<Collation>>,
    pub(crate) include: Option<Set<Vec<FieldPath>>>,
    pub(crate) exclude: Option<Set<Vec<FieldPath>>>,
    pub(crate) owner: Option<Set<Owner>>,
    pub(crate) serves: Option<Set<Vec<LitStr>>>,
    pub(crate) allow: Vec<Allow>,
}

/// `path`, `path = desc`, `path.*`, `*`
pub(crate) struct Key {
    /// Without fields for `*`.
    pub(crate) path: FieldPath,
    pub(crate) kind: KeyKind,
    /// The `*` of a wildcard.
    pub(crate) star: Option<Span>,
}

/// Who may change an index.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    Application,
    MongoDb,
    Encryption,
    Search,
}

#[derive(Clone, Copy)]
pub(crate) enum KeyKind {
    Asc,
    Desc,
    Hashed,
    Sphere,
    Text,
    Wildcard,
}

/// `path = literal`, `path >= literal`, `exists(path)`, `is(path)`
pub(crate) struct PartialTerm<P = FieldPath> {
    pub(crate) path: P,
    pub(crate) op: PartialOp,
    pub(crate) literal: Literal,
}

#[derive(Clone, Copy)]
pub(crate) enum PartialOp {
    Eq,
    Gt,
    Gte,
    Lt,
    Lte,
    Exists,
    Is,
}

pub(crate) enum Literal {
    Str(LitStr),
    Int { is_negative: bool, digits: LitInt },
    Float { is_negative: bool, digits: LitFloat },
    Bool(LitBool),
}

/// `expire_after = "30 days"`
pub(crate) struct Expiry {
    pub(crate) seconds: i32,
}

const KEYS: &[&str] = &[
    "name",
    "keys",
    "unique",
    "one_absent",
    "partial",
    "expire_after",
    "hidden",
    "collation",
    "include",
    "exclude",
    "owner",
    "serves",
    "sparse",
    "allow",
];

const RULES: &[&str] = &["sparse", "prefix"];

impl Index {
    /// Reads the entry, with all of its mistakes in one error.
    pub(super) fn parse(entry: &Entry<'_>) -> syn::Result<Self> {
        let mut it = Self::default();
        let mut errors = Errors::default();
        let handle = |entry: &Entry<'_>| match entry.key.to_string().as_str() {
            "name" => entry.set(&mut it.name, entry.text()?),
            "keys" => entry.set(&mut it.keys, entry.list(comma_separated)?),
            "unique" => entry.flag().and_then(|()| entry.set(&mut it.unique, ())),
            "one_absent" => entry.flag().and_then(|()| entry.set(&mut it.one_absent, ())),
            "sparse" => entry.flag().and_then(|()| entry.set(&mut it.sparse, ())),
            "hidden" => entry.flag().and_then(|()| entry.set(&mut it.hidden, ())),
            "partial" => entry.set(&mut it.partial, entry.list(comma_separated)?),
            "expire_after" => entry.set(&mut it.expire_after, entry.value(Expiry::parse)?),
            "collation" => entry.set(&mut it.collation, Collation::parse(entry)?),
            "include" => entry.set(&mut it.include, entry.list(comma_separated)?),
            "exclude" => entry.set(&mut it.exclude, entry.list(comma_separated)?),
            "owner" => entry.set(&mut it.owner, Owner::from_text(&entry.text()?)?),
            "serves" => entry.set(&mut it.serves, entry.list(operations)?),
            "allow" => {
                it.allow.push(Allow::parse(entry)?.only(RULES)?);
                Ok(())
            }
            _ => Err(entry.unknown(KEYS)),
        };
        let end = entry.list(|input| each_in(input, &mut errors, handle));
        errors.finish().and(end)?;
        Ok(it)
    }
}

pub(super) fn comma_separated<T: Parse>(list: ParseStream<'_>) -> syn::Result<Vec<T>> {
    Ok(Punctuated::<T, Token![,]>::parse_terminated(list)?.into_iter().collect())
}

fn operations(list: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    comma_separated(list).map_err(|error| {
        let help = "write the names of operations in quotes: `serves(\"order.find-open\")`";
        syn::Error::new(error.span(), help)
    })
}

impl Owner {
    const KNOWN: [(&'static str, Self); 4] = [
        ("application", Self::Application),
        ("mongodb", Self::MongoDb),
        ("encryption", Self::Encryption),
        ("search", Self::Search),
    ];

    fn from_text(text: &LitStr) -> syn::Result<Self> {
        let found = Self::KNOWN.iter().find(|(name, _)| *name == text.value());
        found.map(|(_, owner)| *owner).ok_or_else(|| {
            let known = Self::KNOWN.map(|(name, _)| name).join("`, `");
            let help = format!("an index is changed by one of these: `{known}`");
            syn::Error::new(text.span(), help)
        })
    }
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut path = FieldPath { steps: Vec::new() };
        let mut star: Option<Token![*]> = input.parse()?;
        if star.is_none() {
            path = input.parse()?;
            if input.peek(Token![.]) {
                input.parse::<Token![.]>()?;
                star = Some(input.parse()?);
            }
        }
        let mut kind = KeyKind::Asc;
        if let Some(star) = star {
            if input.peek(Token![=]) {
                return Err(input.error(
                    "a wildcard key has neither direction nor kind: write `attributes.*` alone",
                ));
            }
            return Ok(Self { path, kind: KeyKind::Wildcard, star: Some(star.span) });
        }
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            kind = input.parse()?;
        }
        Ok(Self { path, kind, star: None })
    }
}

impl Parse for KeyKind {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const KNOWN: &str = "unknown kind of key; known: `asc`, `desc`, `hashed`, `\"2dsphere\"`";
        if input.peek(LitStr) {
            let text: LitStr = input.parse()?;
            return match text.value().as_str() {
                "2dsphere" => Ok(Self::Sphere),
                "text" => Ok(Self::Text),
                "hashed" => Ok(Self::Hashed),
                _ => Err(syn::Error::new(text.span(), KNOWN)),
            };
        }
        let word =
            input.call(Ident::parse_any).map_err(|error| syn::Error::new(error.span(), KNOWN))?;
        match word.to_string().as_str() {
            "asc" => Ok(Self::Asc),
            "desc" => Ok(Self::Desc),
            "hashed" => Ok(Self::Hashed),
            "text" => Ok(Self::Text),
            _ => Err(syn::Error::new(word.span(), KNOWN)),
        }
    }
}

impl<P: Parse + ToTokens> Parse for PartialTerm<P> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let head = input.fork();
        let word = head.call(Ident::parse_any).ok().filter(|_| head.peek(token::Paren));
        let op = word.and_then(|word| match word.to_string().as_str() {
            "exists" => Some(PartialOp::Exists),
            "is" => Some(PartialOp::Is),
            _ => None,
        });
        if let Some(op) = op {
            let word = input.call(Ident::parse_any)?;
            let content;
            syn::parenthesized!(content in input);
            let path = content.parse()?;
            let literal = Literal::Bool(LitBool::new(true, word.span()));
            return Ok(Self { path, op, literal });
        }
        let path: P = input.parse()?;
        if input.is_empty() || input.peek(Token![,]) {
            return Err(syn::Error::new_spanned(&path, PartialOp::HELP));
        }
        Ok(Self { path, op: input.parse()?, literal: input.parse()? })
    }
}

impl PartialOp {
    const HELP: &'static str = "write a condition: `field = literal`, `field >= literal` (or `>`, `<`, `<=`), `exists(field)`, \
                              `is(field.variant)`";
}

impl Parse for PartialOp {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![!=]) {
            let operator: Token![!=] = input.parse()?;
            return Err(syn::Error::new_spanned(
                operator,
                "the server refuses `!=` in a partial index: write what the documents have, such as `status = \"open\"` or \
                 `exists(field)`",
            ));
        }
        if input.peek(Token![>=]) {
            return input.parse::<Token![>=]>().map(|_| Self::Gte);
        }
        if input.peek(Token![<=]) {
            return input.parse::<Token![<=]>().map(|_| Self::Lte);
        }
        if input.peek(Token![>]) {
            return input.parse::<Token![>]>().map(|_| Self::Gt);
        }
        if input.peek(Token![<]) {
            return input.parse::<Token![<]>().map(|_| Self::Lt);
        }
        if input.peek(Token![==]) {
            return input.parse::<Token![==]>().map(|_| Self::Eq);
        }
        if input.peek(Token![=]) {
            return input.parse::<Token![=]>().map(|_| Self::Eq);
        }
        Err(syn::Error::new(input.span(), Self::HELP))
    }
}

impl Parse for Literal {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let is_negative = input.parse::<Option<Token![-]>>()?.is_some();
        if input.peek(LitInt) {
            let digits: LitInt = input.parse()?;
            without_suffix(digits.suffix(), digits.span())?;
            let sign = if is_negative { "-" } else { "" };
            if format!("{sign}{}", digits.base10_digits()).parse::<i64>().is_err() {
                return Err(syn::Error::new(
                    digits.span(),
                    "this number is out of the range of int64, so no document would match it: write another",
                ));
            }
            return Ok(Self::Int { is_negative, digits });
        }
        if input.peek(LitFloat) {
            let digits: LitFloat = input.parse()?;
            without_suffix(digits.suffix(), digits.span())?;
            return Ok(Self::Float { is_negative, digits });
        }
        if input.peek(LitBool) && !is_negative {
            return input.parse().map(Self::Bool);
        }
        if input.peek(LitStr) && !is_negative {
            return input.parse().map(Self::Str);
        }
        Err(input.error("expected a literal: text, a number, `true` or `false`"))
    }
}

fn without_suffix(suffix: &str, span: Span) -> syn::Result<()> {
    if suffix.is_empty() {
        return Ok(());
    }
    Err(syn::Error::new(span, format!("the field says what number this is: remove `{suffix}`")))
}

impl Expiry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const HELP: &str = "expected a time such as `\"30 days\"` (units: seconds, minutes, hours, days), of at most 2147483647 \
                            seconds";
        let (text, span) = if input.peek(LitInt) {
            let number: LitInt = input.parse()?;
            (number.base10_digits().to_owned() + " seconds", number.span())
        } else {
            let text: LitStr =
                input.parse().map_err(|error| syn::Error::new(error.span(), HELP))?;
            (text.value(), text.span())
        };
        let seconds = text.split_once(' ').and_then(|(number, unit)| {
            let factor = match unit.trim().trim_end_matches('s') {
                "second" => 1,
                "minute" => 60,
                "hour" => 3_600,
                "day" => 86_400,
                _ => return None,
            };
            number.parse::<i32>().ok().filter(|number| *number >= 0)?.checked_mul(factor)
        });
        seconds.map(|seconds| Self { seconds }).ok_or_else(|| syn::Error::new(span, HELP))
    }
}
