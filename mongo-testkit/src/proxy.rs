//! A network that can break: a proxy on the loopback interface, between a client and a server.

use std::{
    fmt,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};

use crate::{
    database::TestDb,
    error::{Error, ErrorKind, Result},
    uri::Uri,
};

mod fault;
mod relay;
pub(crate) mod wire;

pub use fault::Fault;

/// Passes messages between clients and one server, and breaks what it is told to break.
///
/// It knows the commands on the wire, so that a fault can meet an insert and spare the driver's heartbeats. Dropping it
/// closes all its connections.
///
/// ```no_run
/// # async fn f(db: mongo_testkit::TestDb) -> mongo_testkit::Result<()> {
/// use mongo_testkit::{Fault, Proxy};
///
/// let proxy = Proxy::start(&db).await?;
/// proxy.add(Fault::drop_reply().command("insert"));
/// let uri = proxy.uri(); // for the client under test
/// # Ok(()) }
/// ```
pub struct Proxy {
    address: SocketAddr,
    uri: Uri,
    state: Arc<State>,
    cut: watch::Sender<()>,
    accepting: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct State {
    faults: Mutex<Vec<Fault>>,
    n_accepted: AtomicUsize,
    n_open: AtomicUsize,
    n_hits: AtomicUsize,
    refuses: AtomicBool,
}

impl Proxy {
    /// Starts a proxy to the server of this database, on a free port.
    ///
    /// # Errors
    ///
    /// When the server has more than one address, or the system no free port.
    pub async fn start(db: &TestDb) -> Result<Self> {
        let server = db.parsed_uri().single_host().map(str::to_owned).ok_or_else(|| {
            Error::new(
                ErrorKind::Unsuitable,
                format!("a proxy needs a server with one address, found {}", db.parsed_uri()),
            )
        })?;
        let no_port = |err| Error::because(ErrorKind::Io, "can't open a port on 127.0.0.1", err);
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(no_port)?;
        let address = listener.local_addr().map_err(no_port)?;
        let state = Arc::new(State::default());
        let (cut, cuts) = watch::channel(());
        let accepting = tokio::spawn(accept(listener, server, Arc::clone(&state), cuts));
        let uri = db.parsed_uri().through(&address.to_string());
        Ok(Self { address, uri, state, cut, accepting })
    }

    /// The connection string of the test database, through the proxy. It asks for a direct connection: a replica set
    /// tells its clients its own addresses, which lead past the proxy.
    #[must_use]
    pub fn uri(&self) -> String {
        self.uri.secret_text()
    }

    /// Where the proxy listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Adds a fault. The first one added that fits a command meets it.
    pub fn add(&self, fault: Fault) {
        self.state.faults().push(fault);
    }

    /// Takes all faults away; those that have begun go on.
    pub fn clear(&self) {
        self.state.faults().clear();
    }

    /// Closes every connection now.
    pub fn cut_all(&self) {
        // Without a connection nobody listens, which is fine.
        let _ = self.cut.send(());
    }

    /// Closes new connections at once, until told otherwise. Those that are open stay.
    pub fn refuse_connections(&self, refuse: bool) {
        self.state.refuses.store(refuse, Ordering::SeqCst);
    }

    /// How many connections were made so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.state.n_accepted.load(Ordering::SeqCst)
    }

    /// How many connections are open.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.state.n_open.load(Ordering::SeqCst)
    }

    /// How many commands have met a fault so far.
    #[must_use]
    pub fn hits(&self) -> usize {
        self.state.n_hits.load(Ordering::SeqCst)
    }
}

impl State {
    fn faults(&self) -> std::sync::MutexGuard<'_, Vec<Fault>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault that meets this command, if any; it counts as used.
    fn meet(&self, command: Option<&str>) -> Option<fault::Effect> {
        let effect = self.faults().iter_mut().find_map(|fault| fault.meet(command))?;
        self.n_hits.fetch_add(1, Ordering::SeqCst);
        Some(effect)
    }
}

/// Ends with the proxy, and its connections with it.
async fn accept(
    listener: TcpListener,
    server: String,
    state: Arc<State>,
    cuts: watch::Receiver<()>,
) {
    let mut open = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        // Finished ones only: the set would grow with each connection.
        while open.try_join_next().is_some() {}
        state.n_accepted.fetch_add(1, Ordering::SeqCst);
        if state.refuses.load(Ordering::SeqCst) {
            continue;
        }
        let (server, state, mut cuts) = (server.clone(), Arc::clone(&state), cuts.clone());
        cuts.mark_unchanged();
        open.spawn(async move {
            let _open = Open::count(&state.n_open);
            tokio::select! {
                // What ends a connection is for its client to notice.
                _ = connect_and_relay(client, &server, &state) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

async fn connect_and_relay(client: TcpStream, server: &str, state: &State) -> std::io::Result<()> {
    let server = TcpStream::connect(server).await?;
    relay::relay(client, server, state).await
}

/// Counts an open connection for as long as it lives.
struct Open<'a>(&'a AtomicUsize);

impl<'a> Open<'a> {
    fn count(n_open: &'a AtomicUsize) -> Self {
        n_open.fetch_add(1, Ordering::SeqCst);
        Self(n_open)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxy")
            .field("address", &self.address)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
