//! The one error of this crate, and its kinds.

use std::{error::Error as StdError, fmt, io, path::Path, sync::Arc};

/// The result of everything here that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Says what was wanted, what was found instead, and what to do.
///
/// Neither `Display` nor `Debug` shows the credentials of a connection string.
/// It is cheap to clone, because one failed start is reported by every test of the process.
#[derive(Clone)]
pub struct Error(Arc<Inner>);

struct Inner {
    kind: ErrorKind,
    text: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What an [`Error`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An environment variable or an argument can't be used as it is.
    Settings,
    /// No server was found, and none could be fetched.
    NoServer,
    /// A server was found and did not start.
    Start,
    /// The server is not what tests need: no replica set, no test commands.
    Unsuitable,
    /// The driver reported an error.
    Driver,
    /// The operating system reported an error.
    Io,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self(Arc::new(Inner { kind, text: text.into(), source: None }))
    }

    pub(crate) fn because(
        kind: ErrorKind,
        text: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self(Arc::new(Inner { kind, text: text.into(), source: Some(source.into()) }))
    }

    pub(crate) fn driver(wanted: &str, source: mongodb::error::Error) -> Self {
        // Its kind says what happened; the whole error would add the server's reply as bytes.
        Self::because(ErrorKind::Driver, format!("can't {wanted}: {}", source.kind), source)
    }

    /// What the error is about.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

/// The whole chain on one line, since a failed test shows the `Debug` text.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let mut source = self.source();
        while let Some(err) = source.filter(|err| !err.is::<mongodb::error::Error>()) {
            write!(f, ": {err}")?;
            source = err.source();
        }
        Ok(())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|err| err as _)
    }
}

/// Adds what was tried, and on which file, to an error of the operating system.
pub(crate) trait IoContext<T> {
    fn at(self, wanted: &str, path: &Path) -> Result<T>;
}

impl<T, E: Into<io::Error>> IoContext<T> for std::result::Result<T, E> {
    fn at(self, wanted: &str, path: &Path) -> Result<T> {
        self.map_err(|err| {
            Error::because(ErrorKind::Io, format!("can't {wanted} {}", path.display()), err.into())
        })
    }
}
