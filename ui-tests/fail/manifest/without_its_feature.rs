//! The check reads JSON, which a program that only runs does not.

use mongo_runtime::{assert_manifest, prelude::*};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

catalog! { Shop: documents(Order) }

fn main() {
    assert_manifest!("mongo.manifest.json", Shop);
}
