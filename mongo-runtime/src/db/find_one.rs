//! Finds one document.

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::Pin};

use super::{
    batch::{Batch, Malformed},
    consistency::{PrimaryMajority, Reads, Writes},
    cursor::Fetched,
    executor::{Call, Effect},
    find::{self, FindCommand, Read, marked, marked_view},
    guard,
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    document::Document,
    error::{Detail, Error, Kind},
    filter::{Filter, IntoFilter},
    operation::Verb,
    projection::{Projection, ProjectionTable},
    query::{AdHoc, FilterKind, MadeHere},
    sort::Sort,
};

/// A find of one document. Await it for an `Option<T>`: the document, or a part of it.
///
/// # Errors
///
/// `Decode` or `SchemaVersionUnsupported` for a stored document that can't be read, with path and `_id`; `Encode` for an
/// operand that its field can't hold; `OperationRejected` for a hint that is no declared index; `Connection`,
/// `ServerSelection`, `Timeout` as with all reads.
#[must_use = "an operation does nothing until it is awaited"]
pub struct FindOne<D, K = AdHoc, T = D, P = PrimaryMajority> {
    pub(super) collection: Handle<D>,
    filter: Filter<D>,
    sort: Option<Sort<D>>,
    hint: Option<&'static str>,
    projection: Option<&'static ProjectionTable>,
    settings: Settings,
    read: Read<T>,
    kind: PhantomData<fn() -> (K, P)>,
}

impl<D: Document, K: FilterKind<D>, P: Reads> FindOne<D, K, P::Read<K::Output>, P> {
    pub(crate) fn new(collection: Handle<D>, filter: impl IntoFilter<D, Kind = K>) -> Self {
        let (settings, filter) = Settings::of(filter);
        let (sort, hint, projection, kind) = (None, None, None, PhantomData);
        Self { collection, filter, sort, hint, projection, settings, read: marked::<D, K, P>, kind }
    }
}

impl<D: Document, K, T, P: Reads> FindOne<D, K, T, P> {
    settings!();

    /// Which of the documents that match comes first.
    pub fn sort(mut self, sort: impl Into<Sort<D>>) -> Self
    where
        K: MadeHere,
    {
        self.sort = Some(sort.into());
        self
    }

    /// The name of the index that the server has to use, in place of its own choice. One that the type does not declare is
    /// refused.
    pub fn hint(mut self, index: &'static str) -> Self
    where
        K: MadeHere,
    {
        self.hint = Some(index);
        self
    }

    /// Gives a typed part of the document: no more than that is sent.
    pub fn project<V: Projection<Document = D> + 'static>(self) -> FindOne<D, K, P::Read<V>, P>
    where
        K: MadeHere,
    {
        let Self { collection, filter, sort, hint, settings, kind, .. } = self;
        let projection = Some(V::TABLE);
        FindOne {
            collection,
            filter,
            sort,
            hint,
            projection,
            settings,
            read: marked_view::<V, P>,
            kind,
        }
    }

    pub(super) fn call(&self) -> Call {
        self.collection.call(Verb::FindOne, Effect::Read, self.settings)
    }

    /// The command, if it may be sent.
    pub(super) fn command(&self, call: &Call) -> Result<FindCommand, Error> {
        let filter = guard::rendered(&self.filter, call)?;
        if let Some(index) = self.hint {
            guard::refuse_unknown_hint::<D>(index).map_err(|error| call.finish(error, 0))?;
        }
        let command = FindCommand {
            sort: self.sort.as_ref().map(Sort::render),
            hint: self.hint,
            projection: self.projection.map(ProjectionTable::render),
            ..FindCommand::first(filter)
        };
        Ok(command.planned(call))
    }

    async fn run(self) -> Result<Option<T>, Error> {
        let call = self.call();
        let command = self.command(&call)?;
        let fetched = find::send(&self.collection, &call, command).await?;
        first(fetched, &call, |bytes| {
            (self.read)(bytes).map_err(|error| call.finish(error.into(), 1))
        })
    }
}

transactional! {
    [D: Document, K: 'static, T: Send + 'static, P: Reads] FindOne<D, K, T, P> => Option<T>
}

impl<D: Document, K, T, P: Reads> FindOne<D, K, T, P> {
    within!(where P: Writes);
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

impl<D: Document, K: 'static, T: 'static, P: Reads> IntoFuture for FindOne<D, K, T, P> {
    type Output = Result<Option<T>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D, K, T, P> fmt::Debug for FindOne<D, K, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindOne")
            .field("collection", &self.collection)
            .field("filter", &self.filter)
            .field("sort", &self.sort)
            .finish_non_exhaustive()
    }
}
