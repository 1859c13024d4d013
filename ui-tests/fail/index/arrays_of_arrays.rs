//! The server looks for fields in one array at a time.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Item {
    quantity: i32,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_quantity", keys(rows[][].quantity)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = [3, 5])]
    rows: Vec<Vec<Item>>,
}

fn main() {}
