//! The representation is of another type than the field.

use mongo_runtime::{StoredAs, prelude::*, stored_as};

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

stored_as!(Cents: Money);

#[derive(Embedded)]
struct Line {
    #[mongo(with = Cents)]
    price: i64,
}

fn main() {}
