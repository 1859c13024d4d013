//! Patterns of the program's own.

mod repeats;

/// The longest pattern, in bytes.
const MAX_LEN: usize = 256;

/// An anchored regular expression out of a literal: `pattern!("^[A-Z]{2}-")`.
///
/// It starts with `^` and has no alternative outside of a group, so that an index can serve it. So that this can be seen,
/// it is written plainly: nothing repeats the `^`, groups are `(..)`, `(?:..)`, `(?<name>..)` or look around, a class in
/// brackets writes `\[` and `\]`, and there is no `\Q`, no comment and no option like `(?i)`.
///
/// So that no text makes the server try without end, it has at most 256 bytes, no group that is repeated has a repetition of
/// more than one length or an alternative in it (`(a+)+`, `(a{1,9})*`, `(a|ab)+`), nothing is repeated more than 255 times but by `*`,
/// `+` and `{n,}`, and there is no reference to a group (`\1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern(&'static str);

impl Pattern {
    /// A pattern.
    ///
    /// # Panics
    ///
    /// A pattern that is not anchored, too long, or repeats what varies; in [`pattern!`](crate::pattern!) these are compile errors.
    #[must_use]
    #[track_caller]
    pub const fn new(pattern: &'static str) -> Self {
        if let Some(text) = refusal(pattern) {
            panic!("{}", text);
        }
        Self(pattern)
    }

    pub(crate) const fn as_str(self) -> &'static str {
        self.0
    }
}

/// Makes a [`Pattern`] out of a literal. One that breaks a rule of patterns does not compile.
#[macro_export]
macro_rules! pattern {
    ($pattern:literal) => {{
        const PATTERN: $crate::filter::Pattern = $crate::filter::Pattern::new($pattern);
        PATTERN
    }};
}

/// What is wrong with a pattern.
pub(crate) const fn refusal(pattern: &str) -> Option<&'static str> {
    if pattern.len() > MAX_LEN {
        Some("a pattern has at most 256 bytes")
    } else if is_anchored(pattern.as_bytes()) {
        repeats::refusal(pattern.as_bytes())
    } else {
        Some(ANCHOR)
    }
}

const ANCHOR: &str = "a pattern starts with `^` and has no `|` outside of a group, so that an index can serve it; it also has no `^*`, \
    `\\Q`, `(?#..)`, `(?i)` or bare `[` in a class, which could hide one";

/// Whether the whole of a pattern is anchored, as far as that can be seen in it.
const fn is_anchored(pattern: &[u8]) -> bool {
    let [b'^', rest @ ..] = pattern else { return false };
    // A repeated anchor is none.
    if let [b'*' | b'+' | b'?' | b'{', ..] = rest {
        return false;
    }
    let (mut rest, mut n_groups) = (rest, 0usize);
    while let [byte, next @ ..] = rest {
        rest = next;
        match *byte {
            0 => return false,
            b'\\' => match behind_escape(rest) {
                Some(next) => rest = next,
                None => return false,
            },
            b'[' => match behind_class(rest) {
                Some(next) => rest = next,
                None => return false,
            },
            b'(' => match behind_opening(rest) {
                Some(next) => (rest, n_groups) = (next, n_groups + 1),
                None => return false,
            },
            b')' if n_groups == 0 => return false,
            b')' => n_groups -= 1,
            b'|' if n_groups == 0 => return false,
            _ => {}
        }
    }
    n_groups == 0
}

/// What follows an escape: of a punctuation mark, or one that stands for a kind of character or a place. Others, as `\Q`
/// and `\c`, change what comes behind them.
const fn behind_escape(rest: &[u8]) -> Option<&[u8]> {
    let [byte, next @ ..] = rest else { return None };
    let is_plain = byte.is_ascii_punctuation()
        || byte.is_ascii_digit()
        || matches!(
            *byte,
            b'd' | b'D'
                | b'w'
                | b'W'
                | b's'
                | b'S'
                | b'h'
                | b'H'
                | b'v'
                | b'V'
                | b'b'
                | b'B'
                | b'A'
                | b'z'
                | b'Z'
                | b'n'
                | b'r'
                | b't'
                | b'f'
                | b'p'
                | b'P'
                | b'x'
                | b'R'
        );
    if is_plain { Some(next) } else { None }
}

/// What follows the `]` of a class of characters. A bare `[` in it, and a `]` in front, are read in different ways.
const fn behind_class(rest: &[u8]) -> Option<&[u8]> {
    let mut rest = match rest {
        [b'^', next @ ..] => next,
        rest => rest,
    };
    if let [b']', ..] = rest {
        return None;
    }
    while let [byte, next @ ..] = rest {
        rest = next;
        match *byte {
            b']' => return Some(rest),
            0 | b'[' => return None,
            b'\\' => match behind_escape(rest) {
                Some(next) => rest = next,
                None => return None,
            },
            _ => {}
        }
    }
    None
}

/// What follows the opening of a group. None for a comment, an option, a verb, a condition.
const fn behind_opening(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b'*', ..] => None,
        [b'?', b':' | b'=' | b'!' | b'>', next @ ..] => Some(next),
        [b'?', b'<', next @ ..] | [b'?', b'P', b'<', next @ ..] => Some(next),
        [b'?', ..] => None,
        rest => Some(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (r"^(?:a|b)(?<year>\d{4})[^\]|]\.(?=c)$", true),
            ("^*a", false),
            ("^?a", false),
            ("^{0}a", false),
            (r"^\Q(\E|a", false),
            (r"^\c(|a)", false),
            ("^(?#()|a", false),
            ("^(?i)a", false),
            ("^(?x)a#(\n|b", false),
            ("^(*ACCEPT)a", false),
            ("^[](]|x)", false),
            ("^[^](]|x)", false),
            ("^[[:alpha:](]|x)", false),
            (r"^[\Q]\E(]|x)", false),
            ("^a)|(b", false),
            ("^(a", false),
            ("^[a", false),
            (r"^a\", false),
        ] {
            assert_eq!(is_anchored(pattern.as_bytes()), expected, "{pattern}");
        }
    }
}
