//! A field of an optional document is optional.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Contact {
    #[mongo(max_len = 100)]
    email: String,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_email", keys(contact.email), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    contact: Option<Contact>,
}

fn main() {}
