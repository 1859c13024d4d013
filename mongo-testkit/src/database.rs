//! One database for one test.

use std::{fmt, sync::Arc, time::Duration};

use mongodb::{
    Client, Database,
    options::{DatabaseOptions, ReadConcern, WriteConcern},
};

use crate::{
    error::{Error, Result},
    name, replica_set,
    server::Server,
    uri::Uri,
    version::Version,
};

/// Sessions and cursors that a test has leaked would hold up the shutdown for ever.
const SHUTDOWN_PATIENCE: Duration = Duration::from_secs(2);

/// A database with a name that nobody else uses, and a client for it. Clones share both.
#[derive(Clone)]
pub struct TestDb(Arc<Inner>);

struct Inner {
    server: Server,
    name: String,
    uri: Uri,
    client: Client,
}

impl TestDb {
    pub(crate) async fn create(server: Server, prefix: &str) -> Result<Self> {
        let name = name::unique(prefix);
        // With the defaults each state change that a test provokes would be noticed after up to ten seconds.
        let uri = server
            .uri()
            .clone()
            .or_option("heartbeatFrequencyMS", "500")
            .or_option("serverMonitoringMode", "poll")
            .or_option("appName", &name);
        let client = replica_set::client(&uri).await?;
        Ok(Self(Arc::new(Inner { server, name, uri, client })))
    }

    /// The connection string, without a database, for clients of one's own.
    ///
    /// It asks for quick heartbeats, and names the application after the database, so that a
    /// [`FailPoint`](crate::FailPoint) meets the clients of this test only. It may hold the credentials of
    /// `MONGODB_URI`: don't print it.
    #[must_use]
    pub fn uri(&self) -> String {
        self.0.uri.secret_text()
    }

    /// The name of the database: at most 63 bytes.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The driver's own client. It is shut down at the end of the test.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// The driver's own handle to the database.
    #[must_use]
    pub fn database(&self) -> Database {
        self.0.client.database(&self.0.name)
    }

    /// The same database with majority reads and writes of its own: what it shows stays, whatever happens to a primary.
    #[must_use]
    pub fn majority(&self) -> Database {
        let options = DatabaseOptions::builder()
            .read_concern(ReadConcern::majority())
            .write_concern(WriteConcern::majority())
            .build();
        self.0.client.database_with_options(&self.0.name, options)
    }

    /// The version of the server.
    #[must_use]
    pub fn server_version(&self) -> Version {
        self.0.server.version()
    }

    /// The server that the database is on.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.0.server
    }

    /// Ends the use of the database: shuts the client down, and drops the database from a server that is not ours.
    ///
    /// A server that was started here loses its data anyway, so there nothing is dropped, which would take 0.1 s.
    /// The test attribute calls this, a program calls it itself.
    ///
    /// # Errors
    ///
    /// When the database can't be dropped.
    pub async fn close(self) -> Result<()> {
        let dropped = if self.0.server.is_foreign() {
            self.database()
                .drop()
                .await
                .map_err(|err| Error::driver("drop the database of a test", err))
        } else {
            Ok(())
        };
        let client = self.0.client.clone();
        drop(self);
        if tokio::time::timeout(SHUTDOWN_PATIENCE, client.clone().shutdown()).await.is_err() {
            client.shutdown().immediate(true).await;
        }
        dropped
    }

    pub(crate) fn app_name(&self) -> &str {
        self.0.uri.option("appName").unwrap_or(&self.0.name)
    }

    pub(crate) fn parsed_uri(&self) -> &Uri {
        &self.0.uri
    }
}

impl fmt::Debug for TestDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestDb")
            .field("name", &self.0.name)
            .field("uri", &self.0.uri)
            .finish_non_exhaustive()
    }
}
