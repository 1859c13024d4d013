//! What comes from outside never changes the shape of a query.

use std::collections::BTreeMap;

use mongo_runtime::{bson::doc, form::FormQuery, prelude::*};
use mongo_tests::hostile::{Becomes, JSON, Listing, PAIRS, TEXTS, form};

/// Checks what became of an input: refused at the path, or a condition on the title alone whose form is that of harmless text.
#[track_caller]
fn assert_becomes(
    input: &str,
    result: Result<FormQuery<Listing>, mongo_runtime::form::FormError>,
    becomes: Becomes,
) {
    match (result, becomes) {
        (Err(error), Becomes::Refused(path)) => {
            let paths: Vec<_> = error.problems().iter().map(|problem| problem.path()).collect();
            assert!(paths.contains(&path), "{input}: refused at {paths:?}");
        }
        (Ok(asked), Becomes::Text) => {
            let title = Listing::fields().title();
            let harmless = [title.eq("chair"), title.starts_with("chair"), title.contains("chair")];
            let shape = format!("{:?}", asked.filter);
            assert!(
                harmless.iter().any(|filter| format!("{filter:?}") == shape),
                "{input}: {shape}"
            );
        }
        (result, becomes) => panic!("{input}: {result:?} in place of {becomes:?}"),
    }
}

#[test]
fn no_json_from_outside_changes_the_shape_of_a_query() {
    for (json, becomes) in JSON {
        assert_becomes(json, form().parse_json(json), *becomes);
    }
}

#[test]
fn no_query_string_from_outside_changes_the_shape_of_a_query() {
    for (pairs, becomes) in PAIRS {
        assert_becomes(&format!("{pairs:?}"), form().parse_pairs(pairs.iter().copied()), *becomes);
    }
}

#[test]
fn what_is_made_by_the_thousand_is_refused_where_it_is_too_much() {
    let many = |n: usize, text: &str| text.repeat(n);
    let list = format!(r#"{{"state": {{"in": [{}"draft"]}}}}"#, many(500, r#""draft","#));
    let ids = format!(r#"{{"id": {{"in": [{}1]}}}}"#, many(3, r#""x","#));
    let deep = format!(r#"{{"title": {}1{}}}"#, many(5000, "["), many(5000, "]"));
    let deep_objects = format!(r#"{{"title": {}1{}}}"#, many(2000, r#"{"eq":"#), many(2000, "}"));
    let cut_off = many(10_000, r#"{"a":"#);
    let long = format!(r#"{{"title": "{}"}}"#, many(121, "a"));
    let long_key = format!(r#"{{"{}": 1}}"#, many(1000, "a"));
    let huge = format!(r#"{{"title": "{}"}}"#, many(20_000, "a"));
    for (json, path) in [
        (list.as_str(), "state.in"),
        (&ids, "id.in"),
        (&deep, "title"),
        (&deep_objects, "title.eq"),
        (&cut_off, ""),
        (&long, "title"),
        (&long_key, "#1"),
        (&huge, ""),
    ] {
        assert_becomes(&json[..20], form().parse_json(json), Becomes::Refused(path));
    }
    let unknown = (0..1000).map(|n| (format!("k{n}"), "1"));
    let error = form().parse_pairs(unknown).expect_err("none is known");
    assert_eq!(error.problems().len(), mongo_runtime::form::FormError::MAX_PROBLEMS);
    let endless = std::iter::repeat(("state.in", "draft"));
    let error = form().parse_pairs(endless).expect_err("it never ends");
    assert!(error.to_string().contains("bytes"), "{error}");
    let not_utf8 = form().parse_json(b"{\"title\": \"\xff\"}").expect_err("not UTF-8");
    assert_eq!(not_utf8.problems().len(), 1, "{not_utf8}");
}

#[test]
fn no_text_of_an_operand_changes_the_shape_of_a_filter_or_an_update() {
    let f = Listing::fields();
    let filters = |text: &str| {
        [
            f.title().eq(text),
            f.title().ne(text),
            f.title().gt(text),
            f.title().is_in([text]),
            f.title().not_in([text]),
            f.title().starts_with(text),
            f.title().contains(text),
            f.tags().each().eq(text),
            f.tags().contains_all([text]),
            f.tags().elem_match(|tag| tag.ne(text)),
            f.labels().eq(BTreeMap::from([("k".to_owned(), text.to_owned())])),
        ]
        .map(|filter| format!("{filter:?}"))
    };
    let updates = |text: &str| {
        let nested = doc! { "$set": { text: 1 }, "role": text };
        [
            f.title().set(text),
            f.tags().push(text),
            f.extra().set(nested),
            f.labels().set(BTreeMap::from([("k".to_owned(), text.to_owned())])),
        ]
        .map(|update| format!("{update:?}"))
    };
    for text in TEXTS {
        assert_eq!(filters(text), filters("harmless"), "{text}");
        assert_eq!(updates(text), updates("harmless"), "{text}");
    }
}
