//! What can be chosen about a cluster.

use std::time::Duration;

use mongodb::bson::{Document, doc};

use crate::{
    error::{Error, ErrorKind, Result},
    options::ServerOptions,
};

/// How to start a [`Cluster`](crate::Cluster).
///
/// The defaults are for tests that provoke one fault and see what comes of it. A long run under load and random faults does
/// better with less haste:
///
/// ```
/// use std::time::Duration;
/// use mongo_testkit::{ClusterOptions, ServerOptions};
///
/// let options = ClusterOptions::new()
///     .server(ServerOptions::new().oplog_mb(200))
///     .election_timeout(Duration::from_secs(2))
///     .heartbeat_interval(Duration::from_millis(500))
///     .transaction_lifetime(5);
/// assert_ne!(options, ClusterOptions::new());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct ClusterOptions {
    server: ServerOptions,
    election_timeout: Duration,
    heartbeat_interval: Duration,
    transaction_lifetime: Option<u32>,
}

/// How arguments begin that a cluster can't have.
const UNFIT: [&str; 4] = ["--auth", "--keyFile", "--clusterAuth", "--tls"];

impl Default for ClusterOptions {
    fn default() -> Self {
        Self {
            // A member that is down for a while under load must find where it left off.
            server: ServerOptions::new().oplog_mb(64),
            election_timeout: Duration::from_millis(500),
            heartbeat_interval: Duration::from_millis(100),
            transaction_lifetime: None,
        }
    }
}

impl ClusterOptions {
    /// Quick elections, an oplog of 64 MB, and secondaries that replicate from the primary, never from each other.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the options of each member's process; its oplog has the size that they say.
    pub fn server(mut self, options: ServerOptions) -> Self {
        self.server = options;
        self
    }

    /// Sets for how long members do without a primary before they elect one: 500 ms by default, in whole milliseconds.
    ///
    /// A primary without a majority steps down after the same time, and a machine that is busy for as long brings an election
    /// that nobody has asked for: choose more where that would spoil a test.
    pub fn election_timeout(mut self, time: Duration) -> Self {
        self.election_timeout = time;
        self
    }

    /// Sets how often members ask each other how they are: 100 ms by default, in whole milliseconds.
    pub fn heartbeat_interval(mut self, time: Duration) -> Self {
        self.heartbeat_interval = time;
        self
    }

    /// Sets for how long a transaction may be open, in whole seconds; the server's own limit is a minute.
    pub fn transaction_lifetime(mut self, seconds: u32) -> Self {
        self.transaction_lifetime = Some(seconds);
        self
    }

    /// The options of one member.
    pub(super) fn member(&self) -> Result<ServerOptions> {
        let args = self.server.args();
        // What stands after the sign may be a password.
        let mut names = args.iter().map(|arg| arg.split('=').next().unwrap_or_default());
        if let Some(name) = names.find(|name| UNFIT.iter().any(|unfit| name.starts_with(unfit))) {
            return Err(Error::new(
                ErrorKind::Settings,
                format!(
                    "a cluster has neither users nor TLS, which would hide from its relays who connects; found the argument \
                     `{name}`: leave it out, or start a single server"
                ),
            ));
        }
        // A member that fetches from one that is cut off would notice after 5 to 60 seconds.
        let mut member = self
            .server
            .clone()
            .parameter("oplogNetworkTimeoutBufferSeconds", "1")
            .parameter("oplogInitialFindMaxSeconds", "2");
        if let Some(seconds) = self.transaction_lifetime {
            member = member.parameter("transactionLifetimeLimitSeconds", &seconds.to_string());
        }
        Ok(member)
    }

    /// The settings of the replica set.
    pub(super) fn settings(&self) -> Document {
        let millis = |time: Duration| i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
        doc! {
            "electionTimeoutMillis": millis(self.election_timeout),
            "heartbeatIntervalMillis": millis(self.heartbeat_interval),
            "heartbeatTimeoutSecs": 1,
            // A member that takes its data from one that lags would lag for half a minute before it looks for another.
            "chainingAllowed": false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_for_the_set_is_kept_whatever_the_servers_options_are() {
        let options = ClusterOptions::new().transaction_lifetime(7).server(ServerOptions::new());
        let args = options.member().unwrap().args();
        assert!(args.iter().any(|arg| arg == "transactionLifetimeLimitSeconds=7"), "{args:?}");
        let limit = Duration::from_millis(1500);
        let settings = ClusterOptions::new().election_timeout(limit).settings();
        assert_eq!(settings.get_i32("electionTimeoutMillis").ok(), Some(1500));
    }

    #[test]
    fn users_and_tls_are_refused_by_the_argument_that_asks_for_them() {
        for (arg, name) in [
            ("--auth", "--auth"),
            ("--keyFile", "--keyFile"),
            ("--tlsCertificateKeyFilePassword=canary", "--tlsCertificateKeyFilePassword"),
        ] {
            let options = ClusterOptions::new().server(ServerOptions::new().arg(arg));
            let err = options.member().unwrap_err();
            assert!(err.to_string().contains(&format!("`{name}`: leave it out")), "{err}");
            assert!(!format!("{err} {err:?}").contains("canary"), "{err}");
        }
    }
}
