//! Writes a manifest as JSON that is good to read in a diff: a row a line, keys in the order of their declaration.

use std::fmt::{self, Formatter, Write};

use bson::{Bson, Document};

/// How long a line may be before what is on it is split up.
const MAX_LINE: usize = 110;

pub(super) fn write_document(f: &mut Formatter<'_>, document: &Document) -> fmt::Result {
    let mut out = String::new();
    put(&mut out, &Bson::Document(document.clone()), 0);
    f.write_str(&out)?;
    f.write_char('\n')
}

/// On one line, if that is short or the row of a field; or else an element a line.
fn put(out: &mut String, value: &Bson, depth: usize) {
    let is_rows = matches!(value, Bson::Document(fields) if fields.values().any(is_container));
    let flat = flat(value);
    if is_row(value) {
        out.push_str(&flat);
        return;
    }
    if !is_rows && flat.len() + 2 * depth <= MAX_LINE {
        out.push_str(&flat);
        return;
    }
    match value {
        Bson::Document(fields) => {
            let parts = fields.iter().map(|(key, value)| (Some(key.as_str()), value));
            put_lines(out, '{', '}', parts, depth);
        }
        Bson::Array(elements) => {
            put_lines(out, '[', ']', elements.iter().map(|value| (None, value)), depth)
        }
        _ => out.push_str(&flat),
    }
}

fn put_lines<'a>(
    out: &mut String,
    open: char,
    close: char,
    parts: impl Iterator<Item = (Option<&'a str>, &'a Bson)>,
    depth: usize,
) {
    out.push(open);
    for (index, (key, value)) in parts.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.extend(std::iter::repeat_n("  ", depth + 1));
        if let Some(key) = key {
            put_text(out, key);
            out.push_str(": ");
        }
        put(out, value, depth + 1);
    }
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
    out.push(close);
}

/// Whether a value is what is told of one field.
fn is_row(value: &Bson) -> bool {
    matches!(value, Bson::Document(fields) if matches!(fields.iter().next(), Some((key, Bson::String(_))) if key == "codec"))
}

/// Whether a value is no single one, and so deserves lines of its own.
fn is_container(value: &Bson) -> bool {
    match value {
        Bson::Document(fields) => !fields.is_empty(),
        Bson::Array(elements) => elements.iter().any(is_container),
        _ => false,
    }
}

fn flat(value: &Bson) -> String {
    let mut out = String::new();
    match value {
        Bson::Document(fields) if fields.is_empty() => out.push_str("{}"),
        Bson::Document(fields) => {
            for (index, (key, value)) in fields.iter().enumerate() {
                out.push_str(if index == 0 { "{ " } else { ", " });
                put_text(&mut out, key);
                out.push_str(": ");
                out.push_str(&flat(value));
            }
            out.push_str(" }");
        }
        Bson::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(flat).collect();
            out.push('[');
            out.push_str(&elements.join(", "));
            out.push(']');
        }
        Bson::String(text) => put_text(&mut out, text),
        Bson::Int32(number) => out.push_str(&number.to_string()),
        Bson::Int64(number) => out.push_str(&number.to_string()),
        // `{:?}` keeps the point of a whole number.
        Bson::Double(number) if number.is_finite() => out.push_str(&format!("{number:?}")),
        Bson::Boolean(value) => out.push_str(&value.to_string()),
        Bson::Null => out.push_str("null"),
        // What a declaration can hold ends here, but for decimals.
        other => put_text(&mut out, &other.to_string()),
    }
    out
}

/// A JSON string: quotes, backslashes and control characters are escaped.
fn put_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)))
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    struct Shown(Document);

    impl fmt::Display for Shown {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            write_document(f, &self.0)
        }
    }

    #[test]
    fn text_is_escaped_and_numbers_keep_their_kind() {
        let document =
            doc! { "a\"b": "x\\\n\u{1}ö", "n": [1, 2_i64, 3.0], "t": true, "z": null, "e": {} };
        let expected = "{ \"a\\\"b\": \"x\\\\\\n\\u0001ö\", \"n\": [1, 2, 3.0], \"t\": true, \"z\": null, \"e\": {} }\n";
        assert_eq!(Shown(document).to_string(), expected);
    }

    #[test]
    fn what_holds_rows_has_a_line_for_each() {
        let document =
            doc! { "fields": { "a": { "type": "int" }, "b": { "type": "long" } }, "n": 1 };
        let expected = r#"{
  "fields": {
    "a": { "type": "int" },
    "b": { "type": "long" }
  },
  "n": 1
}
"#;
        assert_eq!(Shown(document).to_string(), expected);
    }
}
