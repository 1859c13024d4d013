//! What a recipe changes is shown as it is written, also where fields are stored under other names.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders", rename_all = "camelCase")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total_cents: i64,
    deliver_to: Option<Customer>,
    paid_by: Payment,
    #[mongo(max_items = 10)]
    order_lines: Vec<Line>,
}

#[derive(Embedded)]
#[mongo(rename_all = "camelCase")]
struct Customer {
    customer_id: i64,
    birth_year: i32,
}

#[derive(Embedded)]
#[mongo(tag = "kind")]
enum Payment {
    Card {
        #[mongo(rename = "no")]
        card_number: i64,
    },
    Transfer {
        #[mongo(rename = "no")]
        account: i64,
    },
}

#[derive(Embedded)]
struct Line {
    #[mongo(rename = "qty")]
    quantity: i64,
    #[mongo(rename = "gift")]
    gift_for: Option<Customer>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.twice")]
#[mongo(inc(total_cents = 1))]
struct Twice {
    #[mongo(set)]
    total_cents: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.both-variants")]
struct BothVariants {
    #[mongo(set, path = paid_by.card.card_number)]
    card: i64,
    #[mongo(set, path = paid_by.transfer.account)]
    account: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.half")]
struct Half {
    #[mongo(set, path = deliver_to.birth_year)]
    birth_year: i32,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.half-of-each")]
struct HalfOfEach {
    #[mongo(set, path = order_lines[].gift_for.birth_year)]
    birth_year: i32,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.mixed")]
#[mongo(inc(order_lines[].quantity = 1))]
struct Mixed {
    #[mongo(expect, path = order_lines[matched].quantity)]
    old: i64,
    #[mongo(set, path = order_lines[matched].quantity)]
    new: i64,
}

fn main() {}
