//! Starts the members and their relays, and makes one set of them.

use std::{net::TcpListener, ops::Deref, sync::Arc};

use mongodb::bson::doc;
use tokio::{
    net,
    runtime::{Builder, Runtime},
};

use super::{
    ClusterOptions, Inner, Member, N_MEMBERS,
    network::Network,
    relay::{self, Route},
};
use crate::{
    error::{Error, ErrorKind, Result},
    options::ServerOptions,
    process::ServerProcess,
    replica_set,
    uri::Uri,
};

/// What the log of a server says whose port is taken.
const IN_USE: &str = "Address already in use";

/// A set that has a primary; its secondaries may not have caught up.
pub(super) async fn start(options: &ClusterOptions) -> Result<Inner> {
    let server = options.member()?;
    let relays = Relays::start()?;
    // Open before the members start, since each has to be told the addresses of all.
    let listeners: Vec<_> = (0..N_MEMBERS).map(|_| listen()).collect::<Result<_>>()?;
    let addresses: Vec<String> =
        listeners.iter().map(|(_, port)| format!("127.0.0.1:{port}")).collect();
    let members = start_members(&server, &addresses, &relays).await?;
    let network = Network::new();
    let listeners = listeners.into_iter().map(|(listener, _)| listener);
    accept(listeners, &members, &network, &relays)?;

    let first = Uri::direct(&members[0].process().address());
    replica_set::initiate_with(first, &addresses, options.settings()).await?;
    let build = members[0].run(doc! { "buildInfo": 1 }).await?;
    let version = build.get_str("version").unwrap_or_default().parse()?;
    let uri = Uri::replica_set(&addresses.join(","), replica_set::SET)
        .or_option("heartbeatFrequencyMS", "500")
        .or_option("connectTimeoutMS", "1000")
        .or_option("serverSelectionTimeoutMS", "5000");
    Ok(Inner { members, network, uri, version, _relays: relays })
}

async fn start_members(
    server: &ServerOptions,
    addresses: &[String],
    relays: &Relays,
) -> Result<Vec<Member>> {
    let (first, second, third) =
        tokio::try_join!(start_process(server), start_process(server), start_process(server))?;
    let mut members = Vec::with_capacity(N_MEMBERS);
    for ((index, address), process) in addresses.iter().enumerate().zip([first, second, third]) {
        let member = Member::new(index, address.clone(), process, relays.handle().clone());
        members.push(member.await?);
    }
    Ok(members)
}

/// Starts a member on a port that it knows, since it tells it to the relays.
async fn start_process(options: &ServerOptions) -> Result<ServerProcess> {
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

fn accept(
    listeners: impl Iterator<Item = TcpListener>,
    members: &[Member],
    network: &Network,
    relays: &Relays,
) -> Result<()> {
    let ports: Arc<[u16]> = members.iter().map(|member| member.process().port()).collect();
    let _in_runtime = relays.enter();
    for (member, listener) in listeners.enumerate() {
        let route = Route { member, ports: Arc::clone(&ports), links: network.links() };
        let listener = net::TcpListener::from_std(listener).map_err(no_port)?;
        relays.spawn(relay::accept(listener, route));
    }
    Ok(())
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

/// The runtime of the relays, and of the control connections: a thread of their own.
pub(super) struct Relays(Option<Runtime>);

impl Relays {
    fn start() -> Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("mongo-testkit-relays")
            .enable_all()
            .build();
        let runtime =
            runtime.map_err(|err| Error::because(ErrorKind::Io, "can't start a runtime", err))?;
        Ok(Self(Some(runtime)))
    }
}

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
