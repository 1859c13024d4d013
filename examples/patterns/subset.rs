//! Subset and computed values: a product shows its newest reviews and what all of them come to; the reviews themselves are in a
//! collection of their own.

use mongo_runtime::{db::Store, prelude::*};

use crate::{Patterns, Result};

#[derive(Document)]
#[mongo(collection = "products")]
pub(crate) struct Product {
    #[mongo(id)]
    id: i32,
    /// The newest three, so that a page is shown by one read.
    #[mongo(max_items = 3)]
    latest: Vec<Line>,
    n_reviews: i64,
    n_stars: i64,
    best: i32,
}

#[derive(Embedded, Clone)]
pub(crate) struct Line {
    at: DateTime,
    stars: i32,
}

#[derive(Document)]
#[mongo(collection = "reviews")]
#[mongo(index(name = "ix_product_at", keys(product, at = desc)))]
pub(crate) struct Review {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(reference = Product)]
    product: i32,
    at: DateTime,
    stars: i32,
    #[mongo(max_len = 2_000)]
    text: String,
}

/// Keeps the newest three, and computes beside the write: nobody has to read the reviews for their average.
#[derive(Update)]
#[mongo(document = Product, operation = "product.add-review")]
#[mongo(inc(n_reviews = 1))]
struct AddReview {
    #[mongo(push, path = latest, sort(at = desc), slice = 3)]
    line: Line,
    #[mongo(inc)]
    n_stars: i64,
    #[mongo(max)]
    best: i32,
}

/// What the page shows: all that is sent of a product.
#[derive(Projection)]
#[mongo(document = Product)]
struct Shown {
    #[mongo(path = latest[].stars)]
    latest: Vec<i32>,
    n_reviews: i64,
    n_stars: i64,
    best: i32,
}

pub(crate) async fn tell(store: &Store<Patterns>) -> Result<()> {
    let (products, reviews) = (store.collection::<Product>(), store.collection::<Review>());
    let product = Product { id: 1, latest: Vec::new(), n_reviews: 0, n_stars: 0, best: 0 };
    products.insert_one(&product).await?;
    for (hour, stars) in [3, 5, 4, 2, 5].into_iter().enumerate() {
        let at = DateTime::from_millis(hour as i64 * 3_600_000);
        let text = "as described".to_owned();
        let review = Review { id: ObjectId::new(), product: 1, at, stars, text };
        let add = AddReview { line: Line { at, stars }, n_stars: stars.into(), best: stars };
        // The review first: a product that lacks one is put right by counting anew, a lost review is not.
        let done = store
            .bulk_write()
            .add(reviews.insert_one(&review))
            .add(products.update_one(by_id(1), add))
            .await?;
        assert_eq!(done.items().len(), 2);
    }
    let shown = products.find_one(by_id(1)).project::<Shown>().await?;
    let Some(Shown { latest, n_reviews, n_stars, best }) = shown else {
        return Err("no product".into());
    };
    let n_kept = reviews.count(Review::fields().product().eq(1)).await?;
    println!(
        "subset: {latest:?} of {n_kept}; computed: {n_stars} stars in {n_reviews} reviews, best {best}"
    );
    Ok(())
}
