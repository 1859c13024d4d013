//! The version of a server, and the least one that a test needs.

use std::{fmt, str::FromStr};

use crate::error::{Error, ErrorKind};

/// A server's version: `7.0` compares as `7.0.0`, a suffix such as `-rc1` is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    /// Makes a version of its three numbers.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }
}

impl FromStr for Version {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::new(
                ErrorKind::Settings,
                format!("a server version must look like `7.0` or `6.0.5`, found `{text}`"),
            )
        };
        let plain = text.split(['-', '+', ' ']).next().unwrap_or_default();
        let mut numbers = [0; 3];
        let mut parts = plain.split('.');
        for (idx, number) in numbers.iter_mut().enumerate() {
            match parts.next() {
                Some(part) => *number = part.parse().map_err(|_| wrong())?,
                None if idx > 0 => {}
                None => return Err(wrong()),
            }
        }
        Ok(Self::new(numbers[0], numbers[1], numbers[2]))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number_and_missing_parts_are_zero() {
        let version = |text: &str| text.parse::<Version>().unwrap();
        assert!(version("10.0") > version("9.3.1"));
        assert_eq!(version("7"), Version::new(7, 0, 0));
        assert_eq!(version("8.0.0-rc3"), version("8.0"));
        for bad in ["", "x", "7.", "7.x"] {
            assert!(bad.parse::<Version>().is_err(), "{bad}");
        }
    }
}
