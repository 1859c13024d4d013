//! Fields of a document are stored, each of them.

use mongo_runtime::Embedded;

use std::marker::PhantomData;

#[derive(Embedded)]
struct Amount {
    cents: i64,
    #[mongo(marker)]
    currency: PhantomData<()>,
}

fn main() {}
