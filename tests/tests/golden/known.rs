//! That no representation is without a case: neither one that `as = ".."` takes, nor one that the manifest names.

use std::{collections::BTreeSet, fs, path::Path};

use mongo_runtime::manifest::Manifest;

use crate::cases::CASES;

/// What is between the first of two texts and the next of the other, as often as there is one.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).filter_map(move |rest| rest.split_once(end).map(|(inside, _)| inside))
}

#[test]
fn every_representation_that_a_field_can_name_has_cases_alone_and_composed() {
    let derive = include_str!("../../../mongo-derive/src/model/field.rs");
    let list = between(derive, "const REPRESENTATIONS: &[(&str, &str)] = &[", "];")
        .next()
        .expect("the list");
    let names: Vec<&str> = between(list, "(\"", "\"").collect();
    assert!(names.len() >= 15, "the list was not found: {names:?}");
    let source = include_str!("cases.rs");
    for name in names {
        let as_name = format!("as = \"{name}\"");
        let (alone, composed) = source.lines().filter(|line| line.contains(&as_name)).fold(
            (0, String::new()),
            |(alone, composed), line| match line.contains("] v: ") {
                true => (alone + 1, composed),
                false => (alone, composed + line),
            },
        );
        assert!(alone > 0, "`{name}` has no case of its own");
        for form in [" option: Option<", " array: Vec<", " map: BTreeMap<"] {
            assert!(composed.contains(form), "`{name}` has no case of{form}..>");
        }
    }
}

#[test]
fn every_representation_that_the_manifest_names_has_a_case() {
    let mut known = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mongo-runtime/src");
    sources(&root.join("codec"), &mut |text| {
        known.extend(between(text, ".coded(\"", "\"").map(str::to_owned));
        // Those whose names a macro takes.
        known.extend(between(text, "string_padded! { ", "}").flat_map(|list| {
            between(list, ": ", ";").map(|width| format!("string_padded_{width}"))
        }));
        known.extend(between(text, ": \"uuid_", "\"").map(|name| format!("uuid_{name}")));
    });
    let plain =
        fs::read_to_string(root.join("shape/codec_name.rs")).expect("the names of plain types");
    known.extend(between(&plain, "=> \"", "\"").map(str::to_owned));
    for name in ["string_padded_39", "uuid_java_legacy", "date_ms", "decimal128_96bit", "object_id"]
    {
        assert!(known.contains(name), "`{name}` was not found: {known:?}");
    }

    let mut shown = BTreeSet::new();
    for case in CASES {
        let text = Manifest::of(&[case.declaration]).to_string();
        shown.extend(between(&text, "\"codec\": \"", "@").map(|name| match name.split_once('(') {
            Some((_, inside)) => inside.trim_end_matches(')').to_owned(),
            None => name.to_owned(),
        }));
        shown.extend(between(&text, "\"keys\": \"", "@").map(str::to_owned));
    }
    let missing: Vec<_> = known.difference(&shown).collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
}

/// The text of every file below a folder.
fn sources(folder: &Path, each: &mut dyn FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("the folder of the codec") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, each);
        } else {
            each(&fs::read_to_string(&path).expect("a source"));
        }
    }
}
