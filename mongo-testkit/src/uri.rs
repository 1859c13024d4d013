//! A connection string: options added where the user gave none, credentials never shown.

use std::fmt;

use crate::error::{Error, ErrorKind, Result};

/// A connection string, taken apart just far enough to add options and to hide the credentials.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Uri {
    scheme: String,
    credentials: Option<String>,
    hosts: String,
    database: String,
    options: Vec<String>,
}

impl Uri {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let wrong = |what| {
            // The text itself may hold a password, so it is not repeated.
            Error::new(
                ErrorKind::Settings,
                format!(
                    "a connection string must look like `mongodb://host:port/?replicaSet=name`, {what}"
                ),
            )
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(|| wrong("found no `://`"))?;
        if scheme != "mongodb" && scheme != "mongodb+srv" {
            return Err(wrong("found another scheme"));
        }
        let (rest, options) = rest.split_once('?').unwrap_or((rest, ""));
        // A slash can't stand unescaped in credentials or in a host.
        let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (credentials, hosts) = match authority.rsplit_once('@') {
            Some((credentials, hosts)) => (Some(credentials.to_owned()), hosts),
            None => (None, authority),
        };
        if hosts.is_empty() {
            return Err(wrong("found no host"));
        }
        Ok(Self {
            scheme: scheme.to_owned(),
            credentials,
            hosts: hosts.to_owned(),
            database: database.to_owned(),
            options: options.split('&').filter(|o| !o.is_empty()).map(str::to_owned).collect(),
        })
    }

    /// A server on this machine, which is asked directly: no discovery of a replica set.
    pub(crate) fn direct(host: &str) -> Self {
        Self::local(host, "directConnection=true")
    }

    pub(crate) fn replica_set(host: &str, set: &str) -> Self {
        Self::local(host, &format!("replicaSet={set}"))
    }

    fn local(host: &str, option: &str) -> Self {
        Self {
            scheme: "mongodb".to_owned(),
            credentials: None,
            hosts: host.to_owned(),
            database: String::new(),
            options: vec![option.to_owned()],
        }
    }

    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find_map(|option| {
            let (key, value) = option.split_once('=')?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// Adds an option, unless the user has set it.
    #[must_use]
    pub(crate) fn or_option(mut self, name: &str, value: &str) -> Self {
        if self.option(name).is_none() {
            self.options.push(format!("{name}={value}"));
        }
        self
    }

    /// The same for that user, whose name and password need no escapes.
    #[cfg(feature = "secure")]
    #[must_use]
    pub(crate) fn signed(mut self, user: &str, password: &str) -> Self {
        self.credentials = Some(format!("{user}:{password}"));
        self
    }

    /// The same credentials and options for one other host, asked directly.
    #[must_use]
    pub(crate) fn through(&self, host: &str) -> Self {
        let mut uri = self.clone();
        host.clone_into(&mut uri.hosts);
        "mongodb".clone_into(&mut uri.scheme);
        uri.options.retain(|option| {
            let key = option.split('=').next().unwrap_or_default();
            !key.eq_ignore_ascii_case("replicaSet") && !key.eq_ignore_ascii_case("directConnection")
        });
        uri.or_option("directConnection", "true")
    }

    /// The one host of a plain connection string.
    pub(crate) fn single_host(&self) -> Option<&str> {
        (self.scheme == "mongodb" && !self.hosts.contains(',')).then_some(&*self.hosts)
    }

    /// The whole text, credentials included: for the driver only.
    pub(crate) fn secret_text(&self) -> String {
        let Self { scheme, credentials, hosts, database, options } = self;
        let (credentials, at) = credentials.as_deref().map_or(("", ""), |c| (c, "@"));
        let options = options.join("&");
        let mark = if options.is_empty() { "" } else { "?" };
        format!("{scheme}://{credentials}{at}{hosts}/{database}{mark}{options}")
    }
}

/// Hosts only: an option may be a secret as well.
impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.hosts)
    }
}

impl fmt::Debug for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_added_only_where_there_are_none() {
        for (given, wanted) in [
            ("mongodb://h:1", "mongodb://h:1/?appName=x"),
            ("mongodb://h:1/db?AppName=mine", "mongodb://h:1/db?AppName=mine"),
            ("mongodb://u:p%40@a,b/?ssl=true", "mongodb://u:p%40@a,b/?ssl=true&appName=x"),
            ("mongodb+srv://h/d", "mongodb+srv://h/d?appName=x"),
        ] {
            assert_eq!(Uri::parse(given).unwrap().or_option("appName", "x").secret_text(), wanted);
        }
    }

    #[test]
    fn credentials_are_shown_neither_by_the_value_nor_by_its_errors() {
        let uri = Uri::parse("mongodb://ann:canary@h/?authMechanismProperties=T:canary").unwrap();
        assert_eq!(format!("{uri} {uri:?}"), "mongodb://h mongodb://h");
        for bad in ["canary", "http://canary@h", "mongodb://canary@", "mongodb://canary:canary@/x"]
        {
            let err = Uri::parse(bad).unwrap_err();
            assert!(!format!("{err} {err:?}").contains("canary"), "{err}");
        }
    }

    #[test]
    fn a_proxied_uri_keeps_credentials_and_asks_one_host_directly() {
        let uri = Uri::parse("mongodb://u:p@a:1,b:2/?replicaSet=rs0&w=1").unwrap().through("c:3");
        assert_eq!(uri.secret_text(), "mongodb://u:p@c:3/?w=1&directConnection=true");
    }
}
