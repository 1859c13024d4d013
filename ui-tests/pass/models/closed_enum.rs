//! A data enum that denies unknown fields reads its own, and no others; its validator says the same.

use mongo_runtime::{
    Document, Embedded,
    bson::{doc, oid::ObjectId},
    from_slice, to_vec,
};

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", deny_unknown)]
enum Payment {
    Cash,
    Card { number: i64, note: Option<i64> },
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
}

fn main() {
    let id = ObjectId::new();
    for payment in [Payment::Cash, Payment::Card { number: 1, note: None }] {
        let order = Order { id, payment };
        assert_eq!(from_slice::<Order>(&to_vec(&order).unwrap()).unwrap(), order);
    }
    let read = |payment| {
        let bytes = doc! { "_id": id, "payment": payment }.to_vec().unwrap();
        from_slice::<Order>(&bytes)
    };
    assert!(read(doc! { "note": 1_i64, "number": 1_i64, "type": "Card" }).is_ok());
    for unknown in [
        doc! { "type": "Cash", "number": 1_i64 },
        doc! { "type": "Card", "number": 1_i64, "more": 1 },
        doc! { "more": 1, "type": "Cash" },
    ] {
        let error = read(unknown).expect_err("a field that is not declared");
        assert!(error.to_string().contains("payment"), "{error}");
    }
    let validator = mongo_runtime::validator::validator(Order::DECLARATION).to_string();
    assert_eq!(validator.matches("additionalProperties").count(), 2, "{validator}");
}
