use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "sessions")]
#[mongo(index(name = "ix_user_started", keys(user, started_at)))]
#[mongo(index(name = "ttl_until", keys(until), expire_after = "1 minutes"))]
struct Session {
    #[mongo(id)]
    id: ObjectId,
    user: String,
    started_at: DateTime,
    until: DateTime,
}

#[derive(Filter)]
#[mongo(document = Session, operation = "session.find", sort(started_at), max_results = 10)]
struct Find {
    #[mongo(eq)]
    user: String,
}

fn main() {}
