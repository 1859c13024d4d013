//! A document owns what it holds.

use mongo_runtime::Document;

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer<'a> {
    #[mongo(id)]
    name: &'a str,
}

fn main() {}
