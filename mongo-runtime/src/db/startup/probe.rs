//! Asks a server what it is, and what a credential may do there.

use std::collections::BTreeSet;

use bson::{Document as BsonDocument, doc};
use mongodb::{
    Database,
    error::{Error as DriverError, ErrorKind},
    options::ClientOptions,
};

use super::facts::Server;
use crate::{
    db::{StoreConfig, driver_error::translate, executor::Call, link::Link},
    error::{Detail, Error, Kind},
};

/// The server's code for a command that it does not have.
const COMMAND_NOT_FOUND: i32 = 59;

/// A name that no fail point and no collection has.
const NAME_OF_NOTHING: &str = "mongo_runtime_start_up_check";

/// Asks with the credential of the configuration, and without any. The clients are closed, whatever the answers are.
pub(super) async fn ask(
    config: &StoreConfig,
    options: &ClientOptions,
    call: &Call,
) -> Result<Server, Error> {
    let mut options = options.clone();
    // The Stable API leaves out what is asked here.
    options.server_api = None;
    options.max_pool_size = Some(1);
    options.min_pool_size = None;
    options.cmap_event_handler = None;
    let mut anonymous = options.clone();
    anonymous.credential = None;

    let link = Link::new(options)?;
    let admin_user = config.demands.admin_user.as_deref();
    let server = with_credential(&link.client().database("admin"), admin_user, call).await;
    link.close().await;
    let mut server = server?;

    let link = Link::new(anonymous)?;
    let answered = serves_anybody(&link.client().database(config.database_name()), call).await;
    link.close().await;
    server.serves_anybody = answered?;
    Ok(server)
}

async fn with_credential(
    admin: &Database,
    admin_user: Option<&str>,
    call: &Call,
) -> Result<Server, Error> {
    let run = async |command| {
        admin.run_command(command).await.map_err(|error: DriverError| translate(error, call, 1))
    };
    let hello = run(doc! { "hello": 1 }).await?;
    let build = run(doc! { "buildInfo": 1 }).await?;
    let status = run(doc! { "connectionStatus": 1, "showPrivileges": true }).await?;
    let actions = actions_in(&status).ok_or_else(|| unreadable("connectionStatus"))?;
    Ok(Server {
        is_standalone: is_standalone(&hello),
        version: version_in(&build).ok_or_else(|| unreadable("buildInfo"))?,
        has_test_commands: has_test_commands(admin, call).await?,
        serves_anybody: false,
        actions,
        is_admin_user: admin_user.is_some_and(|user| is_user(&status, user)),
    })
}

/// The name of the fail point is none, so nothing is switched where there are fail points.
async fn has_test_commands(admin: &Database, call: &Call) -> Result<bool, Error> {
    let command = doc! { "configureFailPoint": NAME_OF_NOTHING, "mode": "off" };
    match admin.run_command(command).await {
        Ok(_) => Ok(true),
        Err(error) => match code(&error) {
            Some(code) => Ok(code != COMMAND_NOT_FOUND),
            None => Err(translate(error, call, 1)),
        },
    }
}

/// A server with users refuses a find of nobody before it looks for the collection.
async fn serves_anybody(database: &Database, call: &Call) -> Result<bool, Error> {
    match database.run_command(doc! { "find": NAME_OF_NOTHING, "limit": 1 }).await {
        Ok(_) => Ok(true),
        Err(error) if code(&error).is_some() => Ok(false),
        Err(error) => Err(translate(error, call, 1)),
    }
}

fn code(error: &DriverError) -> Option<i32> {
    match &*error.kind {
        ErrorKind::Command(error) => Some(error.code),
        _ => None,
    }
}

fn unreadable(command: &str) -> Error {
    let text =
        format!("the server's answer to `{command}` lacks what a store of production asks for");
    Error::new(Kind::Config, None, Detail::Text(text.into()))
}

fn is_standalone(hello: &BsonDocument) -> bool {
    let is_router = hello.get_str("msg").is_ok_and(|msg| msg == "isdbgrid");
    !is_router && !hello.contains_key("setName")
}

fn version_in(build: &BsonDocument) -> Option<(u32, u32)> {
    let mut parts = build.get_str("version").ok()?.split('.');
    let mut next = || parts.next()?.parse().ok();
    Some((next()?, next()?))
}

fn actions_in(status: &BsonDocument) -> Option<BTreeSet<String>> {
    let info = status.get_document("authInfo").ok()?;
    let mut actions = BTreeSet::new();
    for privilege in info.get_array("authenticatedUserPrivileges").ok()? {
        for action in privilege.as_document()?.get_array("actions").ok()? {
            actions.insert(action.as_str()?.to_owned());
        }
    }
    Some(actions)
}

fn is_user(status: &BsonDocument, name: &str) -> bool {
    let users =
        status.get_document("authInfo").and_then(|info| info.get_array("authenticatedUsers"));
    let is_it = |user: &bson::Bson| {
        user.as_document().is_some_and(|user| user.get_str("user").is_ok_and(|user| user == name))
    };
    users.is_ok_and(|users| users.iter().any(is_it))
}
