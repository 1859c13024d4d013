//! The cache with a package client that is a script and a server that is one as well: no network, no 42 MB.

use std::{
    env,
    io::{Cursor, Write},
    os::unix::fs::PermissionsExt,
    thread,
    time::Duration,
};

use super::*;

const GOOD: &str = "#!/bin/sh\nexit 0\n";

/// A folder with a `pip` that counts its calls and hands out one wheel.
struct Shop {
    dir: PathBuf,
    pin: Pin,
    settings: Settings,
}

impl Shop {
    fn new(server: &str) -> Self {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("some.data/purelib/db/bin/mongod", zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(server.as_bytes()).unwrap();
        Self::selling(&zip.finish().unwrap().into_inner(), server)
    }

    fn selling(wheel: &[u8], server: &str) -> Self {
        let dir = env::temp_dir().join(name::unique("testkit_cache"));
        fs::create_dir(&dir).unwrap();
        let script = format!(
            "#!/bin/sh\necho call >>'{0}/calls'\nwhile [ \"$1\" != --dest ]; do shift; done\n/bin/cp '{0}/goods' \"$2/db.whl\"\n",
            dir.display()
        );
        fs::write(dir.join("goods"), wheel).unwrap();
        fs::write(dir.join("pip"), script).unwrap();
        fs::set_permissions(dir.join("pip"), fs::Permissions::from_mode(0o755)).unwrap();
        let sha256 = |bytes: &[u8]| &*digest::sha256(bytes).unwrap().leak();
        let pin = Pin {
            wheel_sha256: sha256(wheel),
            wheel_bytes: wheel.len() as u64,
            mongod_sha256: sha256(server.as_bytes()),
            mongod_bytes: server.len() as u64,
        };
        let settings = Settings {
            uri: None,
            bin: None,
            docker: false,
            // Nothing else: a real package client must not be found.
            path: Some(dir.clone().into()),
            cache: Some(dir.join("cache")),
            dir: None,
            linger: Duration::ZERO,
            image: String::new(),
        };
        Self { dir, pin, settings }
    }

    fn get(&self) -> Result<PathBuf> {
        cached_or_fetched_as(&self.pin, &self.settings)
    }

    fn n_calls(&self) -> usize {
        fs::read_to_string(self.dir.join("calls")).unwrap_or_default().lines().count()
    }

    fn in_cache(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.join("cache")).unwrap().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

#[test]
fn a_server_is_fetched_once_and_nothing_else_is_left_in_the_cache() {
    let shop = Shop::new(GOOD);
    let program = shop.get().unwrap();
    assert_eq!(shop.get().unwrap(), program);
    assert_eq!(shop.n_calls(), 1);
    assert!(super::super::is_executable(&program));
    let name = program.file_name().unwrap().to_str().unwrap();
    assert_eq!(shop.in_cache(), ["lock".to_owned(), name.to_owned(), format!("{name}.ok")]);
}

#[test]
fn many_at_once_fetch_it_once() {
    let shop = Shop::new(GOOD);
    thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| shop.get().unwrap())).collect();
        all.into_iter().for_each(|one| drop(one.join().unwrap()));
    });
    assert_eq!(shop.n_calls(), 1);
}

#[test]
fn a_damaged_server_is_fetched_again() {
    let shop = Shop::new(GOOD);
    let program = shop.get().unwrap();
    let damages: [&dyn Fn(); 3] = [
        // Half of it, as a full disk leaves it.
        &|| fs::write(&program, &GOOD[..9]).unwrap(),
        // One byte, same length.
        &|| fs::write(&program, GOOD.replace('0', "1")).unwrap(),
        &|| fs::remove_file(&program).unwrap(),
    ];
    for (n, damage) in damages.iter().enumerate() {
        damage();
        assert_eq!(shop.get().unwrap(), program);
        assert_eq!(fs::read_to_string(&program).unwrap(), GOOD);
        assert_eq!(shop.n_calls(), n + 2);
    }
}

#[test]
fn a_whole_server_is_kept_when_only_its_record_is_lost_or_its_times_have_changed() {
    let shop = Shop::new(GOOD);
    let program = shop.get().unwrap();
    fs::remove_file(Entry::new(&shop.dir.join("cache")).record).unwrap();
    shop.get().unwrap();
    let copy = shop.dir.join("copy");
    fs::copy(&program, &copy).unwrap();
    fs::rename(&copy, &program).unwrap();
    shop.get().unwrap();
    assert_eq!(shop.n_calls(), 1);
}

#[test]
fn what_a_killed_fetch_has_left_is_cleared_away() {
    let shop = Shop::new(GOOD);
    let staging = shop.dir.join("cache/staging");
    fs::create_dir_all(&staging).unwrap();
    fs::write(staging.join("mongod"), "half").unwrap();
    shop.get().unwrap();
    assert!(!staging.exists());
}

#[test]
fn a_package_with_another_checksum_is_refused_and_nothing_of_it_is_kept() {
    let mut shop = Shop::new(GOOD);
    shop.pin.wheel_sha256 = "00";
    let text = shop.get().unwrap_err().to_string();
    assert!(text.contains("must have the SHA-256 00, found "), "{text}");
    let mut shop = Shop::new(GOOD);
    shop.pin.mongod_sha256 = "00";
    let text = shop.get().unwrap_err().to_string();
    assert!(
        text.starts_with("the mongod in the fetched package must have the SHA-256 00"),
        "{text}"
    );
    assert_eq!(shop.in_cache(), ["lock"]);
}

#[test]
fn a_package_that_is_no_archive_or_holds_no_server_is_refused() {
    let text = Shop::selling(b"no archive", GOOD).get().unwrap_err().to_string();
    assert_eq!(text, "the fetched package is no readable archive");
    let empty = zip::ZipWriter::new(Cursor::new(Vec::new())).finish().unwrap().into_inner();
    let text = Shop::selling(&empty, GOOD).get().unwrap_err().to_string();
    assert_eq!(text, "the fetched package holds no bin/mongod");
}

#[test]
fn a_server_that_can_not_run_here_is_an_error_that_says_what_to_install() {
    let shop = Shop::new(
        "#!/bin/sh\necho 'error while loading shared libraries: libssl.so.3' >&2\nexit 127\n",
    );
    let err = shop.get().unwrap_err();
    assert_eq!(err.kind(), ErrorKind::NoServer);
    let text = err.to_string();
    assert!(
        text.contains("needs glibc and libssl3 and libcurl4") && text.contains("libssl.so.3"),
        "{text}"
    );
}
