//! An operator of a form that its field lacks.

use mongo_runtime::{form::FilterForm, prelude::*};

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
}

#[derive(Embedded)]
struct Customer {
    #[mongo(max_len = 40)]
    name: String,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    status: Status,
    customer: Customer,
    #[mongo(max_items = 4, max_len = 8)]
    tags: Vec<String>,
    stock: i32,
    sold: bool,
}

fn main() {
    let order = Order::fields();
    let _ = FilterForm::<Order>::new().field("stock", order.stock(), |it| it.present());
}
