//! How a store connects.

mod refuse;

mod uri;

use std::{fmt, time::Duration};

use mongodb::options::{
    ClientOptions, DriverInfo, ReadConcern, ServerApi, ServerApiVersion, WriteConcern,
};

#[cfg(feature = "admin")]
pub(crate) use self::refuse::refuse_untrusted;
pub(crate) use self::{
    refuse::{check_database, is_here, refuse_plaintext, refuse_weaker},
    uri::parse,
};

use super::{Environment, Secret, attempts, page::PageKeysConfig, startup::Demands};
use crate::error::{Detail, Error, Kind, Outcome};

/// Where a store connects to, and with which limits.
///
/// The connection string decides hosts, credential and TLS. What keeps outcomes honest is not up to it: Stable API v1
/// strict, majority read and write concern and reads from the primary are always on, and a string that says otherwise is
/// refused.
///
/// | setting | default |
/// |---|---|
/// | deadline of an operation | 10 s |
/// | largest limit of a find | 10,000 |
/// | documents a batch | 2,000 |
/// | documents that a slice leaves out | 1,000 |
/// | connections a server | up to 100 |
/// | server selection | 5 s, and never longer than the deadline |
/// | heartbeat; connect time-out | 1 s; 1 s: a primary that stops answering is noticed in about 2 s |
///
/// A connection string that sets one of the last three wins over the default.
///
/// Without TLS, a store connects to this machine only; see [`allow_plaintext`](Self::allow_plaintext).
#[derive(Clone)]
pub struct StoreConfig {
    uri: Secret,
    database: String,
    app_name: Option<String>,
    pub(crate) deadline: Duration,
    pub(crate) max_limit: u32,
    pub(crate) batch_size: u32,
    selection_timeout: Option<Duration>,
    heartbeat: Option<Duration>,
    connect_timeout: Option<Duration>,
    max_pool_size: Option<u32>,
    min_pool_size: Option<u32>,
    retry: bool,
    plaintext: Option<String>,
    pub(crate) demands: Demands,
    pub(crate) max_skip: u32,
    pub(crate) page_keys: PageKeysConfig,
}

impl StoreConfig {
    /// A configuration with the defaults, for one database of the deployment that the connection string names. That is a text, or
    /// comes from a [`Secret`] of another source when the store connects.
    #[must_use]
    pub fn new(uri: impl Into<Secret>, database: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            database: database.into(),
            app_name: None,
            deadline: Duration::from_secs(10),
            max_limit: 10_000,
            batch_size: 2_000,
            selection_timeout: None,
            heartbeat: None,
            connect_timeout: None,
            max_pool_size: None,
            min_pool_size: None,
            retry: true,
            plaintext: None,
            demands: Demands::default(),
            max_skip: 1_000,
            page_keys: PageKeysConfig::default(),
        }
    }

    /// The name that the server's logs and `currentOp` show.
    #[must_use]
    pub fn app_name(mut self, name: impl Into<String>) -> Self {
        self.app_name = Some(name.into());
        self
    }

    /// The time that an operation has when its call names no other.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The largest limit that a find may name.
    #[must_use]
    pub fn max_limit(mut self, n_documents: u32) -> Self {
        self.max_limit = n_documents;
        self
    }

    /// How many documents a batch of a find has.
    #[must_use]
    pub fn batch_size(mut self, n_documents: u32) -> Self {
        self.batch_size = n_documents;
        self
    }

    /// How many documents a [slice](super::Slice) may leave out at its start.
    #[must_use]
    pub fn max_skip(mut self, n_documents: u32) -> Self {
        self.max_skip = n_documents;
        self
    }

    /// The key that signs [page tokens](super::PageToken): 32 random bytes or more, the same for all processes that take each
    /// other's tokens. Without one, no find has pages.
    #[must_use]
    pub fn page_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.page_keys.current = Some(key.into());
        self
    }

    /// A key that signed before: its tokens are still taken. For the time in which such tokens are about after a change of the
    /// key, and before it, in processes that do not sign with the new one yet.
    #[must_use]
    pub fn old_page_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.page_keys.old.push(key.into());
        self
    }

    /// Encrypts page tokens (XChaCha20-Poly1305), so that nobody reads the values at the keys of an order out of one. Those that
    /// are only signed are still taken.
    #[cfg(feature = "seal")]
    #[must_use]
    pub fn seal_page_tokens(mut self) -> Self {
        self.page_keys.seals = true;
        self
    }

    /// How long an operation waits for a server that can take it.
    #[must_use]
    pub fn selection_timeout(mut self, timeout: Duration) -> Self {
        self.selection_timeout = Some(timeout);
        self
    }

    /// How often each server is asked for its state; 500 ms at least.
    #[must_use]
    pub fn heartbeat(mut self, interval: Duration) -> Self {
        self.heartbeat = Some(interval);
        self
    }

    /// How long a connection may take to be established. Raise it where the network is far.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = Some(timeout);
        self
    }

    /// How many connections to each server are kept at least and opened at most.
    #[must_use]
    pub fn pool_size(mut self, min: u32, max: u32) -> Self {
        self.min_pool_size = Some(min);
        self.max_pool_size = Some(max);
        self
    }

    /// Allows a connection without TLS to another machine, where documents and queries can be read and changed on the way.
    ///
    /// Without it, a connection string with a host that is not this machine and without `tls=true` is refused. The reason is
    /// for whoever reads the program, and shows in `Debug`: "inside of the cluster's encrypted overlay network".
    #[must_use]
    pub fn allow_plaintext(mut self, reason: impl Into<String>) -> Self {
        self.plaintext = Some(reason.into());
        self
    }

    /// What the database is for. In [production](Environment::Production), [`Store::connect`](super::Store::connect) checks the
    /// deployment and refuses to start with each thing that is wrong; elsewhere, nothing is checked.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.demands.environment = environment;
        self
    }

    /// The oldest version of a server that is taken in production; 6.0 by default.
    #[must_use]
    pub fn min_server_version(mut self, major: u32, minor: u32) -> Self {
        self.demands.min_version = (major, minor);
        self
    }

    /// The name of the administrator's user, which a store of production must not have. It is in no error, and not in `Debug`.
    #[must_use]
    pub fn admin_user(mut self, name: impl Into<String>) -> Self {
        self.demands.admin_user = Some(name.into());
        self
    }

    /// Switches the driver's one retry of reads and single writes off.
    ///
    /// A lost connection then leaves the result of each write unknown. It is meant for tests.
    #[must_use]
    pub fn without_retries(mut self) -> Self {
        self.retry = false;
        self
    }

    pub(crate) fn allows_plaintext(&self) -> bool {
        self.plaintext.is_some()
    }

    pub(crate) fn database_name(&self) -> &str {
        &self.database
    }

    /// The driver's options. The driver's own message is never passed on: it can echo parts of the connection string.
    pub(crate) async fn client_options(&self) -> Result<ClientOptions, Error> {
        check_database(&self.database)?;
        let uri = self.read_uri().await?;
        let mut options = parse(&uri, &self.uri.what()).await?;
        refuse_weaker(&options)?;
        refuse_plaintext(&options, self.plaintext.as_deref())?;
        self.tune(&mut options);
        options.server_api = Some(
            ServerApi::builder()
                .version(ServerApiVersion::V1)
                .strict(true)
                .deprecation_errors(true)
                .build(),
        );
        options.read_concern = Some(ReadConcern::majority());
        options.write_concern = Some(WriteConcern::majority());
        options.cmap_event_handler = Some(attempts::handler());
        Ok(options)
    }

    async fn read_uri(&self) -> Result<String, Error> {
        let late = |_| {
            let text = format!("{} was not given in time: raise the deadline", self.uri.what());
            Error::new(Kind::Timeout, Some(Outcome::NotSent), Detail::Text(text.into()))
        };
        tokio::time::timeout(self.deadline, self.uri.read()).await.map_err(late)?
    }

    fn tune(&self, options: &mut ClientOptions) {
        const SECOND: Duration = Duration::from_secs(1);
        let first = |ours: Option<Duration>, theirs: Option<Duration>, default| {
            Some(ours.or(theirs).unwrap_or(default))
        };
        let default_name = || Some("mongo-runtime".to_owned());
        options.app_name =
            self.app_name.clone().or_else(|| options.app_name.take()).or_else(default_name);
        options.driver_info = Some(
            DriverInfo::builder()
                .name("mongo-runtime")
                .version(env!("CARGO_PKG_VERSION").to_owned())
                .build(),
        );
        options.heartbeat_freq = first(self.heartbeat, options.heartbeat_freq, SECOND);
        options.connect_timeout = first(self.connect_timeout, options.connect_timeout, SECOND);
        options.server_selection_timeout =
            first(self.selection_timeout, options.server_selection_timeout, 5 * SECOND);
        options.max_pool_size = Some(self.max_pool_size.or(options.max_pool_size).unwrap_or(100));
        options.min_pool_size = self.min_pool_size.or(options.min_pool_size);
        let retries = |theirs: Option<bool>| Some(self.retry && theirs.unwrap_or(true));
        options.retry_reads = retries(options.retry_reads);
        options.retry_writes = retries(options.retry_writes);
    }
}

impl fmt::Debug for StoreConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreConfig")
            .field("uri", &self.uri)
            .field("database", &self.database)
            .field("environment", &self.demands.environment)
            .field("app_name", &self.app_name)
            .field("deadline", &self.deadline)
            .field("max_limit", &self.max_limit)
            .field("batch_size", &self.batch_size)
            .field("plaintext", &self.plaintext)
            .finish_non_exhaustive()
    }
}
