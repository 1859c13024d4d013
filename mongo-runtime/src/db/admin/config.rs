//! How an administrator connects, and what it may do.

use std::{fmt, time::Duration};

use mongodb::options::{ClientOptions, WriteConcern};

use super::OnlyVerified;
use crate::{
    db::{Environment, attempts, config},
    error::Error,
};

/// Where an administrator connects to, with which credential, and what the database is for.
#[derive(Clone)]
pub struct AdminConfig {
    uri: String,
    database: String,
    environment: Environment,
    plaintext: Option<String>,
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
            plaintext: None,
            deadline: Duration::from_secs(60),
        }
    }

    /// What the database is for. Only local and test databases are changed, and only on this machine.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// Allows a connection without TLS to another machine, for a stated reason; see
    /// [`StoreConfig::allow_plaintext`](crate::db::StoreConfig::allow_plaintext).
    #[must_use]
    pub fn allow_plaintext(mut self, reason: impl Into<String>) -> Self {
        self.plaintext = Some(reason.into());
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
        let mut options = config::parse(&self.uri, "the connection string").await?;
        config::refuse_untrusted(&options)?;
        config::refuse_plaintext(&options, self.plaintext.as_deref())?;
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
    pub(crate) fn only_verifies(&self, options: &ClientOptions) -> Option<OnlyVerified> {
        match self.environment {
            Environment::Local | Environment::Test => (!options.hosts.iter().all(config::is_here))
                .then_some(OnlyVerified::HostIsElsewhere),
            environment => Some(OnlyVerified::Environment(environment)),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_may_change_local_and_test_databases_of_this_machine_and_else_says_why_not() {
        use Environment::{Local, Production, Test, Unknown};
        use OnlyVerified::HostIsElsewhere;
        for (host, environment, expected) in [
            ("localhost", Local, None),
            ("127.0.0.1,[::1]", Test, None),
            ("localhost", Unknown, Some(OnlyVerified::Environment(Unknown))),
            ("10.0.0.1", Production, Some(OnlyVerified::Environment(Production))),
            ("10.0.0.1", Local, Some(HostIsElsewhere)),
            ("localhost,10.0.0.1", Test, Some(HostIsElsewhere)),
        ] {
            let uri = format!("mongodb://{host}/?tls=true");
            let config = AdminConfig::new(uri, "db").environment(environment);
            let options = config.client_options().await.expect("good options");
            assert_eq!(config.only_verifies(&options), expected, "{host} {environment:?}");
        }
        let shown = HostIsElsewhere.to_string();
        assert_eq!(shown, "nothing was changed: the host is not this machine");
        let plain = AdminConfig::new("mongodb://10.0.0.1/", "db");
        assert!(plain.client_options().await.is_err());
        assert!(plain.allow_plaintext("a tunnel").client_options().await.is_ok());
    }
}
