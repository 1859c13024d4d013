//! What a document type declares beside its fields: collection, indexes, sizes, escapes.

use mongo_runtime::{
    Document,
    manifest::{ChangeClass, Manifest},
};

use crate::support::{assert_change, change, changes, state, text};

state!(plain { number: i32, at: DateTime });
state!(indexed [index(name = "ix_number", keys(number))] { number: i32, at: DateTime, });
state!(named_anew [index(name = "ix_n", keys(number))] { number: i32, at: DateTime, });
state!(descending [index(name = "ix_number", keys(number = desc))] { number: i32, at: DateTime, });
state!(unique [index(name = "uq_number", keys(number), unique)] { number: i32, at: DateTime, });
state!(expiring [index(name = "ttl", keys(at), expire_after = "1 days")] { number: i32, at: DateTime, });

#[test]
fn a_change_of_an_index_is_told_by_its_name() {
    assert_change::<plain::Order, indexed::Order>(
        ChangeClass::Additive,
        "`orders.ix_number` is a new index; nothing that is stored changes",
    );
    assert_eq!(change::<indexed::Order, plain::Order>().class, ChangeClass::ReadableByOld);
    assert_eq!(
        change::<indexed::Order, named_anew::Order>().advice,
        "keep the old name with `name = \"ix_number\"`"
    );
    assert_change::<indexed::Order, descending::Order>(
        ChangeClass::NeedsBackfill,
        "`orders.ix_number` is an index with other keys or options now; the server refuses another index under the same name: it has \
         to be dropped and built anew; give the new one another name, and drop the old one when the new one is built",
    );
    assert_eq!(
        change::<plain::Order, unique::Order>().effect,
        "it can't be built while two stored documents have equal keys"
    );
    assert_eq!(
        change::<plain::Order, expiring::Order>().effect,
        "stored documents whose date is over 86400 seconds old are deleted when it is built"
    );
}

state!(owned [owns_document] { number: i32, at: DateTime, });
state!(kept {
    number: i32,
    at: DateTime,
    #[mongo(catch_all, max_items = 3)]
    rest: bson::Document,
});
state!(less {
    number: i32,
    at: DateTime,
    #[mongo(catch_all, max_items = 2)]
    rest: bson::Document,
});

#[test]
fn who_owns_the_documents_is_told() {
    assert_change::<plain::Order, kept::Order>(
        ChangeClass::ReadableByOld,
        "`orders` keeps unknown fields now; they are read, and written back",
    );
    assert_change::<kept::Order, plain::Order>(
        ChangeClass::ReadableByOld,
        "`orders` keeps unknown fields no longer; stored fields that are not declared stay where they are, and are not read any more; \
         keep the field marked `#[mongo(catch_all)]`",
    );
    assert_change::<kept::Order, less::Order>(
        ChangeClass::ReadableByOld,
        "`orders` has other bounds of the unknown fields that it keeps; what is stored is read as before, and written back within the \
         new bounds",
    );
    let owns: Vec<String> =
        changes::<plain::Order, owned::Order>().iter().map(ToString::to_string).collect();
    assert!(
        owns[0].starts_with("`orders` owns its documents now; the validator refuses"),
        "{owns:#?}"
    );
    assert!(text::<owned::Order>().contains(r#""ownership": "owned""#));
    assert!(text::<kept::Order>().contains(r#""catch_all": { "max_items": 3 }"#));
    assert!(text::<kept::Order>().contains(r#""unbounded": ["rest"]"#));
}

state!(served [index(name = "ix_number", keys(number), serves("order.find", "order.count"))] { number: i32, at: DateTime, });
state!(awaited [index(name = "ix_number", keys(number), owner = "encryption")] { number: i32, at: DateTime, });
state!(compared [index(name = "ix_number", keys(number), collation(locale = "de"))] { number: i32, at: DateTime, });

#[test]
fn owner_use_and_collation_of_an_index_are_told() {
    assert_change::<indexed::Order, served::Order>(
        ChangeClass::Additive,
        "`orders.ix_number` serves `order.find`, `order.count`, which was no named operation; nothing that is stored changes",
    );
    assert_change::<indexed::Order, awaited::Order>(
        ChangeClass::Additive,
        "`orders.ix_number` is changed by `encryption`, which was `application`; nothing that is stored changes",
    );
    assert_eq!(change::<indexed::Order, compared::Order>().class, ChangeClass::NeedsBackfill);
    assert!(text::<served::Order>().contains(r#""serves": ["order.find", "order.count"]"#));
    assert!(text::<awaited::Order>().contains(r#""owner": "encryption""#));
    assert!(text::<compared::Order>().contains(r#""collation": { "locale": "de" }"#));
}

state!(large [max_size = "2 MiB"] { number: i32, at: DateTime, });

#[test]
fn a_smaller_document_reads_what_it_can_not_write() {
    assert_eq!(change::<plain::Order, large::Order>().class, ChangeClass::ReadableByOld);
    assert_change::<large::Order, plain::Order>(
        ChangeClass::NeedsBackfill,
        "`orders` has `max_size` of 1048576 bytes, which was 2097152; a stored document over it is still read, but can't be inserted \
         again; keep the old `max_size`, or count what is over the new one",
    );
}

state!(proven [proven] { number: i32, at: DateTime, });
state!(denying [deny_unknown] { number: i32, at: DateTime, });
state!(prefix [index(name = "ix_a", keys(number, at))] { number: i32, at: DateTime, });
state!(prefix_too [
    index(name = "ix_a", keys(number, at)),
    index(name = "ix_b", keys(number), allow(prefix, reason = "smaller"))
] { number: i32, at: DateTime, });

#[test]
fn promises_and_escapes_are_told() {
    assert_eq!(change::<plain::Order, proven::Order>().class, ChangeClass::Additive);
    let denies = change::<plain::Order, denying::Order>();
    assert_eq!(
        (denies.class, denies.advice.as_str()),
        (ChangeClass::Breaking, "remove `deny_unknown`")
    );
    let escape = changes::<prefix::Order, prefix_too::Order>();
    let found: Vec<_> = escape.iter().map(ToString::to_string).collect();
    assert!(
        found
            .contains(&"`orders` breaks the rule `prefix` in the index `ix_b`: smaller".to_owned()),
        "{found:#?}"
    );
}

#[test]
fn the_validator_is_told_with_what_changes_it() {
    let manifest = Manifest::of(&[denying::Order::DECLARATION]);
    let changes = manifest.changes_since(&text::<plain::Order>()).expect("a manifest");
    assert!(changes.iter().any(|change| change.what == "has another validator"), "{changes:#?}");
}

mod moved {
    use mongo_runtime::prelude::*;

    #[derive(Document)]
    #[mongo(collection = "purchases")]
    #[allow(dead_code, reason = "only the declaration is read")]
    pub(super) struct Order {
        #[mongo(id)]
        id: i32,
        number: i32,
        at: DateTime,
    }
}

#[test]
fn a_collection_that_is_gone_is_breaking_and_a_new_one_additive() {
    let found = changes::<plain::Order, moved::Order>();
    let texts: Vec<_> = found.iter().map(|change| (change.class, change.to_string())).collect();
    let expected = [
        (
            ChangeClass::Breaking,
            "`orders` is the collection `purchases` now; its stored documents stay where they are, and nothing reads them; keep the \
             old name with `#[mongo(collection = \"orders\")]`; if it is given up, remove `\"orders\"` from the file by hand"
                .to_owned(),
        ),
        (ChangeClass::Additive, "`purchases` is a new collection; no stored document is in it".to_owned()),
    ];
    assert_eq!(texts, expected);
}

#[test]
fn no_change_is_none() {
    assert!(changes::<plain::Order, plain::Order>().is_empty());
}

state!(line_as_declared { line: Line, } #[derive(Embedded)] struct Line { n: i32 });
state!(line_kept { line: Line, } #[derive(Embedded)] struct Line { n: i32, #[mongo(catch_all, max_items = 3)] rest: bson::Document });
state!(line_kept_less { line: Line, } #[derive(Embedded)] struct Line { n: i32, #[mongo(catch_all, max_items = 2)] rest: bson::Document });

#[test]
fn what_a_document_inside_keeps_is_told_at_its_field() {
    let kept = text::<line_kept::Order>();
    let line = r#""line": { "codec": "document@1", "presence": "required", "catch_all": { "max_items": 3 } }"#;
    assert!(kept.contains(line) && kept.contains(r#""unbounded": ["line"]"#), "{kept}");
    assert_change::<line_as_declared::Order, line_kept::Order>(
        ChangeClass::ReadableByOld,
        "`orders.line` keeps unknown fields now; they are read, and written back",
    );
    assert_change::<line_kept::Order, line_as_declared::Order>(
        ChangeClass::ReadableByOld,
        "`orders.line` keeps unknown fields no longer; stored fields that are not declared stay where they are, and are not read \
         any more; keep the field marked `#[mongo(catch_all)]`",
    );
    let other = change::<line_kept::Order, line_kept_less::Order>();
    assert_eq!(other.what, "has other bounds of the unknown fields that it keeps");
}
