//! Three servers that are one replica set, and everything that can go wrong between them.

use std::{fmt, sync::Arc};

use crate::{database::TestDb, error::Result, server::Server, uri::Uri, version::Version};

mod lag;
mod member;
mod network;
mod options;
mod relay;
mod roll_back;
mod shared;
mod start;
mod state;

pub use self::{member::Member, options::ClusterOptions, shared::ClusterLease};
use self::{
    network::{Network, Party},
    start::Relays,
};

const N_MEMBERS: usize = 3;

/// A replica set of three processes on this machine. Clones share it; it ends with its last handle.
///
/// Each member is known, to clients and to the other members, by the address of a relay of its own, so that its links
/// can be cut without privileges. The relays run on a thread of the cluster's own: a busy test does not delay heartbeats.
///
/// ```no_run
/// # async fn f() -> mongo_testkit::Result<()> {
/// use mongo_testkit::{Cluster, ClusterOptions};
///
/// let cluster = Cluster::start(&ClusterOptions::new()).await?;
/// let db = cluster.database("orders").await?;
/// let old = cluster.primary().await?;
/// cluster.isolate(old);
/// let new = cluster.wait_for_primary_other_than(old).await?;
/// assert_ne!(new, old);
/// cluster.heal();
/// cluster.wait_until_caught_up().await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Cluster(Arc<Inner>);

struct Inner {
    members: Vec<Member>,
    network: Network,
    uri: Uri,
    version: Version,
    _relays: Relays,
}

impl Cluster {
    /// Starts three servers as one replica set, and waits for a primary and two secondaries that have caught up.
    ///
    /// Must be called inside a tokio runtime. It takes about 5 seconds on two cores, 300 MB of memory and 30 MB of disk. The
    /// program is found as for [`Server::start_own`]; `MONGODB_URI` has no say here. As such a server does, the members end with this
    /// process, however it ends.
    ///
    /// # Errors
    ///
    /// When the options have users or TLS, when no program is found, when one does not start, or when they do not become a set
    /// within a minute.
    pub async fn start(options: &ClusterOptions) -> Result<Self> {
        let cluster = Self(Arc::new(start::start(options).await?));
        cluster.wait_until_caught_up().await?;
        Ok(cluster)
    }

    /// The connection string of the whole set, with quick heartbeats and short limits: a client of the driver notices a
    /// primary that does not answer after a second, and gives up after five where there is none.
    #[must_use]
    pub fn uri(&self) -> String {
        self.0.uri.secret_text()
    }

    /// The three members, in the order of their indexes.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.0.members
    }

    /// The members but this one.
    pub fn others(&self, member: &Member) -> impl Iterator<Item = &Member> {
        let index = member.index();
        self.members().iter().filter(move |other| other.index() != index)
    }

    /// Makes a database of its own for one test: a unique name that starts with `prefix`, and a client.
    ///
    /// For the truth after a fault, read [`TestDb::majority`].
    ///
    /// # Errors
    ///
    /// When the driver does not take the connection string, which does not happen.
    pub async fn database(&self, prefix: &str) -> Result<TestDb> {
        Server::of_cluster(self.clone()).database(prefix).await
    }

    pub(crate) fn parsed_uri(&self) -> &Uri {
        &self.0.uri
    }

    /// The version of the members.
    #[must_use]
    pub fn version(&self) -> Version {
        self.0.version
    }

    /// Cuts a member off from clients and from the other members, until [`Self::heal`].
    ///
    /// From the moment this returns no byte passes, either way; connections stay open, and new ones get no answer. What was sent
    /// meanwhile arrives once the link is healed, as on a network that sends again what was not confirmed: a request may be run
    /// although its client has long given up.
    pub fn isolate(&self, member: &Member) {
        self.isolate_from_peers(member);
        self.isolate_from_clients(member);
    }

    /// Cuts a member off from the other two, as [`Self::isolate`] does; clients still reach it.
    ///
    /// A primary steps down after the election timeout and acknowledges writes with `w: 1` until then: those are rolled back.
    pub fn isolate_from_peers(&self, member: &Member) {
        let peers = (0..N_MEMBERS).map(Party::Member);
        self.0.network.hold(Party::Member(member.index()), peers);
    }

    /// Cuts a member off from all clients, as [`Self::isolate`] does; the other members still reach it, so that a
    /// primary stays primary.
    pub fn isolate_from_clients(&self, member: &Member) {
        self.0.network.hold(Party::Member(member.index()), [Party::Client]);
    }

    /// Cuts the link between two members, as [`Self::isolate`] does: each still reaches the third. A secondary without its
    /// primary falls behind; as long as it has all writes, it may be elected in the primary's place.
    pub fn cut_link(&self, one: &Member, other: &Member) {
        self.0.network.hold(Party::Member(one.index()), [Party::Member(other.index())]);
    }

    /// Lets requests of clients reach a member, and drops what it answers, until [`Self::heal`] closes the connections that
    /// miss an answer: what was asked was done, and the client does not know.
    pub fn drop_replies(&self, member: &Member) {
        self.0.network.lose(Party::Member(member.index()), Party::Client);
    }

    /// Mends every link. Processes that were paused or killed stay so; [`Self::recover`] looks after those as well.
    pub fn heal(&self) {
        self.0.network.heal();
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster")
            .field("uri", &self.0.uri)
            .field("version", &self.0.version)
            .field("members", &self.0.members)
            .finish_non_exhaustive()
    }
}
