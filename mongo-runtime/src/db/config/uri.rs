//! What a connection string says.

use mongodb::options::ClientOptions;

use crate::error::Error;

/// Reads a connection string. Its text and the driver's message stay out of the error.
///
/// `what` it is, and where it comes from, begins each message.
pub(crate) async fn parse(uri: &str, what: &str) -> Result<ClientOptions, Error> {
    if !uri.starts_with("mongodb://") && !uri.starts_with("mongodb+srv://") {
        let text = format!("{what} does not start with `mongodb://` or `mongodb+srv://`");
        return Err(Error::config(text));
    }
    ClientOptions::parse(uri).await.map_err(|error| match option_in(&error.to_string()) {
        Some(option) => Error::config(format!("{what} can't be used: see its option `{option}`")),
        None => Error::config(format!(
            "{what} can't be used: expected `mongodb://user:password@host:port/?option=value`, with user and password \
             percent-encoded",
        )),
    })
}

/// The known option that a message of the driver is about. Only our own constant is passed on.
fn option_in(message: &str) -> Option<&'static str> {
    const OPTIONS: [&str; 34] = [
        "appname",
        "authmechanismproperties",
        "authmechanism",
        "authsource",
        "compressors",
        "connecttimeoutms",
        "directconnection",
        "heartbeatfrequencyms",
        "journal",
        "loadbalanced",
        "localthresholdms",
        "maxconnecting",
        "maxidletimems",
        "maxpoolsize",
        "maxstalenessseconds",
        "minpoolsize",
        "readconcernlevel",
        "readpreferencetags",
        "readpreference",
        "replicaset",
        "retryreads",
        "retrywrites",
        "servermonitoringmode",
        "serverselectiontimeoutms",
        "sockettimeoutms",
        "srvmaxhosts",
        "srvservicename",
        "tlsallowinvalidcertificates",
        "tlscafile",
        "tlscertificatekeyfile",
        "tlsinsecure",
        "uuidrepresentation",
        "wtimeoutms",
        "zlibcompressionlevel",
    ];
    let message = message.to_ascii_lowercase();
    OPTIONS.into_iter().find(|option| message.contains(option))
}
