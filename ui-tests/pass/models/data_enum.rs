//! An enum with data: a document with a tag.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    BankTransfer {
        #[mongo(max_len = 34)]
        iban: String,
        #[mongo(rename = "ref")]
        reference: Option<i64>,
    },
    Mixed {
        #[mongo(max_items = 3)]
        parts: Vec<i64>,
    },
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "invoices")]
struct Invoice {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
    #[mongo(max_items = 4)]
    tried: Vec<Payment>,
}

fn main() {
    let transfer = Payment::BankTransfer { iban: "DE00".to_owned(), reference: None };
    let invoice = Invoice {
        id: ObjectId::from_bytes([1; 12]),
        payment: Payment::Cash,
        tried: vec![transfer, Payment::Mixed { parts: vec![1, 2] }],
    };
    assert_eq!(from_slice::<Invoice>(&to_vec(&invoice).unwrap()).unwrap(), invoice);
}
