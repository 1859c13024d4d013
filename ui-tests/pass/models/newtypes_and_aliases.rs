//! Newtypes and aliases are what they stand for, bounds included.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, field::Field, from_slice, to_vec};

#[derive(Embedded, Debug, Clone, PartialEq)]
struct OrderId(ObjectId);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Tags(#[mongo(max_items = 4, max_len = 10)] Vec<String>);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Unbounded(Vec<i32>);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Maybe(Option<i64>);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Hits(#[mongo(as = "int64_checked")] u64);

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(transparent)]
struct Cents {
    amount: i64,
}

type List<T> = Vec<T>;
type Optional = Option<List<OrderId>>;

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders", max_size = "64 KiB", proven)]
#[mongo(index(name = "ix_tags", keys(tags)))]
struct Order {
    #[mongo(id)]
    id: OrderId,
    tags: Tags,
    optional_tags: Option<Tags>,
    #[mongo(max_items = 3)]
    unbounded: Unbounded,
    maybe: Maybe,
    hits: Hits,
    price: Cents,
    #[mongo(max_items = 3)]
    related: Optional,
    pair: (i32, Tags),
}

fn main() {
    let tags = Tags(vec!["a".to_owned()]);
    let order = Order {
        id: OrderId(ObjectId::from_bytes([1; 12])),
        tags: tags.clone(),
        optional_tags: None,
        unbounded: Unbounded(vec![1, 2, 3]),
        maybe: Maybe(None),
        hits: Hits(7),
        price: Cents { amount: 3 },
        related: Some(vec![OrderId(ObjectId::from_bytes([2; 12]))]),
        pair: (1, tags),
    };
    assert_eq!(from_slice::<Order>(&to_vec(&order).unwrap()).unwrap(), order);
    assert_eq!(Order::fields().tags().each().path_name(), "tags");
    let long = Order { unbounded: Unbounded(vec![0; 4]), ..order };
    assert!(to_vec(&long).is_err());
}
