//! One member of a cluster: its process, its addresses, and what it is told.

use std::{fmt, time::Duration};

use mongodb::{
    Client,
    bson::{Document, doc},
};
use tokio::{runtime::Handle, task::JoinHandle, time};

use crate::{
    error::{Error, ErrorKind, Result},
    process::ServerProcess,
    replica_set,
    uri::Uri,
};

/// For what a healthy member does at once, on a machine that is busy with a build.
const PATIENCE: Duration = Duration::from_secs(60);

/// One of the three processes of a [`Cluster`](super::Cluster).
///
/// What it is told goes past its relay, so a member that is cut off from everyone still obeys.
pub struct Member {
    index: usize,
    address: String,
    process: ServerProcess,
    control: Client,
    runtime: Handle,
}

impl Member {
    /// `address` is that of the relay. The control connection lives in the runtime of the cluster, whatever becomes of the
    /// test's own.
    pub(super) async fn new(
        index: usize,
        address: String,
        process: ServerProcess,
        runtime: Handle,
    ) -> Result<Self> {
        let uri = Uri::direct(&process.address())
            .or_option("appName", "mongo-testkit")
            .or_option("heartbeatFrequencyMS", "500")
            .or_option("serverMonitoringMode", "poll")
            .or_option("connectTimeoutMS", "2000")
            .or_option("serverSelectionTimeoutMS", "2000");
        let control = runtime.spawn(async move { replica_set::client(&uri).await });
        let control = joined(control).await?;
        Ok(Self { index, address, process, control, runtime })
    }

    /// Its place among the members: 0, 1 or 2.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Host and port under which clients and the other members know it: those of its relay.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// A connection string for this member alone, through its relay: what cuts clients off cuts this off.
    #[must_use]
    pub fn relayed_uri(&self) -> String {
        Uri::direct(&self.address).secret_text()
    }

    /// A connection string for this member alone, past its relay: it works while the member is cut off.
    #[must_use]
    pub fn direct_uri(&self) -> String {
        self.direct().secret_text()
    }

    pub(super) fn direct(&self) -> Uri {
        Uri::direct(&self.process.address())
    }

    /// Its process: the number, the folder of its data, its log.
    #[must_use]
    pub fn process(&self) -> &ServerProcess {
        &self.process
    }

    /// Kills it (`SIGKILL`) and waits until it has ended. Its data stay, for [`Self::restart`].
    ///
    /// # Errors
    ///
    /// When the operating system reports one. Killing what has ended is fine.
    pub fn kill(&self) -> Result<()> {
        self.process.kill()
    }

    /// Ends it in good order (`SIGTERM`): a primary hands over first. Its data stay, for [`Self::restart`].
    ///
    /// # Errors
    ///
    /// When it has ended before, or when it is still there after a minute.
    pub async fn terminate(&self) -> Result<()> {
        self.process.terminate().await
    }

    /// Starts it again on the same data and ports, killing it first if it runs.
    ///
    /// Returns when it answers, which is before it has caught up:
    /// [`Cluster::wait_until_caught_up`](super::Cluster::wait_until_caught_up).
    ///
    /// # Errors
    ///
    /// When the process ends before it listens.
    pub async fn restart(&self) -> Result<()> {
        self.process.restart().await
    }

    /// Stops it where it is (`SIGSTOP`): connections stay open and nothing answers.
    ///
    /// # Errors
    ///
    /// When it has ended.
    pub fn pause(&self) -> Result<()> {
        self.process.pause()
    }

    /// Lets it go on after [`Self::pause`] (`SIGCONT`).
    ///
    /// # Errors
    ///
    /// When it has ended.
    pub fn resume(&self) -> Result<()> {
        self.process.resume()
    }

    /// Asks the primary to become a secondary, and not to be elected again for this many seconds.
    ///
    /// It waits up to half of that time for a secondary that can take over at once. Between the two there is no primary for a
    /// moment.
    ///
    /// # Errors
    ///
    /// When it is no primary, or when no secondary has caught up in time: then it stays primary.
    pub async fn step_down(&self, seconds: u32) -> Result<()> {
        let command =
            doc! { "replSetStepDown": seconds, "secondaryCatchUpPeriodSecs": seconds.div_ceil(2) };
        self.run(command).await.map(drop)
    }

    /// Keeps a secondary from standing for election for this many seconds; 0 ends that.
    ///
    /// # Errors
    ///
    /// When it is no secondary.
    pub async fn freeze(&self, seconds: u32) -> Result<()> {
        self.run(doc! { "replSetFreeze": seconds }).await.map(drop)
    }

    /// Runs a command on its `admin` database, past its relay.
    ///
    /// # Errors
    ///
    /// When it refuses, or does not answer within a minute.
    pub async fn run(&self, command: Document) -> Result<Document> {
        joined(self.ask(command, PATIENCE)).await
    }

    /// Sends a command at once; the task has the answer, also when this thread is busy meanwhile.
    pub(super) fn ask(
        &self,
        command: Document,
        patience: Duration,
    ) -> JoinHandle<Result<Document>> {
        let (admin, index) = (self.control.database("admin"), self.index);
        self.runtime.spawn(async move {
            let name = command.keys().next().cloned().unwrap_or_default();
            match time::timeout(patience, admin.run_command(command)).await {
                Ok(reply) => reply
                    .map_err(|err| Error::driver(&format!("run {name} on member {index}"), err)),
                Err(_) => Err(Error::new(
                    ErrorKind::Driver,
                    format!(
                        "member {index} must answer {name} within {} s, it did not",
                        patience.as_secs()
                    ),
                )),
            }
        })
    }
}

pub(super) async fn joined<T>(task: JoinHandle<Result<T>>) -> Result<T> {
    let gone = |err| Error::because(ErrorKind::Io, "the runtime of the cluster has ended", err);
    task.await.map_err(gone)?
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl Eq for Member {}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member")
            .field("index", &self.index)
            .field("address", &self.address)
            .field("process", &self.process)
            .finish_non_exhaustive()
    }
}
