//! How a store connects.

use std::{fmt, net::IpAddr, time::Duration};

use mongodb::options::{
    Acknowledgment, ClientOptions, DriverInfo, ReadConcern, ReadConcernLevel, ReadPreference,
    SelectionCriteria, ServerAddress, ServerApi, ServerApiVersion, Tls, WriteConcern,
};

use super::{attempts, page::PageKeysConfig};
use crate::error::Error;

/// Where a store connects to, and with which limits.
///
/// The connection string decides hosts, credential and TLS. What keeps outcomes honest is not up to it: Stable API v1
/// strict, majority read and write concern and reads from the primary are always on, and a string that says otherwise is
/// refused.
///
/// | setting | default |
/// |---|---|
/// | deadline of an operation | 10 s |
/// | largest limit of a find | 10,000 |
/// | documents a batch | 2,000 |
/// | documents that a slice leaves out | 1,000 |
/// | connections a server | up to 100 |
/// | server selection | 5 s, and never longer than the deadline |
/// | heartbeat; connect time-out | 1 s; 1 s: a primary that stops answering is noticed in about 2 s |
///
/// A connection string that sets one of the last three wins over the default.
///
/// Without TLS, a store connects to this machine only; see [`allow_plaintext`](Self::allow_plaintext).
#[derive(Clone)]
pub struct StoreConfig {
    uri: String,
    database: String,
    app_name: Option<String>,
    pub(crate) deadline: Duration,
    pub(crate) max_limit: u32,
    pub(crate) batch_size: u32,
    selection_timeout: Option<Duration>,
    heartbeat: Option<Duration>,
    connect_timeout: Option<Duration>,
    max_pool_size: Option<u32>,
    min_pool_size: Option<u32>,
    retry: bool,
    plaintext: Option<String>,
    pub(crate) max_skip: u32,
    pub(crate) page_keys: PageKeysConfig,
}

impl StoreConfig {
    /// A configuration with the defaults, for one database of the deployment that the connection string names.
    #[must_use]
    pub fn new(uri: impl Into<String>, database: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            database: database.into(),
            app_name: None,
            deadline: Duration::from_secs(10),
            max_limit: 10_000,
            batch_size: 2_000,
            selection_timeout: None,
            heartbeat: None,
            connect_timeout: None,
            max_pool_size: None,
            min_pool_size: None,
            retry: true,
            plaintext: None,
            max_skip: 1_000,
            page_keys: PageKeysConfig::default(),
        }
    }

    /// The name that the server's logs and `currentOp` show.
    #[must_use]
    pub fn app_name(mut self, name: impl Into<String>) -> Self {
        self.app_name = Some(name.into());
        self
    }

    /// The time that an operation has when its call names no other.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The largest limit that a find may name.
    #[must_use]
    pub fn max_limit(mut self, n_documents: u32) -> Self {
        self.max_limit = n_documents;
        self
    }

    /// How many documents a batch of a find has.
    #[must_use]
    pub fn batch_size(mut self, n_documents: u32) -> Self {
        self.batch_size = n_documents;
        self
    }

    /// How many documents a [slice](super::Slice) may leave out at its start.
    #[must_use]
    pub fn max_skip(mut self, n_documents: u32) -> Self {
        self.max_skip = n_documents;
        self
    }

    /// The key that signs [page tokens](super::PageToken): 32 random bytes or more, the same for all processes that take each
    /// other's tokens. Without one, no find has pages.
    #[must_use]
    pub fn page_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.page_keys.current = Some(key.into());
        self
    }

    /// A key that signed before: its tokens are still taken. For the time in which such tokens are about after a change of the
    /// key, and before it, in processes that do not sign with the new one yet.
    #[must_use]
    pub fn old_page_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.page_keys.old.push(key.into());
        self
    }

    /// Encrypts page tokens (XChaCha20-Poly1305), so that nobody reads the values at the keys of an order out of one. Those that
    /// are only signed are still taken.
    #[cfg(feature = "seal")]
    #[must_use]
    pub fn seal_page_tokens(mut self) -> Self {
        self.page_keys.seals = true;
        self
    }

    /// How long an operation waits for a server that can take it.
    #[must_use]
    pub fn selection_timeout(mut self, timeout: Duration) -> Self {
        self.selection_timeout = Some(timeout);
        self
    }

    /// How often each server is asked for its state; 500 ms at least.
    #[must_use]
    pub fn heartbeat(mut self, interval: Duration) -> Self {
        self.heartbeat = Some(interval);
        self
    }

    /// How long a connection may take to be established. Raise it where the network is far.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = Some(timeout);
        self
    }

    /// How many connections to each server are kept at least and opened at most.
    #[must_use]
    pub fn pool_size(mut self, min: u32, max: u32) -> Self {
        self.min_pool_size = Some(min);
        self.max_pool_size = Some(max);
        self
    }

    /// Allows a connection without TLS to another machine, where documents and queries can be read and changed on the way.
    ///
    /// Without it, a connection string with a host that is not this machine and without `tls=true` is refused. The reason is
    /// for whoever reads the program, and shows in `Debug`: "inside of the cluster's encrypted overlay network".
    #[must_use]
    pub fn allow_plaintext(mut self, reason: impl Into<String>) -> Self {
        self.plaintext = Some(reason.into());
        self
    }

    /// Switches the driver's one retry of reads and single writes off.
    ///
    /// A lost connection then leaves the result of each write unknown. It is meant for tests.
    #[must_use]
    pub fn without_retries(mut self) -> Self {
        self.retry = false;
        self
    }

    pub(crate) fn database_name(&self) -> &str {
        &self.database
    }

    /// The driver's options. The driver's own message is never passed on: it can echo parts of the connection string.
    pub(crate) async fn client_options(&self) -> Result<ClientOptions, Error> {
        check_database(&self.database)?;
        let mut options = parse(&self.uri).await?;
        refuse_weaker(&options)?;
        refuse_plaintext(&options, self.plaintext.as_deref())?;
        self.tune(&mut options);
        options.server_api = Some(
            ServerApi::builder()
                .version(ServerApiVersion::V1)
                .strict(true)
                .deprecation_errors(true)
                .build(),
        );
        options.read_concern = Some(ReadConcern::majority());
        options.write_concern = Some(WriteConcern::majority());
        options.cmap_event_handler = Some(attempts::handler());
        Ok(options)
    }

    fn tune(&self, options: &mut ClientOptions) {
        const SECOND: Duration = Duration::from_secs(1);
        let first = |ours: Option<Duration>, theirs: Option<Duration>, default| {
            Some(ours.or(theirs).unwrap_or(default))
        };
        let default_name = || Some("mongo-runtime".to_owned());
        options.app_name =
            self.app_name.clone().or_else(|| options.app_name.take()).or_else(default_name);
        options.driver_info = Some(
            DriverInfo::builder()
                .name("mongo-runtime")
                .version(env!("CARGO_PKG_VERSION").to_owned())
                .build(),
        );
        options.heartbeat_freq = first(self.heartbeat, options.heartbeat_freq, SECOND);
        options.connect_timeout = first(self.connect_timeout, options.connect_timeout, SECOND);
        options.server_selection_timeout =
            first(self.selection_timeout, options.server_selection_timeout, 5 * SECOND);
        options.max_pool_size = Some(self.max_pool_size.or(options.max_pool_size).unwrap_or(100));
        options.min_pool_size = self.min_pool_size.or(options.min_pool_size);
        let retries = |theirs: Option<bool>| Some(self.retry && theirs.unwrap_or(true));
        options.retry_reads = retries(options.retry_reads);
        options.retry_writes = retries(options.retry_writes);
    }
}

/// Reads a connection string. Its text and the driver's message stay out of the error.
pub(crate) async fn parse(uri: &str) -> Result<ClientOptions, Error> {
    if !uri.starts_with("mongodb://") && !uri.starts_with("mongodb+srv://") {
        return Err(Error::config(
            "the connection string does not start with `mongodb://` or `mongodb+srv://`",
        ));
    }
    ClientOptions::parse(uri).await.map_err(|error| match option_in(&error.to_string()) {
        Some(option) => Error::config(format!("the connection string can't be used: see its option `{option}`")),
        None => Error::config(
            "the connection string can't be used: expected \
             `mongodb://user:password@host:port/?option=value`, with user and password percent-encoded",
        ),
    })
}

/// The known option that a message of the driver is about. Only our own constant is passed on.
fn option_in(message: &str) -> Option<&'static str> {
    const OPTIONS: [&str; 34] = [
        "appname",
        "authmechanismproperties",
        "authmechanism",
        "authsource",
        "compressors",
        "connecttimeoutms",
        "directconnection",
        "heartbeatfrequencyms",
        "journal",
        "loadbalanced",
        "localthresholdms",
        "maxconnecting",
        "maxidletimems",
        "maxpoolsize",
        "maxstalenessseconds",
        "minpoolsize",
        "readconcernlevel",
        "readpreferencetags",
        "readpreference",
        "replicaset",
        "retryreads",
        "retrywrites",
        "servermonitoringmode",
        "serverselectiontimeoutms",
        "sockettimeoutms",
        "srvmaxhosts",
        "srvservicename",
        "tlsallowinvalidcertificates",
        "tlscafile",
        "tlscertificatekeyfile",
        "tlsinsecure",
        "uuidrepresentation",
        "wtimeoutms",
        "zlibcompressionlevel",
    ];
    let message = message.to_ascii_lowercase();
    OPTIONS.into_iter().find(|option| message.contains(option))
}

pub(crate) fn check_database(name: &str) -> Result<(), Error> {
    let is_bad = |c: char| {
        matches!(c, '/' | '\\' | '.' | ' ' | '"' | '$' | '*' | '<' | '>' | ':' | '|' | '?')
            || c.is_control()
    };
    if name.is_empty() || name.len() > 63 || name.contains(is_bad) {
        return Err(Error::config(
            "the name of the database must have 1 to 63 bytes, none of `/\\. \"$*<>:|?` and no control character",
        ));
    }
    Ok(())
}

/// Refuses what would weaken the promises of a store, rather than overruling it silently.
fn refuse_weaker(options: &ClientOptions) -> Result<(), Error> {
    let refuse = |text: &'static str| Err(Error::config(text));
    let write_concern = options.write_concern.as_ref();
    if write_concern
        .is_some_and(|concern| !matches!(concern.w, None | Some(Acknowledgment::Majority)))
    {
        return refuse(
            "writes of a store are confirmed by the majority: remove `w` from the connection string",
        );
    }
    if write_concern.is_some_and(|concern| concern.journal == Some(false)) {
        return refuse(
            "writes of a store are journaled: remove `journal` from the connection string",
        );
    }
    if options
        .read_concern
        .as_ref()
        .is_some_and(|concern| concern.level != ReadConcernLevel::Majority)
    {
        return refuse(
            "reads of a store are of the majority: remove `readConcernLevel` from the connection string",
        );
    }
    let is_primary = |criteria: &SelectionCriteria| {
        matches!(criteria, SelectionCriteria::ReadPreference(ReadPreference::Primary))
    };
    if options.selection_criteria.as_ref().is_some_and(|criteria| !is_primary(criteria)) {
        return refuse(
            "reads of a store go to the primary: remove `readPreference` from the connection string",
        );
    }
    if options.load_balanced == Some(true) {
        return refuse(
            "a store counts the attempts of each write, which a load balancer hides: remove `loadBalanced`",
        );
    }
    refuse_untrusted(options)
}

/// Refuses TLS with anybody: whoever is on the way could then read and answer everything, credentials included.
pub(crate) fn refuse_untrusted(options: &ClientOptions) -> Result<(), Error> {
    match &options.tls {
        Some(Tls::Enabled(tls)) if tls.allow_invalid_certificates == Some(true) => {
            Err(Error::config(
                "a server's certificate is always checked: remove `tlsAllowInvalidCertificates` and `tlsInsecure`, and name the \
                 certificate's authority with `tlsCAFile`",
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses to talk to another machine without TLS, unless there is a reason to.
pub(crate) fn refuse_plaintext(options: &ClientOptions, reason: Option<&str>) -> Result<(), Error> {
    let is_encrypted = matches!(options.tls, Some(Tls::Enabled(_)));
    if is_encrypted || options.hosts.iter().all(is_here) {
        return Ok(());
    }
    match reason.map(str::trim) {
        Some("") => {
            Err(Error::config("`allow_plaintext` needs a reason: say why no TLS is needed there"))
        }
        Some(_) => Ok(()),
        None => Err(Error::config(
            "a host of the connection string is not this machine, and the connection is not encrypted: write `tls=true`, or \
             `allow_plaintext(\"why\")`",
        )),
    }
}

/// Whether an address is of this machine.
pub(crate) fn is_here(address: &ServerAddress) -> bool {
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

impl fmt::Debug for StoreConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreConfig")
            .field("uri", &format_args!("?"))
            .field("database", &self.database)
            .field("app_name", &self.app_name)
            .field("deadline", &self.deadline)
            .field("max_limit", &self.max_limit)
            .field("batch_size", &self.batch_size)
            .field("plaintext", &self.plaintext)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Kind, Outcome};

    async fn options(uri: &str, reason: Option<&str>) -> Result<ClientOptions, Error> {
        let config = StoreConfig::new(uri, "db");
        match reason {
            Some(reason) => config.allow_plaintext(reason).client_options().await,
            None => config.client_options().await,
        }
    }

    #[tokio::test]
    async fn another_machine_is_not_talked_to_without_tls_unless_there_is_a_reason() {
        for here in ["localhost", "LOCALHOST:1", "127.0.0.1:5,127.8.8.8", "[::1]:27017"] {
            assert!(options(&format!("mongodb://{here}/"), None).await.is_ok(), "{here}");
        }
        for elsewhere in ["db.example.org", "10.0.0.1", "localhost,db:27018", "0.0.0.0", "[::2]:1"]
        {
            let plain = format!("mongodb://user:canary@{elsewhere}/");
            for (uri, reason) in [
                (plain.clone(), None),
                (plain.clone(), Some(" ")),
                (format!("{plain}?tls=false"), None),
            ] {
                let error = options(&uri, reason).await.unwrap_err();
                assert_eq!(
                    (error.kind(), error.outcome()),
                    (Kind::Config, Some(Outcome::NotSent)),
                    "{uri}"
                );
                assert!(error.to_string().contains("allow_plaintext"), "{error}");
                assert!(!error.to_string().contains("canary"), "{error}");
            }
            assert!(options(&format!("{plain}?tls=true"), None).await.is_ok(), "{elsewhere}");
            assert!(
                options(&plain, Some("an encrypted overlay network")).await.is_ok(),
                "{elsewhere}"
            );
        }
    }
}
