//! Projections of an order, each with what it is of a whole one.

use mongo_runtime::prelude::*;

use super::model::{Address, Customer, Item, Order, Payment, Status};

/// A projection, and the same picked out of a whole document.
pub(crate) trait Picked: Projection<Document = Order> + std::fmt::Debug + PartialEq {
    fn of(order: &Order) -> Self;
}

/// Plain and nested fields, with the `_id`.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct Line {
    pub(crate) id: i64,
    status: Status,
    #[mongo(path = customer.full_name)]
    name: String,
    #[mongo(path = customer.email)]
    email: Option<String>,
    #[mongo(path = customer.home.city)]
    city: Option<String>,
    #[mongo(path = customer.home.zip)]
    zip: Option<i32>,
    shipping: Option<Address>,
    rank: Presence<i32>,
}

impl Picked for Line {
    fn of(it: &Order) -> Self {
        let home = it.customer.home.as_ref();
        Self {
            id: it.id,
            status: it.status,
            name: it.customer.full_name.clone(),
            email: it.customer.email.clone(),
            city: home.map(|home| home.city.clone()),
            zip: home.and_then(|home| home.zip),
            shipping: it.shipping.clone(),
            rank: it.rank,
        }
    }
}

/// Fields of the elements of arrays, of arrays in arrays, and of elements that may be null.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct Each {
    #[mongo(path = items[].sku)]
    skus: Vec<String>,
    #[mongo(path = items[].note)]
    notes: Vec<Option<String>>,
    #[mongo(path = items[].tags)]
    tags: Vec<Vec<String>>,
    #[mongo(path = items[].origin.city)]
    origins: Vec<String>,
    #[mongo(path = items[].origin.zip)]
    zips: Vec<Option<i32>>,
    #[mongo(path = shelves[][].quantity)]
    shelved: Vec<Vec<i32>>,
    #[mongo(path = holes[].city)]
    cities: Vec<String>,
}

impl Picked for Each {
    fn of(it: &Order) -> Self {
        let origins = || it.items.iter().filter_map(|item| item.origin.as_ref());
        let shelf = |shelf: &Vec<Item>| shelf.iter().map(|item| item.quantity).collect();
        Self {
            skus: it.items.iter().map(|item| item.sku.clone()).collect(),
            notes: it.items.iter().map(|item| item.note.clone()).collect(),
            tags: it.items.iter().map(|item| item.tags.clone()).collect(),
            origins: origins().map(|origin| origin.city.clone()).collect(),
            zips: it.items.iter().map(|item| item.origin.as_ref().and_then(|it| it.zip)).collect(),
            shelved: it.shelves.iter().map(shelf).collect(),
            cities: it.holes.iter().flatten().map(|address| address.city.clone()).collect(),
        }
    }
}

/// One of each element, whether it has the field or not.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct Aligned {
    #[mongo(path = items[].origin.city)]
    origins: Vec<Option<String>>,
    #[mongo(path = tries[].card.last4)]
    tries: Vec<Option<String>>,
}

impl Picked for Aligned {
    fn of(it: &Order) -> Self {
        let city = |item: &Item| item.origin.as_ref().map(|origin| origin.city.clone());
        Self {
            origins: it.items.iter().map(city).collect(),
            tries: it.tries.iter().map(card).collect(),
        }
    }
}

fn card(payment: &Payment) -> Option<String> {
    match payment {
        Payment::Card { last4, .. } => Some(last4.clone()),
        _ => None,
    }
}

/// Fields of variants, two of which have one name.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct Paid {
    #[mongo(path = payment.card.last4)]
    card: Option<String>,
    #[mongo(path = payment.transfer.last4)]
    transfer: Option<i32>,
    #[mongo(path = payment.card.expires)]
    expires: Option<i32>,
    #[mongo(path = payment.transfer.bank.city)]
    bank: Option<String>,
    #[mongo(path = tries[].transfer.bank.zip)]
    banks: Vec<Option<i32>>,
    #[mongo(path = tries[].card.last4)]
    cards: Vec<String>,
}

impl Picked for Paid {
    fn of(it: &Order) -> Self {
        let bank = |payment: &Payment| match payment {
            Payment::Transfer { last4, bank } => Some((*last4, bank.clone())),
            _ => None,
        };
        let transfer = bank(&it.payment);
        Self {
            card: card(&it.payment),
            transfer: transfer.as_ref().map(|(last4, _)| *last4),
            expires: match it.payment {
                Payment::Card { expires, .. } => expires,
                _ => None,
            },
            bank: transfer.map(|(_, bank)| bank.city),
            banks: it.tries.iter().map(|payment| bank(payment).and_then(|it| it.1.zip)).collect(),
            cards: it.tries.iter().filter_map(card).collect(),
        }
    }
}

/// Nothing but slices: without more the server would send the rest of the document, too.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct Slices {
    #[mongo(slice = 2)]
    items: Vec<Item>,
    #[mongo(slice = -1)]
    labels: Option<Vec<String>>,
    #[mongo(path = tries, slice(1, 2))]
    second: Vec<Payment>,
    #[mongo(slice(-2, 1))]
    holes: Vec<Option<Address>>,
}

impl Picked for Slices {
    fn of(it: &Order) -> Self {
        let last = |labels: &Vec<String>| labels[labels.len().saturating_sub(1)..].to_vec();
        Self {
            items: it.items.iter().take(2).cloned().collect(),
            labels: it.labels.as_ref().map(last),
            second: it.tries.iter().skip(1).take(2).cloned().collect(),
            holes: it
                .holes
                .iter()
                .skip(it.holes.len().saturating_sub(2))
                .take(1)
                .cloned()
                .collect(),
        }
    }
}

/// A slice beside other fields, and in each element of an array.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct SliceBeside {
    #[mongo(slice = 1)]
    shelves: Vec<Vec<Item>>,
    #[mongo(path = items[].tags, slice = 1)]
    tags: Vec<Vec<String>>,
    #[mongo(path = customer.full_name)]
    name: String,
}

impl Picked for SliceBeside {
    fn of(it: &Order) -> Self {
        let first = |item: &Item| item.tags.iter().take(1).cloned().collect();
        Self {
            shelves: it.shelves.iter().take(1).cloned().collect(),
            tags: it.items.iter().map(first).collect(),
            name: it.customer.full_name.clone(),
        }
    }
}

/// The first element that meets conditions.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct First {
    #[mongo(path = items, elem_match(sku = "a", quantity > 1, quantity <= 4))]
    item: Option<Item>,
    #[mongo(path = tries, elem_match(is(card), card.expires >= 3))]
    card: Option<Payment>,
    #[mongo(path = customer.email)]
    email: Option<String>,
}

impl Picked for First {
    fn of(it: &Order) -> Self {
        let is_it = |item: &&Item| item.sku == "a" && (2..=4).contains(&item.quantity);
        let is_card =
            |payment: &&Payment| matches!(payment, Payment::Card { expires: Some(3..), .. });
        Self {
            item: it.items.iter().find(is_it).cloned(),
            card: it.tries.iter().find(is_card).cloned(),
            email: it.customer.email.clone(),
        }
    }
}

/// Parts of what is inside.
#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
pub(crate) struct Parts {
    customer: Person,
    shipping: Option<Town>,
    items: Vec<Counted>,
    holes: Vec<Town>,
    payment: CardOnly,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Customer)]
struct Person {
    full_name: String,
    home: Option<Town>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Address)]
struct Town {
    city: String,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Item)]
struct Counted {
    quantity: i32,
    #[mongo(slice = -1)]
    tags: Vec<String>,
    #[mongo(path = origin.zip)]
    zip: Option<i32>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Payment)]
struct CardOnly {
    #[mongo(path = card.last4)]
    last4: Option<String>,
}

impl Picked for Parts {
    fn of(it: &Order) -> Self {
        let town = |address: &Address| Town { city: address.city.clone() };
        let counted = |item: &Item| Counted {
            quantity: item.quantity,
            tags: item.tags[item.tags.len().saturating_sub(1)..].to_vec(),
            zip: item.origin.as_ref().and_then(|origin| origin.zip),
        };
        Self {
            customer: Person {
                full_name: it.customer.full_name.clone(),
                home: it.customer.home.as_ref().map(town),
            },
            shipping: it.shipping.as_ref().map(town),
            items: it.items.iter().map(counted).collect(),
            holes: it.holes.iter().flatten().map(town).collect(),
            payment: CardOnly { last4: card(&it.payment) },
        }
    }
}
