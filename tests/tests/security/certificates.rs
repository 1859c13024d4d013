//! Whom a store trusts: no server without TLS where it is wanted, and no certificate but a good one. H09

use std::time::Duration;

use mongo_runtime::{
    db::{Admin, AdminConfig, Store, StoreConfig},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::secure::{APP_DATABASE, Authority, SecureOptions, ServerCertificate, TlsFront};
use mongo_tests::canary::{CANARY, assert_clean_error, assert_clean_log};
use tokio::{io::AsyncReadExt, net::TcpListener, sync::mpsc};

use crate::support::{App, Item, item, own_server};

fn config(address: &str, options: &str) -> StoreConfig {
    let uri = format!("mongodb://u:{CANARY}@{address}/?directConnection=true{options}");
    StoreConfig::new(uri, APP_DATABASE).selection_timeout(Duration::from_secs(2))
}

fn tls(authority: &Authority) -> String {
    format!("&tls=true&tlsCAFile={}", authority.file().display())
}

/// Connecting fails before anything is asked of the server.
async fn is_not_trusted(config: StoreConfig, what: &str) -> Error {
    let error = Store::<App>::connect(config).await.expect_err(what);
    assert_clean_error(&error, what);
    assert_clean_log(what);
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (Kind::ServerSelection, None, 0),
        "{what}: {error}"
    );
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_trusted_by_its_name_and_by_its_address_and_by_nothing_else() {
    let server = own_server(SecureOptions::new().tls()).await;
    let authority = server.authority().unwrap();
    let port = server.address().split_once(':').unwrap().1.to_owned();
    for host in ["localhost", "127.0.0.1"] {
        let uri = format!("mongodb://{host}:{port}/?directConnection=true{}", tls(authority));
        let config = StoreConfig::new(uri, APP_DATABASE);
        let store = Store::<App>::connect(config).await.unwrap();
        assert_eq!(store.collection::<Item>().find_one(by_id(1)).await.unwrap(), None, "{host}");
        store.close().await;
    }
    let address = server.address();
    let stranger = Authority::new().unwrap();
    let unknown = is_not_trusted(config(&address, &tls(&stranger)), "an unknown authority").await;
    assert!(unknown.to_string().contains("of no authority that is trusted"), "{unknown}");
    is_not_trusted(config(&address, "&tls=true"), "an authority that the system lacks").await;
    is_not_trusted(config(&address, ""), "TLS here, a client without").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_for_another_host_is_not_trusted() {
    let options = SecureOptions::new().tls_with(ServerCertificate::WrongHost);
    let server = own_server(options).await;
    let options = tls(server.authority().unwrap());
    let error = is_not_trusted(config(&server.address(), &options), "a wrong host").await;
    assert!(error.to_string().contains("is for another host"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_the_certificate_that_is_asked_for_gets_nowhere() {
    let server = own_server(SecureOptions::new().client_certificates()).await;
    let with = StoreConfig::new(server.anonymous_uri(), APP_DATABASE);
    Store::<App>::connect(with).await.unwrap().close().await;
    let options = tls(server.authority().unwrap());
    is_not_trusted(config(&server.address(), &options), "no certificate").await;
    let stranger = Authority::new().unwrap();
    let foreign = stranger.issue_client("app").unwrap();
    let options = format!("{options}&tlsCertificateKeyFile={}", foreign.file().display());
    is_not_trusted(config(&server.address(), &options), "a stranger's certificate").await;
}

/// What each connection of a client begins with: a record of TLS and no word in the clear.
#[tokio::test(flavor = "multi_thread")]
async fn where_tls_is_wanted_nothing_is_said_without() {
    let server = own_server(SecureOptions::new()).await;
    let authority = Authority::new().unwrap();
    let error = is_not_trusted(config(&server.address(), &tls(&authority)), "a plain server").await;
    assert!(error.to_string().contains("does not answer with TLS"), "{error}");

    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (tell, mut heard) = mpsc::unbounded_channel();
    let listening = tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let mut first = vec![0; 4096];
            let n_read = client.read(&mut first).await.unwrap_or_default();
            first.truncate(n_read);
            let _ = tell.send(first);
        }
    });
    is_not_trusted(config(&address, &tls(&authority)), "a silent server").await;
    listening.abort();
    let mut n_heard = 0;
    while let Some(first) = heard.recv().await {
        // A handshake of TLS 1.x, see RFC 8446, 5.1; or the client went without a word.
        assert!(first.is_empty() || first.starts_with(&[22, 3]), "{first:?}");
        n_heard += usize::from(!first.is_empty());
    }
    assert!(n_heard > 0, "it was tried");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_out_of_its_time_is_not_trusted_and_hears_nothing() {
    let server = own_server(SecureOptions::new()).await;
    let authority = Authority::new().unwrap();
    for (certificate, word) in [
        (ServerCertificate::Expired, "has expired"),
        (ServerCertificate::NotYetValid, "is not valid yet"),
        (ServerCertificate::WrongHost, "is for another host"),
    ] {
        let issued = authority.issue_server(certificate).unwrap();
        let front = TlsFront::start(&server.address(), &issued).await.unwrap();
        let what = format!("{certificate:?}");
        let error = is_not_trusted(config(&front.address(), &tls(&authority)), &what).await;
        assert!(error.to_string().contains(word), "{error}");
        assert!(front.n_connections() > 0, "{what}");
        assert_eq!(front.n_bytes(), 0, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_be_told_to_trust_anybody() {
    let server = own_server(SecureOptions::new().tls()).await;
    let address = server.address();
    for option in
        ["tlsAllowInvalidCertificates=true", "tlsInsecure=true", "tlsAllowInvalidHostnames=true"]
    {
        let options = format!("&tls=true&{option}");
        let of_store = Store::<App>::connect(config(&address, &options)).await.unwrap_err();
        let uri = format!("mongodb://{address}/?directConnection=true{options}");
        let of_admin =
            Admin::connect(AdminConfig::new(uri, APP_DATABASE)).await.expect_err("no check");
        for error in [of_store, of_admin] {
            assert_clean_error(&error, option);
            assert_eq!(
                (error.kind(), error.outcome()),
                (Kind::Config, Some(Outcome::NotSent)),
                "{option}: {error}"
            );
        }
    }
}

/// A write to a server that is no longer trusted was not sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_turns_bad_stops_each_write_before_it_leaves() {
    let server = own_server(SecureOptions::new()).await;
    let authority = Authority::new().unwrap();
    let good = authority.issue_server(ServerCertificate::Good).unwrap();
    let expired = authority.issue_server(ServerCertificate::Expired).unwrap();
    let front = TlsFront::start(&server.address(), &good).await.unwrap();
    let uri = format!("mongodb://{}/?directConnection=true{}", front.address(), tls(&authority));
    let config = StoreConfig::new(uri, APP_DATABASE).selection_timeout(Duration::from_secs(2));
    let store = Store::<App>::connect(config).await.unwrap();
    let items = store.collection::<Item>();
    items.insert_one(&item(20)).await.unwrap();

    front.present(&expired).unwrap();
    // The first may meet the end of the old connection.
    for attempt in 0..20 {
        let error = items.insert_one(&item(21 + attempt)).await.unwrap_err();
        assert_clean_error(&error, "an expired certificate");
        if error.kind() == Kind::ServerSelection {
            assert_eq!(error.outcome(), Some(Outcome::NotSent), "{error}");
            front.present(&good).unwrap();
            assert_eq!(items.find_one(by_id(21 + attempt)).await.unwrap(), None);
            store.close().await;
            return;
        }
    }
    panic!("no write was stopped by the certificate");
}
