//! How an administrator connects, and what it may do.

use std::{fmt, net::IpAddr, time::Duration};

use mongodb::options::{ClientOptions, ServerAddress, WriteConcern};

use crate::{
    db::{attempts, config},
    error::Error,
};

/// What a database is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Environment {
    /// Nothing is known, so nothing is changed.
    #[default]
    Unknown,
    /// A developer's own machine.
    Local,
    /// A test run.
    Test,
    /// Anything that others rely on. Nothing is changed.
    Production,
}

/// Where an administrator connects to, with which credential, and what the database is for.
#[derive(Clone)]
pub struct AdminConfig {
    uri: String,
    database: String,
    environment: Environment,
    pub(crate) deadline: Duration,
}

impl AdminConfig {
    /// A configuration that only looks. The connection string has the administrator's credential, not the application's.
    #[must_use]
    pub fn new(uri: impl Into<String>, database: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            database: database.into(),
            environment: Environment::default(),
            deadline: Duration::from_secs(60),
        }
    }

    /// What the database is for. Only local and test databases are changed, and only on this machine.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// The time that one command has; a minute by default. An index over many documents takes its time.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    pub(crate) fn database_name(&self) -> &str {
        &self.database
    }

    /// Not under the strict Stable API: an administrator does what that leaves out.
    pub(crate) async fn client_options(&self) -> Result<ClientOptions, Error> {
        config::check_database(&self.database)?;
        let mut options = config::parse(&self.uri).await?;
        let name = || Some("mongo-runtime admin".to_owned());
        options.app_name = options.app_name.take().or_else(name);
        options.write_concern = Some(WriteConcern::majority());
        options.max_pool_size = Some(2);
        options.server_selection_timeout =
            options.server_selection_timeout.or(Some(Duration::from_secs(5)));
        options.cmap_event_handler = Some(attempts::handler());
        Ok(options)
    }

    /// Two keys for one lock: the configuration says so, and each host is this machine.
    pub(crate) fn may_change(&self, options: &ClientOptions) -> bool {
        let says_so = matches!(self.environment, Environment::Local | Environment::Test);
        says_so && options.hosts.iter().all(is_here)
    }
}

fn is_here(address: &ServerAddress) -> bool {
    match address {
        ServerAddress::Tcp { host, .. } => {
            let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
            host.eq_ignore_ascii_case("localhost")
                || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        ServerAddress::Unix { .. } => true,
        _ => false,
    }
}

impl fmt::Debug for AdminConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdminConfig")
            .field("uri", &format_args!("?"))
            .field("database", &self.database)
            .field("environment", &self.environment)
            .finish_non_exhaustive()
    }
}
