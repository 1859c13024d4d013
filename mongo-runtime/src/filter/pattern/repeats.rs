//! The rule that a pattern is matched in a bounded number of steps for each character, as far as that can be seen in it.

use super::{behind_class, behind_escape};

/// How often something is repeated.
#[derive(Clone, Copy)]
struct Repeat {
    /// Whether it may have more than one length. What may be left out (`?`) does not count.
    varies: bool,
    /// Whether it is there more than once.
    is_many: bool,
}

/// The deepest nesting of groups.
const MAX_DEPTH: usize = 16;

/// The largest number in braces.
const MAX_COUNT: usize = 255;

const NESTED: &str = "a group of a pattern that is repeated has a repetition or an alternative in it, so the server could try without \
    end: repeat a class of characters, `[a-z]+` for `([a-z]+)+`, `[ab]+` for `(a|b)+`";
const COUNT: &str =
    "a number in the braces of a pattern is at most 255; a bare `{` is written `\\{`";
const REFERENCE: &str =
    "a pattern has no reference to a group, as `\\1`: it makes the server try without end";
const DEPTH: &str = "the groups of a pattern are nested at most 16 deep";

/// What is wrong with the repetitions of a pattern whose groups and classes are closed.
pub(super) const fn refusal(pattern: &[u8]) -> Option<&'static str> {
    // Whether the open groups, outermost first, have something in them that can be matched in more than one way.
    let mut varies = [false; MAX_DEPTH + 1];
    let (mut depth, mut rest) = (0, pattern);
    while let [byte, next @ ..] = rest {
        rest = next;
        let mut inner_varies = false;
        match *byte {
            b'\\' => {
                if let [b'1'..=b'9', ..] = rest {
                    return Some(REFERENCE);
                }
                rest = or_end(behind_escape(rest));
            }
            b'[' => rest = or_end(behind_class(rest)),
            b'(' => {
                if depth == MAX_DEPTH {
                    return Some(DEPTH);
                }
                depth += 1;
                varies[depth] = false;
                // `(?` opens, and repeats nothing.
                if let [b'?', behind @ ..] = rest {
                    rest = behind;
                }
                continue;
            }
            b'|' => {
                varies[depth] = true;
                continue;
            }
            b')' => {
                inner_varies = varies[depth];
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        let (repeat, behind) = match repetition(rest) {
            Ok(found) => found,
            Err(text) => return Some(text),
        };
        rest = behind;
        if repeat.is_many && inner_varies {
            return Some(NESTED);
        }
        varies[depth] = varies[depth] || inner_varies || repeat.varies;
    }
    None
}

const fn or_end(rest: Option<&[u8]>) -> &[u8] {
    match rest {
        Some(rest) => rest,
        None => &[],
    }
}

/// The repetition in front, and what follows it.
const fn repetition(rest: &[u8]) -> Result<(Repeat, &[u8]), &'static str> {
    let (repeat, rest) = match rest {
        [b'*' | b'+', rest @ ..] => (Repeat { varies: true, is_many: true }, rest),
        [b'?', rest @ ..] => (Repeat { varies: false, is_many: false }, rest),
        [b'{', rest @ ..] => match braces(rest) {
            Some(found) => found,
            None => return Err(COUNT),
        },
        rest => return Ok((Repeat { varies: false, is_many: false }, rest)),
    };
    // Lazy or possessive.
    Ok(match rest {
        [b'?' | b'+', rest @ ..] => (repeat, rest),
        rest => (repeat, rest),
    })
}

/// `n}`, `n,}` or `n,m}`.
const fn braces(rest: &[u8]) -> Option<(Repeat, &[u8])> {
    let (least, rest) = match count(rest) {
        Some(found) => found,
        None => return None,
    };
    match rest {
        [b'}', rest @ ..] => Some((Repeat { varies: false, is_many: least > 1 }, rest)),
        [b',', b'}', rest @ ..] => Some((Repeat { varies: true, is_many: true }, rest)),
        [b',', rest @ ..] => match count(rest) {
            Some((most, [b'}', rest @ ..])) => {
                Some((Repeat { varies: least != most, is_many: most > 1 }, rest))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A number of braces, and what follows it.
const fn count(mut rest: &[u8]) -> Option<(usize, &[u8])> {
    let (mut number, mut n_digits) = (0, 0);
    while let [digit @ b'0'..=b'9', next @ ..] = rest {
        number = number * 10 + (*digit - b'0') as usize;
        if number > MAX_COUNT {
            return None;
        }
        (rest, n_digits) = (next, n_digits + 1);
    }
    if n_digits == 0 { None } else { Some((number, rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_has_one_length() {
        for pattern in [
            r"^[A-Z]{2}-\d+$",
            "^a*b*c*",
            "^(a{3})+",
            "^(?:ab?)+c",
            r"^(\d{4}-)?\d{2}",
            "^(a|b)c",
            "^(a+)?b",
            "^(a+){1}b",
            "^((a|b)c)?",
            "^[a+]+[(|]*",
            r"^(\+\*)+",
            "^a{0,255}?b++",
            "^(?<year>[0-9]{4})(?=x)",
            r"^\d\D\w\0",
        ] {
            assert_eq!(refusal(pattern.as_bytes()), None, "{pattern}");
        }
        for (pattern, text) in [
            ("^(a+)+", NESTED),
            ("^(a*)*b", NESTED),
            ("^(a+){2}", NESTED),
            ("^(a+){0,9}", NESTED),
            ("^(a{1,3})+", NESTED),
            ("^(a{2,})*", NESTED),
            ("^(a|aa)+$", NESTED),
            ("^((a+)b)+", NESTED),
            ("^((a|b)?c)*", NESTED),
            ("^(?:(?:(a+)))+?", NESTED),
            ("^(([a-z])+.)+$", NESTED),
            ("^(.*a){20}", NESTED),
            ("^a{256}", COUNT),
            ("^a{1,1000}", COUNT),
            ("^a{,3}", COUNT),
            ("^a{x}", COUNT),
            ("^a{3", COUNT),
            (r"^(a)\1", REFERENCE),
        ] {
            assert_eq!(refusal(pattern.as_bytes()), Some(text), "{pattern}");
        }
        let deep = format!("^{}a{}", "(".repeat(17), ")".repeat(17));
        assert_eq!(refusal(deep.as_bytes()), Some(DEPTH));
    }
}
