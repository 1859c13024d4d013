//! Where servers keep their data: in memory when there is room, else among the temporary files.

use std::{
    env, fs,
    os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use crate::{
    error::{Error, ErrorKind, IoContext, Result},
    instance::{self, Instance, Join},
    settings::{self, Settings},
};

/// A fresh server takes 9 MB, tests some more. The 64 MB that containers get by default are not enough.
const MIN_FREE_BYTES: u64 = 512 << 20;

/// The folder of this user, which no other user can look into.
pub(crate) fn root(settings: &Settings) -> Result<PathBuf> {
    if let Some(dir) = &settings.dir {
        fs::create_dir_all(dir).at("create", dir)?;
        return dir.canonicalize().at("open", dir);
    }
    let memory = Path::new("/dev/shm");
    let name = format!("mongo-testkit-{}", rustix::process::getuid().as_raw());
    if has_room(memory)
        && let Ok(dir) = private_folder(&memory.join(&name))
    {
        return Ok(dir);
    }
    private_folder(&env::temp_dir().join(&name))
}

fn has_room(dir: &Path) -> bool {
    rustix::fs::statvfs(dir)
        .is_ok_and(|stat| stat.f_bavail.saturating_mul(stat.f_frsize) >= MIN_FREE_BYTES)
}

/// Anyone can make a folder of this name before us, so its owner is looked at.
fn private_folder(dir: &Path) -> Result<PathBuf> {
    let _ = fs::DirBuilder::new().mode(0o700).create(dir);
    let meta = fs::symlink_metadata(dir).at("create", dir)?;
    let is_ours = meta.is_dir()
        && meta.uid() == rustix::process::getuid().as_raw()
        && meta.permissions().mode() & 0o077 == 0;
    if is_ours {
        return dir.canonicalize().at("open", dir);
    }
    Err(Error::new(
        ErrorKind::Settings,
        format!(
            "{} must be a folder that only this user can enter; remove it, or set {}",
            dir.display(),
            settings::DIR
        ),
    ))
}

/// Removes what servers left whose supervisor was killed, and that nobody would join any more.
pub(crate) fn remove_stale(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let dir = entry.path();
        // A folder this young may be about to get its supervisor.
        let is_old = entry.metadata().and_then(|meta| meta.modified()).is_ok_and(|time| {
            SystemTime::now().duration_since(time).unwrap_or_default() > Duration::from_secs(60)
        });
        if !is_old || !dir.join("fifo").exists() {
            continue;
        }
        if matches!(Instance::join(&dir), Join::Unsupervised) {
            let _ = instance::purge(&dir);
        }
    }
}
