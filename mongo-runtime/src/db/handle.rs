//! What an operation holds of its collection.

use std::{fmt, marker::PhantomData, sync::Arc, time::Instant};

use bson::RawDocumentBuf;
use mongodb::options::CollectionOptions;

use super::{
    executor::{Call, Effect},
    link::Link,
    route::Route,
    settings::Settings,
    store::Shared,
    transaction::InSession,
};
use crate::{
    document::Document,
    error::Error,
    operation::{OperationName, Verb, default_name},
};

/// A collection with the way that its commands go: clones are cheap.
pub(crate) struct Handle<D> {
    pub(crate) shared: Arc<Shared>,
    pub(crate) raw: mongodb::Collection<RawDocumentBuf>,
    pub(crate) route: Route,
    document: PhantomData<fn() -> D>,
}

impl<D: Document> Handle<D> {
    /// The collection of `D`, with the read and write concern of the route's profile.
    pub(crate) fn new(shared: Arc<Shared>, route: Route) -> Self {
        let options = route.profile.collection_options();
        Self::with_options(shared, route, options)
    }

    pub(crate) fn with_options(
        shared: Arc<Shared>,
        route: Route,
        options: CollectionOptions,
    ) -> Self {
        let raw = shared.database.collection_with_options(D::DECLARATION.collection, options);
        Self { shared, raw, route, document: PhantomData }
    }

    pub(crate) fn call(&self, verb: Verb, effect: Effect, settings: Settings) -> Call {
        let default: OperationName = default_name::<D>(verb);
        let deadline = settings.deadline_or(self.shared.deadline);
        Call {
            name: settings.name(default),
            declaration: D::DECLARATION,
            plan: settings.plan,
            collation: settings.collation,
            effect,
            started: Instant::now(),
            deadline: self.route.time_left().map_or(deadline, |left| deadline.min(left)),
        }
    }
}

impl<D> Handle<D> {
    pub(crate) fn link(&self) -> &Arc<Link> {
        &self.route.link
    }

    /// The same in the session of a transaction of its store.
    pub(crate) fn within(self, InSession(session): InSession) -> Result<Self, Error> {
        if !Arc::ptr_eq(&self.shared, session.shared()) {
            return Err(Error::rejected(
                "the operation is of another store than the transaction: take its collection from the store that runs the transaction",
            ));
        }
        Ok(Self { route: Route::within(session), ..self })
    }
}

impl<D> Clone for Handle<D> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            raw: self.raw.clone(),
            route: self.route.clone(),
            document: PhantomData,
        }
    }
}

impl<D> fmt::Debug for Handle<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Collection({})", self.raw.name())
    }
}
