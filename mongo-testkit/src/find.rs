//! Finds a server: one that runs, one that is installed, one in the cache, one to fetch, a container.

use std::{
    env,
    ffi::OsStr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use crate::{
    docker,
    error::{Error, ErrorKind, Result},
    settings::{self, Settings},
    uri::Uri,
};

mod archive;
mod cache;
mod digest;
mod fetch;
mod pin;
mod progress;

/// Where the server of a test run comes from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It runs already, and is not ours to stop.
    Running(Uri),
    /// A program to start.
    Program(PathBuf),
    /// An image to start.
    Image(String),
}

/// Looks in the order that the crate's documentation promises.
pub(crate) fn find(settings: &Settings) -> Result<Found> {
    if settings.docker {
        return Ok(Found::Image(settings.image.clone()));
    }
    if let Some(uri) = &settings.uri {
        return Ok(Found::Running(uri.clone()));
    }
    find_program(settings).map(Found::Program).or_else(|nothing| {
        // A wrong setting is not papered over by another lane.
        if nothing.kind() != ErrorKind::NoServer || !docker::engine_answers() {
            return Err(nothing);
        }
        Ok(Found::Image(settings.image.clone()))
    })
}

/// As [`find`], for a server that this process starts on its own: never a running one.
pub(crate) fn find_program(settings: &Settings) -> Result<PathBuf> {
    if let Some(bin) = &settings.bin {
        return if is_executable(bin) {
            Ok(bin.clone())
        } else {
            Err(Error::new(
                ErrorKind::Settings,
                format!(
                    "{} must name a mongod program, found none at {}",
                    settings::BIN,
                    bin.display()
                ),
            ))
        };
    }
    match settings.path.as_deref().and_then(|path| on_path(path, "mongod")) {
        Some(bin) => Ok(bin),
        None => cache::cached_or_fetched(settings),
    }
}

fn on_path(path: &OsStr, program: &str) -> Option<PathBuf> {
    env::split_paths(path).map(|dir| dir.join(program)).find(|bin| is_executable(bin))
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
