//! The way to one member: everyone who connects to it, clients and other members, comes through here.
//!
//! A mongod with test commands tells its port in the first message of each connection that it opens (`hostInfo`, which is
//! there for the server's own bridge of the same kind). That is how the relay knows a member from a client. From
//! then on it looks at no message, it passes bytes.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::sleep,
};

use super::network::{Links, Party, Passage};
use crate::proxy::wire::Message;

/// How a member that starts finds out which of the addresses is its own.
const IS_SELF: &str = "_isSelf";

/// Where a relay leads, and all it has to know of the cluster.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) member: usize,
    /// The ports of all members' processes, in their order.
    pub(super) ports: Arc<[u16]>,
    pub(super) links: watch::Receiver<Links>,
}

/// Takes connections until the runtime ends.
pub(super) async fn accept(listener: TcpListener, route: Route) {
    let mut open = JoinSet::new();
    loop {
        // Finished ones only: the set would grow with each connection.
        while open.try_join_next().is_some() {}
        match listener.accept().await {
            // What ends a connection is for its two sides to notice.
            Ok((peer, _)) => drop(open.spawn(relay(peer, route.clone()))),
            // Out of file descriptors, for example: some will be free again.
            Err(_) => sleep(Duration::from_millis(10)).await,
        }
    }
}

async fn relay(mut peer: TcpStream, route: Route) -> io::Result<()> {
    peer.set_nodelay(true)?;
    let Some(first) = Message::read(&mut peer).await? else { return Ok(()) };
    let here = Party::Member(route.member);
    let there = route.who(&first);
    let mut requests = Direction::new(there, here, route.links.clone());
    let mut replies = Direction::new(here, there, route.links.clone());
    requests.until_not_held().await;
    let address = SocketAddr::from(([127, 0, 0, 1], route.ports[route.member]));
    let server = TcpStream::connect(address).await?;
    if server.local_addr()? == address {
        // Nobody listens, and the system has connected the socket to itself.
        return Ok(());
    }
    server.set_nodelay(true)?;
    requests.pass(first.bytes(), &server).await?;
    // The protocol closes both ways at once. What was read before is passed on by then.
    tokio::select! {
        ended = requests.pump(&peer, &server) => ended,
        ended = replies.pump(&server, &peer) => ended,
    }
}

impl Route {
    /// Who has sent this first message.
    fn who(&self, first: &Message) -> Party {
        let hello = first.document();
        if first.command() == Some(IS_SELF) {
            // Whoever asks, nothing else comes of it; a member that could not ask itself would leave the set.
            return Party::Member(self.member);
        }
        let member = hello.and_then(|hello| {
            let (_, port) = hello.get_str("hostInfo").ok()?.rsplit_once(':')?;
            let port: u16 = port.parse().ok()?;
            self.ports.iter().position(|known| *known == port)
        });
        member.map_or(Party::Client, Party::Member)
    }
}

/// One of the two ways of a connection.
struct Direction {
    from: Party,
    to: Party,
    links: watch::Receiver<Links>,
    /// Whether bytes are missing, so that what follows would make no sense.
    has_lost: bool,
}

impl Direction {
    fn new(from: Party, to: Party, links: watch::Receiver<Links>) -> Self {
        Self { from, to, links, has_lost: false }
    }

    /// Passes bytes until the sender closes, or until the link is healed after some were lost.
    ///
    /// The end of a connection is held, or lost, as its bytes are: nobody learns of it before the link is open.
    async fn pump(&mut self, from: &TcpStream, to: &TcpStream) -> io::Result<()> {
        let mut buffer = vec![0; 16 * 1024];
        loop {
            // Nothing is read meanwhile: the sender's system keeps the bytes, as it would for a far network.
            self.until_not_held().await;
            tokio::select! {
                changed = self.links.changed() => {
                    if changed.is_err() || self.has_lost && self.passage() == Passage::Open {
                        return Ok(());
                    }
                    continue;
                }
                ready = from.readable() => ready?,
            }
            match from.try_read(&mut buffer) {
                Ok(0) => {
                    self.until_open().await;
                    return Ok(());
                }
                Ok(n_bytes) => self.pass(&buffer[..n_bytes], to).await?,
                Err(err) if err.kind() == io::ErrorKind::WouldBlock => {}
                Err(err) => {
                    self.until_open().await;
                    return Err(err);
                }
            }
        }
    }

    async fn pass(&mut self, mut bytes: &[u8], to: &TcpStream) -> io::Result<()> {
        while !bytes.is_empty() {
            self.until_not_held().await;
            to.writable().await?;
            match self.try_write(bytes, to) {
                Ok(n_bytes) => bytes = &bytes[n_bytes..],
                Err(err) if err.kind() == io::ErrorKind::WouldBlock => {}
                Err(err) => {
                    self.until_open().await;
                    return Err(err);
                }
            }
        }
        Ok(())
    }

    /// Writes what fits, under the lock of the links: once a change of them has returned, nothing passes by the old ones.
    fn try_write(&mut self, bytes: &[u8], to: &TcpStream) -> io::Result<usize> {
        let links = self.links.borrow();
        match links.passage(self.from, self.to) {
            Passage::Open => to.try_write(bytes),
            Passage::Held => Err(io::ErrorKind::WouldBlock.into()),
            Passage::Lost => {
                self.has_lost = true;
                Ok(bytes.len())
            }
        }
    }

    fn passage(&self) -> Passage {
        self.links.borrow().passage(self.from, self.to)
    }

    async fn until_not_held(&mut self) {
        let (from, to) = (self.from, self.to);
        // An error says that the cluster is gone, and this connection with it.
        let _ = self.links.wait_for(|links| links.passage(from, to) != Passage::Held).await;
    }

    async fn until_open(&mut self) {
        let (from, to) = (self.from, self.to);
        let _ = self.links.wait_for(|links| links.passage(from, to) == Passage::Open).await;
    }
}

#[cfg(test)]
mod tests {
    use mongodb::bson::{Document, doc};

    use super::{super::network::Network, *};

    async fn first(command: &Document) -> Message {
        let body = command.to_vec().unwrap();
        let n_bytes = i32::try_from(21 + body.len()).unwrap();
        let mut bytes = Vec::new();
        for int in [n_bytes, 1, 0, 2013, 0] {
            bytes.extend(int.to_le_bytes());
        }
        bytes.push(0);
        bytes.extend(body);
        Message::read(&mut &bytes[..]).await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn a_member_is_known_by_the_port_it_tells_and_all_else_is_a_client() {
        let links = Network::new().links();
        let route = Route { member: 0, ports: [4001, 4002, 4003].into(), links };
        for (command, party) in [
            (doc! { "isMaster": 1, "hostInfo": "host:4002" }, Party::Member(1)),
            (doc! { "hello": 1, "hostInfo": "::1:4003" }, Party::Member(2)),
            (doc! { "hello": 1, "hostInfo": "host:0" }, Party::Client),
            (doc! { "hello": 1, "hostInfo": 4002 }, Party::Client),
            (doc! { "hello": 1 }, Party::Client),
            (doc! { "_isSelf": 1 }, Party::Member(0)),
        ] {
            assert_eq!(route.who(&first(&command).await), party, "{command}");
        }
    }
}
