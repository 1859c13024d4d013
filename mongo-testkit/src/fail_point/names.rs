//! The file that one test at a time has: who it is, and which fail points it may have on.

use std::{
    fs::{self, File, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use tokio::time;

use crate::error::{Error, ErrorKind, IoContext, Result};

/// The locked file with the names of fail points that may be on, one a line, after the one who has it.
#[derive(Debug)]
pub(super) struct NameFile {
    file: File,
    path: PathBuf,
    holder: String,
}

/// Before the name of the database whose test has the lock.
const HOLDER: &str = "held by ";

impl NameFile {
    /// Waits without blocking a thread, and not for ever. The lock goes with the file, so with the process.
    pub(super) async fn lock(path: PathBuf, holder: &str, max_wait: Duration) -> Result<Self> {
        let file = open(&path)?;
        let started = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(err)) => return Err(err).at("lock", &path),
                Err(TryLockError::WouldBlock) => {}
            }
            let other = holder_of(&path);
            if other.as_deref() == Some(holder) {
                return Err(Error::new(
                    ErrorKind::Settings,
                    format!(
                        "the database `{holder}` has a fail point on already: drop its guard first, or turn on one more with \
                         `FailPointGuard::also`"
                    ),
                ));
            }
            if started.elapsed() >= max_wait {
                let other = other.unwrap_or_else(|| "another test".to_owned());
                return Err(Error::new(
                    ErrorKind::Unsuitable,
                    format!(
                        "a fail point must be free within {} s, and `{other}` has had one on this server all the time: drop \
                         its guard sooner, or give it a server of its own with `Server::start_own`",
                        max_wait.as_secs_f32()
                    ),
                ));
            }
            time::sleep(Duration::from_millis(5)).await;
        }
        let mut names = Self { file, path, holder: holder.to_owned() };
        // What an earlier holder has left is not yet turned off.
        let left = names.read()?;
        names.write(&left)?;
        Ok(names)
    }

    pub(super) fn read(&mut self) -> Result<Vec<String>> {
        let mut text = String::new();
        let read =
            self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.read_to_string(&mut text));
        read.at("read", &self.path)?;
        let names = text.lines().filter(|line| !line.starts_with(HOLDER));
        Ok(names.map(str::to_owned).collect())
    }

    pub(super) fn write(&mut self, names: &[String]) -> Result<()> {
        let holder = match self.holder.as_str() {
            "" => String::new(),
            holder => format!("{HOLDER}{holder}\n"),
        };
        let text = names.iter().fold(holder, |text, name| text + name + "\n");
        let written = self
            .file
            .set_len(0)
            .and_then(|()| self.file.seek(SeekFrom::Start(0)))
            .and_then(|_| self.file.write_all(text.as_bytes()));
        written.at("write", &self.path)
    }
}

impl Drop for NameFile {
    /// Nobody has it from here on.
    fn drop(&mut self) {
        self.holder.clear();
        // A name that stays behind is that of a test that has ended, which asks for no second guard.
        let _ = self.read().and_then(|names| self.write(&names));
    }
}

fn holder_of(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| line.strip_prefix(HOLDER)).map(str::to_owned)
}

fn open(path: &Path) -> Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path).at("open", path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(30);

    #[tokio::test]
    async fn who_waits_is_told_who_has_it_and_what_to_write() {
        let path = std::env::temp_dir().join(format!("testkit-names-{}", std::process::id()));
        let mut first = NameFile::lock(path.clone(), "a", SHORT).await.unwrap();
        first.write(&["failCommand".to_owned()]).unwrap();
        let again = NameFile::lock(path.clone(), "a", Duration::MAX).await.unwrap_err();
        assert!(again.to_string().contains("`a` has a fail point on already"), "{again}");
        assert!(again.to_string().contains("`FailPointGuard::also`"), "{again}");
        let other = NameFile::lock(path.clone(), "b", SHORT).await.unwrap_err();
        assert!(other.to_string().contains("`a` has had one on this server"), "{other}");
        drop(first);
        let mut other = NameFile::lock(path.clone(), "b", SHORT).await.unwrap();
        assert_eq!(other.read().unwrap(), ["failCommand"], "what may be on is not forgotten");
        assert_eq!(holder_of(&path).as_deref(), Some("b"));
        drop(other);
        assert_eq!(holder_of(&path), None);
        fs::remove_file(path).unwrap();
    }
}
