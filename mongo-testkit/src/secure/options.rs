//! What can be chosen about a secure server.

use super::ServerCertificate;
use crate::options::ServerOptions;

/// How to start a [`SecureServer`](super::SecureServer): neither users nor TLS unless they are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct SecureOptions {
    pub(super) server: ServerOptions,
    pub(super) has_users: bool,
    pub(super) tls: Option<ServerCertificate>,
    pub(super) is_mutual: bool,
}

impl SecureOptions {
    /// A server that is as open as the shared one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the options that any server has.
    pub fn server(mut self, options: ServerOptions) -> Self {
        self.server = options;
        self
    }

    /// Asks each client for a user, and makes one for each [`Principal`](super::Principal).
    pub fn auth(mut self) -> Self {
        self.has_users = true;
        self
    }

    /// Takes TLS connections alone, with a certificate that is in order.
    pub fn tls(self) -> Self {
        self.tls_with(ServerCertificate::Good)
    }

    /// Takes TLS connections alone, with that certificate.
    ///
    /// mongod does not start with one that is out of date: a [`TlsFront`](super::TlsFront) shows that.
    pub fn tls_with(mut self, certificate: ServerCertificate) -> Self {
        self.tls = Some(certificate);
        self
    }

    /// Refuses clients that show no certificate of the authority. It implies [`tls`](Self::tls).
    pub fn client_certificates(mut self) -> Self {
        self.tls = Some(self.tls.unwrap_or(ServerCertificate::Good));
        self.is_mutual = true;
        self
    }
}
