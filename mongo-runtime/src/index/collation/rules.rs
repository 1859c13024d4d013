//! Rules of a declared collation, checked at compile time.

use super::{Collation, CollationOption, Defaults, LOCALES, VARIANTS, is_one_of, split};
use crate::{
    document::Declaration,
    index::rules::what,
    shape::{Text, str_eq},
};

/// The rules of one option of the collation of an index.
#[must_use]
pub const fn check_collation(
    declaration: &Declaration,
    index: usize,
    option: CollationOption,
) -> Option<Text> {
    let index = &declaration.indexes[index];
    let Some(collation) = &index.collation else { return None };
    match wrong_option(collation, option) {
        Some(wrong) => Some(what(index).and(": ").and(wrong)),
        None => None,
    }
}

/// What is wrong with one option of a collation.
pub(crate) const fn wrong_option(
    collation: &Collation,
    option: CollationOption,
) -> Option<&'static str> {
    match option {
        CollationOption::Locale => wrong_locale(collation.locale),
        CollationOption::Strength => match collation.strength {
            Some(1..=5) | None => by_default(collation),
            Some(_) => Some(
                "the strength of a collation is 1 to 5: write 1 for base letters, 2 for accents too, 3 for case too",
            ),
        },
        CollationOption::CaseFirst => match collation.case_first {
            Some(case) if is_one_of(case, &["upper", "lower"]) => {
                if collation.strength() < 3 && !matches!(collation.case_level, Some(true)) {
                    Some(
                        "case does not count at this strength, so none comes first: write `case_level = true`, or `strength = 3`",
                    )
                } else {
                    None
                }
            }
            case => unknown(case, &["off"], "`case_first` is `upper`, `lower` or `off`"),
        },
        CollationOption::Alternate => unknown(
            collation.alternate,
            &["non-ignorable", "shifted"],
            "`alternate` is `non-ignorable` or `shifted`",
        ),
        CollationOption::MaxVariable => unknown(
            collation.max_variable,
            &["punct", "space"],
            "`max_variable` is `punct` or `space`",
        ),
        CollationOption::Backwards => match collation.backwards {
            Some(true) if collation.strength() == 1 => Some(
                "accents don't count at strength 1, so they are not compared from the end: write `strength = 2`, or remove \
                 `backwards`",
            ),
            _ => None,
        },
        CollationOption::CaseLevel
        | CollationOption::NumericOrdering
        | CollationOption::Normalization => None,
    }
}

/// What a low strength takes from a language that has more by itself.
const fn by_default(collation: &Collation) -> Option<&'static str> {
    let default = Defaults::of(collation.locale);
    if collation.strength() < 3
        && collation.case_first.is_none()
        && !str_eq(default.case_first, "off")
        && !matches!(collation.case_level, Some(true))
    {
        return Some(
            "this language has upper case first, and case does not count at this strength: write `case_first = \"off\"`, or \
             `case_level = true`",
        );
    }
    if collation.strength() == 1 && collation.backwards.is_none() && default.backwards {
        return Some(
            "this language compares accents from the end, and accents don't count at strength 1: write `backwards = false`, or \
             `strength = 2`",
        );
    }
    None
}

const fn unknown(value: Option<&str>, known: &[&str], wrong: &'static str) -> Option<&'static str> {
    match value {
        Some(value) if !is_one_of(value, known) => Some(wrong),
        _ => None,
    }
}

const fn wrong_locale(locale: &str) -> Option<&'static str> {
    if str_eq(locale, "simple") {
        return Some("`simple` is how text is compared without a collation: remove `collation`");
    }
    let (language, variant) = split(locale);
    if !is_one_of(language, LOCALES) {
        return Some(
            "the server has no such locale: write the language as in `de`, `en_US`, `zh_Hant`, and a variant as in \
             `de@collation=phonebook`; the only ones with a country are `de_AT`, `en_US`, `en_US_POSIX`, `fa_AF` and `fr_CA`",
        );
    }
    let Some(variant) = variant else { return None };
    if is_one_of(variant, &["search", "eor", "emoji"]) {
        return None;
    }
    let mut at = 0;
    while at < VARIANTS.len() {
        if str_eq(VARIANTS[at].0, language) && is_one_of(variant, VARIANTS[at].1) {
            return None;
        }
        at += 1;
    }
    Some("the server has no such variant of this language: remove what is behind the `@`")
}
