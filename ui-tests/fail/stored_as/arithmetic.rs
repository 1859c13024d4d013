//! The server's sum is no value that the representation made.

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

stored_as!(Cents: Money, ordered);

#[derive(Document)]
#[mongo(collection = "lines")]
struct Line {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(with = Cents)]
    price: Money,
}

fn main() {
    let _ = Line::fields().price().inc(Money(1));
}
