//! A connection to the documents of one catalog.

use std::{
    fmt,
    marker::PhantomData,
    sync::Arc,
    time::{Duration, Instant},
};

use bson::doc;
use mongodb::Database;

use super::{
    BulkWrite, Collection, StoreConfig,
    consistency::{PrimaryMajority, Reads, TransactionProfile, Writes},
    executor::{Call, Effect},
    link::Link,
    page::PageKeys,
    route::Route,
    startup,
    transaction::{Transaction, Tx, TxFuture},
};
use crate::{
    catalog::{Catalog, Lists},
    document::{Declaration, Document},
    error::Error,
    operation::OperationName,
    shape::DocumentShape,
};

/// The store of an application: typed collections of the documents that its catalog `C` lists.
///
/// It is a handle: clones are cheap and share one pool of connections. End it with [`close`](Self::close), which waits
/// for work in flight and ends the sessions on the server. Dropping the last handle instead stops the driver's tasks in
/// the background without another word to the server, which then notices by itself.
///
/// A store belongs to the tokio runtime in which it was connected. End its work before that runtime is dropped.
///
/// `P` is its [consistency profile](super::consistency): what reads see, and what confirms a write.
pub struct Store<C, P = PrimaryMajority> {
    pub(crate) shared: Arc<Shared>,
    pub(crate) route: Route,
    catalog: PhantomData<fn() -> (C, P)>,
}

/// What all handles of a store share.
pub(crate) struct Shared {
    pub(crate) database: Database,
    pub(crate) deadline: Duration,
    pub(crate) max_limit: u32,
    pub(crate) batch_size: u32,
    pub(crate) max_skip: u32,
    pub(crate) page_keys: Option<PageKeys>,
    pub(crate) link: Arc<Link>,
}

impl<C: Catalog> Store<C> {
    /// Connects, and asks the primary for a sign of life: one round trip once the servers are known.
    ///
    /// A wrong host, credential or certificate shows here rather than in the first operation. It takes no longer than the
    /// configured deadline.
    ///
    /// A store of [production](super::Environment::Production) is checked before that, in five round trips and with two short-lived
    /// clients: it starts on a replica set or a sharded cluster of a recent version, with TLS, users and retries, without test
    /// commands, and with a credential that is good for its work alone. Commands of an administrator are none of that, so the
    /// server's own role `readWrite` is too much.
    ///
    /// # Errors
    ///
    /// `Config` with [`startup_faults`](Error::startup_faults) for all that keeps a store of production from starting.
    /// `Config` for a configuration that can't be used, `ServerSelection`, `Connection` or `Timeout` when no primary
    /// answers, `Auth` when it does not accept the credential. The connection string is in none of them.
    pub async fn connect(config: StoreConfig) -> Result<Self, Error> {
        let started = Instant::now();
        let page_keys = config.page_keys.checked().map_err(|error| error.on_connect())?;
        let options = config.client_options().await.map_err(|error| error.on_connect())?;
        let call = Call {
            name: OperationName::new("store.connect"),
            declaration: &NO_DOCUMENT,
            plan: None,
            collation: None,
            effect: Effect::Read,
            started,
            deadline: config.deadline,
        };
        startup::check(&config, &options, &call).await.map_err(Error::on_connect)?;
        let link = Link::new(options).map_err(|error| error.on_connect())?;
        let database = link.client().database(config.database_name());
        let ping = database.clone();
        let route = Route::of(link.clone(), PrimaryMajority);
        let pinged = call.run(&route, |mut lease, _| async move {
            let result = ping.run_command(doc! { "ping": 1 }).session(lease.session()).await;
            (lease, result.map(drop))
        });
        pinged.await.map_err(Error::on_connect)?;
        let StoreConfig { deadline, max_limit, batch_size, max_skip, .. } = config;
        let shared =
            Shared { database, deadline, max_limit, batch_size, max_skip, page_keys, link };
        Ok(Self { shared: Arc::new(shared), route, catalog: PhantomData })
    }
}

impl<C: Catalog, P: Reads> Store<C, P> {
    /// The same store with another profile. No I/O.
    ///
    /// With [`CausalMajority`](super::consistency::CausalMajority) it is a new causal session, which its clones and collections share.
    #[must_use]
    pub fn consistency<Q: Reads>(&self, profile: Q) -> Store<C, Q> {
        let route = Route::of(self.route.link.clone(), profile);
        Store { shared: self.shared.clone(), route, catalog: PhantomData }
    }

    /// The collection of a document that the catalog lists. No I/O.
    #[must_use]
    pub fn collection<D: Document>(&self) -> Collection<D, P>
    where
        C: Lists<D>,
    {
        Collection::new(self.shared.clone(), self.route.clone())
    }

    /// Runs several operations as one: all of them are done, or none is. See [`Transaction`] for what happens on faults.
    ///
    /// ```no_run
    /// # use mongo_runtime::{catalog, db::{Store, consistency::SnapshotTransaction}, error::Error, prelude::*};
    /// # #[derive(Document)]
    /// # #[mongo(collection = "accounts")]
    /// # struct Account { #[mongo(id)] id: i32, balance: i64 }
    /// # catalog! { Bank: documents(Account) }
    /// # async fn it(store: Store<Bank>, from: i32, to: i32, amount: i64) -> Result<(), Error> {
    /// let accounts = &store.collection::<Account>();
    /// let balance = Account::fields().balance();
    /// store
    ///     .transaction(SnapshotTransaction, |tx| {
    ///         Box::pin(async move {
    ///             accounts.update_one(by_id(from), balance.inc(-amount)).within(tx).await?;
    ///             accounts.update_one(by_id(to), balance.inc(amount)).within(tx).await?;
    ///             Ok(())
    ///         })
    ///     })
    ///     .await
    /// # }
    /// ```
    ///
    /// One round trip for each operation, and one for the commit.
    pub fn transaction<'env, Q, F, T, E>(&self, profile: Q, body: F) -> Transaction<'env, F, T, E>
    where
        P: Writes,
        Q: TransactionProfile,
        F: for<'t> FnMut(&'t mut Tx<'env>) -> TxFuture<'t, T, E> + Send,
    {
        let _: Q = profile;
        Transaction::new(self.shared.clone(), self.route.clone(), Q::PROFILE, body)
    }

    /// Writes of any kind to any of the store's collections, in one call with the status of each. See [`BulkWrite`].
    pub fn bulk_write(&self) -> BulkWrite
    where
        P: Writes,
    {
        BulkWrite::new(self.shared.clone())
    }

    /// Closes the store: new operations are refused, those in flight are waited for (up to ten seconds), sessions are
    /// ended on the server, and the connections closed. All clones of the handle are closed with it.
    pub async fn close(self) {
        self.shared.link.close().await;
    }
}

/// What stands in for a document where a command has none.
pub(crate) static NO_DOCUMENT: Declaration = Declaration::new("store", "", &NO_SHAPE);

static NO_SHAPE: DocumentShape = DocumentShape::new("", "", &[], false);

impl<C, P> Clone for Store<C, P> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone(), route: self.route.clone(), catalog: PhantomData }
    }
}

impl<C, P> fmt::Debug for Store<C, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({})", self.shared.database.name())
    }
}
