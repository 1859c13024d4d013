//! Orders to tell the story with.

use std::str::FromStr;

use mongo_runtime::prelude::*;

use crate::model::{CustomerRef, Order, OrderItem, OrderStatus, OrderV1, StatusEvent};

/// A new customer.
pub(crate) fn customer(name: &str) -> CustomerRef {
    CustomerRef { id: Id::new(), name: name.to_owned() }
}

/// A new order of so many items. Its total is given, since adding decimals is not what this story is about.
pub(crate) fn order(
    number: &str,
    customer: &CustomerRef,
    total: &str,
    items: Vec<OrderItem>,
) -> Order {
    let now = DateTime::now();
    Order {
        id: Id::new(),
        number: number.to_owned(),
        customer: customer.clone(),
        status: OrderStatus::Placed,
        items,
        events: vec![StatusEvent { status: OrderStatus::Placed, at: now }],
        total: decimal(total),
        created_at: now,
        paid_at: None,
        revision: Revision::FIRST,
    }
}

/// An item of an order.
pub(crate) fn item(sku: &str, quantity: i32, price: &str) -> OrderItem {
    OrderItem { sku: sku.to_owned(), quantity, price: decimal(price) }
}

/// An order as version 1 of the schema had it.
pub(crate) fn old_order(customer: &CustomerRef) -> OrderV1 {
    OrderV1 {
        id: Id::new(),
        number: "A-0007".to_owned(),
        customer: customer.clone(),
        is_paid: true,
        total: decimal("12.00"),
        created_at: DateTime::from_millis(1_700_000_000_000),
    }
}

/// A decimal, exact to the cent.
pub(crate) fn decimal(text: &str) -> Decimal128 {
    Decimal128::from_str(text).expect("the story is written with decimals")
}
