//! Servers with users and TLS, seen from the plain driver.

use mongo_testkit::{
    Result,
    mongodb::{
        self, Client,
        bson::{Document, doc},
    },
    secure::{
        APP_DATABASE, Authority, ITEMS, Principal, SecureOptions, SecureServer, ServerCertificate,
        TlsFront,
    },
};

const PATIENCE: &str = "serverSelectionTimeoutMS=1500";

/// The user that the server sees, or the driver's error.
async fn who(uri: &str) -> mongodb::error::Result<Option<String>> {
    let separator = if uri.contains('?') { '&' } else { '?' };
    let client = Client::with_uri_str(format!("{uri}{separator}{PATIENCE}")).await?;
    let status = client.database("admin").run_command(doc! { "connectionStatus": 1 }).await;
    client.shutdown().immediate(true).await;
    let status = status?;
    let users =
        status.get_document("authInfo").and_then(|info| info.get_array("authenticatedUsers"));
    let user = users.ok().and_then(|users| users.first()?.as_document().cloned());
    Ok(user.and_then(|user: Document| user.get_str("user").ok().map(str::to_owned)))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_principal_is_who_it_says_and_the_certificate_is_a_user() -> Result<()> {
    let server = SecureServer::start(&SecureOptions::new().auth().tls()).await?;
    for principal in [
        Principal::Root,
        Principal::AppRead,
        Principal::AppWrite,
        Principal::ChangeReader,
        Principal::Migrator,
        Principal::Diagnostics,
        Principal::Nobody,
    ] {
        let user = who(&server.uri(principal)).await.unwrap();
        assert_eq!(user.as_deref(), Some(principal.name()));
    }
    let subject = server.client_certificate().unwrap().subject();
    assert_eq!(who(&server.uri(Principal::Certificate)).await.unwrap().as_deref(), Some(subject));
    assert_eq!(who(&server.anonymous_uri()).await.unwrap(), None);

    let plain = format!("mongodb://{}/?directConnection=true", server.address());
    who(&plain).await.unwrap_err();
    let db = server.server().database("root").await?;
    db.database().collection(ITEMS).insert_one(doc! { "_id": 1 }).await.unwrap();
    db.close().await?;

    let shown = format!("{server:?} {:#?}", server.authority());
    for principal in [Principal::Root, Principal::AppWrite] {
        assert!(!shown.contains(server.credential(principal).1), "{shown}");
    }
    let file = server.authority().unwrap().file().to_owned();
    drop(server);
    let gone = async {
        while file.exists() {
            tokio::task::yield_now().await
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), gone).await.expect("the files go");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_users_and_no_tls_knows_what_each_may_do() -> Result<()> {
    let server = SecureServer::start(&SecureOptions::new().auth()).await?;
    let find = async |uri: String| {
        let client = Client::with_uri_str(uri).await.unwrap();
        let items = client.database(APP_DATABASE).collection::<Document>(ITEMS);
        let found = items.find_one(doc! {}).await;
        client.shutdown().immediate(true).await;
        found
    };
    assert_eq!(find(server.uri(Principal::AppRead)).await.unwrap(), None);
    find(server.uri(Principal::Nobody)).await.unwrap_err();
    find(server.anonymous_uri()).await.unwrap_err();
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_are_as_good_or_bad_as_was_asked_for() -> Result<()> {
    let server = SecureServer::start(&SecureOptions::new().client_certificates()).await?;
    who(&server.anonymous_uri()).await.unwrap();
    let authority = server.authority().unwrap().file().display().to_string();
    let address = server.address();
    who(&format!("mongodb://{address}/?directConnection=true&tls=true&tlsCAFile={authority}"))
        .await
        .unwrap_err();

    let plain = SecureServer::start(&SecureOptions::new()).await?;
    let authority = Authority::new()?;
    for (certificate, is_good) in [
        (ServerCertificate::Good, true),
        (ServerCertificate::WrongHost, false),
        (ServerCertificate::Expired, false),
        (ServerCertificate::NotYetValid, false),
    ] {
        let front =
            TlsFront::start(&plain.address(), &authority.issue_server(certificate)?).await?;
        let file = authority.file().display();
        let uri = format!(
            "mongodb://{}/?directConnection=true&tls=true&tlsCAFile={file}",
            front.address()
        );
        assert_eq!(who(&uri).await.is_ok(), is_good, "{certificate:?}");
        assert_eq!(front.n_bytes() > 0, is_good, "{certificate:?}");
        assert!(front.n_connections() > 0, "{certificate:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_for_another_host_starts_and_is_not_believed() -> Result<()> {
    let options = SecureOptions::new().tls_with(ServerCertificate::WrongHost);
    let server = SecureServer::start(&options).await?;
    who(&server.anonymous_uri()).await.unwrap_err();
    who(&format!("{}&tlsAllowInvalidCertificates=true", server.anonymous_uri())).await.unwrap();
    Ok(())
}
