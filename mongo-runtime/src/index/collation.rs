//! How an index compares text.

mod locales;

mod rules;

use bson::{Document, doc};

use crate::shape::str_eq;

pub use self::{
    locales::{LOCALES, VARIANTS},
    rules::check_collation,
};

pub(crate) use self::rules::wrong_option;

/// How text is compared. What is not declared is as the locale has it.
///
/// A query uses such an index for text only if it asks for the same collation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collation {
    /// The language, as the server names it: `de`, `en_US`, `de@collation=phonebook`.
    pub locale: &'static str,
    /// What makes texts differ: 1 base letters, 2 accents too, 3 case too (the default), 4 punctuation, 5 all.
    pub strength: Option<u8>,
    /// Whether case counts at strength 1 and 2.
    pub case_level: Option<bool>,
    /// Which case comes first: `upper`, `lower` or `off`.
    pub case_first: Option<&'static str>,
    /// Whether digits are compared as numbers.
    pub numeric_ordering: Option<bool>,
    /// Whether spaces and punctuation count as letters do: `non-ignorable`, or `shifted` for no.
    pub alternate: Option<&'static str>,
    /// What `shifted` is about: `punct` for both, or `space`.
    pub max_variable: Option<&'static str>,
    /// Whether accents are compared from the end, as in French of Canada.
    pub backwards: Option<bool>,
    /// Whether text is normalised first.
    pub normalization: Option<bool>,
}

/// One option of a [`Collation`].
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollationOption {
    Locale,
    Strength,
    CaseLevel,
    CaseFirst,
    NumericOrdering,
    Alternate,
    MaxVariable,
    Backwards,
    Normalization,
}

impl Collation {
    /// The order of a language.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(locale: &'static str) -> Self {
        Self {
            locale,
            strength: None,
            case_level: None,
            case_first: None,
            numeric_ordering: None,
            alternate: None,
            max_variable: None,
            backwards: None,
            normalization: None,
        }
    }

    /// As the server takes it: what is not declared is left out.
    #[must_use]
    pub fn render(&self) -> Document {
        let mut out = Document::new();
        out.insert("locale", self.locale);
        if let Some(strength) = self.strength {
            out.insert("strength", i32::from(strength));
        }
        let texts = [
            ("caseFirst", self.case_first),
            ("alternate", self.alternate),
            ("maxVariable", self.max_variable),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                out.insert(name, text);
            }
        }
        let flags = [
            ("caseLevel", self.case_level),
            ("numericOrdering", self.numeric_ordering),
            ("backwards", self.backwards),
            ("normalization", self.normalization),
        ];
        for (name, flag) in flags {
            if let Some(flag) = flag {
                out.insert(name, flag);
            }
        }
        out
    }

    /// The same with every option, as the server lists it: what is not declared is as the locale has it.
    #[must_use]
    pub fn complete(&self) -> Document {
        complete(&self.render())
    }

    /// Whether both compare alike. The server takes an option that is as the locale has it for one that is left out.
    pub(crate) const fn is_like(&self, other: &Self) -> bool {
        const fn flag(option: Option<bool>, default: bool) -> bool {
            match option {
                Some(flag) => flag,
                None => default,
            }
        }
        const fn text(option: Option<&'static str>, default: &'static str) -> &'static str {
            match option {
                Some(text) => text,
                None => default,
            }
        }
        let default = Defaults::of(self.locale);
        str_eq(self.locale, other.locale)
            && self.strength() == other.strength()
            && flag(self.case_level, false) == flag(other.case_level, false)
            && flag(self.numeric_ordering, false) == flag(other.numeric_ordering, false)
            && flag(self.backwards, default.backwards) == flag(other.backwards, default.backwards)
            && flag(self.normalization, default.normalization)
                == flag(other.normalization, default.normalization)
            && str_eq(
                text(self.case_first, default.case_first),
                text(other.case_first, default.case_first),
            )
            && str_eq(
                text(self.alternate, default.alternate),
                text(other.alternate, default.alternate),
            )
            && str_eq(text(self.max_variable, "punct"), text(other.max_variable, "punct"))
    }

    const fn strength(&self) -> u8 {
        match self.strength {
            Some(strength) => strength,
            None => 3,
        }
    }
}

/// What a locale has where nothing is declared.
struct Defaults {
    case_first: &'static str,
    alternate: &'static str,
    backwards: bool,
    normalization: bool,
}

impl Defaults {
    const fn of(locale: &str) -> Self {
        let (language, variant) = split(locale);
        let mut it = Self {
            case_first: "off",
            alternate: "non-ignorable",
            backwards: false,
            normalization: false,
        };
        // These variants are those of all languages, and have nothing of them.
        if let Some(variant) = variant
            && is_one_of(variant, &["search", "searchjl", "eor", "emoji"])
        {
            it.normalization = is_one_of(variant, &["search", "searchjl"]);
            return it;
        }
        if is_one_of(language, &["da", "mt"]) {
            it.case_first = "upper";
        }
        if str_eq(language, "th") {
            it.alternate = "shifted";
        }
        it.backwards = str_eq(language, "fr_CA");
        it.normalization = is_one_of(language, NORMALIZED);
        it
    }
}

/// The languages whose text is normalised before it is compared.
const NORMALIZED: &[&str] = &[
    "as", "bn", "el", "fa", "fa_AF", "gu", "he", "hi", "ig", "km", "kn", "kok", "mr", "my", "or",
    "pa", "ps", "si", "ta", "te", "th", "vi", "yi", "yo",
];

/// A collation as the server lists it, with every option and without the version of its tables.
pub(crate) fn complete(collation: &Document) -> Document {
    let locale = collation.get_str("locale").unwrap_or_default();
    let default = Defaults::of(locale);
    let mut out = doc! {
        "locale": locale,
        "caseLevel": false,
        "caseFirst": default.case_first,
        "strength": 3,
        "numericOrdering": false,
        "alternate": default.alternate,
        "maxVariable": "punct",
        "normalization": default.normalization,
        "backwards": default.backwards,
    };
    out.extend(collation.clone());
    out.remove("version");
    out
}

/// The language, and what is behind `@collation=`.
const fn split(locale: &str) -> (&str, Option<&str>) {
    const SEPARATOR: &str = "@collation=";
    let mut at = 0;
    while at + SEPARATOR.len() <= locale.len() {
        if locale.as_bytes()[at] == b'@' {
            let (language, rest) = locale.split_at(at);
            let (separator, variant) = rest.split_at(SEPARATOR.len());
            return if str_eq(separator, SEPARATOR) {
                (language, Some(variant))
            } else {
                (locale, None)
            };
        }
        at += 1;
    }
    (locale, None)
}

const fn is_one_of(text: &str, known: &[&str]) -> bool {
    let mut at = 0;
    while at < known.len() {
        if str_eq(known[at], text) {
            return true;
        }
        at += 1;
    }
    false
}
