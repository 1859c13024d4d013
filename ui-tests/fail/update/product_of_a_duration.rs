//! A duration times a duration is none.

use std::time::Duration;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(as = "millis")]
    delay: Duration,
}

fn main() {
    let longer = Order::fields().delay().inc(Duration::from_secs(1));
    let product = Order::fields().delay().mul(Duration::from_secs(2));
    let _ = (longer, product);
}
