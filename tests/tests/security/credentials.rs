//! Who a store says it is, and that nothing of a credential shows.

use std::time::Duration;

use mongo_runtime::{
    db::{Admin, AdminConfig, Store, StoreConfig},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{
    ServerOptions,
    secure::{APP_DATABASE, Principal, SecureOptions},
};
use mongo_tests::canary::{
    CANARY, assert_clean, assert_clean_debug, assert_clean_error, assert_clean_log,
};

use crate::support::{App, Item, config, item, own_server, reset, server, store};

async fn refused(config: StoreConfig) -> Error {
    assert_clean_debug(&config, "a configuration");
    let error = Store::<App>::connect(config).await.unwrap_err();
    assert_clean_error(&error, "a refused credential");
    assert_clean_log("a refused credential");
    error
}

fn with_credential(user: &str, password: &str, address: &str, options: &str) -> StoreConfig {
    let uri = format!("mongodb://{user}:{password}@{address}/?directConnection=true{options}");
    StoreConfig::new(uri, APP_DATABASE)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_credential_is_an_error_of_its_kind_that_shows_neither_name_nor_password() {
    let server = server().await;
    let file = server.authority().unwrap().file().display().to_string();
    let tls = format!("&tls=true&tlsCAFile={file}");
    let (user, password) = server.credential(Principal::AppWrite);
    let address = server.address();
    for (who, config) in [
        ("a wrong password", with_credential(user, CANARY, &address, &tls)),
        ("an unknown user", with_credential(CANARY, password, &address, &tls)),
        ("neither", with_credential(CANARY, CANARY, &address, &tls)),
        ("the wrong database", {
            with_credential(user, password, &address, &format!("{tls}&authSource=app"))
        }),
    ] {
        let error = refused(config).await;
        assert_eq!((error.kind(), error.outcome()), (Kind::Auth, None), "{who}: {error}");
        assert_eq!((error.attempts(), error.is_retryable()), (0, false), "{who}");
        let text = format!("{error} {error:?}");
        assert!(!text.contains(password) && !text.contains(user), "{who}: {text}");
        assert!(text.contains("check the credential"), "{who}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_credential_connects_and_may_nothing() {
    let server = own_server(SecureOptions::new().auth().tls()).await;
    reset(&server).await;
    let anonymous = StoreConfig::new(server.anonymous_uri(), APP_DATABASE);
    let store = Store::<App>::connect(anonymous).await.unwrap();
    let items = store.collection::<Item>();
    let error = items.insert_one(&item(20)).await.unwrap_err();
    assert_clean_error(&error, "no credential");
    assert_eq!(
        (error.kind(), error.outcome(), error.code()),
        (Kind::Auth, Some(Outcome::NoWritePerformed), Some(13)),
        "{error}"
    );
    let error = items.find_one(by_id(1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.code()), (Kind::Auth, None, Some(13)));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_and_a_certificate_are_credentials_of_a_store() {
    let server = own_server(SecureOptions::new().auth().tls()).await;
    reset(&server).await;
    let scram = format!("{}&authMechanism=SCRAM-SHA-256", server.uri(Principal::AppWrite));
    for (id, uri) in [(20, scram), (21, server.uri(Principal::Certificate))] {
        let config = StoreConfig::new(uri, APP_DATABASE);
        let store = Store::<App>::connect(config).await.unwrap();
        let items = store.collection::<Item>();
        items.insert_one(&item(id)).await.unwrap();
        assert_eq!(items.find_one(by_id(id)).await.unwrap(), Some(item(id)));
        store.close().await;
    }
    // The certificate says who it is of, not what it may do.
    let file = server.authority().unwrap().issue_client(CANARY).unwrap();
    let authority = server.authority().unwrap().file().display().to_string();
    let uri = format!(
        "mongodb://{}/?directConnection=true&tls=true&tlsCAFile={authority}\
         &authMechanism=MONGODB-X509&tlsCertificateKeyFile={}",
        server.address(),
        file.file().display()
    );
    let error = refused(StoreConfig::new(uri, APP_DATABASE)).await;
    assert_eq!((error.kind(), error.outcome()), (Kind::Auth, None), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mechanism_that_the_server_does_not_take_is_refused() {
    let strict = ServerOptions::new().parameter("authenticationMechanisms", "SCRAM-SHA-256");
    let server = own_server(SecureOptions::new().auth().server(strict)).await;
    store(&server, Principal::AppRead).await.close().await;
    let weaker = format!("{}&authMechanism=SCRAM-SHA-1", server.uri(Principal::AppRead));
    let error = refused(StoreConfig::new(weaker, APP_DATABASE)).await;
    assert_eq!((error.kind(), error.outcome()), (Kind::Auth, None), "{error}");
    let (_, password) = server.credential(Principal::AppRead);
    assert!(!format!("{error} {error:?}").contains(password));
}

/// A credential is refused on a new connection of a store that has worked.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_is_dropped_writes_nothing_more() {
    let server = own_server(SecureOptions::new().auth()).await;
    reset(&server).await;
    let store = store(&server, Principal::AppWrite).await;
    let items = store.collection::<Item>();
    items.insert_one(&item(20)).await.unwrap();
    let root = crate::support::driver(&server, Principal::Root).await;
    let drop_user = mongo_runtime::bson::doc! { "dropUser": Principal::AppWrite.name() };
    root.database("admin").run_command(drop_user).await.unwrap();
    root.shutdown().immediate(true).await;
    let error = items.insert_one(&item(21)).await.unwrap_err();
    assert_clean_error(&error, "a dropped user");
    assert_eq!(
        (error.kind(), error.outcome()),
        (Kind::Auth, Some(Outcome::NoWritePerformed)),
        "{error}"
    );
    store.close().await;
}

/// H12
#[tokio::test]
async fn no_malformed_connection_string_shows_its_credential() {
    let uris = [
        format!("mongodb://{CANARY}:{CANARY}"),
        format!("mongodb://user:{CANARY}@"),
        format!("mongodb://user:{CANARY}@host:port/"),
        format!("mongodb://user:{CANARY}@@host/"),
        format!("mongodb://user:{CANARY}:{CANARY}@host/"),
        format!("mongodb://user:{CANARY}/{CANARY}@host/"),
        format!("mongodb://user:%{CANARY}@host/"),
        format!("mongodb+srv://user:{CANARY}@host:27017/"),
        format!("mongodb:/user:{CANARY}@host/"),
        format!(
            "mongodb://user:{CANARY}@host/?authMechanism=PLAIN&authMechanismProperties={CANARY}"
        ),
        format!("mongodb://user:{CANARY}@host/?tls=true&tlsCertificateKeyFilePassword={CANARY}"),
    ];
    for (n, uri) in uris.into_iter().enumerate() {
        let of_store = StoreConfig::new(&uri, "db").selection_timeout(Duration::from_millis(50));
        let of_admin = AdminConfig::new(&uri, "db").deadline(Duration::from_secs(1));
        assert_clean_debug(&of_store, "the configuration of a store");
        assert_clean_debug(&of_admin, "the configuration of an administrator");
        let error = Store::<App>::connect(of_store).await.unwrap_err();
        assert_clean_error(&error, "a store");
        assert_eq!(error.outcome(), Some(Outcome::NotSent), "{n}: {error}");
        assert_eq!(error.kind(), Kind::Config, "{n}: {error}");
        let error = Admin::connect(of_admin).await.unwrap_err();
        assert_clean_error(&error, "an administrator");
        assert_eq!(error.kind(), Kind::Config, "{n}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_handle_shows_the_credential_that_it_has() {
    let server = server().await;
    let (user, password) = server.credential(Principal::AppWrite);
    let store = store(server, Principal::AppWrite).await;
    let admin =
        Admin::connect(AdminConfig::new(server.uri(Principal::AppWrite), APP_DATABASE)).await;
    let shown = format!(
        "{:?} {store:?} {:?} {:?} {admin:?}",
        config(server, Principal::AppWrite),
        store.collection::<Item>(),
        store.collection::<Item>().find_one(by_id(1)),
    );
    assert!(!shown.contains(password) && !shown.contains(user), "{shown}");
    assert_clean(&shown, "the handles");
    admin.unwrap().close().await;
    store.close().await;
}
