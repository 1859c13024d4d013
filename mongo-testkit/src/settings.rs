//! Every environment variable that this crate reads, in one place.

use std::{env, ffi::OsString, path::PathBuf, time::Duration};

use crate::{
    error::{Error, ErrorKind, Result},
    uri::Uri,
};

/// A server that runs already: its connection string.
pub(crate) const URI: &str = "MONGODB_URI";
/// The program to start.
pub(crate) const BIN: &str = "MONGOD_BIN";
/// `docker` asks for a container; nothing else has a meaning.
pub(crate) const MODE: &str = "MONGO_TESTKIT";
/// Where a fetched server is kept.
pub(crate) const CACHE: &str = "MONGO_TESTKIT_CACHE";
/// Where running servers keep their data, sockets and locks.
pub(crate) const DIR: &str = "MONGO_TESTKIT_DIR";
/// How many seconds a shared server outlives its last test process.
pub(crate) const LINGER: &str = "MONGO_TESTKIT_LINGER";
/// The image of the container lane.
pub(crate) const IMAGE: &str = "MONGO_TESTKIT_IMAGE";
/// A file that gets one line for each skipped test.
pub(crate) const SKIPPED: &str = "MONGO_TESTKIT_SKIPPED";

/// What the environment says, read once and checked.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) uri: Option<Uri>,
    pub(crate) bin: Option<PathBuf>,
    pub(crate) docker: bool,
    pub(crate) path: Option<OsString>,
    pub(crate) cache: Option<PathBuf>,
    pub(crate) dir: Option<PathBuf>,
    pub(crate) linger: Duration,
    pub(crate) image: String,
}

impl Settings {
    pub(crate) fn from_env() -> Result<Self> {
        Self::read(|name| env::var_os(name).filter(|value| !value.is_empty()))
    }

    /// Takes the look-up as an argument, because a test must not change the environment of its process.
    fn read(var: impl Fn(&str) -> Option<OsString>) -> Result<Self> {
        let text = |name: &str| match var(name).map(OsString::into_string) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text)),
            Some(Err(_)) => {
                Err(Error::new(ErrorKind::Settings, format!("{name} must be UTF-8 text")))
            }
        };
        let docker = match text(MODE)?.as_deref() {
            None => false,
            Some("docker") => true,
            Some(other) => {
                return Err(Error::new(
                    ErrorKind::Settings,
                    format!("{MODE} must be `docker` or unset, found `{other}`"),
                ));
            }
        };
        let linger = match text(LINGER)? {
            None => Duration::from_secs(5),
            Some(text) => text.parse().map(Duration::from_secs).map_err(|_| {
                Error::new(
                    ErrorKind::Settings,
                    format!("{LINGER} must be a whole number of seconds, found `{text}`"),
                )
            })?,
        };
        Ok(Self {
            uri: text(URI)?.map(|text| Uri::parse(&text)).transpose()?,
            bin: var(BIN).map(PathBuf::from),
            docker,
            path: var("PATH"),
            cache: var(CACHE).map(PathBuf::from).or_else(|| user_cache(&var)),
            dir: var(DIR).map(PathBuf::from),
            linger,
            image: text(IMAGE)?.unwrap_or_else(|| "mongo:8.0".to_owned()),
        })
    }
}

fn user_cache(var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let base = var("XDG_CACHE_HOME").map(PathBuf::from).filter(absolute).or_else(|| {
        let below = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
        var("HOME").map(|home| PathBuf::from(home).join(below))
    })?;
    Some(base.join("mongo-testkit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings> {
        Settings::read(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn an_unknown_mode_is_refused_and_the_known_one_is_named() {
        let err = read(&[(MODE, "podman")]).unwrap_err();
        assert_eq!(err.to_string(), "MONGO_TESTKIT must be `docker` or unset, found `podman`");
    }

    #[test]
    fn the_cache_is_the_users_cache_unless_told_otherwise() {
        let cache = |pairs| read(pairs).unwrap().cache;
        assert_eq!(cache(&[(CACHE, "/a"), ("HOME", "/h")]), Some("/a".into()));
        assert_eq!(
            cache(&[("XDG_CACHE_HOME", "/x"), ("HOME", "/h")]),
            Some("/x/mongo-testkit".into())
        );
        if cfg!(target_os = "linux") {
            assert_eq!(cache(&[("HOME", "/h")]), Some("/h/.cache/mongo-testkit".into()));
        }
        assert_eq!(cache(&[]), None);
    }

    #[test]
    fn a_linger_that_is_no_number_is_refused() {
        assert!(read(&[(LINGER, "soon")]).unwrap_err().to_string().contains("whole number"));
        assert_eq!(read(&[(LINGER, "0")]).unwrap().linger, Duration::ZERO);
    }
}
