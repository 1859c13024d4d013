//! `collation(locale = "de", strength = 2, ..)`.

use syn::{LitBool, LitInt, LitStr};

use crate::{
    errors::Errors,
    parse::attr::{Entry, Set, each_in},
};

/// What was written about the comparison of text.
#[derive(Default)]
pub(crate) struct Collation {
    pub(crate) locale: Option<Set<LitStr>>,
    pub(crate) strength: Option<Set<LitInt>>,
    pub(crate) case_level: Option<Set<LitBool>>,
    pub(crate) case_first: Option<Set<LitStr>>,
    pub(crate) numeric_ordering: Option<Set<LitBool>>,
    pub(crate) alternate: Option<Set<LitStr>>,
    pub(crate) max_variable: Option<Set<LitStr>>,
    pub(crate) backwards: Option<Set<LitBool>>,
    pub(crate) normalization: Option<Set<LitBool>>,
}

const KEYS: &[&str] = &[
    "locale",
    "strength",
    "case_level",
    "case_first",
    "numeric_ordering",
    "alternate",
    "max_variable",
    "backwards",
    "normalization",
];

impl Collation {
    pub(crate) fn parse(entry: &Entry<'_>) -> syn::Result<Self> {
        let mut it = Self::default();
        let mut errors = Errors::default();
        let handle = |entry: &Entry<'_>| match entry.key.to_string().as_str() {
            "locale" => entry.set(&mut it.locale, entry.text()?),
            "strength" => entry.set(&mut it.strength, entry.number()?),
            "case_level" => entry.set(&mut it.case_level, boolean(entry)?),
            "case_first" => entry.set(&mut it.case_first, entry.text()?),
            "numeric_ordering" => entry.set(&mut it.numeric_ordering, boolean(entry)?),
            "alternate" => entry.set(&mut it.alternate, entry.text()?),
            "max_variable" => entry.set(&mut it.max_variable, entry.text()?),
            "backwards" => entry.set(&mut it.backwards, boolean(entry)?),
            "normalization" => entry.set(&mut it.normalization, boolean(entry)?),
            _ => Err(entry.unknown(KEYS)),
        };
        let end = entry.list(|input| each_in(input, &mut errors, handle));
        errors.finish().and(end)?;
        if it.locale.is_none() {
            return Err(syn::Error::new(
                entry.key.span(),
                "a collation is of a language: write `locale = \"en\"`",
            ));
        }
        Ok(it)
    }
}

fn boolean(entry: &Entry<'_>) -> syn::Result<LitBool> {
    let help = format!("write `{} = true`, or `false`", entry.key);
    if entry.flag().is_ok() {
        return Err(syn::Error::new(entry.key.span(), help));
    }
    entry.value(|input| {
        input.parse().map_err(|error: syn::Error| syn::Error::new(error.span(), help))
    })
}
