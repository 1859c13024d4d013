//! A fail point that is on, and goes off whatever happens.
//!
//! A server has each fail point once, so one test at a time may use them: a lock on a file, across processes. The names
//! of those that may be on stand in the file, so that the next test turns off what a killed one has left.

use std::{
    fs::{File, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use mongodb::bson::{Document, doc};
use tokio::{runtime::Builder, time};

use super::FailPoint;
use crate::{
    database::TestDb,
    error::{Error, ErrorKind, IoContext, Result},
    replica_set,
    uri::Uri,
};

/// A paused or killed server must not hold up the end of a test for long.
const PATIENCE: Duration = Duration::from_secs(3);

/// Fail points that are on. They go off when this is dropped, in some milliseconds that block the thread.
///
/// While it lives, no other test of any process can turn one on on the same server.
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
    /// are. To have two on at once, use [`FailPointGuard::also`]: a second guard would wait for the first for ever.
    ///
    /// # Errors
    ///
    /// When the server was started without `enableTestCommands=1`, or does not know the fail point.
    pub async fn fail_point(&self, fail_point: FailPoint) -> Result<FailPointGuard> {
        let mut names = NameFile::lock(self.server().side_file("fail-points")?).await?;
        let uri = admin_uri(self.server().uri());
        turn_off(&uri, &names.read()?).await?;
        names.write(&[])?;
        let app_name = self.app_name().to_owned();
        let mut guard = FailPointGuard { names, uri, app_name, is_on: false };
        guard.also(fail_point).await?;
        Ok(guard)
    }
}

impl FailPointGuard {
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

/// The locked file with the names of fail points that may be on.
#[derive(Debug)]
struct NameFile {
    file: File,
    path: PathBuf,
}

impl NameFile {
    /// Waits without blocking a thread. The lock goes with the file, so with the process.
    async fn lock(path: PathBuf) -> Result<Self> {
        let file = open(&path)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file, path }),
                Err(TryLockError::WouldBlock) => time::sleep(Duration::from_millis(5)).await,
                Err(TryLockError::Error(err)) => return Err(err).at("lock", &path),
            }
        }
    }

    fn read(&mut self) -> Result<Vec<String>> {
        let mut text = String::new();
        let read =
            self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.read_to_string(&mut text));
        read.at("read", &self.path)?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    fn write(&mut self, names: &[String]) -> Result<()> {
        let text: String = names.iter().map(|name| format!("{name}\n")).collect();
        let written = self
            .file
            .set_len(0)
            .and_then(|()| self.file.seek(SeekFrom::Start(0)))
            .and_then(|_| self.file.write_all(text.as_bytes()));
        written.at("write", &self.path)
    }
}

fn open(path: &Path) -> Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path).at("open", path)
}
