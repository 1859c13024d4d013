//! The domain: plain structs, and what the database should know about them.
#![expect(unreachable_pub, reason = "the model reads as it would in a library")]

use mongo_runtime::{catalog, prelude::*};

catalog! {
    /// Everything that the shop stores. A type that is not listed has no collection.
    pub Shop: documents(Order)
}

/// An order, stored whole in the collection `orders`.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1), max_size = "256 KiB")]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_customer_created", keys(customer.id, created_at = desc, id = desc)))]
pub struct Order {
    #[mongo(id)]
    pub id: Id<Self>,
    #[mongo(max_len = 32)]
    pub number: String,
    pub customer: CustomerRef,
    pub status: OrderStatus,
    /// At most 200: every array has a bound, and the bound is kept by each insert, each update, and the validator.
    #[mongo(max_items = 200)]
    pub items: Vec<OrderItem>,
    /// The last three things that happened.
    #[mongo(max_items = 3)]
    pub events: Vec<StatusEvent>,
    pub total: Decimal128,
    pub created_at: DateTime,
    /// Absent until the order is paid.
    pub paid_at: Option<DateTime>,
    /// Counted up by every update.
    #[mongo(revision)]
    pub revision: Revision,
}

/// What an order keeps of its customer, so that a list of orders needs no second read.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct CustomerRef {
    /// An ObjectId as that of an order is, and of another type, so the two can't be mixed up.
    pub id: Id<Self>,
    #[mongo(max_len = 80)]
    pub name: String,
}

/// Stored as `"placed"`, `"paid"`, `"packed"`, `"shipped"`.
#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
#[mongo(rename_all = "lowercase")]
pub enum OrderStatus {
    Placed,
    Paid,
    Packed,
    Shipped,
}

/// One line of an order.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct OrderItem {
    #[mongo(max_len = 40)]
    pub sku: String,
    pub quantity: i32,
    pub price: Decimal128,
}

/// One thing that happened to an order.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct StatusEvent {
    pub status: OrderStatus,
    pub at: DateTime,
}

/// What an order looked like in version 1. Documents of that time are still stored.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", schema_version = 1)]
pub struct OrderV1 {
    #[mongo(id)]
    pub id: Id<Order>,
    #[mongo(max_len = 32)]
    pub number: String,
    pub customer: CustomerRef,
    pub is_paid: bool,
    pub total: Decimal128,
    pub created_at: DateTime,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        let status = if old.is_paid { OrderStatus::Paid } else { OrderStatus::Placed };
        Ok(Self {
            id: old.id,
            number: old.number,
            customer: old.customer,
            status,
            items: Vec::new(),
            events: Vec::new(),
            total: old.total,
            created_at: old.created_at,
            paid_at: None,
            revision: Revision::FIRST,
        })
    }
}
