//! Of one field, one thing is expected, or a range.

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
#[mongo(document = Order, operation = "order.twice")]
#[mongo(expect(status = Status::Open))]
struct Twice {
    #[mongo(expect, path = status)]
    from: Status,
    #[mongo(set)]
    stock: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.two-bounds")]
#[mongo(expect_gt(stock = 1), expect_lt(stock = 9), expect_gte(stock = 2), set(stock = 0))]
struct TwoBounds;

#[derive(Update)]
#[mongo(document = Order, operation = "order.there-and-not")]
#[mongo(expect_present(note), expect_absent(note), set(stock = 0))]
struct ThereAndNot;

#[derive(Update)]
#[mongo(document = Order, operation = "order.two-variants")]
#[mongo(expect_is(paid_by.card), expect_is(paid_by.cash), set(stock = 0))]
struct TwoVariants;

fn main() {}
