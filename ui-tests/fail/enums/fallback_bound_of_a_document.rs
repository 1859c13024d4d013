//! The document of a fallback has no `max_len`.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Status {
    Open,
    #[mongo(fallback, max_len = 20)]
    Other(mongo_runtime::bson::RawDocumentBuf),
}

fn main() {}
