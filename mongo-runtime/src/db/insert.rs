//! Inserts one document.

use std::{fmt, future::IntoFuture, pin::Pin};

use bson::{Bson, RawDocument, RawDocumentBuf};

use super::{
    bulk::Insert,
    executor::Effect,
    handle::Handle,
    settings::{Settings, settings},
    transaction::{transactional, within},
};
use crate::{
    codec::EncodeError,
    document::{self, Document},
    error::Error,
    operation::Verb,
};

/// An insert of one document. Await it.
///
/// # Errors
///
/// - `Encode` or `DocumentTooLarge` with `NotSent`: the codec refused a value; nothing was sent.
/// - `DuplicateKey` with `NoWritePerformed`: see [`Error::duplicate_index`].
/// - `SchemaValidation` with `NoWritePerformed`: see [`Error::validation_failures`].
/// - `Connection` or `Timeout` with `WriteResultUnknown`: the document may be stored.
/// - `WriteConcern` with `WriteResultUnknown`: the primary has it, the majority has not confirmed it in time.
#[must_use = "an operation does nothing until it is awaited"]
pub struct InsertOne<D> {
    collection: Handle<D>,
    document: Result<RawDocumentBuf, EncodeError>,
    settings: Settings,
}

impl<D: Document> InsertOne<D> {
    pub(crate) fn new(collection: Handle<D>, document: &D) -> Self {
        Self { collection, document: document::to_raw(document), settings: Settings::default() }
    }

    settings!();

    pub(crate) fn collection(&self) -> &Handle<D> {
        &self.collection
    }

    /// The document as a part of an insert of many.
    pub(crate) fn encoded(self) -> Result<Insert, Error> {
        let call = self.collection.call(Verb::InsertMany, Effect::Write, self.settings);
        let document = self.document.map_err(|error| call.finish(error.into(), 0))?;
        Ok(Insert {
            raw: self.collection.raw,
            route: self.collection.route,
            declaration: D::DECLARATION,
            name: call.name,
            document,
        })
    }

    async fn run(self) -> Result<(), Error> {
        let call = self.collection.call(Verb::InsertOne, Effect::Write, self.settings);
        let document = self.document.map_err(|error| call.finish(error.into(), 0))?;
        let raw = self.collection.raw.clone();
        let insert = raw.insert_one(&document);
        let result = call.run(&self.collection.route, |mut lease, _| async move {
            let result = insert.session(lease.session()).comment(call.name.as_str()).await;
            (lease, result.map(drop))
        });
        match result.await {
            Ok(((), _)) => Ok(()),
            Err(error) => Err(error.with_document_id(id_of(&document))),
        }
    }
}

/// The `_id` of an encoded document.
pub(crate) fn id_of(document: &RawDocument) -> Option<Bson> {
    document.get("_id").ok()?.and_then(|id| Bson::try_from(id).ok())
}

transactional! { [D: Document] InsertOne<D> => () }

impl<D: Document> InsertOne<D> {
    within!();
}

impl<D: Document> IntoFuture for InsertOne<D> {
    type Output = Result<(), Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D> fmt::Debug for InsertOne<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InsertOne({:?})", self.collection)
    }
}
