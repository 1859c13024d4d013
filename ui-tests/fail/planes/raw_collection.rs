//! A typed collection gives out none of the driver's.

use mongo_runtime::{db::Collection, prelude::*};

#[derive(Document)]
#[mongo(collection = "lines")]
struct Line {
    #[mongo(id)]
    id: i32,
}

mongo_runtime::catalog! {
    App: documents(Line)
}

fn look(lines: &Collection<Line>) {
    let _ = lines.raw();
}

fn main() {}
