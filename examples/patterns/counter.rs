//! Approximation: a counter that may be a little behind is written once for many visits.

use mongo_runtime::{
    db::{Collection, Store},
    prelude::*,
};

use crate::{Patterns, Result};

#[derive(Document)]
#[mongo(collection = "pages")]
pub(crate) struct Page {
    #[mongo(id)]
    id: i32,
    visits: i64,
}

/// Counts visits that were collected, or begins to.
#[derive(Update)]
#[mongo(document = Page, operation = "page.count", upsert = "_id_")]
struct CountVisits {
    #[mongo(key)]
    id: i32,
    #[mongo(inc)]
    visits: i64,
}

/// The visits of one page that are not written yet. What it holds is lost with the process: at most `STEP` less one.
struct Visits {
    page: i32,
    n_waiting: i64,
    n_writes: usize,
}

const STEP: i64 = 10;

impl Visits {
    async fn visit(&mut self, pages: &Collection<Page>) -> Result<()> {
        self.n_waiting += 1;
        if self.n_waiting < STEP {
            return Ok(());
        }
        let _ = pages.upsert_one(CountVisits { id: self.page, visits: self.n_waiting }).await?;
        (self.n_waiting, self.n_writes) = (0, self.n_writes + 1);
        Ok(())
    }
}

pub(crate) async fn tell(store: &Store<Patterns>) -> Result<()> {
    let pages = store.collection::<Page>();
    let mut visits = Visits { page: 1, n_waiting: 0, n_writes: 0 };
    for _ in 0..57 {
        visits.visit(&pages).await?;
    }
    let Some(page) = pages.find_one(by_id(1)).await? else { return Err("no page".into()) };
    println!("approximation: {} of 57 visits in {} writes", page.visits, visits.n_writes);
    Ok(())
}
