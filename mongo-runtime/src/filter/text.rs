//! Text of a user, as a pattern: always escaped.

use bson::Bson;

use super::term::Operand;
use crate::{
    codec::{ElementPath, EncodeError, EncodeReason, Over},
    refusal::Refusal,
};

/// The longest text to look for where the field declares no bound, in code points.
const MAX_LEN: usize = 1000;

/// The pattern for texts that start with `text`, in the field at `path`, whose texts have at most `max_len` code points.
pub(crate) fn starting_with(text: &str, path: &'static str, max_len: usize) -> Operand {
    check(text, path, max_len).map(|()| escaped("^", text))
}

/// The same for texts that contain `text`.
pub(crate) fn containing(text: &str, path: &'static str, max_len: usize) -> Operand {
    check(text, path, max_len).map(|()| escaped("", text))
}

fn check(text: &str, path: &'static str, max_len: usize) -> Result<(), Refusal> {
    let found = text.chars().count();
    if found > max_len {
        let over = EncodeReason::Over(Over { what: "code points", found, max: max_len });
        return Err(EncodeError::new(path, ElementPath::default(), over).into());
    }
    if found > MAX_LEN {
        return Err(Refusal::Rule(format!(
            "`{path}`: a text to look for has at most {MAX_LEN} code points, and this one has {found}"
        )));
    }
    if text.contains('\0') {
        return Err(Refusal::Rule(
            "text with a NUL can't be looked for; the server takes no pattern with one".to_owned(),
        ));
    }
    Ok(())
}

fn escaped(anchor: &str, text: &str) -> Bson {
    let mut pattern = String::with_capacity(anchor.len() + text.len() + 8);
    pattern.push_str(anchor);
    for character in text.chars() {
        if r"\^$.|?*+()[]{}".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    Bson::String(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_user_is_never_a_pattern() {
        let [starting, containing] =
            [starting_with, containing].map(|make| move |text: &str| make(text, "f", usize::MAX));
        assert_eq!(starting("a.b%"), Ok(r"^a\.b%".into()));
        assert_eq!(containing(r"\^$.|?*+()[]{}"), Ok(r"\\\^\$\.\|\?\*\+\(\)\[\]\{\}".into()));
        assert_eq!(starting("größe 日本"), Ok("^größe 日本".into()));
        assert!(starting("a\0b").is_err());
    }

    #[test]
    fn a_text_to_look_for_is_no_longer_than_what_the_field_holds() {
        assert!(starting_with("ööö", "sku", 3).is_ok());
        let over = containing("öööö", "sku", 3).unwrap_err();
        assert_eq!(over.to_string(), "`sku`: 4 code points are over the declared `max_len = 3`");
        let long = "(".repeat(1001);
        assert!(containing(&long[..1000], "sku", usize::MAX).is_ok());
        let over = containing(&long, "sku", usize::MAX).unwrap_err();
        assert_eq!(
            over.to_string(),
            "`sku`: a text to look for has at most 1000 code points, and this one has 1001"
        );
    }
}
