//! Three servers that are one replica set, and everything that can go wrong between them.

use std::{fmt, net::TcpListener, ops::Deref, sync::Arc};

use tokio::runtime::{Builder, Runtime};

use crate::{
    database::TestDb,
    error::{Error, ErrorKind, Result},
    options::ServerOptions,
    process::ServerProcess,
    replica_set,
    server::Server,
    uri::Uri,
    version::Version,
};

mod lag;
mod member;
mod network;
mod options;
mod relay;
mod roll_back;
mod shared;
mod state;

pub use self::{member::Member, options::ClusterOptions, shared::ClusterLease};
use self::{
    network::{Network, Party},
    relay::Route,
};

const N_MEMBERS: usize = 3;

/// What the log of a server says whose port is taken.
const IN_USE: &str = "Address already in use";

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
    /// When no program is found, when one does not start, or when they do not become a set within a minute.
    pub async fn start(options: &ClusterOptions) -> Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("mongo-testkit-relays")
            .enable_all()
            .build();
        let relays = Relays(Some(
            runtime.map_err(|err| Error::because(ErrorKind::Io, "can't start a runtime", err))?,
        ));
        let listeners: Vec<_> = (0..N_MEMBERS).map(|_| listen()).collect::<Result<_>>()?;
        let addresses: Vec<String> =
            listeners.iter().map(|(_, port)| format!("127.0.0.1:{port}")).collect();

        let server = options.member();
        let (first, second, third) =
            tokio::try_join!(start_member(&server), start_member(&server), start_member(&server),)?;
        let mut members = Vec::with_capacity(N_MEMBERS);
        for ((index, address), process) in addresses.iter().enumerate().zip([first, second, third])
        {
            let member = Member::new(index, address.clone(), process, relays.handle().clone());
            members.push(member.await?);
        }

        let network = Network::new();
        let ports: Arc<[u16]> = members.iter().map(|member| member.process().port()).collect();
        for (member, (listener, _)) in listeners.into_iter().enumerate() {
            let route = Route { member, ports: Arc::clone(&ports), links: network.links() };
            let _in_runtime = relays.enter();
            let listener = tokio::net::TcpListener::from_std(listener).map_err(no_port)?;
            relays.spawn(relay::accept(listener, route));
        }

        let first = members[0].process().address();
        replica_set::initiate_with(Uri::direct(&first), &addresses, options.settings()).await?;
        let build = members[0].run(mongodb::bson::doc! { "buildInfo": 1 }).await?;
        let version = build.get_str("version").unwrap_or_default().parse()?;
        let uri = Uri::replica_set(&addresses.join(","), replica_set::SET)
            .or_option("heartbeatFrequencyMS", "500")
            .or_option("connectTimeoutMS", "1000")
            .or_option("serverSelectionTimeoutMS", "5000");
        let cluster = Self(Arc::new(Inner { members, network, uri, version, _relays: relays }));
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
    /// primary falls behind; the third keeps it from being elected.
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

/// The runtime of the relays, and of the control connections.
struct Relays(Option<Runtime>);

impl Deref for Relays {
    type Target = Runtime;

    fn deref(&self) -> &Runtime {
        self.0.as_ref().expect("the runtime is there until it is dropped")
    }
}

impl Drop for Relays {
    fn drop(&mut self) {
        // Waiting for its tasks is not allowed inside another runtime, which is where a cluster ends.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Starts a member on a port that it knows, since it tells it to the relays.
async fn start_member(options: &ServerOptions) -> Result<ServerProcess> {
    let mut n_tries_left = 3;
    loop {
        // Free again when the listener is dropped, and for a moment anyone could take it.
        let (_, port) = listen()?;
        n_tries_left -= 1;
        match ServerProcess::start_on(port, options).await {
            Err(err) if n_tries_left > 0 && err.to_string().contains(IN_USE) => {}
            done => return done,
        }
    }
}

fn listen() -> Result<(TcpListener, u16)> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(no_port)?;
    listener.set_nonblocking(true).map_err(no_port)?;
    let port = listener.local_addr().map_err(no_port)?.port();
    Ok((listener, port))
}

fn no_port(err: std::io::Error) -> Error {
    Error::because(ErrorKind::Io, "can't open a port on 127.0.0.1", err)
}
