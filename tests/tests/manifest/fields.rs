//! What a change of a field does: representation, presence, range, bounds.

use mongo_runtime::manifest::ChangeClass;

use crate::support::{assert_change, change, changes, state};

const READER: &str = "or write `schema_version = 1` and `reads(..)` with a type of what documents without a version (version 0) \
                      looked like";

state!(empty {});
state!(required { total: i64 });
state!(optional { total: Option<i64>, });
state!(null { #[mongo(null)] total: Option<i64>, });
state!(three { total: Presence<i64>, });
state!(denying [deny_unknown] { });
state!(denying_optional [deny_unknown] { total: Option<i64>, });

#[test]
fn a_new_optional_field_is_additive() {
    assert_change::<empty::Order, optional::Order>(
        ChangeClass::Additive,
        "`orders.total` is a new field that may be absent; stored documents are read without it",
    );
    assert_eq!(
        change::<denying::Order, denying_optional::Order>().class,
        ChangeClass::UnreadableByOld
    );
}

#[test]
fn a_new_required_field_needs_a_version_or_an_option() {
    assert_change::<empty::Order, required::Order>(
        ChangeClass::Breaking,
        &format!(
            "`orders.total` is a new field that is required; stored documents lack it and can't be read; make it an `Option`, {READER}"
        ),
    );
}

#[test]
fn presence_decides_who_reads_what() {
    let class = |change: mongo_runtime::manifest::Change| change.class;
    assert_eq!(class(change::<required::Order, optional::Order>()), ChangeClass::UnreadableByOld);
    assert_eq!(class(change::<optional::Order, null::Order>()), ChangeClass::ReadableByOld);
    assert_eq!(class(change::<null::Order, three::Order>()), ChangeClass::ReadableByOld);
    assert_change::<optional::Order, required::Order>(
        ChangeClass::Breaking,
        &format!(
            "`orders.total` is \"required\", which was \"absent if none\"; stored documents without it can't be read; keep the \
             `Option`, {READER}"
        ),
    );
}

state!(text { total: String });
state!(decimal { total: Decimal128 });
state!(dates { #[mongo(max_items = 3)] at: Vec<DateTime>, });
state!(cut_dates { #[mongo(as = "date_ms", max_items = 3)] at: Vec<std::time::SystemTime>, });
state!(standard { key: Uuid });
state!(java {
    #[mongo(as = "uuid_java_legacy")]
    key: Uuid,
});
state!(int { n: i32 });
state!(wide_lossless {
    #[mongo(lossless)]
    n: i64,
});
state!(lossless {
    #[mongo(lossless)]
    n: i32,
});
state!(float {
    #[mongo(as = "double")]
    n: f32,
});
state!(double { n: f64 });

#[test]
fn another_representation_says_which_documents_can_not_be_read() {
    assert_change::<text::Order, decimal::Order>(
        ChangeClass::Breaking,
        &format!(
            "`orders.total` is stored as `decimal128@1`, which was `string@1`; stored documents can't be read; keep a type that is \
             stored as `string@1`, {READER}"
        ),
    );
    let uuid = change::<java::Order, standard::Order>();
    assert_eq!(uuid.what, "is stored as `uuid@1`, which was `uuid_java_legacy@1`");
    assert!(
        uuid.advice.starts_with("keep the old form with `#[mongo(as = \"uuid_java_legacy\")]`"),
        "{uuid}"
    );
}

#[test]
fn a_representation_that_reads_the_other_is_told_apart() {
    assert_eq!(change::<dates::Order, cut_dates::Order>().class, ChangeClass::ReadableByOld);
    assert_eq!(change::<int::Order, wide_lossless::Order>().class, ChangeClass::UnreadableByOld);
    assert_eq!(change::<float::Order, double::Order>().class, ChangeClass::UnreadableByOld);
    assert_eq!(change::<double::Order, float::Order>().class, ChangeClass::Breaking);
    assert_eq!(change::<int::Order, lossless::Order>().class, ChangeClass::ReadableByOld);
    let exact = change::<lossless::Order, int::Order>();
    assert_eq!(exact.class, ChangeClass::Breaking);
    assert_eq!(
        exact.effect,
        "stored documents with a number of another width, which another client wrote, can't be read"
    );
    assert!(exact.advice.starts_with("keep the old form with `#[mongo(lossless)]`"), "{exact}");
}

state!(small { n: u16 });

#[test]
fn a_narrower_integer_is_breaking_and_a_wider_one_is_not_read_by_the_old_binary() {
    assert_eq!(change::<small::Order, int::Order>().class, ChangeClass::UnreadableByOld);
    assert_change::<int::Order, small::Order>(
        ChangeClass::Breaking,
        &format!(
            "`orders.n` holds 0 to 65535, which was every number of its width; stored documents with a number outside of that can't \
             be read; keep the wider type, {READER}"
        ),
    );
}

state!(two_hundred { #[mongo(max_items = 200, max_len = 8)] tags: Vec<String>, });
state!(fifty { #[mongo(max_items = 50, max_len = 8)] tags: Vec<String>, });
state!(longer { #[mongo(max_items = 200, max_len = 9)] tags: Vec<String>, });

#[test]
fn a_lower_bound_reads_what_it_can_not_write() {
    assert_change::<two_hundred::Order, fifty::Order>(
        ChangeClass::NeedsBackfill,
        "`orders.tags` has the bound `max_items = 50`, which was `200`; a stored value over it is still read, but can't be written \
         again: shorten these first; keep the old bound, or count what is over the new one",
    );
    assert_change::<two_hundred::Order, longer::Order>(
        ChangeClass::ReadableByOld,
        "`orders.tags` has the bound `max_len = 9`, which was `8`; the old binary reads a value over its bound, but can't write it",
    );
}

state!(nested { line: Line, } #[derive(Embedded)] struct Line { n: i32, m: i32 });
state!(flat { line: String });

#[test]
fn what_is_inside_of_a_field_is_not_told_beside_it() {
    let changes = changes::<nested::Order, flat::Order>();
    assert_eq!(changes.len(), 1, "{changes:#?}");
    assert_eq!(changes[0].what, "is stored as `string@1`, which was `document@1`");
}

mod buyer {
    use mongo_runtime::prelude::*;

    #[derive(Document)]
    #[mongo(collection = "buyers")]
    #[allow(dead_code, reason = "only the declaration is read")]
    pub(super) struct Buyer {
        #[mongo(id)]
        id: i64,
    }
}

state!(unlinked { buyer: i64 });
state!(linked {
    #[mongo(reference = super::buyer::Buyer)]
    buyer: i64,
});
state!(linked_to_itself { #[mongo(reference = Numbered)] buyer: i64, }
    #[derive(Document)]
    #[mongo(collection = "numbered")]
    #[allow(dead_code, reason = "only the declaration is read")]
    struct Numbered { #[mongo(id)] id: i64 }
);

#[test]
fn a_reference_is_told_and_changes_nothing_that_is_stored() {
    assert_change::<unlinked::Order, linked::Order>(
        ChangeClass::Additive,
        "`orders.buyer` refers to `buyers` now; stored values are what they were: look whether they are all meant for it",
    );
    assert_change::<linked::Order, unlinked::Order>(
        ChangeClass::Additive,
        "`orders.buyer` is no longer declared as what refers to `buyers`; nothing that is stored changes",
    );
    assert_eq!(
        change::<linked::Order, linked_to_itself::Order>().what,
        "refers to `numbered`, which was `buyers`"
    );
}
