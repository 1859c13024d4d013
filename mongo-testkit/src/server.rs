//! A server that tests run on: the shared one, one of our own, or the user's.

use std::{fmt, path::PathBuf, sync::Arc};

use crate::{
    cluster::Cluster,
    database::TestDb,
    error::{Error, ErrorKind, Result},
    folder,
    instance::Instance,
    name,
    options::ServerOptions,
    process::ServerProcess,
    replica_set,
    settings::Settings,
    uri::Uri,
    version::Version,
};

/// A handle to a replica set. Clones share it; a server started here ends with its last handle.
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    uri: Uri,
    version: Version,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Named by `MONGODB_URI`.
    Foreign,
    /// Shared with other processes; the registration keeps it alive.
    Shared(Instance),
    Own(ServerProcess),
    /// Three processes.
    Cluster(Cluster),
}

impl Server {
    /// Gives the server that all tests of a run share, starting it if no process has.
    ///
    /// A program or an example uses it, with its own runtime, where a test has the attribute:
    ///
    /// ```
    /// # async fn f() -> mongo_testkit::Result<()> {
    /// let server = mongo_testkit::Server::shared().await?;
    /// let db = server.database("orders").await?;
    /// assert!(db.name().starts_with("orders_"));
    /// db.close().await
    /// # }
    /// # tokio::runtime::Runtime::new().unwrap().block_on(f()).unwrap();
    /// ```
    ///
    /// Must be called inside a tokio runtime. The first call of a run takes 0.2 to 2.5 seconds, by machine, plus the download when
    /// nothing is installed; later processes join in some milliseconds, later calls of a process cost nothing. The
    /// server ends some seconds after the last process that uses it, however that process ends.
    ///
    /// # Errors
    ///
    /// When no server can be had; the text says what to install or to set. The first error of a process is kept.
    pub async fn shared() -> Result<Self> {
        crate::blocking(crate::shared::shared).await
    }

    /// Starts a server that only this process uses: for tests that pause it, kill it or need other options.
    ///
    /// Must be called inside a tokio runtime. It takes 0.2 to 2.5 seconds, by machine, 92 MB of memory and 9 MB of disk.
    /// `MONGODB_URI` has no say here: it needs a mongod program, which is found or fetched as for the shared server.
    ///
    /// # Errors
    ///
    /// When no program is found, or when it does not become a primary.
    pub async fn start_own(options: &ServerOptions) -> Result<Self> {
        let process = ServerProcess::start(options).await?;
        let address = process.address();
        replica_set::initiate(std::slice::from_ref(&address)).await?;
        let uri = Uri::replica_set(&address, replica_set::SET);
        let hello = replica_set::hello(&uri, std::time::Duration::from_secs(10)).await?;
        Ok(Self::own(uri, hello.version.parse()?, process))
    }

    pub(crate) fn own(uri: Uri, version: Version, process: ServerProcess) -> Self {
        Self::new(uri, version, Kind::Own(process))
    }

    pub(crate) fn foreign(uri: Uri, version: Version) -> Self {
        Self::new(uri, version, Kind::Foreign)
    }

    pub(crate) fn shared_with(uri: Uri, version: Version, instance: Instance) -> Self {
        Self::new(uri, version, Kind::Shared(instance))
    }

    pub(crate) fn of_cluster(cluster: Cluster) -> Self {
        Self::new(cluster.parsed_uri().clone(), cluster.version(), Kind::Cluster(cluster))
    }

    fn new(uri: Uri, version: Version, kind: Kind) -> Self {
        Self(Arc::new(Inner { uri, version, kind }))
    }

    /// Makes a database of its own for one test: a unique name that starts with `prefix`, and a client.
    ///
    /// Nothing is sent to the server: a database begins to exist with its first write.
    ///
    /// # Errors
    ///
    /// When the driver does not take the connection string of `MONGODB_URI`.
    pub async fn database(&self, prefix: &str) -> Result<TestDb> {
        TestDb::create(self.clone(), prefix).await
    }

    /// The server's version.
    #[must_use]
    pub fn version(&self) -> Version {
        self.0.version
    }

    /// Whether the server was there before: then what a test leaves in it would stay.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        matches!(self.0.kind, Kind::Foreign)
    }

    /// The process of a server of one's own, to be paused and killed; `None` for a shared one and for a cluster.
    #[must_use]
    pub fn process(&self) -> Option<&ServerProcess> {
        match &self.0.kind {
            Kind::Own(process) => Some(process),
            Kind::Foreign | Kind::Shared(_) | Kind::Cluster(_) => None,
        }
    }

    /// The cluster that this server is; `None` for one of one member.
    #[must_use]
    pub fn cluster(&self) -> Option<&Cluster> {
        match &self.0.kind {
            Kind::Cluster(cluster) => Some(cluster),
            Kind::Foreign | Kind::Shared(_) | Kind::Own(_) => None,
        }
    }

    pub(crate) fn uri(&self) -> &Uri {
        &self.0.uri
    }

    /// A file that all users of this server agree on, for locks across processes.
    pub(crate) fn side_file(&self, what: &str) -> Result<PathBuf> {
        match &self.0.kind {
            Kind::Shared(instance) => Ok(instance.dir().join(what)),
            Kind::Own(process) => Ok(process.dir().join(what)),
            Kind::Cluster(_) => Err(Error::new(
                ErrorKind::Settings,
                "a fail point is on on one member of a cluster: use `Member::fail_point`",
            )),
            Kind::Foreign => {
                let key = name::stable(&self.0.uri.to_string());
                Ok(folder::root(&Settings::from_env()?)?.join(format!("{key}.{what}")))
            }
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { uri, version, kind } = &*self.0;
        f.debug_struct("Server")
            .field("uri", uri)
            .field("version", version)
            .field("kind", kind)
            .finish()
    }
}
