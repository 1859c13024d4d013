//! A `RawDocumentBuf` can be anything.

use mongo_runtime::{
    Document,
    bson::{RawDocumentBuf, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payload: RawDocumentBuf,
}

fn main() {}
