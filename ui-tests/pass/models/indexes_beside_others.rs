//! An index that nothing else stands for, and conditions that leave no doubt.

use mongo_runtime::{bson::doc, prelude::*};

#[derive(Embedded)]
struct Contact {
    #[mongo(max_len = 100)]
    email: String,
    phone: Option<i64>,
}

#[derive(Embedded)]
struct Stop {
    at: Point,
}

#[derive(Document)]
#[mongo(collection = "orders")]
// Neither a hidden, nor a sparse, nor a partial index, nor one of geometry has all documents.
#[mongo(index(name = "ix_a", keys(a)))]
#[mongo(index(name = "ix_a_b", keys(a, b), hidden))]
#[mongo(index(name = "ix_a_c", keys(a, c), sparse, allow(sparse, reason = "of the old system")))]
#[mongo(index(name = "ix_a_d", keys(a, d), partial(b >= 1, b < 5, exists(c))))]
#[mongo(index(name = "ix_a_place", keys(a, place = "2dsphere")))]
// A condition on the key, on what is inside of the optional document, or on a limit that null never meets.
#[mongo(index(name = "uq_email", keys(contact.email), unique, partial(contact.phone > 0)))]
#[mongo(index(name = "uq_note", keys(note), unique, partial(note >= "")))]
#[mongo(index(name = "uq_state", keys(state), unique, partial(state >= 0)))]
#[mongo(index(name = "uq_one", keys(state, a), unique, one_absent))]
#[mongo(index(name = "ix_stops", keys(stops[].at = "2dsphere")))]
#[mongo(index(name = "ix_padded", keys(b), partial(padded >= "00000000000000000005")))]
#[mongo(index(name = "ix_tags", keys(c), partial(tags = "new", numbers > 5, numbers < 2)))]
// The same keys compared in another way, of the search, or needed without `unique` for a while.
#[mongo(index(name = "ix_note", keys(note)))]
#[mongo(index(name = "ix_note_de", keys(note), collation(locale = "de")))]
#[mongo(index(name = "ix_note_search", keys(note), owner = "search"))]
#[mongo(index(name = "ix_d", keys(d, id), unique))]
#[mongo(index(name = "ix_d_before", keys(d, id), allow(prefix, reason = "until the unique one is built")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    a: i32,
    b: i32,
    c: Option<i32>,
    d: i32,
    place: Point,
    contact: Option<Contact>,
    #[mongo(null, max_len = 100)]
    note: Option<String>,
    state: Presence<i64>,
    #[mongo(max_items = 5)]
    stops: Vec<Stop>,
    #[mongo(as = "string_padded")]
    padded: u64,
    #[mongo(max_items = 5, max_len = 3)]
    tags: Vec<String>,
    #[mongo(max_items = 5)]
    numbers: Vec<i32>,
}

fn main() {
    let indexes = Order::DECLARATION.indexes;
    let partial = |at: usize| {
        indexes[at].render().get_document("partialFilterExpression").expect("a condition").clone()
    };
    assert_eq!(partial(3), doc! { "b": { "$gte": 1, "$lt": 5 }, "c": { "$exists": true } });
    assert_eq!(partial(6), doc! { "note": { "$gte": "" } });
    assert_eq!(partial(11), doc! { "tags": "new", "numbers": { "$gt": 5, "$lt": 2 } });
}
