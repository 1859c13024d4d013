//! What reads what: whether every value of one representation is one of another.

/// Whether a field of the representation `new` reads all that one of `old` wrote.
pub(super) fn reads(new: &str, old: &str) -> bool {
    if new == old {
        return true;
    }
    match (new.strip_suffix(OR_NULL), old.strip_suffix(OR_NULL)) {
        (Some(new), Some(old)) => return reads(new, old),
        (Some(new), None) => return reads(new, old),
        (None, Some(_)) => return false,
        (None, None) => {}
    }
    match (container(new), container(old)) {
        (Some(("tuple", new)), Some(("tuple", old))) => {
            let ((new, n_new), (old, n_old)) = (parts(new), parts(old));
            let n_different = new.len().max(old.len());
            // One element stands for all of them.
            n_new == n_old
                && new
                    .iter()
                    .cycle()
                    .zip(old.iter().cycle())
                    .take(n_different)
                    .all(|(new, old)| reads(new, old))
        }
        // Equal elements are an error in a set only.
        (Some((outer, new)), Some((old_outer, old))) => {
            (outer == old_outer || (outer, old_outer) == ("array", "set")) && reads(new, old)
        }
        (None, None) => reads_one(new, old),
        _ => false,
    }
}

const OR_NULL: &str = " or null";

/// The word before and what is in parentheses. `lossless(int32)@1` is no container.
fn container(codec: &str) -> Option<(&str, &str)> {
    codec.strip_suffix(')')?.split_once('(')
}

/// The elements of a tuple, and how many there are: one stands for all in `double@1; 3`.
fn parts(codecs: &str) -> (Vec<&str>, usize) {
    if let Some((codec, n)) = codecs.rsplit_once("; ")
        && let Ok(n) = n.parse()
    {
        return (vec![codec], n);
    }
    let mut depth = 0_usize;
    let between = |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    };
    let parts: Vec<&str> = codecs.split(between).map(str::trim).collect();
    let n = parts.len();
    (parts, n)
}

/// Pairs of a representation and one whose values it reads, beyond itself.
const WIDER: &[(&str, &str)] = &[
    ("double@1", "double_f32@1"),
    ("decimal128@1", "decimal128_int@1"),
    ("decimal128@1", "decimal128_96bit@1"),
    ("decimal128@1", "decimal128_finite@1"),
    ("decimal128_finite@1", "decimal128_int@1"),
    ("decimal128_finite@1", "decimal128_96bit@1"),
    ("any_binary@1", "binary@1"),
    ("any_binary@1", "uuid@1"),
    ("any_binary@1", "uuid_python_legacy@1"),
    ("any_binary@1", "uuid_java_legacy@1"),
    ("any_binary@1", "uuid_csharp_legacy@1"),
    ("date@1", "date_ms@1"),
    ("date_ms@1", "date@1"),
    ("int64@1", "int64_checked@1"),
    ("int64_checked@1", "int64@1"),
    ("string@1", "tag@1"),
    ("string@1", "string_padded_20@1"),
    ("string@1", "string_padded_39@1"),
    ("string@1", "civil_date@1"),
    ("string@1", "civil_date_time@1"),
    ("string@1", "string_decimal@1"),
    ("string@1", "string_decimal_96bit@1"),
    ("string@1", "string_integer@1"),
    ("string@1", "string_natural@1"),
    ("string_decimal@1", "string_decimal_96bit@1"),
    ("string_integer@1", "string_natural@1"),
    // What is lossless reads another width when nothing is lost, and of these nothing can be.
    ("lossless(int64)@1", "int32@1"),
    ("lossless(int64_checked)@1", "int32@1"),
    ("lossless(double)@1", "int32@1"),
    ("lossless(decimal128)@1", "int32@1"),
    ("lossless(decimal128)@1", "int64@1"),
    ("lossless(double)@1", "double_f32@1"),
    ("lossless(int64)@1", "int64_checked@1"),
    ("lossless(int64_checked)@1", "int64@1"),
];

fn reads_one(new: &str, old: &str) -> bool {
    if WIDER.contains(&(new, old)) {
        return true;
    }
    let is_lossless = |codec: &str| written(codec) != codec;
    is_lossless(new) && (written(new) == old || is_lossless(old) && reads_one(new, &written(old)))
}

/// What is written where other widths are read, too: the same without `lossless(..)`.
pub(super) fn written(codec: &str) -> String {
    codec.replace("lossless(", "").replace(")@", "@")
}

/// Whether only the reading of other widths is gone.
pub(super) fn is_exact_form_of(new: &str, old: &str) -> bool {
    new != old && written(old) == new
}

/// The innermost representation of arrays and maps.
fn leaf(codec: &str) -> &str {
    let codec = codec.strip_suffix(OR_NULL).unwrap_or(codec);
    match container(codec) {
        Some(("tuple", _)) | None => codec,
        Some((_, inner)) => leaf(inner),
    }
}

/// How a field keeps a representation.
pub(super) fn attribute(codec: &str) -> String {
    let leaf = leaf(codec);
    let exact = written(leaf);
    let name = exact.split('@').next().unwrap_or_default();
    let lossless = if exact == leaf { "" } else { "lossless" };
    let named = match name {
        "double_f32" => "as = \"double\"",
        "decimal128_int" => "as = \"decimal128\"",
        "string_padded_20" | "string_padded_39" => "as = \"string_padded\"",
        "string_decimal" | "string_decimal_96bit" | "string_integer" | "string_natural" => {
            "as = \"string\""
        }
        "int64_checked" => "as = \"int64_checked\"",
        "date_ms" => "as = \"date_ms\"",
        "millis" => "as = \"millis\"",
        "binary" => "as = \"binary\"",
        "int_array" => "as = \"int_array\"",
        "civil_date" => "as = \"civil_date\"",
        "civil_date_time" => "as = \"civil_date_time\"",
        "nanos_of_day" => "as = \"nanos_of_day\"",
        "uuid_python_legacy" => "as = \"uuid_python_legacy\"",
        "uuid_java_legacy" => "as = \"uuid_java_legacy\"",
        "uuid_csharp_legacy" => "as = \"uuid_csharp_legacy\"",
        "opaque" => "opaque",
        _ => "",
    };
    match (lossless, named) {
        ("", "") => format!("keep a type that is stored as `{codec}`"),
        (one, "") | ("", one) => {
            format!("keep the old form with `#[mongo({one})]` on a type that has it")
        }
        (lossless, named) => {
            format!("keep the old form with `#[mongo({named}, {lossless})]` on a type that has it")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wider_representation_reads_a_narrower_one() {
        for (new, old) in [
            ("string@1", "string@1"),
            ("lossless(int32)@1", "int32@1"),
            ("lossless(int64)@1", "int32@1"),
            ("lossless(int64)@1", "lossless(int32)@1"),
            ("array(date_ms@1 or null)", "array(date@1)"),
            ("array(string@1)", "set(string@1)"),
            ("map(array(double@1))", "map(array(double_f32@1))"),
            ("tuple(string@1, array(date@1))", "tuple(civil_date@1, array(date_ms@1))"),
            ("tuple(string@1; 2)", "tuple(string@1, civil_date@1)"),
            ("tuple(tuple(string@1; 2); 3)", "tuple(tuple(civil_date@1; 2); 3)"),
        ] {
            assert!(reads(new, old), "{new} reads {old}");
        }
        for (new, old) in [
            ("decimal128@1", "string@1"),
            ("int64@1", "int32@1"),
            ("int32@1", "lossless(int32)@1"),
            ("lossless(int32)@1", "lossless(int64)@1"),
            ("array(date@1)", "array(date@1 or null)"),
            ("set(string@1)", "array(string@1)"),
            ("map(string@1)", "array(string@1)"),
            ("array(string@1)", "string@1"),
            ("tuple(string@1; 2)", "tuple(string@1; 3)"),
            ("tuple(string@1; 2)", "tuple(string@1, int32@1)"),
            ("tuple(string@1, int32@1)", "tuple(string@1; 2)"),
            ("Money@2", "Money@1"),
        ] {
            assert!(!reads(new, old), "{new} does not read {old}");
        }
    }

    #[test]
    fn advice_names_the_attribute() {
        assert_eq!(
            attribute("array(date_ms@1)"),
            "keep the old form with `#[mongo(as = \"date_ms\")]` on a type that has it"
        );
        assert_eq!(
            attribute("lossless(int32)@1"),
            "keep the old form with `#[mongo(lossless)]` on a type that has it"
        );
        assert_eq!(attribute("string@1"), "keep a type that is stored as `string@1`");
    }
}
