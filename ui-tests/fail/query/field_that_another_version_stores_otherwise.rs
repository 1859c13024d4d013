use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: i32,
    total: i32,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1))]
#[mongo(index(name = "ix_placed", keys(placed_at)))]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: i32,
    total: i64,
    #[mongo(rename = "placedAt")]
    placed_at: DateTime,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, total: old.total.into(), placed_at: DateTime::now() })
    }
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-large")]
struct Large {
    #[mongo(gte)]
    total: i64,
}

/// This one says it.
#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-small", of_current_version)]
struct Small {
    #[mongo(lt)]
    total: i64,
}

fn main() {}
