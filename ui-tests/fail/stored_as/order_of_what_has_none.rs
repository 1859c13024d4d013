//! The order of what has none can't be kept.

use mongo_runtime::{StoredAs, stored_as};

struct Money(i64);

enum Cents {}

impl StoredAs<Money> for Cents {
    type Stored = bool;

    fn to_stored(money: &Money) -> Result<bool, &'static str> {
        Ok(money.0 > 0)
    }

    fn from_stored(is_some: bool) -> Result<Money, &'static str> {
        Ok(Money(i64::from(is_some)))
    }
}

stored_as!(Cents: Money, ordered);

fn main() {}
