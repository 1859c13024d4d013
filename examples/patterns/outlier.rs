//! Outlier: most books have few buyers and keep them; the one that has many says so, and the rest are in documents beside it.

use mongo_runtime::{db::Store, prelude::*, update::Rejection};

use crate::{Patterns, Result};

#[derive(Document)]
#[mongo(collection = "books")]
pub(crate) struct Book {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 3)]
    buyers: Vec<i32>,
    /// Whether there are more, so that the usual book costs one read.
    has_more: bool,
}

#[derive(Document)]
#[mongo(collection = "more_buyers")]
#[mongo(index(name = "ix_book", keys(book)))]
pub(crate) struct MoreBuyers {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(reference = Book)]
    book: i32,
    buyer: i32,
}

#[derive(Update)]
#[mongo(document = Book, operation = "book.add-buyer")]
struct AddBuyer {
    #[mongo(add_to_set, path = buyers)]
    buyer: i32,
}

#[derive(Update)]
#[mongo(document = Book, operation = "book.say-more")]
#[mongo(set(has_more = true))]
struct SayMore {}

pub(crate) async fn tell(store: &Store<Patterns>) -> Result<()> {
    let (books, more) = (store.collection::<Book>(), store.collection::<MoreBuyers>());
    books.insert_one(&Book { id: 1, buyers: Vec::new(), has_more: false }).await?;
    for buyer in [1, 2, 3, 2, 4, 5] {
        match books.update_one(by_id(1), AddBuyer { buyer }).await {
            Ok(done) if done.matched() == 1 => {}
            Ok(_) => return Err("no such book".into()),
            Err(error) if matches!(error.rejection(), Some(Rejection::ArrayFull { .. })) => {
                let done = store
                    .bulk_write()
                    .add(more.insert_one(&MoreBuyers { id: ObjectId::new(), book: 1, buyer }))
                    .add(books.update_one(by_id(1), SayMore {}))
                    .await?;
                assert_eq!(done.items().len(), 2);
            }
            Err(error) => return Err(error.into()),
        }
    }
    let Some(book) = books.find_one(by_id(1)).await? else { return Err("no book".into()) };
    let n_more = more.count(MoreBuyers::fields().book().eq(1)).await?;
    println!("outlier: {:?} and {n_more} more, said: {}", book.buyers, book.has_more);
    Ok(())
}
