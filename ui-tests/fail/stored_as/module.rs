//! A module is no type: what stands for the representation is in it.

use mongo_runtime::{StoredAs, prelude::*, stored_as};

struct Money(i64);

mod cents {
    use super::*;

    pub(super) enum Codec {}

    impl StoredAs<Money> for Codec {
        type Stored = i64;

        fn to_stored(money: &Money) -> Result<i64, &'static str> {
            Ok(money.0)
        }

        fn from_stored(cents: i64) -> Result<Money, &'static str> {
            Ok(Money(cents))
        }
    }

    stored_as!(Codec: Money);
}

#[derive(Embedded)]
struct Line {
    #[mongo(with = cents)]
    price: Money,
}

fn main() {}
