//! The redacted cause of a failure: code, name and labels.

use std::{fmt, io};

/// What the server or the connection said, without any text of theirs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cause {
    code: Option<i32>,
    code_name: Option<String>,
    labels: Vec<String>,
    io: Option<io::ErrorKind>,
}

impl Cause {
    /// The server's error code.
    #[must_use]
    pub fn code(&self) -> Option<i32> {
        self.code
    }

    /// The server's name for the code.
    #[must_use]
    pub fn code_name(&self) -> Option<&str> {
        self.code_name.as_deref()
    }

    /// The labels of the failure, sorted.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The kind of I/O error, when the connection failed.
    #[must_use]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.io
    }

    /// Whether it has nothing to tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.code.is_none() && self.io.is_none() && self.labels.is_empty()
    }

    fn write_labels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.labels.join(", "))
    }
}

#[cfg(feature = "driver")]
impl Cause {
    /// A cause without text. A name or label that does not look like one is left out: it comes from outside.
    pub(crate) fn new<'a>(
        code: Option<(i32, Option<&str>)>,
        labels: impl Iterator<Item = &'a str>,
        io: Option<io::ErrorKind>,
    ) -> Self {
        let mut labels: Vec<_> = labels.filter(|label| is_name(label)).map(str::to_owned).collect();
        labels.sort_unstable();
        let code_name =
            code.and_then(|(_, name)| name).filter(|name| is_name(name)).map(str::to_owned);
        Self { code: code.map(|(code, _)| code), code_name, labels, io }
    }
}

#[cfg(feature = "driver")]
fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, &self.code_name, self.io) {
            (Some(code), Some(name), _) => write!(f, "server error {code} {name}")?,
            (Some(code), None, _) => write!(f, "server error {code}")?,
            (None, _, Some(kind)) => write!(f, "{kind}")?,
            (None, _, None) if self.labels.is_empty() => f.write_str("no server code")?,
            (None, _, None) => return self.write_labels(f),
        }
        if self.labels.is_empty() {
            return Ok(());
        }
        f.write_str(" ")?;
        self.write_labels(f)
    }
}

impl std::error::Error for Cause {}

#[cfg(all(test, feature = "driver"))]
mod tests {
    use super::*;
    use crate::error::{Detail, Error, Kind, Outcome};

    #[test]
    fn a_failure_without_a_code_does_not_speak_of_one() {
        let lost = |cause| {
            Error::new(Kind::Connection, Some(Outcome::NotSent), Detail::None).with_cause(cause)
        };
        let plain = "the connection or the server behind it failed";
        let end = ", so nothing was sent; it is safe to try again";
        let empty = Cause::new(None, std::iter::empty(), None);
        assert_eq!(lost(empty).to_string(), format!("{plain}{end}"));
        let labelled = Cause::new(None, ["NetworkError"].into_iter(), None);
        assert_eq!(lost(labelled).to_string(), format!("{plain} ([NetworkError]){end}"));
        let coded = Cause::new(Some((91, None)), ["NetworkError"].into_iter(), None);
        assert_eq!(
            lost(coded).to_string(),
            format!("{plain} (server error 91 [NetworkError]){end}")
        );
    }
}
