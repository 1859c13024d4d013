//! Every form of an index.

use mongo_runtime::{
    Document, Embedded, Point,
    bson::{DateTime, oid::ObjectId},
    index::KeyKind,
};

#[derive(Embedded)]
#[mongo(rename_all = "snake_case")]
enum Status {
    Open,
    InTransit,
}

#[derive(Embedded)]
struct Item {
    #[mongo(max_len = 20)]
    sku: String,
    #[mongo(max_items = 3)]
    sizes: Vec<i32>,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_number_total", keys(number = desc, total)))]
#[mongo(index(name = "ttl", keys(seen_at), expire_after = "30 days"))]
#[mongo(index(name = "ix_open", keys(total), partial(status = "in_transit", total >= -5, exists(email))))]
#[mongo(index(name = "uq_email", keys(email), unique, one_absent))]
#[mongo(index(name = "uq_phone", keys(phone), unique, partial(exists(phone))))]
#[mongo(index(name = "ix_item", keys(items[].sku, items[].sizes)))]
#[mongo(index(name = "ix_shard", keys(id = hashed)))]
#[mongo(index(name = "ix_place", keys(place = "2dsphere", total)))]
#[mongo(index(
    name = "ix_seen",
    keys(seen_at, total),
    sparse,
    hidden,
    allow(sparse, reason = "of the old system")
))]
#[mongo(index(name = "ix_paid", keys(paid), allow(prefix, reason = "smaller, and all in memory")))]
#[mongo(index(name = "ix_paid_total", keys(paid, total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
    seen_at: Option<DateTime>,
    status: Status,
    #[mongo(max_len = 100)]
    email: Option<String>,
    #[mongo(max_len = 100)]
    phone: Option<String>,
    #[mongo(max_items = 5)]
    items: Vec<Item>,
    place: Point,
    paid: bool,
}

fn main() {
    let indexes = Order::DECLARATION.indexes;
    assert_eq!(indexes.len(), 12);
    assert_eq!(indexes[2].expire_after_seconds, Some(30 * 24 * 60 * 60));
    assert_eq!(indexes[3].partial.len(), 3);
    assert_eq!(indexes[6].keys[1].path, "items.sizes");
    assert_eq!(indexes[7].keys[0].kind, KeyKind::Hashed);
    assert_eq!(indexes[9].allowances[0].reason, "of the old system");
}
