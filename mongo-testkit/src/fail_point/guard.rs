//! A fail point that is on, and goes off whatever happens.
//!
//! A server has each fail point once, so one test at a time may use them: a lock on a file, across processes. The names
//! of those that may be on stand in the file, so that the next test turns off what a killed one has left.

use std::{path::PathBuf, thread, time::Duration};

use mongodb::bson::{Document, doc};
use tokio::{runtime::Builder, time};

use super::{FailPoint, names::NameFile};
use crate::{
    database::TestDb,
    error::{Error, ErrorKind, Result},
    replica_set,
    uri::Uri,
};

/// A paused or killed server must not hold up the end of a test for long.
const PATIENCE: Duration = Duration::from_secs(3);

/// Long enough for all tests with fail points of a run on a busy machine, which wait for each other.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// Fail points that are on. They go off when this is dropped, in some milliseconds that block the thread.
///
/// While it lives, no other test of any process can turn one on on the same server: tests that keep one on for seconds do better
/// on a server of their own ([`Server::start_own`](crate::Server::start_own)).
#[derive(Debug)]
#[must_use = "a fail point goes off when its guard is dropped"]
pub struct FailPointGuard {
    names: NameFile,
    uri: Uri,
    app_name: String,
    is_on: bool,
}

impl TestDb {
    /// Turns a fail point on, once no other test has one on on this server.
    ///
    /// It costs some milliseconds for a client of its own, so the counted commands of the test's client stay as they
    /// are. To have two on at once, use [`FailPointGuard::also`].
    ///
    /// # Errors
    ///
    /// When the server was started without `enableTestCommands=1`, or does not know the fail point. When this database has a
    /// guard already, at once; when another has one for more than five minutes. A cluster has no such server: use
    /// [`Member::fail_point`](crate::Member::fail_point).
    pub async fn fail_point(&self, fail_point: FailPoint) -> Result<FailPointGuard> {
        let file = self.server().side_file("fail-points")?;
        let uri = self.server().uri();
        FailPointGuard::turn_on(file, self.name(), uri, self.app_name(), fail_point).await
    }
}

impl FailPointGuard {
    /// Waits for the lock on the file, as `holder`, and turns the fail point on at this server.
    pub(crate) async fn turn_on(
        file: PathBuf,
        holder: &str,
        server: &Uri,
        app_name: &str,
        fail_point: FailPoint,
    ) -> Result<Self> {
        let mut names = NameFile::lock(file, holder, MAX_WAIT).await?;
        let uri = admin_uri(server);
        turn_off(&uri, &names.read()?).await?;
        names.write(&[])?;
        let mut guard = Self { names, uri, app_name: app_name.to_owned(), is_on: false };
        guard.also(fail_point).await?;
        Ok(guard)
    }

    /// Turns one more fail point on, or one of the same name again with other choices.
    ///
    /// # Errors
    ///
    /// As for [`TestDb::fail_point`].
    pub async fn also(&mut self, fail_point: FailPoint) -> Result<()> {
        let mut names = self.names.read()?;
        if !names.contains(&fail_point.name) {
            names.push(fail_point.name.clone());
        }
        // Written first: whatever happens from here on, it is known that the fail point may be on.
        self.names.write(&names)?;
        self.is_on = true;
        run(&self.uri, fail_point.render(&self.app_name)).await
    }

    /// Turns all off: what dropping does, without blocking and with the errors.
    ///
    /// # Errors
    ///
    /// When the server does not answer. The next use of a fail point tries again.
    pub async fn off(mut self) -> Result<()> {
        self.is_on = false;
        turn_off(&self.uri, &self.names.read()?).await?;
        self.names.write(&[])
    }
}

impl Drop for FailPointGuard {
    fn drop(&mut self) {
        if !self.is_on {
            return;
        }
        let Ok(names) = self.names.read() else { return };
        let uri = self.uri.clone();
        // A thread of its own: a runtime can't wait for another one inside it. On failure the names stay in the file.
        let done = thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().ok()?;
            runtime.block_on(turn_off(&uri, &names)).ok()
        });
        if let Ok(Some(())) = done.join() {
            let _ = self.names.write(&[]);
        }
    }
}

fn admin_uri(server: &Uri) -> Uri {
    let millis = PATIENCE.as_millis().to_string();
    server
        .clone()
        .or_option("appName", "mongo-testkit")
        .or_option("serverSelectionTimeoutMS", &millis)
}

async fn turn_off(uri: &Uri, names: &[String]) -> Result<()> {
    for name in names {
        let turned_off = run(uri, doc! { "configureFailPoint": name, "mode": "off" }).await;
        // One that the server does not know can't be on either.
        if let Err(err) = turned_off
            && !is_unknown(&err)
        {
            return Err(err);
        }
    }
    Ok(())
}

async fn run(uri: &Uri, command: Document) -> Result<()> {
    let client = replica_set::client(uri).await?;
    let done = time::timeout(PATIENCE, client.database("admin").run_command(command)).await;
    client.shutdown().immediate(true).await;
    match done {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(err)) if code(&err) == Some(COMMAND_NOT_FOUND) => Err(Error::because(
            ErrorKind::Unsuitable,
            "fail points need a server started with `--setParameter enableTestCommands=1`",
            err,
        )),
        Ok(Err(err)) => Err(Error::driver("set a fail point", err)),
        Err(_) => Err(Error::new(
            ErrorKind::Driver,
            format!("the server must answer within {} s", PATIENCE.as_secs()),
        )),
    }
}

const COMMAND_NOT_FOUND: i32 = 59;
const FAIL_POINT_SET_FAILED: i32 = 266;

fn is_unknown(err: &Error) -> bool {
    let driver_error = std::error::Error::source(err).and_then(|err| err.downcast_ref());
    driver_error.and_then(code) == Some(FAIL_POINT_SET_FAILED)
}

fn code(err: &mongodb::error::Error) -> Option<i32> {
    match err.kind.as_ref() {
        mongodb::error::ErrorKind::Command(reply) => Some(reply.code),
        _ => None,
    }
}
