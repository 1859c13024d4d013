//! What keeps a store of production from starting.

use std::fmt;

/// One thing that keeps a store of production from starting. It tells actions and versions: no user, no host, no credential.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StartupFault {
    /// The server is of no replica set and no sharded cluster.
    NoReplicaSet,
    /// The connection string has no credential.
    NoCredential,
    /// The connection is not encrypted.
    NoTls,
    /// The configuration allows a connection that is not encrypted.
    PlaintextAllowed,
    /// The server does what anybody asks of it.
    NoAuthentication,
    /// The server has test commands, with which each of its clients can break it.
    TestCommands,
    /// The server is of an older version than is asked for: major and minor.
    OldServer {
        /// The version of the server.
        found: (u32, u32),
        /// The oldest one that is taken.
        wanted: (u32, u32),
    },
    /// Reads or writes are not repeated after a lost connection.
    NoRetries,
    /// The credential is good for more than the work of a store.
    TooManyPrivileges {
        /// The server's names of what it may do beyond that, in order.
        actions: Vec<String>,
    },
    /// The store has the user of the administrator.
    AdminUser,
}

impl fmt::Display for StartupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NoReplicaSet => {
                "the server stands alone, without transactions and majorities: start it with `--replSet` and initiate the set, or \
                 name another server"
            }
            Self::NoCredential => {
                "the connection string has no credential: write `mongodb://user:password@..`, or \
                 `authMechanism=MONGODB-X509` with a client's certificate"
            }
            Self::NoTls => {
                "the connection is not encrypted: write `tls=true` in the connection string"
            }
            Self::PlaintextAllowed => {
                "`allow_plaintext` stands in the configuration: remove it, and write `tls=true` in the connection string"
            }
            Self::NoAuthentication => {
                "the server takes commands without a credential: start it with `--auth` or `--keyFile`"
            }
            Self::TestCommands => {
                "the server has test commands, which need no privilege: start it without `--setParameter enableTestCommands=1`"
            }
            Self::OldServer { found, wanted } => {
                return write!(
                    f,
                    "the server is of version {}.{}, and {}.{} is the oldest that is taken: upgrade the server, or write \
                     `min_server_version({}, {})`",
                    found.0, found.1, wanted.0, wanted.1, found.0, found.1
                );
            }
            Self::NoRetries => {
                "retries are switched off: remove `without_retries`, and `retryReads` and `retryWrites` from the connection string"
            }
            Self::TooManyPrivileges { actions } => {
                return write!(
                    f,
                    "the credential of the store may do the work of an administrator (`{}`): give its user a role with `find`, \
                     `insert`, `update` and `remove` on its collections, and what else it needs to read",
                    actions.join("`, `")
                );
            }
            Self::AdminUser => {
                "the store has the administrator's user: give it a user of its own in the connection string"
            }
        };
        f.write_str(text)
    }
}
