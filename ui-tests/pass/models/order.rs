//! The order of the README: references, arrays, versions, indexes.

use mongo_runtime::{
    Document, Embedded, Revision, Upgrade, UpgradeError,
    bson::{DateTime, Decimal128, oid::ObjectId},
    field::Field,
    filter::{Filter, FilterField},
    from_slice, to_vec,
    update::{Update, UpdateField},
};

#[derive(Embedded, Debug, Clone, PartialEq)]
struct CustomerId(ObjectId);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct CustomerRef {
    id: CustomerId,
    #[mongo(max_len = 80)]
    name: String,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum OrderStatus {
    Open,
    Paid,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct OrderItem {
    #[mongo(max_len = 20)]
    sku: String,
    quantity: i32,
    price: Decimal128,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct StatusEvent {
    status: OrderStatus,
    at: DateTime,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1), max_size = "256 KiB")]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_customer_created", keys(customer.id, created_at = desc, id = desc)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    customer: CustomerRef,
    status: OrderStatus,
    #[mongo(max_items = 200)]
    items: Vec<OrderItem>,
    #[mongo(max_items = 50)]
    events: Vec<StatusEvent>,
    total: Decimal128,
    created_at: DateTime,
    paid_at: Option<DateTime>,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, number: old.number, ..order() })
    }
}

fn order() -> Order {
    Order {
        id: ObjectId::from_bytes([7; 12]),
        number: "A-1".to_owned(),
        customer: CustomerRef {
            id: CustomerId(ObjectId::from_bytes([1; 12])),
            name: "Ada".to_owned(),
        },
        status: OrderStatus::Open,
        items: vec![OrderItem {
            sku: "s".to_owned(),
            quantity: 1,
            price: Decimal128::from_bytes([0; 16]),
        }],
        events: Vec::new(),
        total: Decimal128::from_bytes([0; 16]),
        created_at: DateTime::from_millis(5),
        paid_at: None,
        revision: Revision::FIRST,
    }
}

fn of(customer: &CustomerId, since: DateTime) -> Filter<Order> {
    let order = Order::fields();
    order
        .customer()
        .id()
        .eq(customer)
        .and(order.created_at().gte(since))
        .and(order.status().eq(OrderStatus::Open))
        .of_current_version()
}

fn pay(at: DateTime) -> Update<Order> {
    let order = Order::fields();
    let event = StatusEvent { status: OrderStatus::Paid, at };
    order
        .status()
        .set(OrderStatus::Paid)
        .and(order.paid_at().set(at))
        .and(order.events().push(event))
}

fn main() {
    let bytes = to_vec(&order()).unwrap();
    assert_eq!(from_slice::<Order>(&bytes).unwrap(), order());
    let old = OrderV1 { id: ObjectId::from_bytes([9; 12]), number: "B-2".to_owned() };
    assert_eq!(from_slice::<Order>(&to_vec(&old).unwrap()).unwrap().number, "B-2");
    assert_eq!(Order::fields().items().each().sku().path_name(), "items.sku");
    assert!(of(&order().customer.id, DateTime::from_millis(0)).render().is_ok());
    assert!(pay(DateTime::from_millis(9)).render().is_ok());
    let keys = Order::DECLARATION.indexes[1].keys.iter().map(|key| key.path);
    assert_eq!(keys.collect::<Vec<_>>(), ["customer.id", "created_at", "_id"]);
}
