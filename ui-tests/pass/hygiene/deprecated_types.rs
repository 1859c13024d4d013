//! Whether something deprecated is used is said of what the user wrote, not of what a derive makes of it.
#![deny(warnings)]

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[deprecated]
#[derive(Embedded)]
struct OldItem {
    #[deprecated]
    sku: i64,
}

#[derive(Embedded, Clone, Copy, PartialEq, Debug)]
enum Status {
    Open,
    #[deprecated]
    Parked,
}

#[deprecated]
#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Cash,
    #[deprecated]
    Cheque {
        #[deprecated]
        number: i64,
    },
}

#[deprecated]
#[derive(Embedded)]
struct Amount(#[deprecated] i64);

#[deprecated]
#[derive(Document)]
#[mongo(collection = "orders", index(name = "ix_sku", keys(item.sku)))]
struct OldOrder {
    #[mongo(id)]
    id: ObjectId,
    #[deprecated]
    #[allow(deprecated)]
    item: OldItem,
    status: Status,
}

#[allow(deprecated)]
fn main() {
    let order = OldOrder { id: ObjectId::new(), item: OldItem { sku: 1 }, status: Status::Parked };
    let bytes = to_vec(&order).unwrap();
    assert_eq!(from_slice::<OldOrder>(&bytes).unwrap().status, Status::Parked);
    assert_ne!(Status::Open, Status::Parked);
    let _ = [Payment::Cash, Payment::Cheque { number: 1 }];
    let _ = Amount(1).0;
}
