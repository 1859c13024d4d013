//! A server's end of TLS with a certificate that mongod would not start with.

use std::{
    fmt, io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig, crypto,
        pki_types::{CertificateDer, PrivatePkcs8KeyDer},
    },
};

use super::Certificate;
use crate::error::{Error, ErrorKind, Result};

/// Takes TLS connections with any certificate, and passes what they say to a server without TLS.
///
/// It counts the bytes that clients have said inside of TLS: a client that does not trust the certificate says none.
/// Dropping it closes all its connections.
pub struct TlsFront {
    address: SocketAddr,
    presented: watch::Sender<TlsAcceptor>,
    said: Arc<Said>,
    accepting: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Said {
    n_connections: AtomicUsize,
    n_bytes: AtomicUsize,
}

impl TlsFront {
    /// Listens on a free port of this machine, for connections that go on to `server`, a host and a port.
    ///
    /// # Errors
    ///
    /// When no port is free.
    pub async fn start(server: &str, certificate: &Certificate) -> Result<Self> {
        let failed = |err: io::Error| Error::because(ErrorKind::Io, "can't listen for TLS", err);
        let acceptor = acceptor(certificate)?;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let said = Arc::new(Said::default());
        let (presented, acceptors) = watch::channel(acceptor);
        let accepting =
            tokio::spawn(accept(listener, acceptors, server.to_owned(), Arc::clone(&said)));
        Ok(Self { address, presented, said, accepting })
    }

    /// Shows another certificate from now on, and closes the connections that were taken with the one before.
    ///
    /// # Errors
    ///
    /// When the certificate can't be used.
    pub fn present(&self, certificate: &Certificate) -> Result<()> {
        self.presented.send_replace(acceptor(certificate)?);
        Ok(())
    }

    /// Host and port, as in a connection string.
    #[must_use]
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// How many connections clients have opened until now.
    #[must_use]
    pub fn n_connections(&self) -> usize {
        self.said.n_connections.load(Ordering::Relaxed)
    }

    /// How many bytes clients have said inside of TLS until now.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.said.n_bytes.load(Ordering::Relaxed)
    }
}

fn acceptor(certificate: &Certificate) -> Result<TlsAcceptor> {
    let chain = certificate.chain.iter().cloned().map(CertificateDer::from).collect();
    let key = PrivatePkcs8KeyDer::from(certificate.key.clone());
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key.into()));
    match config {
        Ok(config) => Ok(TlsAcceptor::from(Arc::new(config))),
        Err(err) => Err(Error::because(ErrorKind::Settings, "can't use the certificate", err)),
    }
}

async fn accept(
    listener: TcpListener,
    acceptors: watch::Receiver<TlsAcceptor>,
    server: String,
    said: Arc<Said>,
) {
    let mut open = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        said.n_connections.fetch_add(1, Ordering::Relaxed);
        let mut changes = acceptors.clone();
        let acceptor = changes.borrow_and_update().clone();
        let passing = pass(client, acceptor, server.clone(), Arc::clone(&said));
        open.spawn(async move {
            // An error closes both sides, which is all that it means here.
            tokio::select! {
                _ = passing => {}
                _ = changes.changed() => {}
            }
        });
        while open.try_join_next().is_some() {}
    }
}

async fn pass(
    client: TcpStream,
    acceptor: TlsAcceptor,
    server: String,
    said: Arc<Said>,
) -> io::Result<()> {
    let client = acceptor.accept(client).await?;
    let (mut from_client, mut to_client) = tokio::io::split(client);
    let (mut from_server, mut to_server) = TcpStream::connect(server).await?.into_split();
    let requests = async {
        let mut buffer = vec![0; 16 << 10];
        loop {
            let n_read = from_client.read(&mut buffer).await?;
            said.n_bytes.fetch_add(n_read, Ordering::Relaxed);
            match n_read {
                0 => return to_server.shutdown().await,
                _ => to_server.write_all(&buffer[..n_read]).await?,
            }
        }
    };
    let replies = async { copy(&mut from_server, &mut to_client).await.map(drop) };
    tokio::try_join!(requests, replies).map(drop)
}

impl Drop for TlsFront {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl fmt::Debug for TlsFront {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TlsFront")
            .field("address", &self.address)
            .field("said", &self.said)
            .finish_non_exhaustive()
    }
}
