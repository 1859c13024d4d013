//! The test attribute of `mongo-testkit`.

use proc_macro::TokenStream;

mod args;
mod expand;

/// Makes a test of an async function that takes a `TestDb`.
///
/// The function may return `()` or a `Result<(), E>` with `E: Debug`. It runs in a tokio runtime of its own, on the
/// server that the test run shares, with a database of its own; at the end, after a panic as well, the client is shut
/// down. Other attributes, such as `#[should_panic]`, go on the test.
///
/// | argument | means |
/// |---|---|
/// | `min_server = "7.0"` | on an older server the test is skipped, which is printed and counted |
/// | `flavor = "current_thread"` | one thread instead of several |
/// | `worker_threads = 4` | how many threads, 2 by default |
/// | `crate = some::path` | where `mongo_testkit` is found, if it is renamed or re-exported |
///
/// ```text
/// #[mongo_testkit::test(min_server = "6.0")]
/// async fn a_document_is_found(db: TestDb) -> mongodb::error::Result<()> {
///     let orders = db.database().collection::<Document>("orders");
///     orders.insert_one(doc! { "_id": 1 }).await?;
///     assert_eq!(orders.count_documents(doc! {}).await?, 1);
///     Ok(())
/// }
/// ```
#[proc_macro_attribute]
pub fn test(args: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(args.into(), &item.into()).into()
}

#[cfg(test)]
mod tests;
