//! The grammar of `#[mongo(..)]`: flags, `key = value`, `key(..)`.

use proc_macro2::TokenTree;
use syn::{
    Attribute, Ident, LitInt, LitStr, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    token,
};

use super::{foreign, near::unknown};
use crate::errors::Errors;

/// A value and the key that set it, for errors that point at the key.
pub(crate) struct Set<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// What stands behind a key.
pub(crate) struct Entry<'a> {
    pub(crate) key: &'a Ident,
    input: ParseStream<'a>,
}

impl Entry<'_> {
    /// `key`
    pub(crate) fn flag(&self) -> syn::Result<()> {
        if self.input.is_empty() || self.input.peek(Token![,]) {
            return Ok(());
        }
        Err(syn::Error::new(self.key.span(), format!("`{}` takes no value", self.key.unraw())))
    }

    /// `key = value`
    pub(crate) fn value<T>(
        &self,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<T> {
        if !self.input.peek(Token![=]) {
            return Err(syn::Error::new(
                self.key.span(),
                format!("write `{} = ..`", self.key.unraw()),
            ));
        }
        self.input.parse::<Token![=]>()?;
        parse(self.input)
    }

    /// `key = "text"`
    pub(crate) fn text(&self) -> syn::Result<LitStr> {
        let key = self.key.unraw();
        self.value(|input| {
            let is_text = input.peek(LitStr);
            if is_text {
                return input.parse();
            }
            let help = match input.fork().parse::<TokenTree>() {
                Ok(found @ (TokenTree::Ident(_) | TokenTree::Literal(_))) => {
                    format!("write it as text, in quotes: `{key} = \"{found}\"`")
                }
                _ => format!("write it as text, in quotes: `{key} = \"..\"`"),
            };
            Err(input.error(help))
        })
    }

    /// `key = 32`
    pub(crate) fn number(&self) -> syn::Result<LitInt> {
        self.value(|input| number(input, &format!("`{} = 32`", self.key.unraw())))
    }

    /// `key = path::to::it`
    pub(crate) fn path(&self) -> syn::Result<Path> {
        self.path_by(Path::parse_mod_style)
    }

    /// `key = path::to::It<Argument>`
    pub(crate) fn type_path(&self) -> syn::Result<Path> {
        self.path_by(Path::parse)
    }

    fn path_by(
        &self,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<Path>,
    ) -> syn::Result<Path> {
        self.value(|input| {
            if let Some(text) = input.fork().parse::<LitStr>().ok().filter(|_| input.peek(LitStr)) {
                let help = format!(
                    "write it as a path, without quotes: `{} = {}`",
                    self.key.unraw(),
                    text.value()
                );
                return Err(syn::Error::new(text.span(), help));
            }
            parse(input).map_err(|error| {
                let help = format!("expected a path: `{} = path::to::it`", self.key.unraw());
                syn::Error::new(error.span(), help)
            })
        })
    }

    /// `key(..)`
    pub(crate) fn list<T>(
        &self,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<T> {
        if !self.is_list() {
            return Err(syn::Error::new(
                self.key.span(),
                format!("write `{}(..)`", self.key.unraw()),
            ));
        }
        // A stream of its own would forget where it ends, which is where something is missing.
        let content;
        syn::parenthesized!(content in self.input);
        parse(&content)
    }

    /// Whether `(..)` stands behind the key.
    pub(crate) fn is_list(&self) -> bool {
        self.input.peek(token::Paren)
    }

    /// Fails with the keys that are known here.
    pub(crate) fn unknown(&self, known: &[&str]) -> syn::Error {
        let key = self.key.unraw();
        let text = match foreign::advice(&key.to_string()) {
            Some(advice) => format!("`{key}` does not exist: {advice}"),
            None => unknown("key", &key.to_string(), known),
        };
        syn::Error::new(self.key.span(), text)
    }

    /// Puts a value in its place, once.
    pub(crate) fn set<T>(&self, slot: &mut Option<Set<T>>, value: T) -> syn::Result<()> {
        if slot.is_some() {
            return Err(syn::Error::new(
                self.key.span(),
                format!("`{}` is set more than once", self.key.unraw()),
            ));
        }
        *slot = Some(Set { key: self.key.clone(), value });
        Ok(())
    }
}

/// Calls `handle` for each entry of the `#[mongo(..)]` attributes. A wrong entry is reported, and the next one is tried.
pub(crate) fn each_entry(
    attrs: &[Attribute],
    errors: &mut Errors,
    mut handle: impl FnMut(&Entry<'_>) -> syn::Result<()>,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("mongo")) {
        if attr.meta.require_list().is_err() {
            errors.at(attr, "write `#[mongo(..)]`");
            continue;
        }
        let mut own = Errors::default();
        let end =
            attr.parse_args_with(|input: ParseStream<'_>| each_in(input, &mut own, &mut handle));
        // What a wrong entry left behind is no mistake of its own.
        let own = own.finish().and(end);
        errors.ok(own);
    }
}

/// The same for the inside of parentheses.
pub(crate) fn each_in(
    input: ParseStream<'_>,
    errors: &mut Errors,
    mut handle: impl FnMut(&Entry<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    while !input.is_empty() {
        let key = input.call(Ident::parse_any)?;
        if let Err(error) = handle(&Entry { key: &key, input }) {
            errors.push(error);
            skip_entry(input)?;
        }
        if input.is_empty() {
            break;
        }
        if !input.peek(Token![,]) {
            return Err(syn::Error::new(input.span(), "expected `,` before this"));
        }
        input.parse::<Token![,]>()?;
    }
    Ok(())
}

/// Steps to the comma behind a wrong entry.
fn skip_entry(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// A whole number, as it is written. The derive can't see the value of a constant.
pub(crate) fn number(input: ParseStream<'_>, example: &str) -> syn::Result<LitInt> {
    let is_number = input.peek(LitInt) || input.peek(Token![-]) && input.peek2(LitInt);
    if is_number {
        return input.parse();
    }
    let help = if input.peek(LitStr) {
        format!("write it as a number, without quotes: {example}")
    } else if input.peek(Ident::peek_any) {
        format!(
            "expected a number as it is, since the derive can't see the value of a constant: {example}"
        )
    } else {
        format!("expected a whole number: {example}")
    };
    Err(input.error(help))
}

/// The value of `crate = path`, if there is a readable one.
pub(crate) fn runtime_path(attrs: &[Attribute]) -> Option<Path> {
    let mut path = None;
    // Errors are reported by the derive's own reading of the attributes.
    each_entry(attrs, &mut Errors::default(), |entry| {
        if entry.key == "crate" {
            path = Some(entry.value(Path::parse_mod_style)?);
        } else {
            skip_entry(entry.input)?;
        }
        Ok(())
    });
    path
}

/// A number of bytes: `1024` or `"256 KiB"`.
pub(crate) struct ByteSize {
    pub(crate) n_bytes: usize,
    pub(crate) token: proc_macro2::Literal,
}

impl Parse for ByteSize {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let help =
            "expected a number of bytes, such as `65536` or `\"64 KiB\"` (units: B, KiB, MiB)";
        if input.peek(LitInt) {
            let number: LitInt = input.parse()?;
            let n_bytes =
                number.base10_parse().map_err(|_| syn::Error::new(number.span(), help))?;
            return Ok(Self { n_bytes, token: number.token() });
        }
        let text: LitStr = input.parse().map_err(|error| syn::Error::new(error.span(), help))?;
        let value = text.value();
        let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = value.split_at(digits);
        let factor = match unit.trim() {
            "" | "B" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            _ => return Err(syn::Error::new(text.span(), help)),
        };
        let n_bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(factor));
        let n_bytes = n_bytes.ok_or_else(|| syn::Error::new(text.span(), help))?;
        Ok(Self { n_bytes, token: text.token() })
    }
}

/// `allow(rule, reason = "..")`
pub(crate) struct Allow {
    pub(crate) rule: Ident,
    pub(crate) reason: LitStr,
}

impl Allow {
    pub(crate) fn parse(entry: &Entry<'_>) -> syn::Result<Self> {
        let help = "write `allow(rule, reason = \"..\")`";
        let parse = |input: ParseStream<'_>| {
            let rule: Ident = input.parse()?;
            input.parse::<Token![,]>()?;
            let key: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            let reason: LitStr = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            if key == "reason" && input.is_empty() {
                Ok(Self { rule, reason })
            } else {
                Err(syn::Error::new(key.span(), help))
            }
        };
        let allow = entry.list(parse).map_err(|error| syn::Error::new(error.span(), help))?;
        if allow.reason.value().trim().is_empty() {
            return Err(syn::Error::new(
                allow.reason.span(),
                "say why: the manifest lists the reason",
            ));
        }
        Ok(allow)
    }
}
