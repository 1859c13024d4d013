//! Certificates of one's own, good ones and bad ones.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DistinguishedName, DnType,
    ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose, date_time_ymd,
};

use super::files::PrivateFolder;
use crate::error::{Error, ErrorKind, Result};

const ORGANIZATION: &str = "mongo-testkit";

/// An authority that no client knows unless it is told to: its key is made here, and kept in memory.
///
/// Dropping it removes the files of all that it has issued.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: PathBuf,
    folder: PrivateFolder,
    n_issued: AtomicUsize,
}

/// What is right or wrong about a server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ServerCertificate {
    /// For `localhost` and `127.0.0.1`, from 2020 to 2200.
    Good,
    /// For `elsewhere.example` alone.
    WrongHost,
    /// It ended in 2021.
    Expired,
    /// It begins in 2150.
    NotYetValid,
}

/// A certificate and its key, in one PEM file.
#[derive(Clone)]
pub struct Certificate {
    file: PathBuf,
    subject: String,
    pub(super) chain: Vec<Vec<u8>>,
    pub(super) key: Vec<u8>,
}

impl Authority {
    /// Makes an authority of its own: two of them do not trust each other's certificates.
    ///
    /// # Errors
    ///
    /// When the folder for its files can't be made.
    pub fn new() -> Result<Self> {
        let mut params = params(&[], "authorities", "authority")?;
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let key = KeyPair::generate().map_err(not_made)?;
        let issuer = CertifiedIssuer::self_signed(params, key).map_err(not_made)?;
        let folder = PrivateFolder::create()?;
        let file = folder.write("authority.pem", &issuer.pem())?;
        Ok(Self { issuer, file, folder, n_issued: AtomicUsize::new(0) })
    }

    /// The file with its own certificate: `tlsCAFile` of a connection string.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Issues a certificate of a server.
    ///
    /// # Errors
    ///
    /// When its file can't be written.
    pub fn issue_server(&self, what: ServerCertificate) -> Result<Certificate> {
        let names: &[&str] = match what {
            ServerCertificate::WrongHost => &["elsewhere.example"],
            _ => &["localhost", "127.0.0.1"],
        };
        let mut params = params(names, "servers", "mongod")?;
        match what {
            ServerCertificate::Expired => params.not_after = date_time_ymd(2021, 1, 1),
            ServerCertificate::NotYetValid => params.not_before = date_time_ymd(2150, 1, 1),
            ServerCertificate::Good | ServerCertificate::WrongHost => {}
        }
        // A server is the client of the others of its set, and of itself.
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        self.issue(&params, "servers", "mongod")
    }

    /// Issues a certificate of a client. `name` is the common name of its subject.
    ///
    /// The server would take a client with the organization *and* the unit of its own certificate for one of its set, so the
    /// unit is another one.
    ///
    /// # Errors
    ///
    /// When its file can't be written.
    pub fn issue_client(&self, name: &str) -> Result<Certificate> {
        let mut params = params(&[], "clients", name)?;
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        self.issue(&params, "clients", name)
    }

    fn issue(&self, params: &CertificateParams, unit: &str, name: &str) -> Result<Certificate> {
        let key = KeyPair::generate().map_err(not_made)?;
        let issued = params.signed_by(&key, &self.issuer).map_err(not_made)?;
        let n = self.n_issued.fetch_add(1, Ordering::Relaxed);
        let pem = format!("{}{}", issued.pem(), key.serialize_pem());
        let file = self.folder.write(&format!("{unit}-{n}.pem"), &pem)?;
        Ok(Certificate {
            file,
            subject: format!("CN={name},OU={unit},O={ORGANIZATION}"),
            chain: vec![issued.der().to_vec()],
            key: key.serialize_der(),
        })
    }
}

impl Certificate {
    /// The file, which only this user can read: `tlsCertificateKeyFile` of a connection string.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The subject, as the server names it as a user of `$external`.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }
}

fn params(hosts: &[&str], unit: &str, name: &str) -> Result<CertificateParams> {
    let hosts: Vec<String> = hosts.iter().map(|&host| host.to_owned()).collect();
    let mut params = CertificateParams::new(hosts).map_err(not_made)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::OrganizationName, ORGANIZATION);
    params.distinguished_name.push(DnType::OrganizationalUnitName, unit);
    params.distinguished_name.push(DnType::CommonName, name);
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2200, 1, 1);
    Ok(params)
}

fn not_made(error: rcgen::Error) -> Error {
    Error::because(ErrorKind::Settings, "can't make a certificate", error)
}

impl fmt::Debug for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authority").field("file", &self.file).finish_non_exhaustive()
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate")
            .field("file", &self.file)
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}
