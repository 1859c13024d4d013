//! What no configuration may say.

use std::net::IpAddr;

use mongodb::options::{
    Acknowledgment, ClientOptions, ReadConcernLevel, ReadPreference, SelectionCriteria,
    ServerAddress, Tls,
};

use crate::error::Error;

/// Refuses what would weaken the promises of a store, rather than overruling it silently.
pub(crate) fn refuse_weaker(options: &ClientOptions) -> Result<(), Error> {
    let refuse = |text: &'static str| Err(Error::config(text));
    let write_concern = options.write_concern.as_ref();
    if write_concern
        .is_some_and(|concern| !matches!(concern.w, None | Some(Acknowledgment::Majority)))
    {
        return refuse(
            "writes of a store are confirmed by the majority: remove `w` from the connection string",
        );
    }
    if write_concern.is_some_and(|concern| concern.journal == Some(false)) {
        return refuse(
            "writes of a store are journaled: remove `journal` from the connection string",
        );
    }
    if options
        .read_concern
        .as_ref()
        .is_some_and(|concern| concern.level != ReadConcernLevel::Majority)
    {
        return refuse(
            "reads of a store are of the majority: remove `readConcernLevel` from the connection string",
        );
    }
    let is_primary = |criteria: &SelectionCriteria| {
        matches!(criteria, SelectionCriteria::ReadPreference(ReadPreference::Primary))
    };
    if options.selection_criteria.as_ref().is_some_and(|criteria| !is_primary(criteria)) {
        return refuse(
            "reads of a store go to the primary: remove `readPreference` from the connection string",
        );
    }
    if options.load_balanced == Some(true) {
        return refuse(
            "a store counts the attempts of each write, which a load balancer hides: remove `loadBalanced`",
        );
    }
    refuse_untrusted(options)
}

/// Refuses TLS with anybody: whoever is on the way could then read and answer everything, credentials included.
pub(crate) fn refuse_untrusted(options: &ClientOptions) -> Result<(), Error> {
    match &options.tls {
        Some(Tls::Enabled(tls)) if tls.allow_invalid_certificates == Some(true) => {
            Err(Error::config(
                "a server's certificate is always checked: remove `tlsAllowInvalidCertificates` and `tlsInsecure`, and name the \
                 certificate's authority with `tlsCAFile`",
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses to talk to another machine without TLS, unless there is a reason to.
pub(crate) fn refuse_plaintext(options: &ClientOptions, reason: Option<&str>) -> Result<(), Error> {
    let is_encrypted = matches!(options.tls, Some(Tls::Enabled(_)));
    if is_encrypted || options.hosts.iter().all(is_here) {
        return Ok(());
    }
    match reason.map(str::trim) {
        Some("") => {
            Err(Error::config("`allow_plaintext` needs a reason: say why no TLS is needed there"))
        }
        Some(_) => Ok(()),
        None => Err(Error::config(
            "a host of the connection string is not this machine, and the connection is not encrypted: write `tls=true`, or \
             `allow_plaintext(\"why\")`",
        )),
    }
}

/// Whether an address is of this machine.
pub(crate) fn is_here(address: &ServerAddress) -> bool {
    match address {
        ServerAddress::Tcp { host, .. } => {
            let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
            host.eq_ignore_ascii_case("localhost")
                || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        ServerAddress::Unix { .. } => true,
        _ => false,
    }
}

pub(crate) fn check_database(name: &str) -> Result<(), Error> {
    let is_bad = |c: char| {
        matches!(c, '/' | '\\' | '.' | ' ' | '"' | '$' | '*' | '<' | '>' | ':' | '|' | '?')
            || c.is_control()
    };
    if name.is_empty() || name.len() > 63 || name.contains(is_bad) {
        return Err(Error::config(
            "the name of the database must have 1 to 63 bytes, none of `/\\. \"$*<>:|?` and no control character",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        db::StoreConfig,
        error::{Kind, Outcome},
    };

    async fn options(uri: &str, reason: Option<&str>) -> Result<ClientOptions, Error> {
        let config = StoreConfig::new(uri, "db");
        match reason {
            Some(reason) => config.allow_plaintext(reason).client_options().await,
            None => config.client_options().await,
        }
    }

    #[tokio::test]
    async fn another_machine_is_not_talked_to_without_tls_unless_there_is_a_reason() {
        for here in ["localhost", "LOCALHOST:1", "127.0.0.1:5,127.8.8.8", "[::1]:27017"] {
            assert!(options(&format!("mongodb://{here}/"), None).await.is_ok(), "{here}");
        }
        for elsewhere in ["db.example.org", "10.0.0.1", "localhost,db:27018", "0.0.0.0", "[::2]:1"]
        {
            let plain = format!("mongodb://user:canary@{elsewhere}/");
            for (uri, reason) in [
                (plain.clone(), None),
                (plain.clone(), Some(" ")),
                (format!("{plain}?tls=false"), None),
            ] {
                let error = options(&uri, reason).await.unwrap_err();
                assert_eq!(
                    (error.kind(), error.outcome()),
                    (Kind::Config, Some(Outcome::NotSent)),
                    "{uri}"
                );
                assert!(error.to_string().contains("allow_plaintext"), "{error}");
                assert!(!error.to_string().contains("canary"), "{error}");
            }
            assert!(options(&format!("{plain}?tls=true"), None).await.is_ok(), "{elsewhere}");
            assert!(
                options(&plain, Some("an encrypted overlay network")).await.is_ok(),
                "{elsewhere}"
            );
        }
    }
}
