//! Names: those of Rust types are not stored, all others are kept by an attribute.

use mongo_runtime::manifest::ChangeClass;

use crate::support::{assert_change, change, changes, state, text};

mod as_it_was {
    use mongo_runtime::prelude::*;

    #[derive(Document)]
    #[mongo(collection = "orders")]
    #[allow(dead_code, reason = "only the declaration is read")]
    pub(super) struct Order {
        #[mongo(id)]
        id: OrderId,
        status: Status,
        payment: Payment,
        #[mongo(max_items = 3)]
        lines: Vec<Line>,
    }

    #[derive(Embedded)]
    pub(super) struct OrderId(ObjectId);

    #[derive(Embedded)]
    enum Status {
        Open,
        Paid,
    }

    #[derive(Embedded)]
    #[mongo(tag = "type")]
    enum Payment {
        Cash,
        Card { code: i32 },
    }

    #[derive(Embedded)]
    struct Line {
        count: u16,
    }
}

mod with_other_type_names {
    use mongo_runtime::prelude::*;

    #[derive(Document)]
    #[mongo(collection = "orders")]
    #[allow(dead_code, reason = "only the declaration is read")]
    pub(super) struct Purchase {
        #[mongo(id)]
        key: PurchaseId,
        #[mongo(rename = "status")]
        state: Progress,
        payment: Means,
        #[mongo(max_items = 3)]
        lines: std::collections::VecDeque<Box<Item>>,
    }

    #[derive(Embedded)]
    pub(super) struct PurchaseId(ObjectId);

    #[derive(Embedded)]
    enum Progress {
        #[mongo(rename = "Open")]
        New,
        Paid,
    }

    #[derive(Embedded)]
    #[mongo(tag = "type")]
    enum Means {
        Cash,
        #[mongo(rename = "Card")]
        CreditCard {
            #[mongo(rename = "code")]
            last4: i32,
        },
    }

    #[derive(Embedded)]
    struct Item {
        count: u16,
    }
}

#[test]
fn a_rename_of_rust_types_changes_no_byte_of_the_file() {
    assert_eq!(text::<as_it_was::Order>(), text::<with_other_type_names::Purchase>());
}

state!(plain { number: i32 });
state!(renamed { order_number: i32 });
state!(kept [rename_all = "camelCase"] { #[mongo(rename = "number")] order_number: i32, });
state!(optional { note: Option<String>, });
state!(optional_renamed { remark: Option<String>, });

#[test]
fn a_renamed_field_fails_with_the_attribute_that_keeps_its_name() {
    assert_change::<plain::Order, renamed::Order>(
        ChangeClass::Breaking,
        "`orders.number` is stored as `order_number` now; stored documents have it under its old name and can't be read; keep the \
         old name with `#[mongo(rename = \"number\")]` on the field `order_number`, or write `schema_version = 1` and `reads(..)` \
         with a type of what documents without a version (version 0) looked like",
    );
    assert_eq!(text::<plain::Order>(), text::<kept::Order>());
    let change = change::<optional::Order, optional_renamed::Order>();
    assert_eq!(
        change.effect,
        "stored documents have it under its old name and are read as if it were absent"
    );
    assert!(
        change.advice.starts_with(
            "keep the old name with `#[mongo(rename = \"note\")]` on the field `remark`"
        )
    );
}

state!(snake { created_at: i32, paid_at: i32 });
state!(camel [rename_all = "camelCase"] { created_at: i32, paid_at: i32, });

#[test]
fn another_case_form_is_a_rename_of_each_field() {
    let changes = changes::<snake::Order, camel::Order>();
    let found: Vec<_> =
        changes.iter().map(|change| (change.place.as_deref(), change.what.as_str())).collect();
    let expected = [
        (Some("created_at"), "is stored as `createdAt` now"),
        (Some("paid_at"), "is stored as `paidAt` now"),
    ];
    assert_eq!(found, expected);
    assert!(
        changes[0].advice.contains("`#[mongo(rename = \"created_at\")]` on the field `created_at`"),
        "{}",
        changes[0]
    );
}

state!(open_or_paid { status: Status, } #[derive(Embedded)] enum Status { Open, Paid });
state!(open_or_settled { status: Status, } #[derive(Embedded)] enum Status { Open, Settled });
state!(open { status: Status, } #[derive(Embedded)] enum Status { Open });
state!(paid_or_open { status: Status, } #[derive(Embedded)] enum Status { Paid, Open });

#[test]
fn a_renamed_variant_fails_with_the_attribute_that_keeps_its_tag() {
    assert_change::<open_or_paid::Order, open_or_settled::Order>(
        ChangeClass::Breaking,
        "`orders.status` has the tag `Settled`, which was `Paid`; stored documents with the tag `Paid` can't be read; keep the old \
         name with `#[mongo(rename = \"Paid\")]` on the variant that is stored as `Settled`, or write `schema_version = 1` and \
         `reads(..)` with a type of what documents without a version (version 0) looked like",
    );
}

#[test]
fn a_removed_variant_is_breaking_and_a_new_one_is_not_read_by_the_old_binary() {
    let removed = change::<open_or_paid::Order, open::Order>();
    assert_eq!(
        (removed.class, removed.what.as_str()),
        (ChangeClass::Breaking, "has no tag `Paid` any more")
    );
    assert!(removed.advice.starts_with(
        "if its variant was renamed, keep the old name with `#[mongo(rename = \"Paid\")]` on it"
    ));
    assert_change::<open::Order, open_or_paid::Order>(
        ChangeClass::UnreadableByOld,
        "`orders.status` has a new tag `Paid`; the old binary can't read documents with `Paid`: run the new one everywhere before \
         it writes that",
    );
    assert_eq!(change::<open_or_paid::Order, paid_or_open::Order>().class, ChangeClass::Additive);
}

state!(by_type { payment: Payment, } #[derive(Embedded)] #[mongo(tag = "type")] enum Payment { Cash, Card { code: i32 } });
state!(by_kind { payment: Payment, } #[derive(Embedded)] #[mongo(tag = "kind")] enum Payment { Cash, Card { code: i32 } });
state!(by_pin { payment: Payment, } #[derive(Embedded)] #[mongo(tag = "type")] enum Payment { Cash, Card { pin: i32 } });
state!(cash { payment: Payment, } #[derive(Embedded)] #[mongo(tag = "type")] enum Payment { Cash, Gift {} });

#[test]
fn names_inside_of_a_variant_and_its_tag_field_are_kept_too() {
    let tag = change::<by_type::Order, by_kind::Order>();
    assert!(tag.advice.contains("`#[mongo(tag = \"type\")]`"), "{tag}");
    let field = change::<by_type::Order, by_pin::Order>();
    assert_eq!(field.place.as_deref(), Some("payment<Card>.code"));
    assert!(field.advice.contains("`#[mongo(rename = \"code\")]` on the field `pin`"), "{field}");
    // What is inside of a variant that is gone is not told again.
    assert_eq!(change::<by_type::Order, cash::Order>().place.as_deref(), Some("payment"));
}

state!(by_renamed { payment: Payment, } #[derive(Embedded)] #[mongo(tag = "type")] enum Payment { Cash, Debit { code: i32 } });

#[test]
fn a_renamed_variant_with_data_fails_with_the_attribute_that_keeps_its_tag() {
    let renamed = change::<by_type::Order, by_renamed::Order>();
    assert_eq!((renamed.class, renamed.place.as_deref()), (ChangeClass::Breaking, Some("payment")));
    assert!(
        renamed.advice.starts_with(
            "keep the old name with `#[mongo(rename = \"Card\")]` on the variant that is stored as `Debit`"
        ),
        "{renamed}"
    );
}

state!(open_or_other { status: Status, } #[derive(Embedded)] enum Status { Open, #[mongo(fallback)] Other(String) });
state!(paid_or_other { status: Status, } #[derive(Embedded)] enum Status { Open, Paid, #[mongo(fallback)] Other(String) });

#[test]
fn a_fallback_is_a_fact_that_may_come_and_not_go() {
    let line = r#""status": { "codec": "tag@1", "presence": "required", "tags": ["Open"], "fallback": true }"#;
    assert!(text::<open_or_other::Order>().contains(line), "{}", text::<open_or_other::Order>());
    assert_change::<open::Order, open_or_other::Order>(
        ChangeClass::Additive,
        "`orders.status` has a fallback variant now; a tag that is not declared is kept, and nothing that is stored changes",
    );
    let gone = change::<open_or_other::Order, open::Order>();
    assert_eq!(gone.class, ChangeClass::Breaking, "{gone}");
    assert!(gone.advice.starts_with("keep the variant marked `#[mongo(fallback)]`"), "{gone}");
    // What the old binary does not know it keeps, and what the new one does not know it keeps, too.
    let new_tag = change::<open_or_other::Order, paid_or_other::Order>();
    assert_eq!(new_tag.class, ChangeClass::ReadableByOld, "{new_tag}");
    let lost = change::<paid_or_other::Order, open_or_other::Order>();
    assert_eq!(
        (lost.class, lost.effect.as_str()),
        (
            ChangeClass::ReadableByOld,
            "stored documents with the tag `Paid` are read as the fallback variant"
        )
    );
}

state!(removed {});
state!(closed [deny_unknown] { });

#[test]
fn a_removed_field_says_who_still_reads_what() {
    let required = change::<plain::Order, removed::Order>();
    assert_eq!(required.class, ChangeClass::UnreadableByOld);
    assert_eq!(
        required.advice,
        "if it was renamed, keep the old name with `#[mongo(rename = \"number\")]`"
    );
    let optional = change::<optional::Order, removed::Order>();
    assert_eq!(
        (optional.class, optional.effect.as_str()),
        (ChangeClass::ReadableByOld, "stored documents keep it, and nothing reads it")
    );
    let denied = changes::<optional::Order, closed::Order>();
    assert!(
        denied.iter().any(|change| change.place.as_deref() == Some("note")
            && change.class == ChangeClass::Breaking),
        "{denied:#?}"
    );
}

state!(counted { #[mongo(max_items = 3)] by_status: std::collections::BTreeMap<Status, i32>, } #[derive(Embedded, PartialEq, Eq, PartialOrd, Ord)] enum Status { Open, Paid });
state!(counted_less { #[mongo(max_items = 3)] by_status: std::collections::BTreeMap<Status, i32>, } #[derive(Embedded, PartialEq, Eq, PartialOrd, Ord)] enum Status { Open });

#[test]
fn the_tags_that_are_keys_of_a_map_are_told_as_keys() {
    let line = r#""keys": [{ "tags": ["Open", "Paid"] }]"#;
    assert!(text::<counted::Order>().contains(line), "{}", text::<counted::Order>());
    let gone = change::<counted::Order, counted_less::Order>();
    assert_eq!(gone.class, ChangeClass::Breaking);
    assert_eq!(
        (gone.what.as_str(), gone.effect.as_str()),
        ("has no key `Paid` any more", "stored documents with the key `Paid` can't be read")
    );
    let new = change::<counted_less::Order, counted::Order>();
    assert_eq!(
        (new.class, new.what.as_str()),
        (ChangeClass::UnreadableByOld, "has a new key `Paid`")
    );
}
