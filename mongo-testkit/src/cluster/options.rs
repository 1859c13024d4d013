//! What can be chosen about a cluster.

use std::time::Duration;

use mongodb::bson::{Document, doc};

use crate::options::ServerOptions;

/// How to start a [`Cluster`](crate::Cluster).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct ClusterOptions {
    server: ServerOptions,
    election_timeout: Duration,
    heartbeat_interval: Duration,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        Self {
            // A member that is down for a while under load must find where it left off.
            server: ServerOptions::new().oplog_mb(64),
            election_timeout: Duration::from_millis(500),
            heartbeat_interval: Duration::from_millis(100),
        }
    }
}

impl ClusterOptions {
    /// Quick elections, an oplog of 64 MB, and secondaries that replicate from the primary, never from each other.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the options of each member's process.
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
        self.server =
            self.server.parameter("transactionLifetimeLimitSeconds", &seconds.to_string());
        self
    }

    /// The options of one member.
    pub(super) fn member(&self) -> ServerOptions {
        // A member that fetches from one that is cut off would notice after 5 to 60 seconds.
        self.server
            .clone()
            .parameter("oplogNetworkTimeoutBufferSeconds", "1")
            .parameter("oplogInitialFindMaxSeconds", "2")
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
