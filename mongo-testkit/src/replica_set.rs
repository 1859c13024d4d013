//! Makes a replica set of servers that run, and waits for its primary.

use std::time::Duration;

use mongodb::{
    Client,
    bson::{Document, doc},
    options::ClientOptions,
};
use tokio::time::{Instant, sleep};

use crate::{
    error::{Error, ErrorKind, Result},
    uri::Uri,
};

/// The name of every set that is made here.
pub const SET: &str = "rs0";

const MAX_WAIT: Duration = Duration::from_secs(30);

/// What a server says about itself.
#[derive(Debug)]
pub(crate) struct Hello {
    pub(crate) set: Option<String>,
    pub(crate) is_router: bool,
    pub(crate) version: String,
}

/// Makes one set, called [`SET`], of the servers at these addresses, and waits for its primary.
///
/// # Errors
///
/// When a server refuses, or when there is no primary within 30 seconds.
pub async fn initiate(addresses: &[String]) -> Result<()> {
    let first = addresses.first().ok_or_else(|| {
        Error::new(ErrorKind::Settings, "a replica set needs at least one address, found none")
    })?;
    initiate_through(first, addresses).await
}

/// As [`initiate`], where the first member is reached under another address than the one it has in the set.
pub(crate) async fn initiate_through(first: &str, addresses: &[String]) -> Result<()> {
    initiate_with(Uri::direct(first), addresses, Document::new()).await
}

/// As [`initiate`], by a client with that connection string, with settings of the set.
pub(crate) async fn initiate_with(
    direct: Uri,
    addresses: &[String],
    settings: Document,
) -> Result<()> {
    with_client(direct, async |client| {
        let members: Vec<Document> =
            (0i32..).zip(addresses).map(|(id, host)| doc! { "_id": id, "host": host }).collect();
        let config = doc! { "_id": SET, "members": members, "settings": settings };
        let command = doc! { "replSetInitiate": config };
        let initiated = client.database("admin").run_command(command).await;
        initiated.map_err(|err| Error::driver("make a replica set", err))?;
        primary(client).await
    })
    .await
}

async fn primary(client: &Client) -> Result<()> {
    let deadline = Instant::now() + MAX_WAIT;
    while Instant::now() < deadline {
        let reply = client.database("admin").run_command(doc! { "hello": 1 }).await;
        let reply = reply.map_err(|err| Error::driver("ask for the primary", err))?;
        // A member names itself a moment before it takes writes.
        let is_another = matches!(
            (reply.get_str("primary"), reply.get_str("me")),
            (Ok(primary), Ok(me)) if primary != me
        );
        if reply.get_bool("isWritablePrimary").unwrap_or(false) || is_another {
            return Ok(());
        }
        sleep(Duration::from_millis(5)).await;
    }
    Err(Error::new(
        ErrorKind::Start,
        format!("the replica set must have a primary within {} s", MAX_WAIT.as_secs()),
    ))
}

/// Asks a server what it is; gives up after `patience`.
pub(crate) async fn hello(uri: &Uri, patience: Duration) -> Result<Hello> {
    let millis = patience.as_millis().to_string();
    let uri = uri
        .clone()
        .or_option("serverSelectionTimeoutMS", &millis)
        .or_option("connectTimeoutMS", &millis);
    with_client(uri, async |client| {
        let admin = client.database("admin");
        let asked = |err| Error::driver("ask the server what it is", err);
        let reply = admin.run_command(doc! { "hello": 1 }).await.map_err(asked)?;
        let build = admin.run_command(doc! { "buildInfo": 1 }).await.map_err(asked)?;
        Ok(Hello {
            set: reply.get_str("setName").ok().map(str::to_owned),
            is_router: reply.get_str("msg").is_ok_and(|msg| msg == "isdbgrid"),
            version: build.get_str("version").unwrap_or_default().to_owned(),
        })
    })
    .await
}

pub(crate) async fn with_client<T>(
    uri: Uri,
    job: impl AsyncFnOnce(&Client) -> Result<T>,
) -> Result<T> {
    let client = client(&uri).await?;
    let done = job(&client).await;
    client.shutdown().immediate(true).await;
    done
}

/// The driver's client for a connection string.
pub(crate) async fn client(uri: &Uri) -> Result<Client> {
    let text = uri.secret_text();
    // The driver's text about a bad connection string may repeat a part of it: a password, for example.
    let options = ClientOptions::parse(&text).await.map_err(|_| {
        Error::new(
            ErrorKind::Settings,
            format!("the driver does not take the connection string of {uri}"),
        )
    })?;
    Client::with_options(options).map_err(|_| {
        Error::new(ErrorKind::Settings, format!("the driver does not take the options of {uri}"))
    })
}
