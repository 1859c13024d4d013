//! Files that nobody else can read, and that are gone when the process is.

use std::{
    fs::File,
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    error::{IoContext, Result},
    folder,
    instance::Instance,
    name,
    settings::Settings,
};

/// A folder of this user's alone. A supervisor removes it, as that of a server.
#[derive(Debug)]
pub(super) struct PrivateFolder(Instance);

impl PrivateFolder {
    pub(super) fn create() -> Result<Self> {
        let root = folder::root(&Settings::from_env()?)?;
        let dir = root.join(format!("keys-{}", name::suffix()));
        Instance::create(&dir, Duration::ZERO).map(Self)
    }

    /// Writes a file that only its owner can read and write, as mongod asks of a key file.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.0.dir().join(name);
        let file = File::options().write(true).create_new(true).mode(0o600).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes())).at("write", &path)?;
        Ok(path)
    }
}

/// A path as the value of an option of a connection string.
pub(super) fn in_uri(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => text.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(*byte)),
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_a_connection_string_is_escaped() {
        assert_eq!(in_uri(Path::new("/dev/shm/a_b-c.pem")), "/dev/shm/a_b-c.pem");
        assert_eq!(in_uri(Path::new("/a b&c=é")), "/a%20b%26c%3D%C3%A9");
    }
}
