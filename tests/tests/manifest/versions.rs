//! Schema versions: what a new one makes possible, and what it does not.

use mongo_runtime::{
    Document, Upgrade, UpgradeError,
    manifest::{ChangeClass, Manifest},
};

use crate::support::{assert_change, change, changes, state, text};

/// Says that a state reads another. The upgrade is never called here.
macro_rules! upgrades {
    ($($old:ident to $new:ident;)*) => { $(
        impl Upgrade<$old::Order> for $new::Order {
            fn upgrade(_: $old::Order) -> Result<Self, UpgradeError> {
                Err(UpgradeError::new("not in this test"))
            }
        }
    )* };
}

state!(unversioned { total: String });
state!(v1 [schema_version = 1, reads(super::unversioned::Order)] { total: Decimal128, });
state!(v1_alone [schema_version = 1] { total: Decimal128, });
state!(v2 [schema_version = 2, reads(super::v1::Order)] { total: Decimal128, paid: bool, });
state!(v2_alone [schema_version = 2] { total: Decimal128, paid: bool, });
state!(v2_of_v1_only [schema_version = 2, reads(super::v1_alone::Order)] { total: Decimal128, paid: bool, });
state!(v1_as_text [schema_version = 1] { total: String, });
state!(v2_of_wrong_v1 [schema_version = 2, reads(super::v1_as_text::Order)] { total: Decimal128, paid: bool, });
state!(v1_elsewhere [schema_version = 1, version_field = "v"] { total: Decimal128, });
state!(v1_less [schema_version = 1] { });
state!(v2_of_less [schema_version = 2, reads(super::v1_less::Order)] { total: Decimal128, paid: bool, });
state!(v2_elsewhere [schema_version = 2, version_field = "v", reads(super::v1_elsewhere::Order)] { total: Decimal128, paid: bool, });

upgrades! {
    unversioned to v1;
    v1 to v2;
    v1_alone to v2_of_v1_only;
    v1_as_text to v2_of_wrong_v1;
    v1_elsewhere to v2_elsewhere;
    v1_less to v2_of_less;
}

fn is_breaking<Old: Document, New: Document>() -> bool {
    changes::<Old, New>().iter().any(|change| change.class == ChangeClass::Breaking)
}

#[test]
fn a_change_of_representation_is_not_breaking_with_a_version_and_a_reader() {
    assert!(is_breaking::<unversioned::Order, v1_alone::Order>());
    let changes = changes::<unversioned::Order, v1::Order>();
    let found: Vec<_> = changes.iter().map(|change| (change.class, change.to_string())).collect();
    let expected = [
        (
            ChangeClass::NeedsBackfill,
            "`orders.total` is stored as `decimal128@1`, which was `string@1`; stored documents are read by their reader and stay as \
             they are until they are written again: a filter on it does not find them"
                .to_owned(),
        ),
        (
            ChangeClass::UnreadableByOld,
            "`orders` is of version 1, which was 0; the old binary can't read what is written now: run the new one everywhere before \
             it writes; stored documents are read by their reader"
                .to_owned(),
        ),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_new_required_field_is_not_breaking_with_a_version_and_a_reader() {
    let changes = changes::<v1::Order, v2::Order>();
    let paid =
        changes.iter().find(|change| change.place.as_deref() == Some("paid")).expect("a change");
    assert_eq!(
        (paid.class, paid.what.as_str()),
        (ChangeClass::NeedsBackfill, "is a new field that is required")
    );
    assert!(!is_breaking::<v1::Order, v2::Order>());
}

#[test]
fn a_new_version_without_a_reader_is_breaking() {
    let found = changes::<v1_alone::Order, v2_alone::Order>();
    let broken: Vec<_> = found
        .iter()
        .filter(|change| change.class == ChangeClass::Breaking)
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        broken,
        [
            "`orders` has no reader of version 1; stored documents of version 1 can't be read; write `#[mongo(reads(..))]` with a type \
          of what version 1 looked like, and `Upgrade` from it"
        ]
    );
}

#[test]
fn a_reader_that_does_not_read_what_was_stored_is_breaking() {
    let found = changes::<v1_alone::Order, v2_of_wrong_v1::Order>();
    let broken = found
        .iter()
        .find(|change| change.class == ChangeClass::Breaking)
        .expect("a breaking change");
    assert_eq!(
        broken.to_string(),
        "`orders.total` is stored as `string@1`, which was `decimal128@1` in the type that reads version 1; stored documents of \
         version 1 can't be read; keep that type as version 1 was stored: keep a type that is stored as `decimal128@1`"
    );
}

#[test]
fn a_reader_that_leaves_a_field_out_is_told() {
    let found = changes::<v1_alone::Order, v2_of_less::Order>();
    let told = found.iter().find(|change| change.effect.contains("upgraded")).expect("is told");
    assert_eq!(
        (told.class, told.to_string().as_str()),
        (
            ChangeClass::NeedsBackfill,
            "`orders.total` is no field any more in the type that reads version 1; stored documents of version 1 are upgraded \
             without it; if it was renamed, keep the old name with `#[mongo(rename = \"total\")]`"
        )
    );
}

#[test]
fn a_reader_that_is_gone_is_breaking_until_it_is_removed_from_the_file_by_hand() {
    let gone = changes::<v2::Order, v2_of_v1_only::Order>();
    assert_eq!(gone.len(), 1, "{gone:#?}");
    assert_eq!(
        (gone[0].class, gone[0].what.as_str()),
        (ChangeClass::Breaking, "has no reader of version 0 any more")
    );
    assert!(
        gone[0].advice.contains("remove `\"0\"` from `readers` in the file by hand"),
        "{}",
        gone[0]
    );

    let committed = text::<v2::Order>();
    let start = committed.find(",\n        \"0\": {").expect("the reader of version 0");
    let end =
        start + committed[start..].find("\n        }").expect("its end") + "\n        }".len();
    let edited = format!("{}{}", &committed[..start], &committed[end..]);
    let after = Manifest::of(&[v2_of_v1_only::Order::DECLARATION])
        .changes_since(&edited)
        .expect("a manifest");
    assert!(after.iter().all(|change| change.class < ChangeClass::Breaking), "{after:#?}");
}

#[test]
fn an_older_reader_is_additive() {
    assert_eq!(change::<v2_of_v1_only::Order, v2::Order>().class, ChangeClass::Additive);
}

#[test]
fn a_version_is_found_where_it_was_and_never_goes_back() {
    let moved = changes::<v2::Order, v2_elsewhere::Order>();
    assert_eq!(moved[0].class, ChangeClass::Breaking);
    assert_eq!(
        moved[0].advice,
        "keep the old name with `#[mongo(version_field = \"schemaVersion\")]`"
    );
    assert_eq!(
        changes::<v2::Order, v1::Order>()[0].advice,
        "a version only goes up: write `schema_version = 3`"
    );
    assert_change::<v1_as_text::Order, unversioned::Order>(
        ChangeClass::Breaking,
        "`orders` has no schema version any more; stored documents of every version are read as if they were of the one that the \
         type has now; keep `schema_version = 1`",
    );
}

state!(v1_for_v2 [schema_version = 1, reads_newer(super::v2_alone::Order)] { total: Decimal128, }
    impl Downgrade<super::v2_alone::Order> for Order {
        fn downgrade(_: super::v2_alone::Order) -> Result<Self, DowngradeError> {
            Err(DowngradeError::new("not in this test"))
        }
    }
);

#[test]
fn a_newer_reader_is_in_the_file_and_a_raise_to_its_version_is_readable_by_the_old_binary() {
    assert_change::<v1_alone::Order, v1_for_v2::Order>(
        ChangeClass::Additive,
        "`orders` reads version 2, which is newer; more documents can be read",
    );
    let committed = text::<v1_for_v2::Order>();
    assert!(committed.contains(r#""current": 1, "oldest": 1, "newest": 2"#), "{committed}");
    assert!(committed.contains(r#""newer_readers""#), "{committed}");
    let raised = changes::<v1_for_v2::Order, v2_of_v1_only::Order>();
    let bump =
        raised.iter().find(|change| change.what == "is of version 2, which was 1").expect("told");
    assert_eq!(bump.class, ChangeClass::ReadableByOld);
    assert_eq!(change::<v1_for_v2::Order, v1_alone::Order>().class, ChangeClass::UnreadableByOld);
}

state!(checked { number: i32 });
state!(warned [validation(level = "moderate", action = "warn")] { number: i32, });

#[test]
fn level_and_action_of_the_validator_are_in_the_file() {
    assert!(!text::<checked::Order>().contains("\"validation\""));
    let file = text::<warned::Order>();
    assert!(file.contains(r#""validation": { "level": "moderate", "action": "warn" }"#), "{file}");
    assert_change::<checked::Order, warned::Order>(
        ChangeClass::ReadableByOld,
        "`orders` has its validator at level `moderate` and action `warn`, which was level `strict` and action `error`; it holds \
         for writes of both binaries",
    );
}
