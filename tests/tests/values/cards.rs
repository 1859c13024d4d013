//! What a registered query costs, and which operation uses which index.

use mongo_runtime::{
    catalog::unused_indexes,
    manifest::Manifest,
    prelude::*,
    query::{Access, Query},
};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_state", keys(state, created = desc, id = desc), serves("order.find-recent", "order.export")))]
#[mongo(index(name = "ix_total", keys(total)))]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_old", keys(note), serves("order.export")))]
#[mongo(index(name = "ttl_created", keys(created), expire_after = "90 days"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: i64,
    #[mongo(max_len = 8)]
    state: String,
    created: DateTime,
    total: i64,
    note: i32,
    memo: i32,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-recent", sort(created = desc, id = desc), max_results = 100)]
#[mongo(
    hint = "ix_state",
    deadline = "2 s",
    allow(residual, reason = "few orders of a day are of one total")
)]
struct Recent<'a> {
    #[mongo(eq, path = state)]
    state: &'a str,
    #[mongo(lt, path = created)]
    before: DateTime,
    #[mongo(gte, path = total, optional)]
    at_least: Option<i64>,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-noted", collection_scan = "asked by hand")]
struct Noted {
    #[mongo(is_in, path = memo, max_items = 4)]
    memos: Vec<i32>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.put", upsert = "uq_number")]
struct Put {
    #[mongo(key)]
    number: i64,
    #[mongo(set_on_insert)]
    state: &'static str,
    #[mongo(set)]
    created: DateTime,
    #[mongo(set)]
    total: i64,
    #[mongo(set)]
    note: i32,
    #[mongo(set)]
    memo: i32,
}

operation! { Export: Order = "order.export" }

catalog! {
    /// The catalog of the orders.
    Shop: documents(Order), operations(Recent, Noted, Put, Export)
}

#[test]
fn a_card_tells_index_keys_and_limits() {
    let card = Recent::CARD;
    assert_eq!((card.index(), card.access()), (Some("ix_state"), Access::IndexThenDocuments));
    assert_eq!((card.n_combinations, card.indexes()), (2, vec!["ix_state"]));
    assert!(!card.may_scan());
    assert_eq!(
        card.to_string(),
        "`order.find-recent` on `orders`\n\
         served by `ix_state` (IXSCAN, FETCH)\n\
         equal: state\n\
         order: created desc, _id desc\n\
         range: created\n\
         looked at beside it: total (optional)\n\
         allowed: residual, few orders of a day are of one total\n\
         2 combinations of optional conditions: `ix_state`\n\
         at most 100 documents, within 2000 ms; batch size and consistency are the store's"
    );
}

#[test]
fn an_index_that_nothing_uses_is_named() {
    let unused: Vec<_> = unused_indexes::<Shop>().iter().map(ToString::to_string).collect();
    assert_eq!(
        unused,
        [
            "nothing in the catalog uses the index `ix_total` of `orders`: remove it, or name in `serves(..)` the operation that it is \
          there for"
        ]
    );
}

#[test]
fn the_manifest_tells_what_operations_cost_and_who_uses_an_index() {
    let text = Manifest::of_catalog::<Shop>().to_string();
    for part in [
        r#""order.export": { "collection": "orders", "kind": "dynamic" }"#,
        r#""order.put": { "collection": "orders", "kind": "recipe", "upsert": "uq_number" }"#,
        r#""index": "ix_state""#,
        r#""conditions": ["state eq", "created lt", "total gte (optional)"]"#,
        r#""sort": ["created desc", "_id desc"]"#,
        r#""max_results": 100"#,
        r#""deadline_ms": 2000"#,
        r#"{ "rule": "residual", "reason": "few orders of a day are of one total" }"#,
        r#""collection_scan": "asked by hand""#,
        r#""used_by": ["order.find-recent"]"#,
        r#""unproven": ["order.export"]"#,
        r#""used_by": ["order.put"]"#,
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn a_change_of_a_query_is_told() {
    let manifest = Manifest::of_catalog::<Shop>();
    let committed =
        manifest.to_string().replace(r#""index": "ix_state""#, r#""index": "ix_other""#);
    let committed = committed.replace(r#""max_results": 100"#, r#""max_results": 50"#);
    let committed = committed.replace(r#", "upsert": "uq_number""#, "");
    let changes = manifest.changes_since(&committed).expect("it is a manifest");
    let mut told: Vec<_> = changes.iter().map(ToString::to_string).collect();
    told.sort();
    assert_eq!(
        told,
        [
            "`orders.order.find-recent` has `max_results` `100`, which was `50`; nothing that is stored changes",
            "`orders.order.find-recent` is served by `ix_state`, and no longer by `ix_other`; the index has to be built before the \
             new binary runs",
            "`orders.order.put` has `upsert` `uq_number`, which is new; nothing that is stored changes",
        ]
    );
}
