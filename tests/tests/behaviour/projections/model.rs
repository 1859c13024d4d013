//! Orders with every kind of path, and random ones.

use mongo_runtime::prelude::*;
use mongo_tests::random::Random;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_status", keys(status, customer.full_name, id)))]
pub(crate) struct Order {
    #[mongo(id)]
    pub(crate) id: i64,
    pub(crate) status: Status,
    pub(crate) customer: Customer,
    pub(crate) shipping: Option<Address>,
    #[mongo(max_items = 20)]
    pub(crate) items: Vec<Item>,
    pub(crate) payment: Payment,
    #[mongo(max_items = 20, max_len = 10)]
    pub(crate) labels: Option<Vec<String>>,
    pub(crate) rank: Presence<i32>,
    #[mongo(max_items = [5, 5])]
    pub(crate) shelves: Vec<Vec<Item>>,
    #[mongo(max_items = 9)]
    pub(crate) tries: Vec<Payment>,
    #[mongo(max_items = 9)]
    pub(crate) holes: Vec<Option<Address>>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
pub(crate) enum Status {
    Open,
    Paid,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "camelCase")]
pub(crate) struct Customer {
    #[mongo(max_len = 20)]
    pub(crate) full_name: String,
    #[mongo(max_len = 20)]
    pub(crate) email: Option<String>,
    #[mongo(null)]
    pub(crate) home: Option<Address>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
pub(crate) struct Address {
    #[mongo(max_len = 20)]
    pub(crate) city: String,
    pub(crate) zip: Option<i32>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
pub(crate) struct Item {
    #[mongo(max_len = 20)]
    pub(crate) sku: String,
    pub(crate) quantity: i32,
    #[mongo(max_len = 20)]
    pub(crate) note: Option<String>,
    #[mongo(max_items = 5, max_len = 10)]
    pub(crate) tags: Vec<String>,
    pub(crate) origin: Option<Address>,
}

/// Two variants share the name of a field.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
pub(crate) enum Payment {
    Card {
        #[mongo(max_len = 4)]
        last4: String,
        expires: Option<i32>,
    },
    Transfer {
        last4: i32,
        bank: Address,
    },
    Cash,
}

pub(crate) fn orders(seed: u64, n: i64) -> Vec<Order> {
    let mut random = Random::new(seed);
    (0..n).map(|id| order(id, &mut random)).collect()
}

fn order(id: i64, random: &mut Random) -> Order {
    Order {
        id,
        status: *random.pick(&[Status::Open, Status::Paid]),
        customer: Customer {
            full_name: text(random),
            email: maybe(random, text),
            home: maybe(random, address),
        },
        shipping: maybe(random, address),
        items: several(random, 6, item),
        payment: payment(random),
        labels: maybe(random, |random| several(random, 6, text)),
        rank: match random.below(3) {
            0 => Presence::Absent,
            1 => Presence::Null,
            n => Presence::Value(n as i32),
        },
        shelves: several(random, 3, |random| several(random, 3, item)),
        tries: several(random, 5, payment),
        holes: several(random, 5, |random| maybe(random, address)),
    }
}

fn item(random: &mut Random) -> Item {
    Item {
        sku: text(random),
        quantity: random.below(6) as i32,
        note: maybe(random, text),
        tags: several(random, 4, text),
        origin: maybe(random, address),
    }
}

fn address(random: &mut Random) -> Address {
    Address { city: text(random), zip: maybe(random, |random| random.below(99) as i32) }
}

fn payment(random: &mut Random) -> Payment {
    match random.below(3) {
        0 => Payment::Card {
            last4: text(random),
            expires: maybe(random, |random| random.below(9) as i32),
        },
        1 => Payment::Transfer { last4: random.below(9999) as i32, bank: address(random) },
        _ => Payment::Cash,
    }
}

fn text(random: &mut Random) -> String {
    (*random.pick(&["a", "b", "c", "é€", ""])).to_owned()
}

fn maybe<T>(random: &mut Random, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
    (random.below(3) > 0).then(|| make(random))
}

fn several<T>(random: &mut Random, below: usize, make: impl Fn(&mut Random) -> T) -> Vec<T> {
    (0..random.below(below)).map(|_| make(random)).collect()
}
