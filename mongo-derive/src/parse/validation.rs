//! `validation(level = "..", action = "..")`.

use syn::{Ident, LitStr, Token};

use super::attr::Entry;

/// What the server does with the validator, in its own words.
#[derive(Clone, Copy)]
pub(crate) struct Validation {
    pub(crate) level: &'static str,
    pub(crate) action: &'static str,
}

/// The server's words, and the names of the variants that stand for them.
const LEVELS: [(&str, &str); 3] = [("off", "Off"), ("strict", "Strict"), ("moderate", "Moderate")];
const ACTIONS: [(&str, &str); 2] = [("error", "Error"), ("warn", "Warn")];

const HELP: &str = "write `validation(level = \"..\", action = \"..\")`, or one of the two: the level is `strict` (the default), `moderate` or \
                    `off`, the action `error` (the default) or `warn`; without `validation` it is `strict` and `error`";

impl Validation {
    pub(super) fn parse(entry: &Entry<'_>) -> syn::Result<Self> {
        if !entry.is_list() {
            return Err(syn::Error::new(entry.key.span(), HELP));
        }
        entry.list(|input| {
            let (mut level, mut action) = (None, None);
            while !input.is_empty() {
                let key: Ident =
                    input.parse().map_err(|error| syn::Error::new(error.span(), HELP))?;
                let (slot, known) = match key.to_string().as_str() {
                    "level" => (&mut level, &LEVELS[..]),
                    "action" => (&mut action, &ACTIONS[..]),
                    _ => return Err(syn::Error::new(key.span(), HELP)),
                };
                if slot.is_some() {
                    let text = format!("`{key}` is set more than once");
                    return Err(syn::Error::new(key.span(), text));
                }
                input.parse::<Token![=]>().map_err(|error| syn::Error::new(error.span(), HELP))?;
                *slot = Some(word(&input.parse()?, known)?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            if level.is_none() && action.is_none() {
                return Err(syn::Error::new(entry.key.span(), HELP));
            }
            Ok(Self { level: level.unwrap_or("Strict"), action: action.unwrap_or("Error") })
        })
    }
}

fn word(text: &LitStr, known: &[(&'static str, &'static str)]) -> syn::Result<&'static str> {
    let value = text.value();
    let found = known.iter().find(|(word, _)| *word == value);
    found.map(|(_, variant)| *variant).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        syn::Error::new(text.span(), format!("the server knows `{}` here", words.join("`, `")))
    })
}
