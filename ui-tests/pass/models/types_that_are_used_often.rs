//! A type that is used in many places is worked out once, and small numbers are no bytes.

use mongo_runtime::{Document, Embedded, Presence, bson::oid::ObjectId};

macro_rules! levels {
    ($($name:ident of $next:ty;)*) => { $(
        #[derive(Embedded)]
        struct $name {
            a: $next,
            b: $next,
            c: $next,
        }
    )* };
}

levels! { A of B; B of C; C of D; D of E; E of F; F of G; G of H; H of I; I of J; J of K; K of L; L of Age; }

#[derive(Embedded)]
struct Age(u8);

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Side {
    Left { all: Deep },
    Right { all: Deep },
}

#[derive(Embedded)]
struct Deep {
    a: I,
    b: Option<I>,
    c: Presence<I>,
}

#[derive(Document)]
#[mongo(collection = "people", max_size = "15 MiB")]
struct Person {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    ages: Vec<Age>,
    pair: [Age; 2],
    #[mongo(as = "binary")]
    hash: [u8; 32],
    #[mongo(as = "int_array")]
    parts: [u8; 4],
    sides: (Side, Side),
}

#[derive(Document)]
#[mongo(collection = "wide", max_size = "15 MiB")]
struct Wide {
    #[mongo(id)]
    id: ObjectId,
    all: C,
}

fn main() {
    assert!(Wide::DECLARATION.shape.worst.bytes > 0);
}
