//! The operations of a catalog, as the manifest tells them.

use mongo_runtime::{
    catalog::Catalog,
    manifest::{ChangeClass, Manifest},
    prelude::*,
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(is_open, number), serves("order.find-open", "order.count")))]
#[allow(dead_code, reason = "only the declaration is read")]
struct Order {
    #[mongo(id)]
    id: i32,
    is_open: bool,
    number: i32,
}

#[derive(Document)]
#[mongo(collection = "customers")]
#[allow(dead_code, reason = "only the declaration is read")]
struct Customer {
    #[mongo(id)]
    id: i32,
}

operation! {
    /// The orders that nobody has paid yet.
    FindOpen: Order = "order.find-open"
}
operation! { Close: Order = "order.close" }
operation! { CloseOfCustomer: Customer = "order.close" }

catalog! { Shop: documents(Order, Customer), operations(FindOpen, Close) }
catalog! { Fewer: documents(Order, Customer), operations(FindOpen) }
catalog! { Moved: documents(Order, Customer), operations(CloseOfCustomer, FindOpen) }

fn changes<Old: Catalog, New: Catalog>() -> Vec<String> {
    let old = Manifest::of_catalog::<Old>().to_string();
    let changes = Manifest::of_catalog::<New>().changes_since(&old).expect("a manifest");
    assert!(changes.iter().all(|change| change.class == ChangeClass::Additive), "{changes:?}");
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn the_manifest_lists_the_operations_and_what_an_index_is_there_for() {
    let manifest = Manifest::of_catalog::<Shop>();
    let names: Vec<_> = manifest.operations().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["order.close", "order.find-open"]);
    let text = manifest.to_string();
    let operations = r#"  "operations": {
    "order.close": { "collection": "orders", "kind": "dynamic" },
    "order.find-open": { "collection": "orders", "kind": "dynamic" }
  }
}
"#;
    assert!(text.ends_with(operations), "{text}");
    assert!(text.contains(r#""serves": ["order.find-open", "order.count"]"#), "{text}");
}

#[test]
fn a_change_of_the_operations_is_told_and_changes_nothing_that_is_stored() {
    assert_eq!(
        changes::<Shop, Fewer>(),
        [
            "`orders.order.close` is no operation any more; what looks for the name in logs and profiles finds nothing new"
        ]
    );
    assert_eq!(
        changes::<Fewer, Shop>(),
        ["`orders.order.close` is a new operation, dynamic; nothing that is stored changes"]
    );
    assert_eq!(
        changes::<Shop, Moved>(),
        [
            "`customers.order.close` is an operation of `customers`, dynamic, which was of `orders`, dynamic; nothing that is stored \
          changes"
        ]
    );
}
