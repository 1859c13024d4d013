//! Patterns. Text of a user is always escaped; only a literal of the program can be a pattern.

use bson::Bson;

use super::term::Operand;
use crate::refusal::Refusal;

/// The longest pattern that the server takes, in bytes.
const MAX_PATTERN: usize = 32_764;

/// An anchored regular expression out of a literal: `pattern!("^[A-Z]{2}-")`.
///
/// It starts with `^` and has no alternative outside of a group, so that an index can serve it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern(&'static str);

impl Pattern {
    /// A pattern.
    ///
    /// # Panics
    ///
    /// A pattern that is not anchored, which in [`pattern!`](crate::pattern!) is a compile error.
    #[must_use]
    #[track_caller]
    pub const fn new(pattern: &'static str) -> Self {
        assert!(
            is_anchored(pattern.as_bytes()),
            "a pattern starts with `^` and has no `|` outside of a group, so that an index can serve it"
        );
        Self(pattern)
    }

    pub(crate) const fn as_str(self) -> &'static str {
        self.0
    }
}

/// Makes a [`Pattern`] out of a literal. One that is not anchored does not compile.
#[macro_export]
macro_rules! pattern {
    ($pattern:literal) => {{
        const PATTERN: $crate::filter::Pattern = $crate::filter::Pattern::new($pattern);
        PATTERN
    }};
}

const fn is_anchored(pattern: &[u8]) -> bool {
    let [b'^', rest @ ..] = pattern else { return false };
    let (mut rest, mut n_groups, mut is_class) = (rest, 0usize, false);
    while let [byte, next @ ..] = rest {
        rest = next;
        match *byte {
            0 => return false,
            b'\\' => {
                if let [_, next @ ..] = rest {
                    rest = next;
                }
            }
            b'[' => is_class = true,
            b']' => is_class = false,
            b'(' if !is_class => n_groups += 1,
            b')' if !is_class => n_groups = n_groups.saturating_sub(1),
            b'|' if !is_class && n_groups == 0 => return false,
            _ => {}
        }
    }
    true
}

/// The pattern for texts that start with `text`.
pub(crate) fn starting_with(text: &str) -> Operand {
    pattern_of("^", text)
}

/// The pattern for texts that contain `text`.
pub(crate) fn containing(text: &str) -> Operand {
    pattern_of("", text)
}

fn pattern_of(anchor: &str, text: &str) -> Operand {
    if text.contains('\0') {
        return Err(Refusal::Rule(
            "text with a NUL can't be looked for; the server takes no pattern with one".to_owned(),
        ));
    }
    let mut pattern = String::with_capacity(anchor.len() + text.len() + 8);
    pattern.push_str(anchor);
    for character in text.chars() {
        if r"\^$.|?*+()[]{}".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    if pattern.len() > MAX_PATTERN {
        return Err(Refusal::Rule(format!(
            "a text to look for takes at most {MAX_PATTERN} bytes as a pattern"
        )));
    }
    Ok(Bson::String(pattern))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_user_is_never_a_pattern() {
        assert_eq!(starting_with("a.b%"), Ok(r"^a\.b%".into()));
        assert_eq!(containing(r"\^$.|?*+()[]{}"), Ok(r"\\\^\$\.\|\?\*\+\(\)\[\]\{\}".into()));
        assert_eq!(starting_with("größe 日本"), Ok("^größe 日本".into()));
        assert!(starting_with("a\0b").is_err());
        assert!(containing(&"(".repeat(20_000)).is_err());
    }

    #[test]
    fn a_pattern_is_anchored_as_a_whole() {
        for (pattern, expected) in [
            ("^abc", true),
            ("^(a|b)c", true),
            (r"^a\|b", true),
            ("^[|]x", true),
            ("^[(]|x", false),
            ("^a|b", false),
            ("^(a)|b", false),
            ("abc", false),
            ("", false),
        ] {
            assert_eq!(is_anchored(pattern.as_bytes()), expected, "{pattern}");
        }
    }
}
