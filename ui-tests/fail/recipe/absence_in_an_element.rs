//! Absence is expected of the document.

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
#[mongo(document = Order, operation = "order.change")]
#[mongo(expect_absent(lots[matched].gift), set(stock = 0))]
struct Change;

fn main() {}
