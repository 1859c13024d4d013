//! A constant or local name in scope is nothing to the fields of a variant.
#![allow(non_upper_case_globals, dead_code)]

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

const amount: i32 = 3;

static other: i32 = 4;

#[derive(Embedded, Debug, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Card { amount: i32, other: i32, __out: i32, __input: i32, __scope: i32, __slot: i32 },
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
    amount: i32,
    __out: i32,
}

fn main() {
    let payment =
        Payment::Card { amount: 1, other: 2, __out: 3, __input: 4, __scope: 5, __slot: 6 };
    let order = Order { id: ObjectId::new(), payment, amount: 7, __out: 8 };
    assert_eq!(from_slice::<Order>(&to_vec(&order).unwrap()).unwrap(), order);
}
