use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number", keys(number)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
}

#[derive(Document)]
#[mongo(collection = "carts")]
struct Cart {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq)]
    number: String,
}

fn of_cart(find: Find) -> Filter<Cart> {
    Cart::fields().id().eq(ObjectId::new()).and(find)
}

fn main() {}
