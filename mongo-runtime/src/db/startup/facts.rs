//! What is known of a deployment and its configuration, and what is wrong with it.

use std::collections::BTreeSet;

use mongodb::options::{ClientOptions, Tls};

use crate::{
    db::{StoreConfig, config},
    error::StartupFault,
};

/// What the checks judge.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) settings: Settings,
    /// `None` where the server was not asked.
    pub(super) server: Option<Server>,
}

/// What the configuration says.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) has_credential: bool,
    pub(super) is_encrypted: bool,
    pub(super) is_plaintext_allowed: bool,
    pub(super) is_retrying: bool,
    pub(super) min_version: (u32, u32),
    /// Whether talking to the server tells nothing to anybody on the way.
    pub(super) may_be_tried: bool,
}

/// What the server says.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) is_standalone: bool,
    pub(super) version: (u32, u32),
    pub(super) has_test_commands: bool,
    pub(super) serves_anybody: bool,
    /// All that the credential may do, anywhere.
    pub(super) actions: BTreeSet<String>,
    pub(super) is_admin_user: bool,
}

impl Settings {
    pub(super) fn of(config: &StoreConfig, options: &ClientOptions) -> Self {
        let is_encrypted = matches!(options.tls, Some(Tls::Enabled(_)));
        Self {
            has_credential: options.credential.is_some(),
            is_encrypted,
            is_plaintext_allowed: config.allows_plaintext(),
            is_retrying: options.retry_reads != Some(false) && options.retry_writes != Some(false),
            min_version: config.demands.min_version,
            may_be_tried: is_encrypted || options.hosts.iter().all(config::is_here),
        }
    }
}

/// What a store does with documents, and what only looks. All else is the work of an administrator.
const ALLOWED: [&str; 13] = [
    "find",
    "insert",
    "update",
    "remove",
    "changeStream",
    "listCollections",
    "listDatabases",
    "listIndexes",
    "collStats",
    "dbStats",
    "indexStats",
    "planCacheRead",
    "killCursors",
];

/// All that keeps a store of production from starting, in the order in which one would mend it.
pub(super) fn faults(facts: &Facts) -> Vec<StartupFault> {
    let Facts { settings, server } = facts;
    let mut found = Vec::new();
    let mut note = |is_wrong: bool, fault: StartupFault| {
        if is_wrong {
            found.push(fault);
        }
    };
    note(!settings.has_credential, StartupFault::NoCredential);
    note(!settings.is_encrypted, StartupFault::NoTls);
    note(settings.is_plaintext_allowed, StartupFault::PlaintextAllowed);
    note(!settings.is_retrying, StartupFault::NoRetries);
    let Some(server) = server else { return found };
    let (version, wanted) = (server.version, settings.min_version);
    let actions = excess(&server.actions);
    note(server.is_standalone, StartupFault::NoReplicaSet);
    note(version < wanted, StartupFault::OldServer { found: version, wanted });
    note(server.serves_anybody, StartupFault::NoAuthentication);
    note(server.has_test_commands, StartupFault::TestCommands);
    note(!actions.is_empty(), StartupFault::TooManyPrivileges { actions });
    note(server.is_admin_user, StartupFault::AdminUser);
    found
}

fn excess(actions: &BTreeSet<String>) -> Vec<String> {
    actions.iter().filter(|action| !ALLOWED.contains(&action.as_str())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Facts {
        Facts {
            settings: Settings {
                has_credential: true,
                is_encrypted: true,
                is_plaintext_allowed: false,
                is_retrying: true,
                min_version: (6, 0),
                may_be_tried: true,
            },
            server: Some(server()),
        }
    }

    fn server() -> Server {
        Server {
            is_standalone: false,
            version: (6, 0),
            has_test_commands: false,
            serves_anybody: false,
            actions: ["find", "insert", "update", "remove"].map(str::to_owned).into(),
            is_admin_user: false,
        }
    }

    #[track_caller]
    fn assert_fault(break_it: impl FnOnce(&mut Settings, &mut Server), expected: &str) {
        let Facts { mut settings, .. } = good();
        let mut server = server();
        break_it(&mut settings, &mut server);
        let found = faults(&Facts { settings, server: Some(server) });
        let texts: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(texts, [expected]);
    }

    #[test]
    fn a_good_deployment_has_no_fault() {
        assert_eq!(faults(&good()), []);
    }

    #[test]
    fn no_credential_is_a_fault() {
        assert_fault(
            |settings, _| settings.has_credential = false,
            "the connection string has no credential: write `mongodb://user:password@..`, or `authMechanism=MONGODB-X509` \
             with a client's certificate",
        );
    }

    #[test]
    fn no_tls_is_a_fault() {
        assert_fault(
            |settings, _| settings.is_encrypted = false,
            "the connection is not encrypted: write `tls=true` in the connection string",
        );
    }

    #[test]
    fn allowing_plaintext_is_a_fault() {
        assert_fault(
            |settings, _| settings.is_plaintext_allowed = true,
            "`allow_plaintext` stands in the configuration: remove it, and write `tls=true` in the connection string",
        );
    }

    #[test]
    fn no_retries_are_a_fault() {
        assert_fault(
            |settings, _| settings.is_retrying = false,
            "retries are switched off: remove `without_retries`, and `retryReads` and `retryWrites` from the connection \
             string",
        );
    }

    #[test]
    fn a_standalone_is_a_fault() {
        assert_fault(
            |_, server| server.is_standalone = true,
            "the server stands alone, without transactions and majorities: start it with `--replSet` and initiate the set, \
             or name another server",
        );
    }

    #[test]
    fn an_old_server_is_a_fault_and_a_newer_one_is_not() {
        assert_fault(
            |_, server| server.version = (5, 9),
            "the server is of version 5.9, and 6.0 is the oldest that is taken: upgrade the server, or write \
             `min_server_version(5, 9)`",
        );
        let newer = Server { version: (10, 0), ..server() };
        assert_eq!(faults(&Facts { server: Some(newer), ..good() }), []);
    }

    #[test]
    fn a_server_for_anybody_is_a_fault() {
        assert_fault(
            |_, server| server.serves_anybody = true,
            "the server takes commands without a credential: start it with `--auth` or `--keyFile`",
        );
    }

    #[test]
    fn test_commands_are_a_fault() {
        assert_fault(
            |_, server| server.has_test_commands = true,
            "the server has test commands, which need no privilege: start it without \
             `--setParameter enableTestCommands=1`",
        );
    }

    #[test]
    fn the_privileges_of_an_administrator_are_a_fault() {
        assert_fault(
            |_, server| server.actions.extend(["dropCollection", "createIndex"].map(str::to_owned)),
            "the credential of the store may do the work of an administrator (`createIndex`, `dropCollection`): give its \
             user a role with `find`, `insert`, `update` and `remove` on its collections, and what else it needs to read",
        );
    }

    #[test]
    fn the_user_of_the_administrator_is_a_fault() {
        assert_fault(
            |_, server| server.is_admin_user = true,
            "the store has the administrator's user: give it a user of its own in the connection string",
        );
    }

    #[test]
    fn all_faults_are_told_at_once_and_those_of_the_settings_without_a_server() {
        let mut facts = good();
        facts.settings.has_credential = false;
        facts.settings.is_encrypted = false;
        facts.server = Some(Server { is_standalone: true, serves_anybody: true, ..server() });
        let of_settings = [StartupFault::NoCredential, StartupFault::NoTls];
        let of_server = [StartupFault::NoReplicaSet, StartupFault::NoAuthentication];
        assert_eq!(faults(&facts), [of_settings.clone(), of_server].concat());
        facts.server = None;
        assert_eq!(faults(&facts), of_settings);
    }
}
