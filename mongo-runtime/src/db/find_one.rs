//! Finds one document.

use std::{future::IntoFuture, pin::Pin};

use super::{
    Collection,
    batch::{Batch, Malformed},
    cursor::Fetched,
    executor::{Call, Effect},
    find::{self, FindCommand},
    settings::{Settings, settings},
};
use crate::{
    document::{self, Document},
    error::{Detail, Error, Kind},
    filter::{Filter, IntoFilter},
    operation::Verb,
    sort::Sort,
};

/// A find of one document. Await it for an `Option`.
///
/// # Errors
///
/// `Decode` or `SchemaVersionUnsupported` for a stored document that can't be read, with path and `_id`; `Encode` for an
/// operand that its field can't hold; `Connection`, `ServerSelection`, `Timeout` as with all reads.
#[must_use = "an operation does nothing until it is awaited"]
#[derive(Debug)]
pub struct FindOne<D> {
    collection: Collection<D>,
    filter: Filter<D>,
    sort: Option<Sort<D>>,
    settings: Settings,
}

impl<D: Document> FindOne<D> {
    pub(crate) fn new(collection: Collection<D>, filter: impl IntoFilter<D>) -> Self {
        let settings = Settings { own: filter.operation_name(), ..Settings::default() };
        Self { collection, filter: filter.into_filter(), sort: None, settings }
    }

    settings!();

    /// Which of the documents that match comes first.
    pub fn sort(mut self, sort: impl Into<Sort<D>>) -> Self {
        self.sort = Some(sort.into());
        self
    }

    fn call(&self) -> Call {
        self.collection.call(Verb::FindOne, Effect::Read, self.settings)
    }

    /// The command, if it may be sent.
    fn command(&self, call: &Call) -> Result<FindCommand, Error> {
        let sort = self.sort.as_ref().map(Sort::render);
        Ok(FindCommand { sort, ..FindCommand::first(find::rendered(&self.filter, call)?) })
    }

    async fn run(self) -> Result<Option<D>, Error> {
        let call = self.call();
        let command = self.command(&call)?;
        let fetched = find::send(&self.collection, &call, command).await?;
        first(fetched, &call, |bytes| {
            document::from_slice(bytes).map_err(|error| call.finish(error.into(), 1))
        })
    }
}

/// The first document of an answer, as `read` takes it; `None` when there is none. An answer that can't be read is an error.
pub(super) fn first<T>(
    fetched: Fetched,
    call: &Call,
    read: impl FnOnce(&[u8]) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let unreadable = |Malformed| {
        let text = Detail::Text("the server's answer can't be read".into());
        call.finish(Error::new(Kind::Connection, None, text), 1)
    };
    let Some(reply) = fetched.batch else { return Ok(None) };
    let mut batch = Batch::new(reply).map_err(unreadable)?;
    batch.next().map(|bytes| bytes.map_err(unreadable).and_then(read)).transpose()
}

impl<D: Document> IntoFuture for FindOne<D> {
    type Output = Result<Option<D>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
