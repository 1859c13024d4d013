//! A type that serde knows is not known to the codec.

use mongo_runtime::{
    Document,
    bson::{self, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    id_text: bson::raw::RawJavaScriptCodeWithScope,
}

fn main() {}
