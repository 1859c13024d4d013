//! One mongod process that belongs to this process, and the signals it can get.

use std::{
    path::{Path, PathBuf},
    process::Child,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

use crate::{
    error::{Error, ErrorKind, IoContext, Result},
    find, folder,
    instance::Instance,
    name,
    options::ServerOptions,
    settings::Settings,
};

mod launch;

pub(crate) use launch::{Launched, launch};

/// A mongod that answers on its port, and that is no member of a replica set yet.
///
/// Dropping it kills the process and removes its data; so does the end of this process, however it ends.
/// Several of these make a set: give [`replica_set::initiate`](crate::replica_set::initiate) their addresses.
#[derive(Debug)]
pub struct ServerProcess {
    child: Mutex<Child>,
    instance: Instance,
    program: PathBuf,
    args: Vec<String>,
    port: u16,
}

impl ServerProcess {
    /// Finds the mongod program that servers are started from, fetching it when none is at hand.
    ///
    /// A program can call it ahead of the tests, to fill the cache of a CI machine for example.
    ///
    /// # Errors
    ///
    /// When no program can be had; the text says what to install or to set.
    pub async fn find_program() -> Result<PathBuf> {
        crate::blocking(|| find::find_program(&Settings::from_env()?)).await
    }

    /// Starts a mongod on a free port of the loopback interface.
    ///
    /// The program is found as for the shared server; `MONGODB_URI` has no say here. It takes 0.2 to
    /// 2.5 seconds: on some machines the server measures its clock first.
    ///
    /// # Errors
    ///
    /// When no program is found, or when it ends before it listens: then the error repeats its last words.
    pub async fn start(options: &ServerOptions) -> Result<Self> {
        Self::start_on(0, options).await
    }

    /// Starts a mongod on a port that is free; 0 lets the system choose one, and then the server itself does not know it before
    /// it is started again.
    pub(crate) async fn start_on(port: u16, options: &ServerOptions) -> Result<Self> {
        let options = options.clone();
        crate::blocking(move || {
            let settings = Settings::from_env()?;
            let program = find::find_program(&settings)?;
            let dir = folder::root(&settings)?.join(format!("own-{}", name::suffix()));
            let Launched { child, port, instance } =
                launch(&dir, Duration::ZERO, &program, port, &options)?;
            Ok(Self { child: Mutex::new(child), instance, program, args: options.args(), port })
        })
        .await
    }

    /// Host and port, as in a connection string.
    #[must_use]
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The number of the process; after [`Self::restart`] it is another one.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child().id()
    }

    /// The folder of the server's data; its log is `log` in the folder above.
    #[must_use]
    pub fn db_path(&self) -> PathBuf {
        self.instance.dir().join("db")
    }

    /// Stops the process where it is (`SIGSTOP`): connections stay open and nothing answers.
    ///
    /// Returns when all its threads have stopped, within milliseconds.
    ///
    /// # Errors
    ///
    /// When the process has ended.
    pub fn pause(&self) -> Result<()> {
        let pid = self.signal(Signal::STOP)?;
        // The signal is on its way when it is sent; the system tells the parent once the last thread has stopped.
        let stopped = WaitIdOptions::STOPPED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let deadline = Instant::now() + Duration::from_secs(5);
        while waitid(WaitId::Pid(pid), stopped).at("wait for", &self.program)?.is_none() {
            if Instant::now() > deadline {
                return Err(Error::new(
                    ErrorKind::Start,
                    "mongod must stop within 5 s of SIGSTOP, it did not",
                ));
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Lets a paused process go on (`SIGCONT`).
    ///
    /// # Errors
    ///
    /// When the process has ended.
    pub fn resume(&self) -> Result<()> {
        self.signal(Signal::CONT).map(drop)
    }

    /// Kills the process (`SIGKILL`) and waits until it has ended. Its data stay, for [`Self::restart`].
    ///
    /// # Errors
    ///
    /// When the operating system reports one. Killing what has ended is fine.
    pub fn kill(&self) -> Result<()> {
        let mut child = self.child();
        child.kill().and_then(|()| child.wait()).map(drop).at("kill", &self.program)
    }

    /// Asks the process to end in good order (`SIGTERM`) and waits until it has. Its data stay, for [`Self::restart`].
    ///
    /// A paused process goes on first, since nothing else lets it see the signal.
    ///
    /// # Errors
    ///
    /// When the process has ended before, or when it is still there after a minute.
    pub async fn terminate(&self) -> Result<()> {
        self.signal(Signal::TERM)?;
        self.signal(Signal::CONT)?;
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.has_ended()? {
            if Instant::now() > deadline {
                return Err(Error::new(
                    ErrorKind::Io,
                    "mongod must end within 60 s of SIGTERM, it did not",
                ));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Starts the process again on the same data and port, killing it first if it runs.
    ///
    /// Returns when the port answers, which is before an election has made a primary of it.
    ///
    /// # Errors
    ///
    /// When the process ends before it listens.
    pub async fn restart(&self) -> Result<()> {
        self.kill()?;
        let dir = self.instance.dir().to_owned();
        let (program, args, port) = (self.program.clone(), self.args.clone(), self.port);
        let (child, _) =
            crate::blocking(move || launch::spawn(&dir, &program, &args, port)).await?;
        *self.child() = child;
        Ok(())
    }

    /// Kills the process and waits until its folder is gone: what dropping does, with the errors.
    ///
    /// # Errors
    ///
    /// When the folder is still there after 30 seconds.
    pub async fn stop(mut self) -> Result<()> {
        self.kill()?;
        crate::blocking(move || self.instance.leave_and_wait()).await
    }

    pub(crate) fn dir(&self) -> &Path {
        self.instance.dir()
    }

    pub(crate) fn has_ended(&self) -> Result<bool> {
        let ended = self.child().try_wait().at("ask for the state of", &self.program)?;
        Ok(ended.is_some())
    }

    fn signal(&self, signal: Signal) -> Result<Pid> {
        let mut child = self.child();
        if let Some(status) = child.try_wait().at("ask for the state of", &self.program)? {
            return Err(Error::new(
                ErrorKind::Start,
                format!("a signal was to reach mongod, it has ended: {status}"),
            ));
        }
        // Not waited for, so the number can't belong to another process.
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pid = pid.expect("a child has a process id");
        kill_process(pid, signal).at("send a signal to", &self.program)?;
        Ok(pid)
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The supervisor would do it as well; this is sooner, and leaves no zombie.
        let _ = self.kill();
    }
}
