//! What can be chosen about a server that is started here.

/// How to start a server of one's own: see [`Server::start_own`](crate::Server::start_own).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct ServerOptions {
    oplog_mb: u32,
    has_test_commands: bool,
    args: Vec<String>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self { oplog_mb: 16, has_test_commands: true, args: Vec::new() }
    }
}

impl ServerOptions {
    /// The options of the shared server.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the size of the oplog; a change stream loses its history once so much was written. 16 by default.
    ///
    /// The server frees old entries only at a checkpoint: add `--syncdelay 1` to lose history within a second.
    pub fn oplog_mb(mut self, megabytes: u32) -> Self {
        self.oplog_mb = megabytes;
        self
    }

    /// Starts the server as one of production is, without `enableTestCommands`: it has no fail points.
    pub fn without_test_commands(mut self) -> Self {
        self.has_test_commands = false;
        self
    }

    /// Sets a server parameter, as `--setParameter name=value`.
    pub fn parameter(self, name: &str, value: &str) -> Self {
        self.arg("--setParameter").arg(format!("{name}={value}"))
    }

    /// Adds one argument to the command line of mongod.
    pub fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// All arguments but folder and port.
    pub(crate) fn args(&self) -> Vec<String> {
        let fixed = [
            "--bind_ip=127.0.0.1",
            "--nounixsocket",
            "--replSet=rs0",
            // Connections are most of the log otherwise, and the log lies in memory.
            "--quiet",
            "--wiredTigerCacheSizeGB=0.25",
            "--wiredTigerEngineConfigString=log=(prealloc=false,file_max=8MB),session_max=2000",
            "--setParameter=diagnosticDataCollectionEnabled=false",
            "--setParameter=ttlMonitorSleepSecs=1",
            "--setParameter=shutdownTimeoutMillisForSignaledShutdown=0",
        ];
        let mut args: Vec<String> = fixed.map(str::to_owned).to_vec();
        let test_commands = u8::from(self.has_test_commands);
        args.push(format!("--setParameter=enableTestCommands={test_commands}"));
        args.push(format!("--oplogSize={}", self.oplog_mb));
        args.extend(self.args.iter().cloned());
        args
    }
}
