use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_customer", keys(customer.id)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

#[derive(Embedded)]
struct Customer {
    id: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq, path = customer.nmae)]
    name: String,
}

fn main() {}
