//! The trait alone makes no representation.

use mongo_runtime::{StoredAs, prelude::*};

struct Money(i64);

enum Cents {}

impl StoredAs<Money> for Cents {
    type Stored = i64;

    fn to_stored(money: &Money) -> Result<i64, &'static str> {
        Ok(money.0)
    }

    fn from_stored(cents: i64) -> Result<Money, &'static str> {
        Ok(Money(cents))
    }
}

#[derive(Embedded)]
struct Line {
    #[mongo(with = Cents)]
    price: Money,
}

fn main() {}
