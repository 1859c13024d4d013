//! What is compared has an order, what may be absent is optional, and a variant is one.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    status: Status,
    stock: i64,
    paid_by: Payment,
    #[mongo(max_len = 30)]
    note: Option<String>,
    #[mongo(max_items = 10)]
    lots: Vec<Lot>,
}

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
}

#[derive(Embedded)]
#[mongo(tag = "kind")]
enum Payment {
    Card { number: i64 },
    Cash,
}

#[derive(Embedded)]
struct Lot {
    left: i64,
    gift: Option<i64>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.no-order")]
#[mongo(expect_gt(status = Status::Open), set(stock = 0))]
struct NoOrder;

#[derive(Update)]
#[mongo(document = Order, operation = "order.never-absent")]
#[mongo(expect_absent(stock), set(stock = 0))]
struct NeverAbsent;

#[derive(Update)]
#[mongo(document = Order, operation = "order.no-variant")]
#[mongo(expect_is(note), set(stock = 0))]
struct NoVariant;

#[derive(Update)]
#[mongo(document = Order, operation = "order.one-value")]
struct OneValue {
    #[mongo(expect_in)]
    status: Status,
    #[mongo(set)]
    stock: i64,
}

fn main() {}
