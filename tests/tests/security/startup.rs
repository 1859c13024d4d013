//! What a store of production starts on, and what it says elsewhere. A17

use mongo_runtime::{
    db::{Environment, Store, StoreConfig},
    error::{Error, Kind, Outcome, StartupFault},
    prelude::*,
};
use mongo_testkit::{
    ServerOptions, ServerProcess, TestDb,
    secure::{APP_DATABASE, Principal, SecureOptions, SecureServer},
};
use mongo_tests::canary::{assert_clean_error, assert_clean_log};

use crate::support::{App, Item, config, own_server};

async fn refused(config: StoreConfig, what: &str) -> Error {
    let config = config.environment(Environment::Production);
    let error = Store::<App>::connect(config).await.expect_err(what);
    assert_clean_error(&error, what);
    assert_clean_log(what);
    assert_eq!(
        (error.kind(), error.outcome(), error.operation()),
        (Kind::Config, Some(Outcome::NotSent), Some("store.connect")),
        "{what}: {error}"
    );
    for fault in error.startup_faults() {
        assert!(error.to_string().contains(&fault.to_string()), "{what}: {error}");
    }
    error
}

async fn server_of_production() -> SecureServer {
    let server = ServerOptions::new().without_test_commands();
    own_server(SecureOptions::new().auth().tls().server(server)).await
}

#[mongo_testkit::test]
async fn a_server_of_tests_is_refused_with_all_faults_at_once(db: TestDb) {
    let config = StoreConfig::new(db.uri(), db.name()).without_retries();
    let error = refused(config.min_server_version(99, 1), "a server of tests").await;
    let faults = error.startup_faults();
    use StartupFault::{NoAuthentication, NoCredential, NoRetries, NoTls, OldServer, TestCommands};
    assert!(
        matches!(
            faults,
            [
                NoCredential,
                NoTls,
                NoRetries,
                OldServer { wanted: (99, 1), .. },
                NoAuthentication,
                TestCommands
            ]
        ),
        "{faults:?}"
    );
    let unchecked = StoreConfig::new(db.uri(), db.name()).environment(Environment::Test);
    Store::<App>::connect(unchecked).await.unwrap().close().await;
}

/// The set is not initiated: until then, a server stands alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stands_alone_is_refused() {
    let server = ServerProcess::start(&ServerOptions::new()).await.unwrap();
    let uri = format!("mongodb://{}/?directConnection=true", server.address());
    let error = refused(StoreConfig::new(uri, APP_DATABASE), "a server alone").await;
    let faults = error.startup_faults();
    assert!(faults.contains(&StartupFault::NoReplicaSet), "{faults:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_production_takes_the_least_privilege_and_no_more() {
    let server = server_of_production().await;
    for principal in [Principal::AppWrite, Principal::AppRead, Principal::Certificate] {
        let config = config(&server, principal).environment(Environment::Production);
        let store = Store::<App>::connect(config.admin_user("root")).await.unwrap();
        assert_eq!(store.collection::<Item>().find_one(by_id(1)).await.unwrap(), None);
        store.close().await;
    }
    let error = refused(config(&server, Principal::Root).admin_user("root"), "root").await;
    let [StartupFault::TooManyPrivileges { actions }, StartupFault::AdminUser] =
        error.startup_faults()
    else {
        panic!("{error}");
    };
    for action in ["createUser", "dropDatabase", "shutdown"] {
        assert!(actions.iter().any(|it| it == action), "{actions:?}");
    }
    let error = refused(config(&server, Principal::Migrator), "a migrator").await;
    let actions = ["collMod", "createCollection", "createIndex", "dropIndex"];
    let actions = actions.map(str::to_owned).into();
    assert_eq!(error.startup_faults(), [StartupFault::TooManyPrivileges { actions }]);
    let nobody = StoreConfig::new(server.anonymous_uri(), APP_DATABASE);
    let error = refused(nobody, "no credential").await;
    assert_eq!(error.startup_faults(), [StartupFault::NoCredential]);
}

#[tokio::test(flavor = "multi_thread")]
async fn test_commands_alone_are_refused() {
    let server = crate::support::server().await;
    let error = refused(config(server, Principal::AppWrite), "test commands").await;
    assert_eq!(error.startup_faults(), [StartupFault::TestCommands]);
}

/// Nobody is asked where the credential would be said in the clear: the host does not exist.
#[tokio::test(flavor = "multi_thread")]
async fn another_machine_is_not_asked_without_tls() {
    let config = StoreConfig::new("mongodb://u:p@db.invalid/", APP_DATABASE);
    let error = refused(config.allow_plaintext("an overlay"), "an overlay").await;
    let expected = [StartupFault::NoTls, StartupFault::PlaintextAllowed];
    assert_eq!(error.startup_faults(), expected);
}
