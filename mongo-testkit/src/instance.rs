//! The folder of one running server, and the supervisor that ends the server with its last user.
//!
//! Each process that uses the server holds the write end of a FIFO in the folder open. The kernel closes it when the
//! process ends, however it ends, so nothing has to be signed off. The supervisor, a shell script in a process group
//! of its own, sees the end of the file, waits a while for newcomers, then kills the server and removes the folder.

use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::{fs::OpenOptionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::fs::OFlags;

use crate::error::{Error, ErrorKind, IoContext, Result};

/// For what takes milliseconds, on a machine that is busy with a build.
const MAX_WAIT: Duration = Duration::from_secs(30);

const SUPERVISOR: &str = include_str!("instance/supervisor.sh");

/// One registered use of a server's folder. Dropping it, or the end of the process, ends the registration.
#[derive(Debug)]
pub(crate) struct Instance {
    dir: PathBuf,
    registration: Option<File>,
}

/// What became of an attempt to join a running server.
#[derive(Debug)]
pub(crate) enum Join {
    /// Registered: the server stays as long as this value lives.
    Joined(Instance),
    /// There is no such server, or it is on its way out.
    Gone,
    /// The supervisor was killed: its server may still run, and nobody would end it.
    Unsupervised,
}

impl Instance {
    /// Starts the supervisor, which makes the folder, and registers this process: so there is no moment in which a kill
    /// of this process leaves anything behind.
    pub(crate) fn create(dir: &Path, linger: Duration) -> Result<Self> {
        supervise(dir, linger)
    }

    /// Joins a server that some process has started.
    pub(crate) fn join(dir: &Path) -> Join {
        let fifo = dir.join("fifo");
        let registration = match open_write_end(&fifo) {
            Ok(file) => file,
            Err(err) if err.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) => {
                return Join::Unsupervised;
            }
            Err(_) => return Join::Gone,
        };
        // While the supervisor makes up its mind, the file stands under the other name: see the script.
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            if dir.join("ready").exists() {
                return Join::Joined(Self {
                    dir: dir.to_owned(),
                    registration: Some(registration),
                });
            }
            if !dir.join("leaving").exists() && !dir.join("ready").exists()
                || Instant::now() > deadline
            {
                return Join::Gone;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Gives a server whose supervisor was killed a new one. Users that registered with the old one stay registered.
    pub(crate) fn supervise_again(dir: &Path, linger: Duration) -> Result<Self> {
        let _ = fs::rename(dir.join("leaving"), dir.join("ready"));
        supervise(dir, linger)
    }

    /// Lets others join: `description` is what they read.
    pub(crate) fn set_ready(&self, description: &str) -> Result<()> {
        let part = self.dir.join("ready.part");
        let ready = self.dir.join("ready");
        fs::write(&part, description).at("write", &part)?;
        fs::rename(&part, &ready).at("write", &ready)
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Ends this registration and waits until the supervisor has removed all.
    pub(crate) fn leave_and_wait(&mut self) -> Result<()> {
        self.registration = None;
        let deadline = Instant::now() + MAX_WAIT;
        while self.dir.exists() || dying(&self.dir).exists() {
            if Instant::now() > deadline {
                let text = format!(
                    "the supervisor must remove {}, it is still there after {} s",
                    self.dir.display(),
                    MAX_WAIT.as_secs()
                );
                return Err(Error::new(ErrorKind::Io, text));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

/// Runs the last part of the supervisor's script for a folder that has no supervisor.
pub(crate) fn purge(dir: &Path) -> Result<()> {
    let status = supervisor(dir, Duration::ZERO).stdin(Stdio::null()).arg("purge").status();
    status.at("remove", dir).map(|_| ())
}

/// The name of a folder while the supervisor removes it.
fn dying(dir: &Path) -> PathBuf {
    let mut name = dir.as_os_str().to_owned();
    name.push(".dying");
    PathBuf::from(name)
}

/// The byte tells the supervisor that somebody came, even when it looks only later.
fn open_write_end(fifo: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut file = File::options().write(true).custom_flags(flags.bits() as i32).open(fifo)?;
    file.write_all(b".")?;
    Ok(file)
}

/// Starts a supervisor and registers this process with it.
fn supervise(dir: &Path, linger: Duration) -> Result<Instance> {
    let failed =
        |err| Error::because(ErrorKind::Start, "can't start the supervisor, a `sh` script", err);
    // Until the write end is closed, here or by the end of this process, the supervisor waits for the registration.
    let (read_end, _registering) = io::pipe().map_err(failed)?;
    let mut child = supervisor(dir, linger).stdin(read_end).spawn().map_err(failed)?;
    let fifo = dir.join("fifo");
    let deadline = Instant::now() + MAX_WAIT;
    loop {
        match open_write_end(&fifo) {
            Ok(registration) => {
                return Ok(Instance { dir: dir.to_owned(), registration: Some(registration) });
            }
            Err(err)
                if child.try_wait().is_ok_and(|ended| ended.is_some())
                    || Instant::now() > deadline =>
            {
                let text = format!(
                    "the supervisor, a `sh` script, must make {}; is there no mkdir, no mkfifo or no room?",
                    fifo.display()
                );
                return Err(Error::because(ErrorKind::Start, text, err));
            }
            // The supervisor has not got there yet.
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

fn supervisor(dir: &Path, linger: Duration) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", SUPERVISOR, "mongo-testkit-supervisor"])
        .arg(dir)
        .arg(linger.as_secs().to_string())
        .current_dir("/")
        // A ctrl-c reaches the group of the test, not this one.
        .process_group(0)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}
