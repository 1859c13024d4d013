//! Servers with users and TLS, for tests of what is refused.

use std::{fmt, path::PathBuf, time::Duration};

use mongodb::bson::Document;

use crate::{
    error::Result, options::ServerOptions, process::ServerProcess, replica_set, server::Server,
    uri::Uri,
};

mod authority;
mod files;
mod front;
mod options;
mod roles;
mod users;

pub use self::{
    authority::{Authority, Certificate, ServerCertificate},
    front::TlsFront,
    options::SecureOptions,
    roles::{APP_DATABASE, CHECKPOINTS, ITEMS, Principal},
};
use self::{
    files::{PrivateFolder, in_uri},
    users::Users,
};

/// A replica set of one server that asks who is there, or talks TLS, or both.
///
/// Dropping it ends the server and removes certificates and keys; so does the end of this process, however it ends.
///
/// ```no_run
/// # async fn f() -> mongo_testkit::Result<()> {
/// use mongo_testkit::secure::{Principal, SecureOptions, SecureServer};
///
/// let server = SecureServer::start(&SecureOptions::new().auth().tls()).await?;
/// let uri = server.uri(Principal::AppWrite); // for the client under test
/// # Ok(()) }
/// ```
pub struct SecureServer {
    server: Server,
    base: Uri,
    users: Option<Users>,
    tls: Option<Tls>,
    // Last: the server reads files of it.
    _folder: PrivateFolder,
}

struct Tls {
    authority: Authority,
    client: Certificate,
    /// Whether a client has to show a certificate.
    is_mutual: bool,
}

impl SecureServer {
    /// Starts the server, makes its first user through the exception for this machine, and then all other users.
    ///
    /// Must be called inside a tokio runtime. It takes as long as [`Server::start_own`], and some 0.5 seconds for the users.
    ///
    /// # Errors
    ///
    /// When no program is found, when it does not become a primary, or when a certificate can't be made.
    pub async fn start(options: &SecureOptions) -> Result<Self> {
        let folder = crate::blocking(PrivateFolder::create).await?;
        let tls = options.tls.map(|_| Tls::issue(options)).transpose()?;
        let mut arguments = options.server.clone();
        if options.has_users {
            let key = format!("{}{}", users::password(), users::password());
            let file = folder.write("keyfile", &key)?;
            arguments = arguments.arg("--auth").arg(format!("--keyFile={}", file.display()));
        }
        if let (Some(tls), Some(certificate)) = (&tls, options.tls) {
            arguments = tls.arguments(arguments, certificate)?;
        }

        let process = ServerProcess::start(&arguments).await?;
        let address = process.address();
        let with_tls = |uri: Uri| match &tls {
            Some(tls) => tls.of_tests(uri),
            None => uri,
        };
        let members = std::slice::from_ref(&address);
        let direct = with_tls(Uri::direct(&address));
        replica_set::initiate_with(direct.clone(), members, Document::new()).await?;
        let users = match options.has_users {
            true => {
                let subject = tls.as_ref().map(|tls| tls.client.subject());
                Some(Users::create(direct, subject).await?)
            }
            false => None,
        };
        let base = Uri::replica_set(&address, replica_set::SET);
        let all_powerful = match &users {
            Some(users) => users.sign(base.clone(), Principal::Root),
            None => base.clone(),
        };
        let all_powerful = with_tls(all_powerful);
        let hello = replica_set::hello(&all_powerful, Duration::from_secs(10)).await?;
        let server = Server::own(all_powerful, hello.version.parse()?, process);
        Ok(Self { server, base, users, tls, _folder: folder })
    }

    /// The server, with the user who may do everything: databases of tests, fail points, signals.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Host and port, as in a connection string.
    ///
    /// # Panics
    ///
    /// Never: the process is of this server.
    #[must_use]
    pub fn address(&self) -> String {
        self.server.process().expect("a secure server is started here").address()
    }

    /// The connection string of one principal: its credential, the authority, and the client's certificate where it is asked for.
    ///
    /// It holds a password: don't print it.
    ///
    /// # Panics
    ///
    /// When the server has no users, or when [`Principal::Certificate`] is asked for where there is no TLS.
    #[must_use]
    pub fn uri(&self, principal: Principal) -> String {
        let users = self.users.as_ref().expect("a server without users: start it with `.auth()`");
        let uri = users.sign(self.base.clone(), principal);
        match &self.tls {
            Some(tls) => tls.of_client(uri, principal == Principal::Certificate).secret_text(),
            None => uri.secret_text(),
        }
    }

    /// The connection string of nobody in particular: with TLS where the server has it, without a credential.
    #[must_use]
    pub fn anonymous_uri(&self) -> String {
        let uri = self.base.clone();
        match &self.tls {
            Some(tls) => tls.of_client(uri, false).secret_text(),
            None => uri.secret_text(),
        }
    }

    /// The user's name and password.
    ///
    /// # Panics
    ///
    /// As [`uri`](Self::uri), and for [`Principal::Certificate`], which has no password.
    #[must_use]
    pub fn credential(&self, principal: Principal) -> (&str, &str) {
        let users = self.users.as_ref().expect("a server without users: start it with `.auth()`");
        (principal.name(), users.password_of(principal))
    }

    /// The authority that the server's certificate is of; `None` without TLS.
    #[must_use]
    pub fn authority(&self) -> Option<&Authority> {
        self.tls.as_ref().map(|tls| &tls.authority)
    }

    /// The file with the certificate and the key of [`Principal::Certificate`]; `None` without TLS.
    #[must_use]
    pub fn client_certificate(&self) -> Option<&Certificate> {
        self.tls.as_ref().map(|tls| &tls.client)
    }
}

impl Tls {
    fn issue(options: &SecureOptions) -> Result<Self> {
        let authority = Authority::new()?;
        let client = authority.issue_client("app")?;
        Ok(Self { authority, client, is_mutual: options.is_mutual })
    }

    fn arguments(
        &self,
        options: ServerOptions,
        certificate: ServerCertificate,
    ) -> Result<ServerOptions> {
        let server = self.authority.issue_server(certificate)?;
        let mut options = options
            .arg("--tlsMode=requireTLS")
            .arg(format!("--tlsCertificateKeyFile={}", server.file().display()))
            .arg(format!("--tlsCAFile={}", self.authority.file().display()));
        if !self.is_mutual {
            options = options.arg("--tlsAllowConnectionsWithoutCertificates");
        }
        if certificate == ServerCertificate::WrongHost {
            // It talks to itself when the set is made.
            options = options.arg("--tlsAllowInvalidHostnames");
        }
        Ok(options)
    }

    /// For the testkit itself, which talks to the server whatever its certificate is.
    fn of_tests(&self, uri: Uri) -> Uri {
        uri.or_option("tls", "true")
            .or_option("tlsAllowInvalidCertificates", "true")
            .or_option("tlsCertificateKeyFile", &in_uri(self.client.file()))
    }

    fn of_client(&self, uri: Uri, is_certificate: bool) -> Uri {
        let uri =
            uri.or_option("tls", "true").or_option("tlsCAFile", &in_uri(self.authority.file()));
        match is_certificate || self.is_mutual {
            true => uri.or_option("tlsCertificateKeyFile", &in_uri(self.client.file())),
            false => uri,
        }
    }
}

impl fmt::Debug for SecureServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let authority: Option<PathBuf> = self.authority().map(|it| it.file().to_owned());
        f.debug_struct("SecureServer")
            .field("server", &self.server)
            .field("has_users", &self.users.is_some())
            .field("authority", &authority)
            .finish_non_exhaustive()
    }
}
