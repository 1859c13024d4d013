//! An `Option` is the field's.

use mongo_runtime::{StoredAs, stored_as};

struct Money(i64);

enum Cents {}

impl StoredAs<Money> for Cents {
    type Stored = Option<i64>;

    fn to_stored(money: &Money) -> Result<Option<i64>, &'static str> {
        Ok(Some(money.0))
    }

    fn from_stored(cents: Option<i64>) -> Result<Money, &'static str> {
        cents.map(Money).ok_or("nothing")
    }
}

stored_as!(Cents: Money);

#[derive(mongo_runtime::Embedded)]
struct Line {
    #[mongo(with = Cents)]
    price: Money,
}

fn main() {}
