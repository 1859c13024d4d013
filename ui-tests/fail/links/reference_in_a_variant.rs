//! A variant refers to another document, too.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Buyer {
    Guest,
    Known {
        #[mongo(reference = Customer)]
        customer: i64,
    },
}

fn main() {}
