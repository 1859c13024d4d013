//! The strictest lints that a house may have.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_lifetimes,
    unused_import_braces,
    variant_size_differences,
    non_ascii_idents,
    unnameable_types,
    let_underscore_drop,
    future_incompatible,
    nonstandard_style,
    rust_2018_idioms,
    rust_2024_compatibility,
    dead_code
)]

use std::fmt::Debug;

use mongo_runtime::{
    Document, Embedded, Revision, Upgrade, UpgradeError,
    bson::{DateTime, oid::ObjectId},
    from_slice, to_vec,
};

/// An id.
#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
pub struct CustomerId(pub ObjectId);

/// A state.
#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
pub enum Status {
    /// Not yet paid.
    Open,
    /// Paid.
    Paid,
}

/// A payment.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
pub enum Payment {
    /// In coins.
    Cash,
    /// By card.
    Card {
        /// The last digits.
        last4: i32,
    },
}

/// Two of a kind.
#[derive(Embedded, Debug, Clone, PartialEq)]
pub struct Pair<T: Debug> {
    /// The one.
    pub first: T,
    /// The other.
    pub second: Option<T>,
}

/// An order.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(
    collection = "orders",
    schema_version = 2,
    reads(OrderV1),
    max_size = "64 KiB",
    proven,
    deny_unknown
)]
#[mongo(index(name = "ix_customer", keys(customer, created_at = desc), partial(status = "Open")))]
pub struct Order {
    /// Key.
    #[mongo(id)]
    pub id: ObjectId,
    /// Who ordered.
    pub customer: CustomerId,
    /// When.
    pub created_at: DateTime,
    /// Its state.
    pub status: Status,
    /// What was paid.
    #[mongo(max_items = 3)]
    pub payments: Vec<Payment>,
    /// A pair.
    pub pair: Pair<i64>,
    /// Counted by the mapper.
    #[mongo(revision)]
    pub revision: Revision,
}

/// An order of old.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", schema_version = 1)]
pub struct OrderV1 {
    /// Key.
    #[mongo(id)]
    pub id: ObjectId,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        Ok(Self {
            id: old.id,
            customer: CustomerId(old.id),
            created_at: DateTime::from_millis(0),
            status: Status::Paid,
            payments: vec![Payment::Cash, Payment::Card { last4: 1 }],
            pair: Pair { first: 1, second: None },
            revision: Revision::FIRST,
        })
    }
}

fn main() {
    let old = OrderV1 { id: ObjectId::from_bytes([1; 12]) };
    let order = from_slice::<Order>(&to_vec(&old).unwrap()).unwrap();
    assert_eq!(from_slice::<Order>(&to_vec(&order).unwrap()).unwrap(), order);
    assert_ne!(order.status, Status::Open);
    assert!(!format!("{:?}", Order::fields().customer()).is_empty());
}
