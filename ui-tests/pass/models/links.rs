//! Documents that refer to each other, and that copy fields from each other.

use mongo_runtime::{Document, manifest::Manifest, prelude::*};

#[derive(Embedded, Clone, Copy)]
struct CustomerId(ObjectId);

#[derive(Document)]
#[mongo(collection = "customers", rename_all = "camelCase")]
struct Customer {
    #[mongo(id)]
    id: CustomerId,
    #[mongo(max_len = 80)]
    full_name: String,
    profile: Option<Profile>,
    #[mongo(reference = Self)]
    invited_by: Option<CustomerId>,
    #[mongo(max_items = 5)]
    last_orders: Vec<OrderRef>,
    #[mongo(reference = Order)]
    first_order: Option<ObjectId>,
}

#[derive(Embedded)]
struct Profile {
    #[mongo(max_len = 40)]
    city: String,
    #[mongo(max_items = 3)]
    tags: Vec<i16>,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: CustomerRef,
    #[mongo(reference = Customer, max_items = 3)]
    watchers: Option<Vec<CustomerId>>,
    paid: Option<Payment>,
    total: i64,
}

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Cash,
    Credit {
        #[mongo(reference = Customer)]
        of: ObjectId,
    },
}

#[derive(Embedded)]
#[mongo(copy_of = Customer)]
struct CustomerRef {
    id: CustomerId,
    #[mongo(copy = full_name, max_len = 80)]
    name: String,
    #[mongo(copy = profile.city, max_len = 10, allow(shorter_copy, reason = "a list shows its start"))]
    city: Option<String>,
    #[mongo(copy = profile.tags, max_items = 4)]
    tags: Option<Vec<i32>>,
    #[mongo(not_copied)]
    since: DateTime,
}

#[derive(Embedded)]
#[mongo(copy_of = Order)]
struct OrderRef {
    id: ObjectId,
    total: i64,
}

/// A generic type refers to a document that holds it.
#[derive(Embedded)]
struct Seen<T> {
    #[mongo(reference = Log)]
    log: ObjectId,
    what: T,
}

#[derive(Document)]
#[mongo(collection = "logs")]
struct Log {
    #[mongo(id)]
    id: ObjectId,
    seen: Option<Seen<bool>>,
}

fn main() {
    let text =
        Manifest::of(&[Order::DECLARATION, Customer::DECLARATION, Log::DECLARATION]).to_string();
    for expected in [
        r#""customer.id": { "codec": "object_id@1", "presence": "required", "copy_of": "customers._id" }"#,
        r#""copy_of": "customers.fullName" }"#,
        r#""copy_of": "customers.profile.city" }"#,
        r#""watchers": { "codec": "array(object_id@1)", "presence": "absent if none", "max_items": 3, "reference": "customers" }"#,
        r#""paid<Credit>.of": { "codec": "object_id@1", "presence": "required", "reference": "customers" }"#,
        r#""invitedBy": { "codec": "object_id@1", "presence": "absent if none", "reference": "customers" }"#,
        r#""lastOrders[].total": { "codec": "int64@1", "presence": "required", "copy_of": "orders.total" }"#,
        r#"{ "rule": "shorter_copy", "field": "customer.city", "reason": "a list shows its start" }"#,
        r#""seen.log": { "codec": "object_id@1", "presence": "required", "reference": "logs" }"#,
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}
