//! The crate has another name, and the one that it usually has means something else.

extern crate mongo_runtime as renamed;

mod mongo_runtime {}

mod inner {
    pub extern crate mongo_runtime as deep;
}

#[derive(renamed::Embedded, Debug, PartialEq)]
#[mongo(crate = renamed)]
struct Customer {
    #[mongo(max_len = 20)]
    name: String,
}

#[derive(renamed::Embedded, Debug, PartialEq)]
#[mongo(crate = renamed, tag = "type")]
enum Payment {
    Cash,
    Card { last4: i32 },
}

#[derive(renamed::Document, Debug, PartialEq)]
#[mongo(crate = crate::inner::deep, collection = "orders", schema_version = 1)]
#[mongo(index(name = "ix_name", keys(customer.name)))]
struct Order {
    #[mongo(id)]
    id: renamed::bson::oid::ObjectId,
    customer: Customer,
    payment: Payment,
}

fn main() {
    let customer = Customer { name: "ada".to_owned() };
    let payment = Payment::Card { last4: 7 };
    let order = Order { id: renamed::bson::oid::ObjectId::from_bytes([1; 12]), customer, payment };
    assert_eq!(renamed::from_slice::<Order>(&renamed::to_vec(&order).unwrap()).unwrap(), order);
    assert_ne!(order.payment, Payment::Cash);
}
