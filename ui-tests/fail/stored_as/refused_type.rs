//! What is stored must have a form.

use mongo_runtime::{StoredAs, prelude::*, stored_as};

struct Money(i64);

enum Cents {}

impl StoredAs<Money> for Cents {
    type Stored = u64;

    fn to_stored(money: &Money) -> Result<u64, &'static str> {
        u64::try_from(money.0).map_err(|_| "less than nothing")
    }

    fn from_stored(cents: u64) -> Result<Money, &'static str> {
        i64::try_from(cents).map(Money).map_err(|_| "too much")
    }
}

stored_as!(Cents: Money);

#[derive(Embedded)]
struct Line {
    #[mongo(with = Cents)]
    price: Money,
}

fn main() {}
