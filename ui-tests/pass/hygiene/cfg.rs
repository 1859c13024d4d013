//! Fields, variants and attributes under `cfg`.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Embedded, Debug, PartialEq)]
enum Status {
    Open,
    #[cfg(any())]
    Never(std::net::IpAddr),
    #[cfg(all())]
    Closed,
}

#[derive(Document, Debug, PartialEq)]
#[cfg_attr(all(), mongo(collection = "orders"))]
#[cfg_attr(any(), mongo(nonsense))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[cfg(any())]
    never: std::net::IpAddr,
    #[cfg(all())]
    #[cfg_attr(all(), mongo(rename = "s"))]
    status: Status,
}

fn main() {
    let order = Order { id: ObjectId::from_bytes([1; 12]), status: Status::Closed };
    assert_eq!(from_slice::<Order>(&to_vec(&order).unwrap()).unwrap(), order);
    assert_ne!(order.status, Status::Open);
    assert_eq!(Order::DECLARATION.shape.fields[1].name, "s");
}
