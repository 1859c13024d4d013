//! Finds one slice of a short list.

use std::{fmt, future::IntoFuture, pin::Pin};

use super::{Find, FindCommand, Limited};
use crate::{
    db::{consistency::Reads, executor::Call, page::Slice},
    document::Document,
    error::Error,
};

/// A find of one slice. Await it for a [`Slice`].
///
/// One document more than asked for is fetched, to know whether there are any behind it.
///
/// # Errors
///
/// `OperationRejected` for a find without an order, and for a slice that leaves out more than the store's
/// [`max_skip`](crate::db::StoreConfig::max_skip); the others of a [`Find`]. The slice is whole or an error.
#[must_use = "an operation does nothing until it is awaited"]
pub struct FindSlice<D, K, T> {
    pub(crate) find: Find<D, Limited, K, T>,
    number: u32,
}

impl<D: Document, K, T, P: Reads> Find<D, Limited, K, T, P> {
    /// The slice with this number, counted from 0. Its size is the limit.
    pub fn slice(self, number: u32) -> FindSlice<D, K, T> {
        FindSlice { find: self.of_any_profile(), number }
    }
}

impl<D: Document, K, T> FindSlice<D, K, T> {
    /// The command, if it may be sent.
    pub(crate) fn command(&self) -> Result<(Call, FindCommand), Error> {
        let Self { find, number } = self;
        let call = find.call();
        let command = find.command(&call)?;
        let Limited(limit) = find.limit;
        let max = find.collection.shared.max_skip;
        let skip = u64::from(*number) * u64::from(limit);
        let refuse = |text: String| Err(call.finish(Error::rejected(text), 0));
        if command.sort.is_none() {
            return refuse("a slice needs an order: write `.sort(..)`".to_owned());
        }
        if skip > max.into() {
            return refuse(format!(
                "slice {number} of {limit} documents leaves out {skip}, and the store's `max_skip` is {max}: use pages"
            ));
        }
        Ok((call, FindCommand { skip, ..command }.and_one_more()))
    }

    async fn run(self) -> Result<Slice<T>, Error> {
        let (call, command) = self.command()?;
        let Self { find, number } = self;
        let Limited(limit) = find.limit;
        let mut rows = find.rows(&call, command).await?;
        let has_next = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let (items, unreadable) = find.read_rows(&call, &rows)?;
        Ok(Slice { items, number, has_next, unreadable })
    }
}

impl<D: Document, K: 'static, T: Send + 'static> IntoFuture for FindSlice<D, K, T> {
    type Output = Result<Slice<T>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D, K, T> fmt::Debug for FindSlice<D, K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindSlice").field("find", &self.find).field("number", &self.number).finish()
    }
}
